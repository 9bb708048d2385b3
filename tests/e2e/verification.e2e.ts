import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { getKycStatus } from '#core/contract/account/identity.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import type { Account } from '#tests/support/accounts.ts';
import { openSignedIn, signIn, test } from '#tests/support/e2e.ts';
import { holdTime } from '#tests/support/held-time.ts';
import type { Sandbox } from '#tests/support/sandbox.ts';
import { toasts } from '#tests/support/toasts.ts';

const TOKEN = '/exchange/get-sumsub-token';
const UPDATE = '/exchange/update-kyc-status';

const reminder = (page: Page) => page.getByRole('dialog', { name: 'Secure your account' });
const modal = (page: Page) => page.getByRole('dialog', { name: 'Account Verification' });
const widget = (page: Page) => page.frameLocator('iframe[title="Identity check"]');
const close = (page: Page) => modal(page).getByRole('button', { name: 'Close' }).click();

/** Presses a button of the widget once the widget has connected to its page. */
async function decide(page: Page, name: string): Promise<void> {
  await expect(widget(page).getByText('Choose how the check goes')).toBeVisible();
  await expect(widget(page).getByRole('status')).not.toHaveText('Connecting');
  await widget(page).getByRole('button', { name }).click();
}

async function open(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).click();
  await expect(modal(page)).toBeVisible();
}

/** Registers a new customer, from the form to the wallet. */
async function register(page: Page, sandbox: Sandbox): Promise<Account> {
  const email = `v${randomBytes(6).toString('hex')}@kopa.test`;
  const account = { email, password: 'Kopa-test-2026!' };
  await page.goto('/');
  await page.getByRole('tab', { name: 'Create Account' }).click();
  await page.getByLabel('First name').fill('Rūta');
  await page.getByLabel('Last name').fill('Kazlauskaitė');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByLabel('Confirm password').fill(account.password);
  await page.getByLabel('Date of birth').pressSequentially('19900228');
  await page.getByRole('tabpanel').getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/verify-email');
  await page.getByLabel('Verification code').fill(await sandbox.code(email));
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('Account created successfully!')).toBeVisible();
  await expect(page).toHaveURL('/wallet');
  return account;
}

async function beVerified(page: Page, start: string): Promise<void> {
  await open(page, start);
  await decide(page, 'Approve');
  await expect(modal(page).getByText('KYC Approved!')).toBeVisible();
  await expectAccessible(page);
  await modal(page).getByRole('button', { name: 'Done' }).press('Enter');
  await expect(page.getByText('Verification Complete')).toBeVisible();
  await expect(page.getByRole('button', { name: /Verification$/ })).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
}

test('KYC-01 KYC-02 KYC-03 KYC-05 BEY-19 a customer from Australia registers, is reminded in the wallet, and verifies with detours', async ({
  page,
  sandbox,
}) => {
  const account = await register(page, sandbox);
  await expect(page.getByTestId('total')).toHaveText('AU$0.00');
  await sandbox.deposit(account.email, 'BTC', '0.01');
  await page.reload();
  await expect(reminder(page)).toContainText('Verify your account');
  await expectAccessible(page);
  // The check opens over the page where the customer is, and closing it leaves them there.
  const opening = modal(page).getByText('Opening the identity check…');
  const release = Promise.withResolvers<void>();
  await page.route('**/websdk/websdk.html*', async (route) => {
    await release.promise;
    await route.continue();
  });
  await open(page, 'Complete Verification');
  await expect(opening).toBeVisible();
  await expectAccessible(page);
  release.resolve();
  await expect(widget(page).getByText('Choose how the check goes')).toBeVisible();
  await expect(opening).toBeHidden();
  await expectAccessible(page);
  expect(await modal(page).boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
  await close(page);
  await expect(page).toHaveURL('/wallet');
  await expect(reminder(page)).toBeHidden();
  // No button of the page opened it, so the page itself gets the focus.
  await expect(page.getByRole('main')).toBeFocused();
  await page.goto('/profile/verification');
  await open(page, /(Start|Complete) Verification$/);
  await expect(widget(page).getByText(`${account.email}, +00000000000`)).toBeVisible();
  const container = page.locator('div:has(> iframe[title="Identity check"])');
  expect((await container.boundingBox())?.height).toBe(800);

  // Leaving is not a rejection: the check resumes where it stopped.
  await close(page);
  const incomplete = page.getByText('Verification Incomplete');
  await expect(incomplete).toBeVisible();
  const [red = 0, green = 0, blue = 0] = await incomplete.evaluate((title) =>
    (getComputedStyle(title).color.match(/\d+/g) ?? []).map(Number),
  );
  expect(red > green && green > blue, 'it is orange').toBe(true);
  await expect(page.getByRole('button', { name: /Complete Verification$/ })).toBeFocused();
  await open(page, 'Complete Verification');
  await decide(page, 'Let the token run out');
  await expect(widget(page).getByText('The token was renewed. Go on.')).toBeVisible();
  await decide(page, 'Ask for better documents');
  await close(page);
  await expect(page.getByText('The photo is blurred.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('The photo is blurred.')).toBeVisible();
  await beVerified(page, 'Complete Verification');
  expect((await sandbox.inbox(account.email))[0]?.subject).toBe('You are verified');
});

test('KYC-03 AUTH-04 a customer from the EU registers, has a wallet in euro, and verifies', {
  tag: '@core',
}, async ({ page, context, app, sandbox }) => {
  await context.addCookies([{ name: 'country', value: 'LT', url: app.url }]);
  await register(page, sandbox);
  await expect(page.getByTestId('total')).toHaveText('€0.00');
  await page.goto('/profile/verification');
  await expect(page.getByText('Individual', { exact: true })).toBeVisible();
  await beVerified(page, 'Start Verification');
});

test('KYC-03 a final rejection clears this customer’s data from the device and nothing else', async ({
  page,
  customer,
}) => {
  const account = await customer({ approved: false });
  await openSignedIn(page, account, '/profile/verification');
  await page.evaluate(() => localStorage.setItem('kopa-theme', 'dark'));
  await open(page, 'Start Verification');
  await decide(page, 'Reject finally');
  const result = page.getByRole('dialog', { name: 'KYC Rejected' });
  await expect(result).toBeVisible();
  await expectAccessible(page);
  const kept = await page.evaluate(() => ({ ...localStorage }));
  expect(JSON.parse(kept['auth-storage'] ?? '{}').isAuthenticated).toBe(false);
  expect(kept).not.toHaveProperty('userId');
  expect(kept['kopa-theme']).toBe('dark');
  await result.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL('/');
  const form = page.locator('form');
  await form.getByLabel('Email').fill(account.email);
  await form.getByLabel('Password', { exact: true }).fill(account.password);
  await form.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/profile/verification');
  await expect(page.getByText('Verification Failed')).toBeVisible();
  await expect(page.getByText('Please contact management')).toBeVisible();
});

test('SESS-08 KYC-03 the result of one customer’s check does not sign the next customer out', async ({
  page,
  context,
  network,
  customer,
}) => {
  const next = await customer();
  await openSignedIn(page, await customer({ approved: false }), '/profile/verification');
  await open(page, 'Start Verification');
  const held = await network.holdAnswers(UPDATE);
  await decide(page, 'Reject finally');
  await held.arrived;
  const other = await context.newPage();
  await other.goto('/profile');
  await other.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/');
  await expect(modal(page)).toBeHidden();
  await signIn(other, next);
  await held.release();
  await expect(page).toHaveURL('/wallet');
  await expect(page.getByRole('link', { name: /^Bitcoin/ })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(other.getByRole('link', { name: /^Bitcoin/ })).toBeVisible();
});

test('KYC-04 BEY-19 PWA-05 failures are reported, a slow review is not a failure, and “Not authorized” starts over', async ({
  page,
  context,
  customer,
  sandbox,
  network,
}) => {
  const account = await customer({ approved: false });
  await openSignedIn(page, account, '/profile/verification');
  const start = page.getByRole('button', { name: 'Start Verification' });
  await expect(start).toBeVisible();
  await network.cut();
  await expect(start).toHaveAccessibleDescription('Verification needs a connection.');
  await network.restore();
  await expect(start).toBeEnabled();

  await context.route(`**/api${TOKEN}`, (route) => route.abort());
  await start.click();
  await expect(page.getByText('Failed to get verification token. Please try again.')).toBeVisible();
  await context.unroute(`**/api${TOKEN}`);
  await expect(start).toBeEnabled();
  await open(page, 'Start Verification');
  const lost = await network.loseAnswers(UPDATE);
  await decide(page, 'Leave under review');
  const failed = page.getByText('Failed to update KYC status. Please try again.').first();
  await expect(failed).toBeVisible();
  // The toast appears above the check, which fills the screen.
  await expect
    .poll(() => page.locator('.toasts').evaluate((place) => place.matches(':popover-open')))
    .toBe(true);
  await lost();
  await close(page);
  await expect(page.getByText('Under Review')).toBeVisible();
  await expect(start).toHaveCount(0);

  await sandbox.kyc(account.email, 'incomplete');
  await page.reload();
  await open(page, 'Complete Verification');
  await decide(page, 'Fail: Not authorized');
  const told = page.getByRole('dialog', { name: 'Sign in again to be verified' });
  await expect(told).toContainText('The identity check did not recognise your session');
  await expectAccessible(page);
  const reloaded = page.waitForEvent('load');
  await told.getByRole('button', { name: 'Sign in again' }).click();
  await reloaded;
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('userId'))).toBeNull();
});

test('HARD-25 a provider that does not answer is told after 15 seconds, and its page can be opened again', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ approved: false }), '/profile/verification');
  await expect(page.getByRole('button', { name: 'Start Verification' })).toBeVisible();
  let answers = false;
  await page.route('**/websdk/websdk.html*', (route) =>
    answers ? route.continue() : new Promise<void>(() => undefined),
  );
  await holdTime(page);
  await open(page, 'Start Verification');
  await expect(page.locator('iframe[title="Identity check"]')).toBeAttached();
  await expect(modal(page).getByText('Opening the identity check…')).toBeVisible();
  await page.clock.runFor(15_000);
  const told = modal(page).getByRole('alert');
  await expect(told).toContainText('Failed to initialize verification. Please try again.');
  answers = true;
  await page.clock.resume();
  await told.getByRole('button', { name: 'Retry' }).click();
  await expect(widget(page).getByText('Choose how the check goes')).toBeVisible();
  await expect(told).toHaveCount(0);
});

test('KYC-04 SHELL-14 a check that cannot begin says so for five seconds', async ({
  page,
  context,
  customer,
}) => {
  await openSignedIn(page, await customer({ approved: false }), '/profile/verification');
  const start = page.getByRole('button', { name: 'Start Verification' });
  await expect(start).toBeVisible();
  await context.route(`**/api${TOKEN}`, (route) => route.abort());
  await holdTime(page);
  await start.click();
  const told = toasts(page).filter({
    hasText: /^Failed to get verification token\. Please try again\.$/,
  });
  await expect(told).toBeVisible();
  await page.clock.runFor(4_999);
  await expect(told).not.toHaveAttribute('data-leaving');
  await page.clock.runFor(1);
  await expect(told).toHaveCount(0);
});

test('KYC-05 the reminder appears once per browser session, and again after signing out', async ({
  page,
  network,
  customer,
  sandbox,
}) => {
  const account = await customer({ approved: false, balances: { BTC: '0.01' } });
  await openSignedIn(page, account);
  await expect(reminder(page)).toBeVisible();
  await reminder(page).getByRole('button', { name: 'Close' }).click();
  const seen = () => page.evaluate(() => sessionStorage.getItem('hasSeenAccountVerificationPopup'));
  expect(await seen()).toBe('true');
  const asked = network.sent(getKycStatus.path);
  const loaded = page.waitForResponse(/\/later-on-/);
  await page.reload();
  await (await loaded).finished();
  // Whoever is to be reminded is asked about as soon as its code is there; the wallet itself asked once.
  await page.getByRole('link', { name: 'Transactions' }).click();
  await expect(page.getByTestId('total')).toHaveCount(0);
  expect(network.sent(getKycStatus.path)).toBe(asked + 1);
  await expect(reminder(page)).toHaveCount(0);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/');
  expect(await seen()).toBeNull();
  await signIn(page, account);
  await expect(reminder(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(reminder(page)).toHaveCount(0);

  // A customer who is verified or was rejected is not reminded.
  for (const status of ['approved', 'rejected'] as const) {
    await page.evaluate(() => sessionStorage.removeItem('hasSeenAccountVerificationPopup'));
    await sandbox.kyc(account.email, status);
    const answered = page.waitForResponse('**/api/exchange/get-kyc-status');
    await page.reload();
    await answered;
    await expect.poll(seen).toBe('true');
    await expect(reminder(page)).toHaveCount(0);
  }
});

/** The address changes before the page does: who goes back in between has never left the wallet. */
const toHistory = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Transactions' }).first().click();
  await expect(page.getByRole('heading', { name: 'Transaction History', level: 1 })).toBeVisible();
};

const toHistoryAndBack = async (page: Page): Promise<void> => {
  await toHistory(page);
  await page.goBack();
};

test('KYC-05 a customer who is already doing something is reminded on the next visit to the wallet', async ({
  page,
  customer,
}) => {
  const release = Promise.withResolvers<void>();
  await page.route('**/assets/verification-dialog-*.js', async (route) => {
    await release.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/assets/verification-dialog-*.js');
  await signIn(page, await customer({ approved: false, balances: { BTC: '0.01' } }));
  const dialog = (await asked).url();
  await page.getByRole('searchbox').pressSequentially('b');
  release.resolve();
  await page.evaluate((url) => import(url), dialog);
  const seen = () => page.evaluate(() => sessionStorage.getItem('hasSeenAccountVerificationPopup'));
  expect(await seen()).toBeNull();
  await toHistoryAndBack(page);
  await expect(reminder(page)).toBeVisible();
  expect(await seen()).toBe('true');
});

test('KYC-05 PWA-05 without the connection that a verification needs, nobody is reminded', async ({
  page,
  customer,
  network,
}) => {
  await openSignedIn(page, await customer({ approved: false, balances: { BTC: '0.01' } }));
  // From here on the dialog's code is loaded, whatever happens to the connection.
  await reminder(page).getByRole('button', { name: 'Close' }).click();
  const seen = () => page.evaluate(() => sessionStorage.getItem('hasSeenAccountVerificationPopup'));
  await page.evaluate(() => sessionStorage.removeItem('hasSeenAccountVerificationPopup'));
  const status = await network.holdAnswers('/exchange/get-kyc-status');
  await toHistoryAndBack(page);
  await status.arrived;
  await network.cut();
  await expect(page.getByText(/^Offline/)).toBeVisible();
  await status.release();
  expect(await seen()).toBeNull();
  await expect(reminder(page)).toHaveCount(0);
  // The page may still be reading that answer: it is left before the connection is there again.
  await toHistory(page);
  expect(await seen()).toBeNull();
  await network.restore();
  await page.goBack();
  await expect(reminder(page)).toBeVisible();
});
