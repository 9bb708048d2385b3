import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A round-robin proxy like those in front of real servers: it asks `/readyz` and keeps connections open. */
export interface Balancer {
  readonly url: string;
  /** Requests that no server answered, or only with a status of 500 or above. */
  readonly lost: readonly string[];
  /** From now on requests go to this server too, once it is ready. */
  add(url: string): void;
  remove(url: string): void;
  /** Servers that were ready when last asked. */
  ready(): readonly string[];
  close(): Promise<void>;
}

const ASK_MS = 100;

/** Starts a balancer. It never sends a request to a second server, because a write could then happen twice. */
export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const members = new Map<string, boolean>();
  const lost: string[] = [];
  let turn = 0;
  const readyOnes = () => [...members].filter(([, ready]) => ready).map(([url]) => url);
  const ask = async () => {
    await Promise.all(
      [...members.keys()].map(async (url) => {
        const ready = await fetch(`${url}/readyz`).then(
          (answer) => answer.ok,
          () => false,
        );
        if (members.has(url)) members.set(url, ready);
      }),
    );
  };
  const timer = setInterval(() => void ask(), ASK_MS);
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const urls = readyOnes();
    const target = urls[turn++ % urls.length];
    const lose = (why: string) => {
      lost.push(`${incoming.method} ${incoming.url}: ${why}`);
      outgoing.writeHead(502).end();
    };
    if (target === undefined) return lose('no server is ready');
    const { method, headers, url } = incoming;
    const inner = request(`${target}${url}`, { method, headers, agent }, (answer) => {
      if ((answer.statusCode ?? 500) >= 500) lost.push(`${method} ${url}: ${answer.statusCode}`);
      const { connection, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(outgoing);
    });
    inner.on('error', ({ message }) => lose(message));
    incoming.pipe(inner);
  };
  const server = createServer(pass);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    lost,
    add: (url) => void members.set(url, false),
    remove: (url) => void members.delete(url),
    ready: readyOnes,
    close: async () => {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
