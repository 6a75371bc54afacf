/** Modules, descriptions and words of the games, as files of the page. */

import type { Description, Source, Words } from '../engine';
import { kept } from '../engine/kept';

type Files = Record<string, string>;

const MODULES = import.meta.glob<string>('../../generated/engine/*.wasm', {
  query: '?url',
  import: 'default',
  eager: true,
}) as Files;
const LEARNED = import.meta.glob<string>('../../generated/engine/*.bin', {
  query: '?url',
  import: 'default',
  eager: true,
}) as Files;
const DESCRIPTIONS = import.meta.glob<string>('../../generated/engine/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
}) as Files;
const WORDS = import.meta.glob<string>('../../generated/engine/words/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
}) as Files;
const FOLDER = '../../generated/engine';

async function file(address: string | undefined): Promise<Response> {
  const answer = address === undefined ? null : await fetch(address);
  if (!answer?.ok) throw new Error(`not there: ${address ?? 'a file of the games'}`);
  return answer;
}

const json = async <T>(address: string | undefined): Promise<T> => (await file(address)).json() as Promise<T>;

/** Each is fetched and compiled once. */
function once<T>(make: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const all = new Map<string, Promise<T>>();
  return (name) => kept(all, name, () => make(name));
}

/** What the build of the page found of each game. */
export const assets: Source = {
  games: () => Promise.resolve(Object.keys(MODULES).map((path) => path.slice(FOLDER.length + 1, -'.wasm'.length))),
  description: once((game) => json<Description>(DESCRIPTIONS[`${FOLDER}/${game}.json`])),
  module: once(async (game) =>
    WebAssembly.compile(await (await file(MODULES[`${FOLDER}/${game}.wasm`])).arrayBuffer()),
  ),
  learned: once(async (game) => (await file(LEARNED[`${FOLDER}/${game}.bin`])).arrayBuffer()),
  words: (language) => json<Words>(WORDS[`${FOLDER}/words/${language}.json`]),
};
