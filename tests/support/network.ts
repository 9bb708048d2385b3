import type { BrowserContext, Disposable, Route } from '@playwright/test';

/** The network between one browser context and the server. */
export interface Network {
  /** Takes the connection away from pages and workers. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** From now on requests to this API path reach the server, but their answers never reach the page. */
  loseAnswers(path: string): Promise<() => Promise<void>>;
  /**
   * Holds the answers to an API path back until released. `arrived` resolves when the server has
   * answered the first one.
   */
  holdAnswers(path: string): Promise<{ arrived: Promise<void>; release(): Promise<void> }>;
  /** The connection stays, but requests to the API, or to one path of it, are never answered. */
  swallow(path?: string): Promise<() => Promise<void>>;
  /**
   * Holds the app's scripts back until released. Needs a context without a service worker, which would deliver them.
   */
  holdScripts(): Promise<() => void>;
  /** The number of requests to an API path since the context was made. */
  sent(path: string): number;
}

/** Runs in the page: Chromium forgets an emulated loss of the network in a document that is opened after it. */
const withoutNetwork = (): void => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
};

/** Runs in the page: gives a document that was opened without a network what the browser says, and its event. */
const withNetwork = (): void => {
  if (!Object.hasOwn(navigator, 'onLine')) return;
  Reflect.deleteProperty(navigator, 'onLine');
  window.dispatchEvent(new Event('online'));
};

export function networkOf(context: BrowserContext): Network {
  const paths: string[] = [];
  let cut: Disposable | undefined;
  context.on('request', (request) => paths.push(new URL(request.url()).pathname));

  const intercept = async (path: string, handler: (route: Route) => Promise<void>) => {
    // Only the path counts, not a query after it, such as an export's.
    const isAsked = ({ pathname }: URL): boolean => pathname === `/api${path}`;
    await context.route(isAsked, handler);
    return () => context.unroute(isAsked, handler);
  };

  return {
    cut: async () => {
      await context.setOffline(true);
      cut ??= await context.addInitScript(withoutNetwork);
    },
    restore: async () => {
      await cut?.dispose();
      cut = undefined;
      await context.setOffline(false);
      await Promise.all(context.pages().map((page) => page.evaluate(withNetwork)));
    },
    loseAnswers: (path) =>
      intercept(path, async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      }),
    swallow: async (path) => {
      const pattern = path === undefined ? /\/(api\/|healthz$)/ : `**/api${path}`;
      // The handler neither passes the request on nor refuses it, so the page waits.
      const handler = () => undefined;
      await context.route(pattern, handler);
      return () => context.unroute(pattern, handler);
    },
    holdScripts: async () => {
      const gate = Promise.withResolvers<void>();
      await context.route('**/assets/*.js', async (route) => {
        // The script is fetched at once, so that it can still be delivered if the network is cut meanwhile.
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
          // The handler is removed only when it is idle: Playwright would handle its routes otherwise. While
          // answers are released, further requests may arrive.
          while (held.size > 0) await Promise.all(held);
          await remove();
        },
      };
    },
    sent: (path) => paths.filter((sent) => sent === `/api${path}`).length,
  };
}
