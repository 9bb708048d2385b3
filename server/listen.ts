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

/** Why a port cannot be listened on, as a sentence that says what to do (HARD-80). */
function portProblem(error: Error, port: number): Error {
  const code = 'code' in error ? error.code : undefined;
  const why =
    code === 'EADDRINUSE'
      ? `Port ${port} is taken by another program, perhaps another Kopa: stop that one, or choose another PORT.`
      : code === 'EACCES'
        ? `This user may not listen on port ${port}: choose a PORT above 1023.`
        : code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND'
          ? 'HOST is not an address of this machine: correct it, or leave it empty.'
          : undefined;
  return why === undefined ? error : new Error(why, { cause: error });
}

/** Starts listening and returns the port. */
export const listen = (server: ServerType, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    if ('keepAliveTimeout' in server) server.keepAliveTimeout = KEPT_MS;
    server.once('error', (error: Error) => reject(portProblem(error, port)));
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
