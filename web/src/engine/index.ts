/** Sommet's games by themselves: the same kernels as everywhere, in WebAssembly, and a host that names no game. */

export { Engine } from './engine.ts';
export type { AskedPosition } from './arranging.ts';
export { Game, type Wanted } from './game.ts';
export { Position, View } from './position.ts';
export { Match } from './match.ts';
export { isLink, read, readAll } from './files.ts';
export { type Puzzle, Puzzles, type Verdict } from './puzzles.ts';
export { gameOf } from './links.ts';
export { say } from './words.ts';
export { BAD_JSON, BAD_RECORD, BAD_REQUEST, ELSEWHERE, GAME_OVER, ILLEGAL_MOVE, SommetError } from './errors.ts';
export type { Description, OptionInfo } from './description.ts';
export type * from './types.ts';
export { levelOf, Thinkers, type How, type Minds } from './thinkers.ts';
export type { WorkerLike } from './thinker.ts';
export { shares } from './match.ts';
export { Analysis, type AnalysisLine, type TurningPoint, type Wished } from './analysis.ts';
export { beliefs, type Beliefs } from './beliefs.ts';
