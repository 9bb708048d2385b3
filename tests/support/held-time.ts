import type { Page } from '@playwright/test';

declare global {
  var unread: number;
}

const AHEAD_MS = 60_000;

/**
 * Stops the page's clock: timers that the page sets from now on only run when the test calls `page.clock.runFor`.
 * Timers set before run as usual.
 */
export async function holdTime(page: Page): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now });
  // `pauseAt` refuses a time that is past, and on a busy machine some passes between these two calls.
  await page.clock.pauseAt(now + AHEAD_MS);
}

/**
 * Resolves as soon as the page shows this text, however briefly: a step of the stopped clock can be longer than a
 * message is shown.
 */
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
 * Counts the requests to `path` whose answer the page has not read yet, from now on. A test must wait for zero before
 * it moves the page's clock: it is not enough that an answer has arrived, because the page's timeout for it is only
 * cleared when it is read.
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
