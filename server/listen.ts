import type { ServerType } from '@hono/node-server';

/** How long requests under way may take to finish once the server takes no more. */
const GRACE_MS = 8_000;
/** Between two looks for connections whose last answer was sent. */
const LOOK_MS = 50;

/**
 * A connection at rest is kept for longer than proxies and balancers keep theirs, which is a minute:
 * one that is closed here while a request sets out on it loses an answer for nothing.
 */
const KEPT_MS = 75_000;

/** Listens and gives back the port. */
export const listen = (server: ServerType, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    if ('keepAliveTimeout' in server) server.keepAliveTimeout = KEPT_MS;
    server.once('error', reject);
    server.listen({ port, ...(host && { host }) }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });

/** Takes no more connections and resolves with the last answer, or when the grace is over. */
export const closeServer = (server: ServerType): Promise<void> =>
  new Promise((resolve) => {
    const closeIdle = () => {
      if ('closeIdleConnections' in server) server.closeIdleConnections();
    };
    const force = setTimeout(() => {
      if ('closeAllConnections' in server) server.closeAllConnections();
    }, GRACE_MS);
    // An answer begun before the signal left its connection open.
    const looking = setInterval(closeIdle, LOOK_MS);
    server.close(() => {
      clearTimeout(force);
      clearInterval(looking);
      resolve();
    });
    closeIdle();
  });
