/** The device worker: the games' engine, and what the page asks of it. One for each tab. */

import { Engine } from '../engine';
import { Answers } from './answers';
import type { FromDevice, Question, ToDevice } from './messages';
import { Minds } from './minds';
import { assets } from './source';
import { No, Tables } from './tables';
import { EngineHost } from './tables/host';

const say = (message: FromDevice, given: Transferable[] = []): void => postMessage(message, { transfer: given });
const engine = new Engine(assets);
const minds = new Minds(assets, say);
const answers = new Answers(engine, minds.thinkers);
const tables = new Tables(new EngineHost(engine, minds.thinkers), (line, hear) => say({ line, hear }));
const TABLES = /^\/(me\/)?tables\b/;

async function answer({ id, ask, language }: Question): Promise<void> {
  try {
    const answer = TABLES.test(ask[1]) ? await tables.ask(...ask, language) : await answers.ask(...ask);
    say({ id, answer });
  } catch (error) {
    if (error instanceof No)
      say({ id, refused: await tables.reason(error, language), elsewhere: error.code === 'elsewhere' });
    else say({ id, ...(await answers.refusal(error, language)) });
  }
}

addEventListener('message', ({ data }: MessageEvent<ToDevice>) => {
  if ('ask' in data) void answer(data);
  else if ('mind' in data) minds.hear(data);
  else if ('open' in data) tables.open(data.line, data.open, data.language);
  else if ('say' in data) tables.say(data.line, data.say);
  else tables.close(data.line);
});
