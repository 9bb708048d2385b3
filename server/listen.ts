import type { ServerType } from '@hono/node-server';

/** How long requests under way may take after the server stops accepting new ones. */
const GRACE_MS = 8_000;
/** The interval of closing idle connections while the server stops. */
const LOOK_MS = 50;

/**
 * Longer than proxies and load balancers keep idle connections (a minute): otherwise a request could be sent
 * on a connection that is just being closed here.
 */
const KEPT_MS = 75_000;

/** Starts listening and returns the port. */
export const listen = (server: ServerType, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    if ('keepAliveTimeout' in server) server.keepAliveTimeout = KEPT_MS;
    server.once('error', reject);
    server.listen({ port, ...(host && { host }) }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });

/** Stops accepting connections; resolves with the last answer or at the end of the grace period. */
export const closeServer = (server: ServerType): Promise<void> =>
  new Promise((resolve) => {
    const closeIdle = () => {
      if ('closeIdleConnections' in server) server.closeIdleConnections();
    };
    const force = setTimeout(() => {
      if ('closeAllConnections' in server) server.closeAllConnections();
    }, GRACE_MS);
    // An answer begun before the signal did not close its connection.
    const looking = setInterval(closeIdle, LOOK_MS);
    server.close(() => {
      clearTimeout(force);
      clearInterval(looking);
      resolve();
    });
    closeIdle();
  });
