/** The script of a worker that thinks, in a page: `new Worker(new URL('./worker.ts', import.meta.url))`. */

import { serve, type Asked } from './serve.ts';

serve({
  send: (message) => postMessage(message),
  listen: (hear) => addEventListener('message', (event: MessageEvent<Asked>) => hear(event.data)),
});
