import { expect, type Locator, type Page } from '@playwright/test';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { forexPath } from '#core/contract/market/forex.ts';
import { getWithdrawal } from '#core/contract/money/withdrawal.ts';
import { listInSandbox } from '#server/adapters/screening/sandbox-screening.ts';
import { listHeld } from '#server/services/checks/held/held.ts';
import { settleOutbox } from '#server/services/messages/notices/outbox.ts';
import { moveDue } from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { decideHeld } from '#server/services/staff/admin/decide-held.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { ApiClient } from '#tests/support/api-client.ts';
import { appRuns, signIn } from '#tests/support/e2e.ts';
import { password, person } from '#tests/support/in-process.ts';
import { inProcessTest as test } from '#tests/support/in-process-test.ts';
import { Sandbox } from '#tests/support/sandbox.ts';
import { openSwap } from './swap-page.ts';
import {
  addressField,
  amountField,
  BTC,
  confirm,
  confirmButton,
  openWithdraw,
  review,
  sayWhose,
  withdrawButton,
  XRP,
} from './withdraw-page.ts';

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

test('KEEP-06 a withdrawal that screening holds only takes longer for its customer, until it goes on', async ({
  page,
  within,
}) => {
  const { deps, url } = within;
  const who = await person(deps, { balances: { BTC: '0.1' } });
  await new Sandbox(url).kyc(who.email, 'approved');
  await listInSandbox(deps.db, deps.clock.now, BTC);
  await page.clock.install();
  await signIn(page, { ...who, password });
  await openWithdraw(page, 'Bitcoin');
  await review(page, BTC, '0.05');
  await confirm(page);
  await expect(page.getByText('Not sent yet. You can cancel until then.')).toBeVisible();
  await settleOutbox(deps);
  deps.clock.advance(6 * MINUTE_MS);
  await moveDue(deps);
  // From here on every answer is the same: only the page's own clock goes on.
  await page.waitForResponse((answer) => answer.url().endsWith(getWithdrawal.path));
  await page.clock.fastForward(6 * MINUTE_MS);
  await expect(page.getByRole('status').filter({ hasText: 'Not sent yet' })).toContainText(
    'This takes longer than usual.',
  );
  await expectAccessible(page);
  await page.goto('/waiting');
  await expect(page.getByText('This takes longer than usual.')).toBeVisible();
  await expect(page.getByText(/screen|sanction|match/i)).toHaveCount(0);

  const [held] = await listHeld(deps.db);
  const decision = { id: held?.id ?? '', decision: 'released', reason: 'another person' } as const;
  await decideHeld(deps, decision, { actor: 'operator test' });
  await moveDue(deps);
  await expect(page.getByText('The Bitcoin network is confirming it.')).toBeVisible();
});

test('READ-02 a page that slept shows how long is really left until another code may be asked for', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/reset-password');
  await appRuns(page);
  await page.getByLabel('Email').fill('somebody@kopa.test');
  await page.getByRole('button', { name: /^send/i }).click();
  const resend = page.getByRole('button', { name: 'Resend Code' });
  await expect(resend).toBeDisabled();
  // Asleep, no timer runs; afterwards each that is due runs once.
  await page.clock.fastForward(31_000);
  await expect(resend).toBeEnabled();
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

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true });

  test('EASE-09 sending to a saved recipient takes five touches from the wallet', async ({
    page,
    within,
  }) => {
    const { deps, url } = within;
    const who = await person(deps, { balances: { BTC: '0.5', XRP: '100' } });
    await new Sandbox(url).kyc(who.email, 'approved');
    const api = new ApiClient(url);
    for (const entry of [
      { label: 'Cold storage', currency_id: 'BTC', network: 'Bitcoin', address: BTC },
      { label: 'My exchange', currency_id: 'XRP', network: 'XRP Ledger', address: XRP, tag: '42' },
    ] as const) {
      await api.must(saveAddress, { kind: 'crypto', ...entry }, { credential: who.credential });
    }
    // Somebody this account has sent to, and saved more than a day ago.
    deps.clock.advance(2 * 24 * 60 * MINUTE_MS);
    await signIn(page, { ...who, password });
    await openWithdraw(page, 'Ripple');
    await addressField(page).fill(XRP);
    await page.getByLabel('Destination tag').fill('42');
    await amountField(page).fill('20');
    await withdrawButton(page).tap();
    await sayWhose(page);
    await page.getByLabel('Current password', { exact: true }).fill(password);
    await confirmButton(page).tap();
    await page.getByRole('button', { name: 'Done' }).tap();
    await settleOutbox(deps);
    deps.clock.advance(2 * MINUTE_MS);
    await moveDue(deps);
    let touches = 0;
    const touch = async (what: Locator): Promise<void> => {
      touches += 1;
      await what.tap();
    };
    await expect(page.getByTestId('total')).toBeVisible();
    await touch(page.getByRole('link', { name: 'Withdraw', exact: true }));
    // First on the page, before the assets.
    const first = page.getByRole('main').getByRole('listitem').first();
    await expect(first).toContainText('Cold storage');
    await expectAccessible(page);
    const saved = page.getByRole('region', { name: 'Saved recipients' });
    await touch(saved.getByRole('link', { name: /^My exchange/ }));
    await expect(addressField(page)).toHaveValue(XRP);
    await expect(page.getByLabel('Destination tag')).toHaveValue('42');
    await expect(amountField(page)).toBeFocused();
    await page.keyboard.type('25');
    await expect(withdrawButton(page)).toBeEnabled();
    await touch(withdrawButton(page));
    await touch(confirmButton(page));
    await touch(page.getByRole('button', { name: 'Done' }));
    await expect(page.getByTestId('total')).toBeVisible();
    expect(touches).toBe(5);

    // Where the asset is chosen first, its recipients stand before the address.
    await openWithdraw(page, 'Bitcoin');
    await expect(saved.getByRole('button')).toHaveCount(1);
    await saved.getByRole('button', { name: /^Cold storage/ }).tap();
    await expect(addressField(page)).toHaveValue(BTC);
    await expect(amountField(page)).toBeFocused();
  });
});
