import { test as base } from '@playwright/test';
import { findFirefox, findWebKit } from '#scripts/lib/engines.mjs';
import { buildsOfRun, type Site, startSite } from '#tests/offline/site.ts';
import { type CustomerOptions, freshCustomer } from '#tests/support/accounts.ts';
import { Sandbox } from '#tests/support/sandbox.ts';
import type { Browser } from './browser.ts';
import { startFirefox } from './firefox.ts';
import { type Line, lineTo } from './line.ts';
import { type Visitor, visitor } from './visitor.ts';
import { startWebKit } from './webkit.ts';

export type Engine = 'firefox' | 'webkit';

export interface EngineOptions {
  readonly engine: Engine;
}

interface Fixtures {
  readonly app: Site;
  readonly line: Line;
  readonly engineBrowser: Browser;
  readonly visitor: Visitor;
  readonly sandbox: Sandbox;
  readonly customer: (options?: CustomerOptions) => ReturnType<typeof freshCustomer>;
}

interface WorkerFixtures extends EngineOptions {
  /** Starts the engine; undefined where this machine does not have it. */
  readonly start: (() => Promise<Browser>) | undefined;
  readonly builds: Awaited<ReturnType<typeof buildsOfRun>>;
}

function startOf(engine: Engine): (() => Promise<Browser>) | undefined {
  switch (engine) {
    case 'firefox': {
      const firefox = findFirefox();
      return firefox === undefined ? undefined : () => startFirefox(firefox);
    }
    case 'webkit': {
      const webkit = findWebKit();
      return webkit && (() => startWebKit(webkit));
    }
  }
}

/** Journeys in an engine of which Playwright has no build of its own: the one that customers have. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  start: [async ({ engine }, use) => use(startOf(engine)), { scope: 'worker' }],
  builds: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture names from the pattern
    async ({}, use) => use(await buildsOfRun()),
    { scope: 'worker', timeout: 300_000 },
  ],
  app: async ({ builds }, use) => {
    const site = await startSite(builds);
    await use(site);
    await site.stop();
  },
  customer: async ({ app }, use) => use((options) => freshCustomer(app.url, options)),
  sandbox: async ({ app }, use) => use(new Sandbox(app.url)),
  line: async ({ app }, use) => {
    const line = await lineTo(app.url);
    await use(line);
    await line.cut();
  },
  engineBrowser: async ({ start, engine }, use, info) => {
    if (!start) {
      if (process.env.CI) throw new Error(`${engine} is not installed, and CI may not do without`);
      info.skip(true, `${engine} is not installed`);
      return;
    }
    const browser = await start();
    await use(browser);
    await browser.close();
  },
  visitor: async ({ engineBrowser, line }, use) => use(visitor(engineBrowser, line.url)),
});
