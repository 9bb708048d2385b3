import { expect, type Page } from '@playwright/test';
import { forexPath } from '#core/contract/forex.ts';
import { signIn } from '#tests/support/e2e.ts';
import { password, person } from '#tests/support/in-process.ts';
import { inProcessTest as test } from '#tests/support/in-process-test.ts';
import { Sandbox } from '#tests/support/sandbox.ts';
import { openSwap } from './swap-page.ts';
import { addressField, amountField, BTC, openWithdraw, withdrawButton } from './withdraw-page.ts';

const MINUTE_MS = 60_000;

test('BEY-14 WD-03 a hold that ends while the form is open no longer blocks the withdrawal', async ({
  page,
  within,
}) => {
  const { deps, url } = within;
  const who = await person(deps, { balances: { BTC: '0.1' } });
  await new Sandbox(url).kyc(who.email, 'approved');
  const until = new Date(deps.clock.now() + 5 * MINUTE_MS);
  await deps.db
    .updateTable('users')
    .set({ withdrawals_held_until: until, withdrawals_held_for: 'password-reset' })
    .where('id', '=', who.id)
    .execute();
  await page.clock.install();
  await signIn(page, { ...who, password });
  await openWithdraw(page, 'Bitcoin');
  await addressField(page).fill(BTC);
  await amountField(page).fill('0.05');
  await expect(page.getByText(/^Withdrawals are held for 24 hours/)).toBeVisible();
  await expect(withdrawButton(page)).toBeDisabled();
  deps.clock.advance(6 * MINUTE_MS);
  await page.clock.fastForward(6 * MINUTE_MS);
  await expect(withdrawButton(page)).toBeEnabled();
  await expect(page.getByText(/^Withdrawals are held/)).toBeHidden();
});

for (const [flow, open] of [
  ['withdrawal', (page: Page) => openWithdraw(page, 'Bitcoin')],
  ['swap', openSwap],
] as const) {
  test(`PWA-03 WD-05 a customer who returns to a ${flow} after hours gets current exchange rates`, async ({
    page,
    within,
  }) => {
    const who = await person(within.deps, { balances: { BTC: '0.1' } });
    await page.clock.install();
    await signIn(page, { ...who, password });
    await open(page);
    const asked = page.waitForRequest((request) => request.url().includes(forexPath));
    await page.clock.setSystemTime(Date.now() + 120 * MINUTE_MS);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await asked;
  });
}
