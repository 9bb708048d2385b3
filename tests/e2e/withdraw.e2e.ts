import { expect } from '@playwright/test';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { ApiClient, newKey } from '#tests/support/api-client.ts';
import { openSignedIn, signIn, test } from '#tests/support/e2e.ts';
import { countUnread, holdTime } from '#tests/support/held-time.ts';
import { pictureOf } from '#tests/support/qr-picture.ts';
import { describeTo } from '#tests/support/recipients.ts';
import { dropRequests } from './swap-page.ts';
import {
  addressField,
  amountField,
  BTC,
  CREATE,
  confirm,
  confirmButton,
  expectAboveBar,
  OUTCOME,
  openWithdraw,
  quickAmounts,
  review,
  sayWhose,
  withdrawButton,
  XRP,
} from './withdraw-page.ts';

test('SHELL-08 SHELL-09 WD-01 WD-02 WD-03 WD-04 WD-08 BEY-03 BEY-09 BEY-15 KEEP-16 a withdrawal works from the form to the network', {
  tag: '@core',
}, async ({ page, customer, sandbox }) => {
  const who = await customer({ balances: { BTC: '0.05' } });
  await openSignedIn(page, who, '/send');
  await expect(page).toHaveURL(/\/assets\/send$/);
  await openWithdraw(page, 'Bitcoin');
  await expect(page.getByRole('heading', { name: 'Withdraw to Bitcoin' })).toBeVisible();
  // The page belongs to the wallet and has a back button.
  await expect(page.getByRole('link', { name: 'Wallet' }).first()).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeVisible();
  await expect(page.getByText(/^Minimum 0\.0002\sBTC \(AU\$[\d.]+\), /)).toBeVisible();
  await expect(page.getByText('fee 0.00005 BTC')).toBeVisible();
  await expect(withdrawButton(page)).toBeDisabled();
  await expectAccessible(page);
  await expectAboveBar(page, page.getByText('Nothing is sent until you confirm'));

  await addressField(page).fill('0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
  // The address is checked without waiting for the amount.
  await expect(
    page.getByText('Invalid BTC address format. This is an Ethereum address'),
  ).toBeVisible();
  await amountField(page).fill('0,2');
  await expect(amountField(page)).toHaveValue('0.2');
  await addressField(page).fill(BTC);
  // Everything is filled in, but there is not that much.
  await expect(page.getByRole('link', { name: 'Buy BTC' })).toHaveAttribute('href', '/buy-sell');
  await expect(withdrawButton(page)).toBeDisabled();
  await expect(quickAmounts(page)).toHaveText(['AU$50', 'AU$100', 'AU$250', 'AU$500']);
  await page.getByRole('button', { name: 'AU$50', exact: true }).click();
  await expect(amountField(page)).toHaveValue('50');
  await page.getByRole('button', { name: /switch to BTC/ }).click();
  await expect(amountField(page)).toHaveValue(/^0\.\d{1,6}$/);
  // Max, even after a switch to fiat, takes the balance to exactly zero.
  await page.getByRole('button', { name: /^Max/ }).click();
  await page.getByRole('button', { name: /switch to AUD/ }).click();
  await expect(amountField(page)).toHaveValue(/^\d+\.\d\d$/);
  await withdrawButton(page).click();
  await sayWhose(page);
  await expect(page.getByText('You have never sent to this address.')).toBeVisible();
  await expect(page.getByText(BTC, { exact: true })).toBeAttached();
  await expect(page.getByRole('definition').filter({ hasText: /^0\.05\sBTC/ })).toBeVisible();
  await expectAccessible(page);
  await expectAboveBar(page, page.getByText(/it can’t be reversed\.$/));
  const facts = page.getByRole('region', { name: 'You are sending' });
  for (const [name, said] of [
    ['Network', 'Bitcoin'],
    ['Usual time', 'about 30 minutes once it is sent'],
    ['Longest time', '90 minutes, then write to us'],
    ['Confirmations', 'at least 2'],
  ]) {
    const line = facts
      .locator('dl > div')
      .filter({ has: page.getByText(name ?? '', { exact: true }) });
    await expect(line).toHaveText(`${name}${said}`);
  }
  await confirm(page);

  await expect(page.getByRole('heading', { name: 'You withdraw 0.04995 BTC' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel withdrawal' })).toBeVisible();
  await expect(page.getByText('Not sent yet. You can cancel until then.')).toBeVisible();
  await expect(page.locator('[aria-current="step"]')).toContainText('Waiting, you can cancel');
  await expectAccessible(page);
  await sandbox.withdrawal(who.email, 'auto');
  await expect(page.getByRole('link', { name: /View the transaction/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel withdrawal' })).toBeHidden();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/\/wallet$/);
  await expect(page.getByText('Successfully withdrew 0.04995 BTC')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Bitcoin/ })).toContainText('0 BTC');
  await page.goBack();
  await expect(addressField(page)).toHaveValue('');
  await expect(amountField(page)).toHaveValue('');
  // Nothing is left: that is said before anything is typed.
  await expect(page.getByRole('link', { name: 'Buy BTC' })).toBeVisible();
  await addressField(page).fill(BTC);
  await amountField(page).fill('0.01');
  await expect(withdrawButton(page)).toBeDisabled();

  await sandbox.withdrawal(who.email, 'confirm');
  await page.goto('/transactions');
  const row = page.getByRole('link', { name: /^Withdraw / });
  await expect(row).not.toContainText(/[Ss]ent/);
  await row.click();
  const last = page.getByRole('listitem').filter({ hasText: 'Arrived' });
  await expect(last).toContainText(/ at /);
  await expect(page.locator('[aria-current="step"]')).toHaveCount(0);
});

test('WD-08 BEY-15 after a reload, or going back and forward, the sent withdrawal is shown and not an empty form', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.1' } }));
  await openWithdraw(page, 'Bitcoin');
  await review(page, BTC, '0.01');
  await confirm(page);
  const sent = page.getByRole('heading', { name: 'You withdraw 0.01 BTC' });
  await expect(sent).toBeVisible();
  await expect.poll(() => page.evaluate(() => history.state.sent?.summary.amount)).toBe('0.01');
  await page.reload();
  await expect(sent).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel withdrawal' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Select asset to send' })).toBeVisible();
  await page.goForward();
  await expect(sent).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/\/wallet$/);
  // After Done the result is gone, and the next withdrawal begins with an empty form.
  await page.goBack();
  await expect(addressField(page)).toHaveValue('');
  await openWithdraw(page, 'Bitcoin');
  await expect(addressField(page)).toHaveValue('');
});

test('WD-02 SHELL-09 every way back from the review leads to the form as it was filled in', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }));
  await openWithdraw(page, 'Bitcoin');
  await review(page, BTC, '0.125');
  const ways = [
    () => page.goBack(),
    () => page.locator('.pagehead').getByRole('button', { name: 'Back' }).click(),
    () => page.getByRole('button', { name: 'Back' }).last().click(),
  ];
  for (const back of ways) {
    await back();
    await expect(addressField(page)).toHaveValue(BTC);
    await expect(amountField(page)).toHaveValue('0.125');
    await withdrawButton(page).click();
    await expect(confirmButton(page)).toBeVisible();
  }
  await confirm(page);
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
  // The review has left no entry in the browser's history.
  await page.goBack();
  await expect(page).toHaveURL('/assets/send');
});

test('PROF-05 WD-02 a saved address can be picked, and the quick amounts are in the customer’s currency', async ({
  page,
  context,
  app,
  customer,
}) => {
  await context.addCookies([{ name: 'country', value: 'LT', url: app.url }]);
  const who = await customer({ place: 'EU', balances: { BTC: '0.1' } });
  const api = new ApiClient(app.url);
  const credential = await api.signIn(who.email, who.password, who.device);
  const kind = 'crypto';
  for (const entry of [
    { label: 'Cold storage', currency_id: 'BTC', network: 'Bitcoin', address: BTC },
    { label: 'My exchange', currency_id: 'XRP', network: 'XRP Ledger', address: XRP },
  ] as const) {
    await api.must(saveAddress, { kind, ...entry }, { credential });
  }
  await signIn(page, who);
  await openWithdraw(page, 'Bitcoin');
  await expect(quickAmounts(page)).toHaveText(['€50', '€100', '€250', '€500']);
  await page.getByRole('button', { name: 'Address book' }).click();
  const book = page.getByRole('dialog', { name: 'Address book' });
  // Only matching addresses are listed: money sent to another network is lost.
  await expect(book.getByRole('listitem')).toHaveText([`Cold storageBitcoin${BTC}`]);
  // The label has a whole line to itself.
  const [list, label] = await Promise.all([
    book.getByRole('list').boundingBox(),
    book.getByText('Cold storage').boundingBox(),
  ]);
  expect(label?.width).toBe(list?.width);
  await book.getByRole('button', { name: 'Cold storage' }).click();
  await expect(book).toBeHidden();
  await expect(addressField(page)).toHaveValue(BTC);
  await expect(page.getByText('Valid Bitcoin address')).toBeVisible();
});

test('D22 a scanner that fails to load leaves the form as it was', async ({
  page,
  context,
  customer,
}) => {
  await context.route('**/assets/scan-dialog-*.js', (route) => route.abort());
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await openWithdraw(page, 'Bitcoin');
  await addressField(page).fill(BTC);
  await amountField(page).fill('0.1');
  await page.getByRole('button', { name: 'Scan a QR code' }).click();
  await expect(page.getByText('The scanner did not load.')).toBeVisible();
  await expect(addressField(page)).toHaveValue(BTC);
  await expect(amountField(page)).toHaveValue('0.1');
});

test('TX-05 BEY-05 BEY-15 D22 XRP needs a tag or confirmation that there is none, and a held withdrawal can be cancelled from its details', {
  tag: '@core',
}, async ({ page, context, customer }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSignedIn(page, await customer({ balances: { XRP: '100' } }));
  await openWithdraw(page, 'Ripple');
  // D22: the dialog says that there is no camera here; a picture of the code works as well.
  await page.getByRole('button', { name: 'Scan a QR code' }).click();
  await expect(page.getByText(/camera/)).toBeVisible();
  await page.getByLabel('Choose a picture').setInputFiles(pictureOf(`xrpl:${XRP}?amount=20`));
  await expect(addressField(page)).toHaveValue(XRP);
  await expect(amountField(page)).toHaveValue('20');
  await expect(page.getByText('Enter the destination tag, or confirm there is none')).toBeVisible();
  await expect(withdrawButton(page)).toBeDisabled();
  await page.getByLabel('The recipient needs no tag').check();
  await expect(withdrawButton(page)).toBeEnabled();
  await page.getByLabel('Destination tag').fill('12a34');
  await expect(page.getByText('A tag is a number up to 4294967295')).toBeVisible();
  await expect(withdrawButton(page)).toBeDisabled();
  await page.getByLabel('Destination tag').fill('12 34');
  await withdrawButton(page).click();
  await sayWhose(page);
  await expect(page.getByText('Destination tag 1234')).toBeVisible();
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'You withdraw 20 XRP' })).toBeVisible();
  await page.goto('/transactions');
  await page.getByRole('link', { name: /^Withdraw Ripple.*Not sent yet/ }).click();
  await expect(
    page.getByRole('heading', { name: 'Transaction Details', exact: true }),
  ).toBeVisible();
  const { trackingId } = await page.evaluate(() => history.state.transaction);
  expect(trackingId).toMatch(/^[\w-]{16,}$/);
  for (const [label, whole] of [
    ['Transaction ID', trackingId],
    ['Recipient', XRP],
  ]) {
    await page.getByRole('button', { name: `Copy ${label}`, exact: true }).click();
    await expect(page.getByText(`${label} copied`, { exact: true })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(whole);
  }
  await page.getByRole('button', { name: 'Cancel withdrawal' }).click();
  await expect(page.getByText('Stopped, your money is back')).toBeVisible();
  await expect(page.getByText('Stopped. Nothing was sent.')).toBeVisible();
  await expect(page.getByText('Returned', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('link', { name: /^Withdraw Ripple.*Returned/ })).toBeVisible();
  // The returned entry keeps the address it was sent to but shows no recipient.
  await page.goto('/transactions');
  await page.getByRole('link', { name: /^Returned Ripple.*Returned/ }).click();
  await expect(page.getByText('Payment details')).toBeVisible();
  expect(await page.evaluate(() => history.state.transaction.recipient)).toBe(XRP);
  // What it was worth is there once the server has written it down, a moment after the entry.
  await expect(page.getByRole('term').filter({ hasNotText: 'Value then' })).toHaveText([
    'Status',
    'Amount',
    'Transaction ID',
  ]);
  await page.goto('/wallet');
  await expect(page.getByRole('link', { name: 'Ripple' })).toContainText('100 XRP');
});

test('BEY-15 going back from one withdrawal to another shows the whole state of the other one', async ({
  page,
  app,
  customer,
}) => {
  const who = await customer({ balances: { BTC: '0.1' } });
  const api = new ApiClient(app.url);
  const credential = await api.signIn(who.email, who.password);
  for (const amount of ['0.01', '0.02']) {
    const request = {
      amount,
      cryptoAddress: BTC,
      paymentRouteId: 'btc-bitcoin',
      fee: '0.00005',
      password: who.password,
    };
    await describeTo(api, request, credential);
    await api.must(createWithdrawal, request, { credential, idempotencyKey: newKey() });
  }
  await openSignedIn(page, who);
  const cancelButton = page.getByRole('button', { name: 'Cancel withdrawal' });
  const open = async (amount: string): Promise<void> => {
    await page.locator('a[href="/transactions"]:visible').first().click();
    await page.getByRole('link', { name: new RegExp(`^Withdraw.*${amount}`) }).click();
    await expect(cancelButton).toBeVisible();
  };
  await open('0\\.01');
  await open('0\\.02');
  await cancelButton.click();
  await expect(page.getByText('Stopped, your money is back')).toBeVisible();
  await page.evaluate(() => history.go(-2));
  await expect(page.getByText('Not sent yet. You can cancel until then.')).toBeVisible();
  await expect(page.getByText('Stopped, your money is back')).toBeHidden();
  await expect(page.getByText('Returned', { exact: true })).toBeHidden();
  const cancelled = page.waitForResponse('**/cancel-withdrawal');
  await cancelButton.click();
  expect((await cancelled).ok()).toBe(true);
  await page.goto('/wallet');
  await expect(page.getByRole('link', { name: /^Bitcoin/ })).toContainText('0.1 BTC');
});

test('WD-06 WD-09 an unfinished identity check, missing routes and a lost connection are reported, and nothing is sent', async ({
  page,
  context,
  customer,
  sandbox,
  network,
}) => {
  const who = await customer({ balances: { BTC: '0.1' }, approved: false });
  await sandbox.kyc(who.email, 'submitted');
  await openSignedIn(page, who);
  await openWithdraw(page, 'Bitcoin');
  await addressField(page).fill(BTC);
  await amountField(page).fill('0.01');
  await withdrawButton(page).click();
  await expect(page.getByText('Verification Required')).toBeVisible();
  await expect(page.getByText(/Your account verification is under review/)).toBeVisible();
  await sandbox.kyc(who.email, 'rejected');
  await withdrawButton(page).click();
  await expect(
    page.locator('.toast', { hasText: 'Your account verification was rejected' }),
  ).toBeVisible();
  await sandbox.kyc(who.email, 'not_started');
  await withdrawButton(page).click();
  const prompt = page.getByRole('dialog', { name: 'Secure your account' });
  await expect(prompt).toContainText('Verify your account');
  await prompt.getByRole('button', { name: 'Complete Verification' }).click();
  const check = page.getByRole('dialog', { name: 'Account Verification' });
  await expect(check).toBeVisible();
  await sandbox.kyc(who.email, 'submitted');
  // Closing asks for the current status; what was typed is still there.
  await check.getByRole('button', { name: 'Close' }).click();
  await expect(prompt).toBeHidden();
  await expect(addressField(page)).toHaveValue(BTC);

  await network.cut();
  await expect(page.getByText('Withdrawing needs a connection.')).toBeVisible();
  await expect(withdrawButton(page)).toBeDisabled();
  // A form opened offline says only that. By keyboard, because earlier toasts cover the links.
  await page.getByRole('link', { name: 'Change' }).press('Enter');
  await page.getByRole('link', { name: /^Bitcoin/ }).press('Enter');
  await expect(page.getByText('Withdrawing needs a connection.')).toBeVisible();
  await expect(page.getByText('Network', { exact: true }).locator('..')).toHaveText('Network–');
  await expect(page.getByText('Failed to load payment routes')).toBeHidden();
  await network.restore();
  await sandbox.kyc(who.email, 'approved');
  // The answer is unreadable, but the connection itself works.
  const routes = '**/api/exchange/get-payment-route-id';
  await context.route(routes, (route) => route.fulfill({ json: {} }));
  await page.reload();
  const banner = page.getByRole('alert').filter({ hasText: 'Failed to load payment routes' });
  await expect(banner).toBeVisible();
  const isYellow = () =>
    banner.evaluate((box) => {
      const rgb = getComputedStyle(box).backgroundColor.match(/\d+/g) ?? [];
      const [red = 0, green = 0, blue = 0] = rgb.map(Number);
      return red >= green && green > blue + 15;
    });
  // The page goes on trying by itself, and a banner that is replaced meanwhile has no colour.
  await expect.poll(isYellow).toBe(true);
  // The page claims nothing that is unknown: neither that the network is not supported, nor how
  // much is left after the fee.
  await addressField(page).fill(BTC);
  await amountField(page).fill('0.01');
  await expect(page.getByText('not supported')).toBeHidden();
  await expect(page.getByRole('button', { name: /^Max/ })).toBeDisabled();
  await context.unroute(routes);
  // The page also asks again by itself, so the button may be gone before the test presses it.
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 });
    await expect(page.getByText(/^Minimum [\d.]+/)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  expect(network.sent(CREATE)).toBe(0);
});

test('BEY-14 a look-alike address that is detected only on sending can be compared then', async ({
  page,
  context,
  app,
  customer,
}) => {
  const who = await customer({ balances: { ETH: '1' } });
  const api = new ApiClient(app.url);
  const credential = await api.signIn(who.email, who.password);
  const known = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  const entry = {
    label: 'Vault',
    currency_id: 'ETH',
    network: 'Ethereum',
    address: known,
  } as const;
  await api.must(saveAddress, { kind: 'crypto', ...entry }, { credential });
  const forged = '0x9858effd000000000000000000000000000eda94';
  const to = { paymentRouteId: 'eth-ethereum', cryptoAddress: forged };
  await describeTo(api, to, credential);
  await openSignedIn(page, who);
  await openWithdraw(page, 'Ethereum');
  await dropRequests(context, '/exchange/check-withdrawal-address');
  await review(page, forged, '0.5');
  const compared = page.getByRole('checkbox', { name: 'I compared every character' });
  await expect(compared).toBeHidden();
  await confirm(page);
  await expect(
    page.getByText(/^This address looks like Vault, but it is a different one/),
  ).toBeVisible();
  await compared.check();
  await expectAccessible(page);
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'You withdraw 0.5 ETH' })).toBeVisible();
});

test('BEY-02 a double tap whose answer is lost makes one withdrawal, and its outcome is found out', {
  tag: '@core',
}, async ({ page, network, customer }) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.1' } }));
  await openWithdraw(page, 'Bitcoin');
  await review(page, BTC, '0.05');
  await network.loseAnswers(CREATE);
  await confirmButton(page).dblclick();
  await expect(page.getByRole('heading', { name: 'You withdraw 0.05 BTC' })).toBeVisible();
  expect(network.sent(CREATE)).toBe(1);
  await page.goto('/wallet');
  await expect(page.getByRole('link', { name: /^Bitcoin/ })).toContainText('0.04995 BTC');
});

test('BEY-02 NET-03 an answer that never comes is given up, and the outcome is found out', async ({
  page,
  network,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.1' } }));
  await openWithdraw(page, 'Bitcoin');
  await review(page, BTC, '0.05');
  await holdTime(page);
  const unread = await countUnread(page, '/healthz');
  const held = await network.holdAnswers(CREATE);
  await confirm(page);
  await held.arrived;
  for (let tens = 0; tens < 4; tens += 1) {
    await page.clock.runFor(10_000);
    // Meanwhile the server answers other requests.
    await expect.poll(unread).toBe(0);
  }
  await page.clock.runFor(4_999);
  expect(network.sent(OUTCOME)).toBe(0);
  await page.clock.runFor(1);
  await expect(page.getByRole('heading', { name: 'You withdraw 0.05 BTC' })).toBeVisible();
  expect(network.sent(CREATE)).toBe(1);
  await held.release();
});

test('BEY-01 BEY-02 after a connection cut before sending, and then a page left before the answer, nothing is lost or sent twice', {
  tag: '@core',
}, async ({ page, context, network, customer }) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.1' } }));
  await openWithdraw(page, 'Bitcoin');
  await review(page, BTC, '0.05');
  const listen = await dropRequests(context, CREATE);
  await confirm(page);
  await expect(
    page.getByText('Withdrawal failed. Please try again. Nothing was sent.'),
  ).toBeVisible();
  await listen();

  const answer = await dropRequests(context, OUTCOME);
  const lost = await network.loseAnswers(CREATE);
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Checking what happened…' })).toBeVisible();
  await page.goto('/wallet');
  await expect(
    page.getByText('The outcome of your last withdrawal is not known yet.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Find out' }).click();
  await expect(page.getByRole('heading', { name: 'Checking what happened…' })).toBeVisible();
  // A second tab of the same customer finds the same withdrawal.
  const other = await context.newPage();
  await other.goto('/send');
  await expect(other.getByRole('heading', { name: 'Checking what happened…' })).toBeVisible();
  await answer();
  await lost();
  const done = { timeout: 30_000 };
  await expect(page.getByRole('heading', { name: 'You withdraw 0.05 BTC' })).toBeVisible(done);
  await page.goto('/wallet');
  await expect(page.getByRole('link', { name: /^Bitcoin/ })).toContainText('0.04995 BTC');
  expect(network.sent(CREATE)).toBe(2);
});

test('BEY-02 WD-01 after the outcome is found out, the form goes on with the asset of that withdrawal', async ({
  page,
  context,
  network,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.1', ETH: '1' } }));
  await openWithdraw(page, 'Bitcoin');
  await review(page, BTC, '0.05');
  const ways = [
    async () => {
      await page.goto('/wallet');
      await page.getByRole('link', { name: 'Find out' }).click();
    },
    async () => {
      await page.goto('/assets/send');
      await page.getByRole('link', { name: /^Ethereum/ }).click();
    },
  ];
  for (const findOut of ways) {
    const answer = await dropRequests(context, OUTCOME);
    const lost = await dropRequests(context, CREATE);
    await confirm(page);
    await expect(page.getByRole('heading', { name: 'Checking what happened…' })).toBeVisible();
    await findOut();
    await expect(page.getByRole('heading', { name: 'Checking what happened…' })).toBeVisible();
    await answer();
    await lost();
    await expect(page.getByText('Nothing was sent.')).toBeVisible({ timeout: 30_000 });
    await review(page, BTC, '0.05');
    await expect(page.getByRole('heading', { name: 'Withdraw to Bitcoin' })).toBeVisible();
    await page.goBack();
    await expect(amountField(page)).toHaveValue('0.05');
    await withdrawButton(page).click();
  }
  const before = network.sent(CREATE);
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'You withdraw 0.05 BTC' })).toBeVisible();
  expect(network.sent(CREATE)).toBe(before + 1);
});

test('BEY-02 WD-01 a withdrawal that another tab is sending does not take this tab’s review away', async ({
  page,
  context,
  network,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.1', ETH: '1' } }));
  await openWithdraw(page, 'Bitcoin');
  await addressField(page).fill(BTC);
  await amountField(page).fill('0.05');
  const other = await context.newPage();
  await openWithdraw(other, 'Ethereum');
  await review(other, '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', '0.5');
  const held = await network.holdAnswers(CREATE);
  await confirmButton(other).click();
  await held.arrived;
  await withdrawButton(page).click();
  await sayWhose(page);
  await expect(page.getByRole('heading', { name: 'Withdraw to Bitcoin' })).toBeVisible();
  await held.release();
  await expect(other.getByRole('heading', { name: 'You withdraw 0.5 ETH' })).toBeVisible();
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'You withdraw 0.05 BTC' })).toBeVisible();
});

test('BEY-01 BEY-02 a refused withdrawal can be sent again after another tab found out its outcome', async ({
  page,
  context,
  app,
  network,
  sandbox,
  customer,
}) => {
  const who = await customer({ balances: { BTC: '0.1' } });
  await openSignedIn(page, who);
  await openWithdraw(page, 'Bitcoin');
  await review(page, BTC, '0.06');
  const api = new ApiClient(app.url);
  const credential = await api.signIn(who.email, who.password);
  const same = {
    amount: '0.06',
    cryptoAddress: BTC,
    paymentRouteId: 'btc-bitcoin',
    fee: '0.00005',
    password: who.password,
  };
  await api.must(createWithdrawal, same, { credential, idempotencyKey: newKey() });
  const held = await network.holdAnswers(CREATE);
  await confirm(page);
  await held.arrived;
  const other = await context.newPage();
  await other.goto('/assets/send');
  await other.getByRole('link', { name: /^Bitcoin/ }).click();
  await expect(other.getByRole('heading', { name: 'Checking what happened…' })).toBeVisible();
  await held.release();
  await expect(other.getByText('Nothing was sent.')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText(/insufficient/i);
  await sandbox.deposit(who.email, 'BTC', '0.1');
  await confirm(page);
  await expect(page.getByRole('alert')).toContainText('Nothing was sent.');
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'You withdraw 0.06 BTC' })).toBeVisible();
});

test('WD-01 going back or forward to another asset shows the form of that asset', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '0.1', ETH: '1' } }));
  await openWithdraw(page, 'Bitcoin');
  await page.getByRole('link', { name: 'Change' }).click();
  await page.getByRole('link', { name: /^Ethereum/ }).click();
  await expect(page.getByRole('heading', { name: 'Withdraw to Ethereum' })).toBeVisible();
  await page.evaluate(() => history.go(-2));
  await expect(page.getByRole('heading', { name: 'Withdraw to Bitcoin' })).toBeVisible();
  await page.evaluate(() => history.go(2));
  await expect(page.getByRole('heading', { name: 'Withdraw to Ethereum' })).toBeVisible();
});

test('EASE-09 a typed address is shown whole in groups, and a wrong character is named as what it may be', async ({
  page,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await openWithdraw(page, 'Bitcoin');
  await addressField(page).fill(BTC);
  const groups = page.locator('form .addr');
  await expect(groups).toHaveText(BTC);
  await expect(groups).toBeVisible();
  await addressField(page).fill(`${BTC.slice(0, -1)}q`);
  await expect(page.getByText(/A character may be mistyped\./)).toBeVisible();
});

test('EASE-09 EASE-13 the warning about a new recipient is seen before the button that sends, and afterwards that it is held', async ({
  page,
  customer,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, await customer({ balances: { BTC: '0.5' } }));
  await openWithdraw(page, 'Bitcoin');
  await addressField(page).fill(BTC);
  await amountField(page).fill('0.1');
  await withdrawButton(page).click();
  await sayWhose(page);
  await expect(page.getByText(/held for five minutes/)).toBeInViewport({ ratio: 1 });
  // EASE-13: beside the given words of success stands that it is held.
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'You withdraw 0.1 BTC' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Not sent yet. You can cancel until then.');
});
