/** A colour's symbol, the same in every game: colour never speaks alone. */

export const SYMBOLS: Record<string, string> = {
  pink: 'heart',
  orange: 'ring',
  green: 'triangle',
  blue: 'drop',
  yellow: 'star',
  violet: 'moon',
  red: 'diamond',
  white: 'plus',
  black: 'bar',
  gold: 'crown',
};

/** Colours that have paint and a symbol of their own; colours without a name (c1, c2 …) borrow them in turn. */
const PAINTED = ['red', 'yellow', 'green', 'blue', 'orange', 'violet', 'pink', 'white'];

/** The paint of a colour. */
export function paint(colour: string): string {
  if (colour in SYMBOLS) return colour;
  const number = Number(colour.slice(1));
  return PAINTED[(number - 1) % PAINTED.length] ?? 'white';
}

/** The symbol's id in the page (see SymbolDefs), for a <use>. */
export function symbol(colour: string): string {
  return `#s-${SYMBOLS[paint(colour)]}`;
}
