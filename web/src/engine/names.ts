/** Named things of a game: colours, spots, cells, seats. A kernel sees their numbers, people see their names. */

import type { Description, NamesInfo, OptionInfo } from './description.ts';
import { ELSEWHERE, SommetError, shown } from './errors.ts';
import type { Dict, Terms } from './types.ts';

export type Member = string | number;

/** All enumerations of a game, by their numbers in the description. */
export class Names {
  private readonly every: NamesInfo[];
  private readonly options: OptionInfo[];
  private readonly key: string;

  constructor(description: Description) {
    this.every = description.names;
    this.options = description.options;
    this.key = description.contract.elsewhere;
  }

  info(number: number): NamesInfo {
    return this.every[number]!;
  }

  /** The members, by number. */
  of(number: number, terms: Terms): readonly Member[] {
    const info = this.every[number]!;
    if (info.texts) return info.texts;
    if (info.seats) return counted(terms.players, 0);
    if (info.by_players) return counted(info.by_players[terms.players]!, 1).map(String);
    if (info.by_field !== undefined) return counted((terms.setup[info.by_field] as unknown[]).length, 1).map(String);
    if (info.field !== undefined) return terms.setup[info.field] as string[];
    return this.byOptions(info.by_options ?? [], terms.options).texts;
  }

  /** The one of these entries that is for these options. An option that is not given counts with its default. */
  byOptions<T extends { options: Dict }>(entries: readonly T[], options: Dict): T {
    const found = entries.find((entry) =>
      Object.entries(entry.options).every(([name, value]) => (options[name] ?? this.usual(name)) === value),
    );
    if (found) return found;
    const name = Object.keys(entries[0]?.options ?? {})[0] ?? '';
    const known = entries.map((entry) => String(entry.options[name]));
    throw this.elsewhere(name, options[name], known);
  }

  /** The error for a value that may be right: whoever knows all of them has to say. */
  elsewhere(option: string, given: unknown, known: readonly string[]): SommetError {
    const clause = this.options.find((each) => each.name === option)?.clause ?? null;
    return new SommetError(ELSEWHERE, this.key, clause, { option, given: shown(given), values: known.join(', ') });
  }

  private usual(option: string): unknown {
    return this.options.find((each) => each.name === option)?.default;
  }
}

function counted(count: number, from: number): number[] {
  return Array.from({ length: count }, (_, place) => place + from);
}

/** A member as it stands in a sentence: a colour by its word in the reader's language. */
export function spoken(info: NamesInfo, member: Member): Member {
  return info.word === 'colour' ? `@${info.word}.${member}` : member;
}
