import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Builder, error, type WebElement } from 'selenium-webdriver';
import type { WebKit } from '#scripts/lib/engines.mjs';
import { freePort } from '#tests/support/free-port.ts';
import { type Browser, find, type Target } from './browser.ts';

/** Without this, the toolbar keeps WebKitGTK's small browser wider than a phone. */
const slimToolbar = '* { min-width: 0; margin: 0; padding: 0; }';

const tooEarly = [
  error.ElementClickInterceptedError,
  error.ElementNotInteractableError,
  error.StaleElementReferenceError,
];

/** A screen in memory; the first free number is its own. */
async function startScreen(program: string): Promise<{ process: ChildProcess; display: string }> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];
  const process = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [number] = await once(process.stdio[3] as Readable, 'data');
  return { process, display: `:${String(number).trim()}` };
}

async function answering(server: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await fetch(`${server}/status`).catch(() => undefined))?.ok) {
    if (Date.now() > deadline) throw new Error('the driver of WebKit does not answer');
    await new Promise((again) => setTimeout(again, 50));
  }
}

/** WebKit, spoken to by WebDriver. What it keeps, it keeps until it is closed. */
export async function startWebKit(webkit: WebKit): Promise<Browser> {
  const home = await mkdtemp(join(tmpdir(), 'kopa-webkit-'));
  for (const toolkit of ['gtk-3.0', 'gtk-4.0']) {
    await mkdir(join(home, toolkit));
    await writeFile(join(home, toolkit, 'gtk.css'), slimToolbar);
  }
  const screen = webkit.screen ? await startScreen(webkit.screen) : undefined;
  const port = await freePort();
  const driver = spawn(webkit.driver, [`--port=${port}`], {
    stdio: 'ignore',
    // With the browser that it starts.
    detached: true,
    env: {
      ...process.env,
      TZ: 'Australia/Sydney',
      ...(screen && { DISPLAY: screen.display, GDK_BACKEND: 'x11' }),
      XDG_CONFIG_HOME: home,
      XDG_DATA_HOME: home,
      XDG_CACHE_HOME: home,
    },
  });
  const endAll = () => {
    if (driver.pid !== undefined && driver.exitCode === null) process.kill(-driver.pid, 'SIGKILL');
    screen?.process.kill('SIGKILL');
  };
  process.once('exit', endAll);
  const server = `http://127.0.0.1:${port}`;
  await answering(server);
  const browser = await new Builder()
    .usingServer(server)
    .withCapabilities(
      webkit.browser
        ? {
            browserName: 'MiniBrowser',
            'webkitgtk:browserOptions': { binary: webkit.browser, args: ['--automation'] },
          }
        : { browserName: 'safari' },
    )
    .build();

  const asPhone = async (): Promise<void> => {
    const window = browser.manage().window();
    const size = { x: 0, y: 0, width: 390, height: 844 };
    await window.setRect(size);
    // The window has a toolbar above the page.
    const inside = await browser.executeScript<number>('return innerHeight');
    await window.setRect({ ...size, height: size.height + size.height - inside });
  };
  await asPhone();

  const found = ({ role, name }: Target) =>
    browser.executeScript<WebElement | null>(find, role, name);

  return {
    open: (url) => browser.get(url),
    press: async (target) => {
      const element = await found(target);
      if (!element) return false;
      try {
        await element.click();
        return true;
      } catch (reason) {
        // It is covered, moving or gone.
        if (tooEarly.some((kind) => reason instanceof kind)) return false;
        throw reason;
      }
    },
    type: async (target, text) => {
      const element = await found(target);
      await element?.sendKeys(text);
      return element !== null;
    },
    run: async <T>(work: () => T | Promise<T>): Promise<T> => {
      // A script that rejects would not end, but for WebDriver's limit of half a minute.
      const { value, failure } = await browser.executeAsyncScript<{ value: T; failure?: string }>(
        `const [done] = arguments;
        Promise.resolve().then(${work}).then(
          (value) => done({ value }),
          (reason) => done({ failure: String(reason) }),
        );`,
      );
      if (failure !== undefined) throw new Error(failure);
      return value;
    },
    startAgain: async () => {
      const before = await browser.getWindowHandle();
      await browser.switchTo().newWindow('tab');
      const after = await browser.getWindowHandle();
      await browser.switchTo().window(before);
      await browser.close();
      await browser.switchTo().window(after);
      await asPhone();
    },
    close: async () => {
      await browser.quit();
      process.off('exit', endAll);
      endAll();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
