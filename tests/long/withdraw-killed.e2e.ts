import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { BTC, confirmButton, openWithdraw, review } from '#tests/e2e/withdraw-page.ts';
import { freshCustomer } from '#tests/support/accounts.ts';
import { signIn } from '#tests/support/e2e.ts';
import { freePort } from '#tests/support/free-port.ts';
import { dyingAt, type KillPoint } from '#tests/support/kill-point.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';

/** A server that is started again on the same port and data, as after a machine's failure. */
const test = base.extend<{ again: (point?: KillPoint) => Promise<ServerProcess> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture names from the pattern
  again: async ({}, use) => {
    const data = await mkdtemp(join(tmpdir(), 'kopa-killed-'));
    const env = { PORT: String(await freePort()), SEED: 'none' };
    let server: ServerProcess | undefined;
    await use(async (point) => {
      await server?.stop();
      server = await startServer({ data, env: { ...env, ...(point && dyingAt(point)) } });
      return server;
    });
    await server?.stop();
    await rm(data, { recursive: true, force: true });
  },
});

test('BEY-02 the server is killed between the commit and its answer: the customer is told that it happened, once', async ({
  page,
  again,
}) => {
  test.setTimeout(120_000);
  const { url } = await again();
  await page.goto(url);
  await signIn(page, await freshCustomer(url, { balances: { BTC: '0.1' } }));
  const checking = page.getByRole('heading', { name: 'Checking what happened…' });
  const soon = { timeout: 30_000 };

  await openWithdraw(page, 'Bitcoin', url);
  await review(page, BTC, '0.01');
  await again({ at: 'after-commit', table: 'withdrawals' });
  await confirmButton(page).click();
  await expect(checking).toBeVisible();
  await again();
  await expect(page.getByRole('heading', { name: 'You withdraw 0.01 BTC' })).toBeVisible(soon);

  await page.goto(`${url}/wallet`);
  await expect(page.getByRole('link', { name: /^Bitcoin/ })).toContainText('0.08995 BTC');
});
