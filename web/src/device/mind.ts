/** The script of a worker that thinks: it is given a port first, and answers whatever comes through it. */

import { type Asked, serve } from '../engine/serve';

addEventListener(
  'message',
  ({ data: port }: MessageEvent<MessagePort>) =>
    serve({
      send: (message) => port.postMessage(message),
      listen: (hear) => (port.onmessage = (event: MessageEvent<Asked>) => hear(event.data)),
    }),
  { once: true },
);
