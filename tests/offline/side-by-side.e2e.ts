import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { startBalancer } from '#tests/support/balancer.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { startServer } from '#tests/support/server-process.ts';
import { type Build, test as base, buildOf } from './site.ts';
import { controlled } from './worker.ts';

/** Two processes, each with a build of its own, on one database and behind one balancer. */
const test = base.extend<{ readonly pair: string }>({
  pair: async ({ builds }, use) => {
    const own = await mkdtemp(join(tmpdir(), 'kopa-side-by-side-'));
    const cluster = await startCluster();
    const balancer = await startBalancer();
    const start = (build: Build) =>
      startServer({
        data: join(own, build),
        env: { DATABASE_URL: cluster.url, SEED: 'none', SITE_DIR: join(builds.folder, build) },
      });
    const servers = await Promise.all([start('first'), start('second')]);
    for (const { url } of servers) balancer.add(url);
    await expect.poll(() => balancer.ready()).toHaveLength(2);
    await use(balancer.url);
    await balancer.close();
    await Promise.all(servers.map((server) => server.stop()));
    await cluster.stop();
    await rm(own, { recursive: true, force: true });
  },
  baseURL: async ({ pair }, use) => use(pair),
});

test.describe.configure({ mode: 'default', timeout: 300_000 });

/** What a page asked for and was not given. */
function missing(page: Page): readonly string[] {
  const urls: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) urls.push(`${answer.status()} ${answer.url()}`);
  });
  return urls;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name });

async function firstLoad(page: Page): Promise<string | null> {
  await page.goto('/');
  await expect(heading(page, 'Welcome back')).toBeVisible();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(heading(page, 'Reset your password')).toBeVisible();
  return buildOf(page);
}

test.describe('without the worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('OPS-17 between two builds, first loads of both find every part', async ({
    browser,
    pair,
  }) => {
    const seen = new Set<string | null>();
    // Which of the two answers first is chance; of eight loads some are of each.
    for (let load = 0; load < 8 || seen.size < 2; load++) {
      const context = await browser.newContext({ baseURL: pair, serviceWorkers: 'block' });
      const page = await context.newPage();
      const lacked = missing(page);
      seen.add(await firstLoad(page));
      expect(lacked).toEqual([]);
      await context.close();
    }
    expect([...seen].sort()).toEqual(['first', 'second']);
  });
});

test('OPS-17 between two builds, a first load installs one of them whole, which then opens offline', async ({
  page,
  network,
}) => {
  const lacked = missing(page);
  await firstLoad(page);
  await controlled(page);
  await network.cut();
  for (const path of ['/terms-and-conditions', '/reset-password', '/']) {
    const answer = await page.goto(path);
    expect([path, answer?.fromServiceWorker(), answer?.status()]).toEqual([path, true, 200]);
  }
  await expect(heading(page, 'Welcome back')).toBeVisible();
  expect(['first', 'second']).toContain(await buildOf(page));
  expect(lacked).toEqual([]);
});
