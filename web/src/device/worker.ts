/** The device worker: the games' engine, and what the page asks of it. One for each tab. */

import { Engine } from '../engine';
import { Answers } from './answers';
import type { FromDevice, Question, ToDevice } from './messages';
import { assets } from './source';

const say = (message: FromDevice): void => postMessage(message);
const answers = new Answers(new Engine(assets));

async function answer({ id, ask, language }: Question): Promise<void> {
  try {
    say({ id, answer: await answers.ask(...ask) });
  } catch (error) {
    say({ id, ...(await answers.refusal(error, language)) });
  }
}

addEventListener('message', ({ data }: MessageEvent<ToDevice>) => {
  if ('ask' in data) void answer(data);
});
