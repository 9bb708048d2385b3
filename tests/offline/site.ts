import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { contentHash } from '#scripts/lib/build.mjs';
import { test as base } from '#tests/support/e2e.ts';
import { freePort } from '#tests/support/free-port.ts';
import { root, type ServerProcess, startServer } from '#tests/support/server-process.ts';

export type Build = 'first' | 'second' | 'headers';

/** Builds of this product, made once for all tests of a run. */
interface Builds {
  readonly folder: string;
}

/** The real server, on which another build can be deployed while pages are open. */
export interface Site extends ServerProcess {
  deploy(build: Build): Promise<void>;
  /** Deploys the second build with this as its worker's script. */
  deployWorker(script: string): Promise<void>;
}

/** An operator who starts to use a card form: only the headers of the pages change by it. */
const newHeaders = {
  SANDBOX: 'market,forex,geolocation,mail,identity,custody,bank,merchants,screening,travelRule',
  PAYMENT_URL: 'https://cards.example',
  PAYMENT_TRANSACTIONS_URL: 'https://cards.example',
  PAYMENT_SHOP_ID: 'shop',
  PAYMENT_SECRET_KEY: 'secret',
};

function seededTemplate(): string {
  const template = process.env.KOPA_TEMPLATE;
  if (!template) throw new Error('the global setup did not run');
  return template;
}

async function buildInto(outDir: string, mark: string, env: Record<string, string> = {}) {
  const node = join(root, 'node_modules', '.bin', 'node');
  await promisify(execFile)(node, [join(import.meta.dirname, 'build-marked.ts'), outDir, mark], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
}

export async function startSite({ folder }: Builds): Promise<Site> {
  const own = await mkdtemp(join(tmpdir(), 'kopa-site-'));
  const current = join(own, 'current');
  const linkTo = async (target: string) => {
    await symlink(target, `${current}.next`);
    await rename(`${current}.next`, current);
  };
  const link = (build: Build) => linkTo(join(folder, build));
  const PORT = String(await freePort());
  const start = (template: string, env: Record<string, string> = {}) =>
    startServer({ template, env: { SEED: 'demo', PORT, SITE_DIR: current, ...env } });
  await link('first');
  let server = await start(seededTemplate());
  return {
    ...server,
    async deploy(build) {
      if (build !== 'headers') return link(build);
      const data = join(own, 'data');
      await server.keep((old) => cp(old, data, { recursive: true }));
      // While nothing answers: a browser that looks for a new version by itself would otherwise keep
      // the new pages with the old headers.
      await link(build);
      server = await start(data, newHeaders);
    },
    async deployWorker(script) {
      const changed = await mkdtemp(join(own, 'changed-'));
      await cp(join(folder, 'second'), changed, { recursive: true });
      await writeFile(join(changed, 'sw.js'), script);
      await linkTo(changed);
    },
    async stop() {
      await server.stop();
      await rm(own, { recursive: true, force: true });
    },
  };
}

/**
 * Made by one of a run's worker processes for all, unless an earlier run has made them of the same
 * sources.
 */
export async function buildsOfRun(): Promise<Builds> {
  const all = join(root, '.tmp', 'builds');
  const maker = await readFile(join(import.meta.dirname, 'build-marked.ts'));
  const folder = join(all, createHash('sha256').update(contentHash()).update(maker).digest('hex'));
  if (existsSync(folder)) return { folder };
  const first = await mkdir(join(dirname(seededTemplate()), 'builds')).then(
    () => true,
    () => false,
  );
  if (first) {
    await rm(all, { recursive: true, force: true });
    // It gets its name once it is complete: a run may be ended in between.
    const next = join(all, 'next');
    await Promise.all([
      buildInto(join(next, 'first'), 'first'),
      buildInto(join(next, 'second'), 'second'),
      // The same code: only what the pages are served with is another.
      buildInto(join(next, 'headers'), 'first', { HEADERS_VERSION: 'card form' }),
    ]);
    await rename(next, folder);
  }
  await expect.poll(() => existsSync(folder), { timeout: 280_000 }).toBe(true);
  return { folder };
}

export const test = base.extend<{ readonly app: Site }, { readonly builds: Builds }>({
  builds: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture names from the pattern
    async ({}, use) => {
      await use(await buildsOfRun());
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  app: async ({ builds }, use) => {
    const site = await startSite(builds);
    await use(site);
    await site.stop();
  },
});

/** Which build a page runs, as soon as it says so; null if the page was left meanwhile. */
export const buildOf = (page: Page): Promise<string | null> =>
  page
    .locator('html[data-build]')
    .getAttribute('data-build')
    .catch(() => null);

/**
 * The page becomes visible: it then asks for a new version. It begins to follow that some time after it was
 * loaded, and hears nothing before.
 */
export const look = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const { serviceWorker } = navigator;
        let asked = false;
        serviceWorker.getRegistration = (url) => {
          asked = true;
          return ServiceWorkerContainer.prototype.getRegistration.call(serviceWorker, url);
        };
        document.dispatchEvent(new Event('visibilitychange'));
        Reflect.deleteProperty(serviceWorker, 'getRegistration');
        return asked;
      }),
    )
    .toBe(true);
