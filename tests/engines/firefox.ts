import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core';
import { type Browser, find, type Target } from './browser.ts';

/** An ordinary Firefox, spoken to by WebDriver BiDi, with a profile that lasts for one journey. */
export async function startFirefox(executablePath: string): Promise<Browser> {
  const userDataDir = await mkdtemp(join(tmpdir(), 'kopa-firefox-'));
  const launch = () =>
    puppeteer.launch({
      browser: 'firefox',
      executablePath,
      userDataDir,
      timeout: 120_000,
      // As on a phone, they take no width.
      extraPrefsFirefox: { 'ui.useOverlayScrollbars': 1 },
      env: { ...process.env, TZ: 'Australia/Sydney' },
    });
  let browser = await launch();
  const firstPage = async (): Promise<Page> => {
    const [first = await browser.newPage()] = await browser.pages();
    await first.setViewport({ width: 390, height: 844 });
    return first;
  };
  let page = await firstPage();

  const found = async ({ role, name }: Target): Promise<ElementHandle<HTMLElement> | undefined> => {
    const handle = await page.evaluateHandle(find, role, name);
    return (handle.asElement() ?? undefined) as ElementHandle<HTMLElement> | undefined;
  };

  return {
    open: async (url) => void (await page.goto(url, { timeout: 60_000 })),
    press: async (target) => {
      const element = await found(target);
      if (!element) return false;
      await element.scrollIntoView();
      const onTop = await element.evaluate((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return top !== null && (one.contains(top) || top.contains(one));
      });
      if (!onTop) return false;
      await element.click();
      return true;
    },
    type: async (target, text) => {
      const element = await found(target);
      await element?.type(text);
      return element !== undefined;
    },
    run: (work) => page.evaluate(work) as ReturnType<Browser['run']> as never,
    startAgain: async () => {
      await browser.close();
      browser = await launch();
      page = await firstPage();
    },
    close: async () => {
      await browser.close();
      await rm(userDataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
