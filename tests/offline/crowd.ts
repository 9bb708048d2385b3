import { createServer, request } from 'node:http';
import { listen } from '#server/listen.ts';

/** A way to a server on which one sees how many a worker asks for at the same time. */
export interface Crowd {
  readonly url: string;
  /** Most of a worker's requests at the same time so far. */
  readonly most: number;
  stop(): Promise<void>;
}

/** Long enough that requests that are sent together are seen together. */
const AWAY_MS = 20;

export async function crowdAt(origin: string): Promise<Crowd> {
  const { hostname, port } = new URL(origin);
  let [now, most] = [0, 0];
  const way = createServer((incoming, outgoing) => {
    const { url, method, headers } = incoming;
    if (headers.referer?.endsWith('/sw.js')) {
      now += 1;
      most = Math.max(most, now);
      outgoing.on('close', () => {
        now -= 1;
      });
    }
    const there = request({ hostname, port, path: url, method, headers }, (answer) => {
      setTimeout(() => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      }, AWAY_MS);
    });
    incoming.pipe(there);
  });
  const own = await listen(way, 0, '');
  return {
    url: `http://localhost:${own}`,
    get most() {
      return most;
    },
    stop: async () => {
      way.closeAllConnections();
      way.close();
    },
  };
}
