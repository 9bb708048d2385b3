import type { BrowserContext, Route } from '@playwright/test';

/** The network between one browser context and the server. */
export interface Network {
  /** No connection: pages and workers alike. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Requests to an API path reach the server; their answers never reach the page. */
  loseAnswers(path: string): Promise<() => Promise<void>>;
  /**
   * Holds the answers to an API path back until released. `arrived` resolves when the server has
   * answered the first one.
   */
  holdAnswers(path: string): Promise<{ arrived: Promise<void>; release(): Promise<void> }>;
  /** The connection stands, but what is asked of the server, or of one API path, is never answered. */
  swallow(path?: string): Promise<() => Promise<void>>;
  /** Keeps the app's scripts from arriving until released, without the worker. */
  holdScripts(): Promise<() => void>;
  /** How many requests to an API path were sent since the context was made. */
  sent(path: string): number;
}

export function networkOf(context: BrowserContext): Network {
  const paths: string[] = [];
  context.on('request', (request) => paths.push(new URL(request.url()).pathname));

  const intercept = async (path: string, handler: (route: Route) => Promise<void>) => {
    // What follows the path, such as what an export asks for, makes no difference.
    const isAsked = ({ pathname }: URL): boolean => pathname === `/api${path}`;
    await context.route(isAsked, handler);
    return () => context.unroute(isAsked, handler);
  };

  return {
    cut: () => context.setOffline(true),
    restore: () => context.setOffline(false),
    loseAnswers: (path) =>
      intercept(path, async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      }),
    swallow: async (path) => {
      const pattern = path === undefined ? /\/(api\/|healthz$)/ : `**/api${path}`;
      // Neither passed on nor refused: the page waits.
      const handler = () => undefined;
      await context.route(pattern, handler);
      return () => context.unroute(pattern, handler);
    },
    holdScripts: async () => {
      const gate = Promise.withResolvers<void>();
      await context.route('**/assets/*.js', async (route) => {
        // Asked for already: what is cut meanwhile does not stop it.
        const response = await route.fetch();
        const [status, headers, body] = [
          response.status(),
          response.headers(),
          await response.body(),
        ];
        await gate.promise;
        await route.fulfill({ status, headers, body });
      });
      return gate.resolve;
    },
    holdAnswers: async (path) => {
      const seen = Promise.withResolvers<void>();
      const gate = Promise.withResolvers<void>();
      const held = new Set<Promise<void>>();
      const hold = async (route: Route): Promise<void> => {
        const response = await route.fetch();
        seen.resolve();
        await gate.promise;
        await route.fulfill({ response });
      };
      const remove = await intercept(path, (route) => {
        const work = hold(route).finally(() => held.delete(work));
        held.add(work);
        return work;
      });
      return {
        arrived: seen.promise,
        release: async () => {
          gate.resolve();
          // A handler that is taken away while it works finds its route handled by somebody else, and
          // more may be asked while what was held is let go.
          while (held.size > 0) await Promise.all(held);
          await remove();
        },
      };
    },
    sent: (path) => paths.filter((sent) => sent === `/api${path}`).length,
  };
}
