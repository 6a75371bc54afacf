/** The script of a worker that thinks, in Node. */

import { parentPort } from 'node:worker_threads';
import { serve, type Asked } from './serve.ts';

serve({
  send: (message) => parentPort!.postMessage(message),
  listen: (hear) => parentPort!.on('message', (message: Asked) => hear(message)),
});
