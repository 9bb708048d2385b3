import { expect } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { signIn, test } from '#tests/support/e2e.ts';
import { BTC, confirm, openWithdraw, review } from './withdraw-page.ts';

test('EASE-15 what waits has a clock: one page lists it, found from help, with a way to help for each', async ({
  page,
  customer,
  sandbox,
  network,
}) => {
  const who = await customer({ balances: { BTC: '0.5' } });
  await signIn(page, who);
  await page.goto('/waiting');
  await expect(page.getByText('Nothing is waiting')).toBeVisible();
  await openWithdraw(page, 'Bitcoin');
  await review(page, BTC, '0.1');
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'You withdraw 0.1 BTC' })).toBeVisible();
  await sandbox.deposit(who.email, 'ETH', '1', { confirmations: 1 });

  await page.goto('/help');
  await page.getByRole('link', { name: /^Something takes long/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Under way' })).toBeVisible();
  const items = page.getByRole('main').getByRole('listitem');
  await expect(items).toHaveCount(2);
  const held = items.filter({ hasText: 'Withdrawal of BTC' });
  await expect(held).toContainText(/0\.1\sBTC/);
  await expect(held).toContainText('Not sent yet. You can cancel until then.');
  await expect(held).toContainText(/Waiting until .* at \d{1,2}:\d\d\s[AP]M\./);
  await expect(items.filter({ hasText: 'Deposit of ETH' })).toContainText(
    '1 of 32 confirmations of the Ethereum network.',
  );
  await expectAccessible(page);
  // Offline what is known stays, and hidden amounts are hidden here, too.
  await network.cut();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(held).toBeVisible();
  await network.restore();
  await page.evaluate(() => localStorage.setItem('kopa-masked', '1'));
  await page.reload();
  await expect(held).toContainText('Amount hidden');
  await expect(held).not.toContainText(/0\.1\sBTC/);
  await held.getByRole('link', { name: 'Get help with this' }).click();
  // Without the amount: the title goes into a mail.
  await expect(page.getByRole('heading', { name: 'Withdrawal of BTC', exact: true })).toBeVisible();
});
