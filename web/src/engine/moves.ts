/** Moves: a kernel knows a number, people write a text; the game's pattern goes from one to the other. */

import type { Description, MovesInfo, RefusalInfo } from './description.ts';
import { illegalMove, shown, SommetError } from './errors.ts';
import { spoken, type Names } from './names.ts';
import { escapeForm } from './options.ts';
import type { Dict, Terms } from './types.ts';

/** How moves are written, and what is said of texts that are none. */
export class Moves {
  readonly info: MovesInfo;
  private readonly game: string;
  private readonly names: Names;
  private readonly form: RegExp;

  constructor(description: Description, names: Names) {
    this.info = description.moves;
    this.game = description.name;
    this.names = names;
    let form = escapeForm(this.info.pattern);
    for (const part of this.info.parts) {
      form = form.replace(escapeForm(`{${part.name}}`), () => `(?<${part.name}>${part.written})`);
    }
    this.form = new RegExp(`^(?:${form})$`);
  }

  /** The text of every number, from rows of members (and a last entry: whether a move has it). */
  texts(rows: BigInt64Array, count: number, terms: Terms): string[] {
    const { parts, pattern } = this.info;
    const members = parts.map((part) => this.names.of(part.names, terms));
    const width = parts.length + 1;
    return Array.from({ length: count }, (_, move) => {
      const row = move * width;
      if (rows[row + parts.length] === 0n) return '';
      return parts.reduce(
        (text, part, place) => text.replace(`{${part.name}}`, String(members[place]![Number(rows[row + place])])),
        pattern,
      );
    });
  }

  /** A move's parts as they stand in a sentence. */
  values(text: unknown): Dict {
    const found = this.apart(text);
    const values: Dict = {};
    for (const part of found ? this.info.parts : []) {
      values[part.name] = spoken(this.names.info(part.names), found![part.name]!);
    }
    return values;
  }

  /** The error for a text that is no move's. */
  unreadable(text: unknown, terms: Terms): SommetError {
    const found = this.apart(text);
    if (!found) return this.refused(this.info, { move: shown(text) });
    const values = this.values(text);
    for (const part of this.info.parts) {
      if (!this.names.of(part.names, terms).includes(found[part.name]!)) {
        const value = spoken(this.names.info(part.names), found[part.name]!);
        return this.refused(part, { ...values, [part.value ?? part.name]: value });
      }
    }
    return this.refused(this.info.no_move ?? this.info, { move: shown(text), ...values });
  }

  /** A text's parts by name; null when it is not of the pattern's form, or no text at all. */
  private apart(text: unknown): Record<string, string> | null {
    return (typeof text === 'string' && this.form.exec(text)?.groups) || null;
  }

  private refused(why: RefusalInfo, values: Dict): SommetError {
    return illegalMove(`${this.game}.error.${why.refusal}`, why.clause, values);
  }
}
