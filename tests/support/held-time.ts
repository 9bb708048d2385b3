import type { Page } from '@playwright/test';

declare global {
  var unread: number;
}

const AHEAD_MS = 60_000;

/**
 * From here on a page's timers go only as far as the test lets them (`page.clock.runFor`); those that
 * were set before go on by themselves.
 */
export async function holdTime(page: Page): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now });
  // Time cannot be held in the past, and a busy machine takes some for the step between.
  await page.clock.pauseAt(now + AHEAD_MS);
}

/** Resolves when the page says this, however briefly: steps of held time can be longer than a message stands. */
export const wasSaid = (page: Page, text: string): Promise<void> =>
  page.evaluate(
    (looked) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (document.body.textContent.includes(looked)) resolve();
        };
        new MutationObserver(look).observe(document.body, {
          characterData: true,
          childList: true,
          subtree: true,
        });
        look();
      }),
    text,
  );

/**
 * How many requests to `path` the page has sent from here on and not yet read the answer to. That the
 * network has brought one is not enough: time that goes on before it is read would end its patience.
 */
export async function countUnread(page: Page, path: string): Promise<() => Promise<number>> {
  await page.evaluate((counted) => {
    const send = globalThis.fetch;
    const { text } = Response.prototype;
    globalThis.unread = 0;
    globalThis.fetch = (input, init) => {
      if (input === counted) globalThis.unread += 1;
      return send(input, init);
    };
    Response.prototype.text = async function read(this: Response) {
      const all = await text.call(this);
      if (new URL(this.url).pathname === counted) globalThis.unread -= 1;
      return all;
    };
  }, path);
  return () => page.evaluate(() => globalThis.unread);
}
