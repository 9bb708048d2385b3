import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import {
  changePassword,
  deleteAccount,
  enableTwoFactor,
  generateTwoFactorSecret,
} from '#core/contract/account/account.ts';
import { getSecurity } from '#core/contract/account/security.ts';
import { login } from '#core/contract/account/session.ts';
import type { Refusal } from '#core/contract/refusal.ts';
import { seal } from '#core/envelope/envelope.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { type Account, demo } from '#tests/support/accounts.ts';
import { ApiClient, newKey, transport } from '#tests/support/api-client.ts';
import { signIn, test } from '#tests/support/e2e.ts';
import { holdTime } from '#tests/support/held-time.ts';
import { expectCode } from '#tests/support/qr-shown.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: RegExp) => page.getByRole('main').getByRole('button', { name });
const press = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click();

async function openSecurity(page: Page, account: Account): Promise<void> {
  await signIn(page, account);
  await page.goto('/profile/security');
  await expect(row(page, /^Password/)).toBeVisible();
}

/** Every customer of these journeys has the same one. */
const typePassword = (page: Page): Promise<void> =>
  dialog(page).getByLabel('Current password', { exact: true }).fill(demo.customer.password);

const TURNED_ON = 'Two-Factor Authentication has been successfully enabled';

/** Sets 2FA up as a customer does. Returns the secret and the recovery codes that were shown. */
async function setUp(page: Page): Promise<{ secret: string; codes: readonly string[] }> {
  await row(page, /^Two-factor/).click();
  await press(page, 'Generate secret code');
  const shown = await dialog(page).locator('code').textContent();
  const secret = shown?.replaceAll(' ', '') ?? '';
  const totp = new TOTP({ secret });
  // A code may expire while it is typed; a customer then takes the next one.
  await expect(async () => {
    const code = totp.generate();
    await dialog(page)
      .getByLabel('Verification code')
      .fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
    await typePassword(page);
    await press(page, 'Verify and turn on');
    await expect(dialog(page).getByText(TURNED_ON)).toBeVisible();
  }).toPass();
  return { secret, codes: await dialog(page).getByRole('listitem').allTextContents() };
}

test('SEC-01 SEC-02 SEC-03 SEC-06 BEY-10 BEY-14 BEY-21 EASE-05 HARD-37 READ-05 2FA is set up, unlocks the anti-phishing code, renews its recovery codes and is turned off', {
  tag: '@core',
}, async ({ page, customer, sandbox }) => {
  const account = await customer();
  await openSecurity(page, account);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  // SEC-03: unavailable until 2FA is on.
  await row(page, /^Anti-phishing code/).click({ force: true });
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('Turn on two-factor authentication to use it')).toBeVisible();

  await row(page, /^Two-factor/).click();
  // Nothing is held and nothing was sent: it starts no hold (D58).
  await expect(dialog(page).getByText('withdrawals are held for 24 hours')).toHaveCount(0);
  await expect(dialog(page).getByText('Please generate a secret code first')).toBeVisible();
  // Nothing can be verified until there is a secret.
  await expect(dialog(page).getByRole('textbox')).toHaveCount(0);
  await expect(dialog(page).getByRole('button', { name: 'Verify and turn on' })).toHaveCount(0);
  await press(page, 'Generate secret code');
  await press(page, 'Verify and turn on');
  await expect(dialog(page).getByText('Please enter verification code')).toBeVisible();
  const code = dialog(page).getByLabel('Verification code');
  await expect(code).toBeFocused();
  await expect(dialog(page).getByText('Current password is required')).toBeVisible();
  await code.fill('123456');
  await typePassword(page);
  await expect(dialog(page).getByRole('alert')).toHaveCount(0);
  const qr = dialog(page).getByRole('img', { name: /QR code/ });
  await expect(qr).toHaveAttribute('width', '200');
  // What the app scans is what it opens by the link, with the secret that can also be typed.
  const link = dialog(page).locator('a[href^="otpauth:"]');
  const url = (await link.getAttribute('href')) ?? '';
  const typed = (await dialog(page).locator('code').textContent())?.replaceAll(' ', '');
  expect(new URL(url).searchParams.get('secret')).toBe(typed);
  await expectCode(page, 'QR code for your authenticator app', url, 200);
  expect(await qr.boundingBox()).toMatchObject({ width: 200, height: 200 });
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await press(page, 'Verify and turn on');
  await expect(dialog(page).getByText('Invalid verification code')).toBeVisible();
  await expect(code).toHaveValue('123456');
  await expectAccessible(page);
  // Even on a small phone the button and the error are in view.
  const whole = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 568 });
  const on = dialog(page).getByRole('button', { name: 'Verify and turn on' });
  await dialog(page).evaluate((element) => element.scrollTo(0, 0));
  await expect(on).toBeInViewport({ ratio: 1 });
  await expect(dialog(page).getByRole('alert')).toBeInViewport({ ratio: 1 });
  await qr.scrollIntoViewIfNeeded();
  await expect(qr).toBeInViewport();
  if (whole) await page.setViewportSize(whole);
  await press(page, 'Close');

  const { secret, codes } = await setUp(page);
  expect(codes).toHaveLength(10);
  const saving = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(saving.getByRole('region', { name: 'Recovery codes' })).toBeFocused();
  const [copy, download] = await Promise.all(
    ['Copy codes', 'Download'].map((name) => saving.getByRole('button', { name }).boundingBox()),
  );
  expect(copy?.width).toBe(download?.width);
  await page.setViewportSize({ width: 320, height: 568 });
  await saving.evaluate((element) => element.scrollTo(0, 0));
  await expect(saving.getByRole('button', { name: 'Done' })).toBeInViewport({ ratio: 1 });
  if (whole) await page.setViewportSize(whole);
  // The codes are shown only once: nothing but the button closes them, and it not before they are kept.
  // An older browser does not know the attribute, and closes a dialog by itself when Escape is pressed often.
  await expect(saving).toHaveAttribute('closedby', 'none');
  for (const isOld of [false, true]) {
    if (isOld) await saving.evaluate((element) => element.removeAttribute('closedby'));
    for (let press = 0; press < 4; press++) await page.keyboard.press('Escape');
    await expect(saving).toBeVisible();
  }
  const done = saving.getByRole('button', { name: 'Done' });
  await expect(done).toHaveAccessibleDescription(
    'First copy or download the codes, or tick the box.',
  );
  await done.click({ force: true });
  await expect(saving).toBeVisible();
  await saving.getByLabel('I have written them down.').check();
  await expect(done).toBeEnabled();
  await saving.getByLabel('I have written them down.').uncheck();
  const revoked = await page.evaluateHandle(() => {
    const urls: string[] = [];
    URL.revokeObjectURL = (url) => urls.push(url);
    return urls;
  });
  const file = page.waitForEvent('download');
  await press(page, 'Download');
  expect((await file).suggestedFilename()).toBe('kopa-recovery-codes.txt');
  // Safari reads the file only once the customer has allowed the download: its URL must stay valid.
  expect(await revoked.jsonValue()).toEqual([]);
  await expectAccessible(page);
  await press(page, 'Done');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('10 codes left')).toBeVisible();
  await expect(page.getByText(/Withdrawals are held/)).toHaveCount(0);
  // SEC-02: every request went to this server, and no address contained the secret.
  expect(new Set(asked.map((url) => new URL(url).origin))).toEqual(
    new Set([new URL(page.url()).origin]),
  );
  expect(asked.join()).not.toContain(secret);
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  expect(stored).toContain('\\"is2FA\\":1');

  await row(page, /^Anti-phishing code/).click();
  await dialog(page).getByLabel('Your code').fill('<b>me</b>');
  await press(page, 'Save code');
  await expect(dialog(page).getByRole('alert')).toContainText('Use letters, digits');
  await dialog(page).getByLabel('Your code').fill('blue heron');
  await press(page, 'Save code');
  await press(page, 'Done');
  await expect(row(page, /^Anti-phishing code/)).toContainText('blue heron');
  expect((await sandbox.inbox(account.email))[0]?.text).toContain(
    'Your anti-phishing code: blue heron',
  );

  await row(page, /^Recovery codes/).click();
  await dialog(page)
    .getByLabel('Verification code')
    .fill(codes[0]?.toLowerCase() ?? '');
  await press(page, 'Make new codes');
  await expect(dialog(page).getByText('You have new recovery codes')).toBeVisible();
  const [renewed = ''] = await dialog(page).getByRole('listitem').allTextContents();
  await dialog(page).getByLabel('I have written them down.').check();
  await press(page, 'Done');
  await row(page, /^Two-factor/).click();
  await expect(dialog(page).getByText('withdrawals are held for 24 hours')).toBeVisible();
  await expect(
    dialog(page).getByText('will no longer carry your anti-phishing code “blue heron”'),
  ).toBeVisible();
  await dialog(page)
    .getByLabel('Verification code')
    .fill(codes[1] ?? '');
  await press(page, 'Turn off');
  await expect(dialog(page).getByText('Invalid verification code')).toBeVisible();
  await dialog(page).getByLabel('Verification code').fill(renewed);
  await press(page, 'Turn off');
  await press(page, 'Done');
  await expect(row(page, /^Two-factor/)).toContainText('Off');
  const [off] = await sandbox.inbox(account.email);
  expect(off?.subject).toBe('Two-factor authentication is off');
  expect(off?.text).toContain('the last email with your anti-phishing code');
});

test('BEY-10 recovery codes that arrive after Security was left are shown when it is opened again', async ({
  page,
  customer,
}) => {
  await openSecurity(page, await customer());
  await page.getByRole('link', { name: 'Back to profile' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Security(?! check)/ })
    .click();
  await row(page, /^Two-factor/).click();
  await press(page, 'Generate secret code');
  const shown = await dialog(page).locator('code').textContent();
  const totp = new TOTP({ secret: shown?.replaceAll(' ', '') ?? '' });
  const gate = Promise.withResolvers<void>();
  const answered = page.waitForResponse(`**/api${enableTwoFactor.path}`);
  const asked = page.waitForRequest(`**/api${enableTwoFactor.path}`);
  await page.route(`**/api${enableTwoFactor.path}`, async (route) => {
    const response = await route.fetch();
    await gate.promise;
    await route.fulfill({ response });
  });
  // Not just before the code changes: the server accepts only the current one.
  await expect.poll(() => totp.remaining()).toBeGreaterThan(5_000);
  await dialog(page).getByLabel('Verification code').fill(totp.generate());
  await typePassword(page);
  await press(page, 'Verify and turn on');
  await asked;
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  gate.resolve();
  await answered;
  await page.goForward();
  const saving = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(saving.getByRole('listitem')).toHaveCount(10);
  await saving.getByLabel('I have written them down.').check();
  await press(page, 'Done');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('10 codes left')).toBeVisible();
});

test('SEC-01 Security shows skeleton rows until the server has answered', async ({
  page,
  customer,
}) => {
  const release = Promise.withResolvers<void>();
  await page.route(`**/api${getSecurity.path}`, async (route) => {
    await release.promise;
    await route.continue();
  });
  await signIn(page, await customer());
  await page.goto('/profile/security');
  const outline = page.getByRole('main').locator('[aria-busy] .row');
  await expect(outline).toHaveCount(9);
  await expect(outline.first()).toBeVisible();
  await expect(page.getByText('Loading your security settings')).toBeAttached();
  await expectAccessible(page);
  release.resolve();
  await expect(row(page, /^Password/)).toBeVisible();
  await expect(outline).toHaveCount(0);
});

test('SEC-04 SEC-06 a password can be changed, and each invalid field says what is wrong with it', async ({
  page,
  app,
  customer,
  network,
}) => {
  const account = await customer();
  await openSecurity(page, account);
  await row(page, /^Password/).click();
  await press(page, 'Change password');
  const current = dialog(page).getByLabel('Current password', { exact: true });
  const next = dialog(page).getByLabel('New password', { exact: true });
  const confirmation = dialog(page).getByLabel('Confirm new password', { exact: true });
  await expect(dialog(page).locator('.error')).toHaveText([
    'Current password is required',
    'New password is required',
    'Please confirm your password',
  ]);
  // Spoken is one of them; the others are read with their fields (EASE-12).
  await expect(dialog(page).getByRole('alert')).toHaveText('Current password is required');
  await expect(current).toBeFocused();
  await expectAccessible(page);
  await current.fill('not it');
  await expect(dialog(page).locator('.error')).toHaveCount(2);
  await next.fill('short');
  await confirmation.fill('shor');
  await press(page, 'Change password');
  await expect(dialog(page).locator('.error')).toHaveText([
    'Password must be at least 8 characters',
    'Passwords do not match',
  ]);
  await next.fill('Ünïcode-😀-2026!');
  await confirmation.fill('Ünïcode-😀-2026!');
  await press(page, 'Change password');
  await expect(dialog(page).getByText('Current password is incorrect')).toBeVisible();
  await current.fill(account.password);
  await network.cut();
  await expect(dialog(page).getByText('Changing the password needs a connection.')).toBeVisible();
  await network.restore();
  await expect(dialog(page).getByText('Changing the password needs a connection.')).toHaveCount(0);
  const found = await network.loseAnswers(changePassword.path);
  await press(page, 'Change password');
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Network error: no answer came. ' +
      'It may have been changed anyway. If so, your new password now applies.',
  );
  await found();
  await current.fill('Ünïcode-😀-2026!');
  await press(page, 'Change password');
  await expect(dialog(page).getByText('The password has been successfully changed')).toBeVisible();
  await press(page, 'Done');
  await expect(dialog(page)).toHaveCount(0);
  const api = new ApiClient(app.url);
  const signedIn = await api.call(login, { email: account.email, password: 'Ünïcode-😀-2026!' });
  expect(signedIn.ok).toBe(true);
});

test('SEC-05 an account with funds is not deleted and says why; an empty one is deleted and signed out', {
  tag: '@core',
}, async ({ page, app, customer }) => {
  const [rich, empty] = [await customer({ balances: { XRP: '500' } }), await customer()];
  await openSecurity(page, rich);
  await row(page, /^Delete account/).click();
  await expect(dialog(page).getByText('Tick the box first.')).toBeVisible();
  await dialog(page)
    .getByLabel(/I understand/)
    .check();
  await typePassword(page);
  await press(page, 'Delete account');
  const reason = 'Your account still holds funds. Withdraw them first, then delete your account.';
  await expect(dialog(page).getByRole('alert')).toHaveText(reason);
  // In the dialog and in the toast that the documents ask for.
  await expect(page.getByText(reason)).toHaveCount(2);
  await expectAccessible(page);
  await page.evaluate(() => localStorage.clear());
  await openSecurity(page, empty);
  await row(page, /^Delete account/).click();
  await dialog(page)
    .getByLabel(/I understand/)
    .check();
  await typePassword(page);
  // The customer has two seconds to read the message; then this device signs out.
  await holdTime(page);
  await press(page, 'Delete account');
  await expect(dialog(page).getByText('Account has been successfully deleted')).toBeVisible();
  const signedIn = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('auth-storage') ?? '{}').isAuthenticated);
  await page.clock.runFor(1_999);
  expect(await signedIn()).toBe(true);
  await page.clock.runFor(1);
  await expect.poll(signedIn).toBe(false);
  await page.clock.resume();
  await expect(page).toHaveURL('/');
  await expect(page.locator('form').getByLabel('Email')).toBeVisible();
  const again = await new ApiClient(app.url).call(login, empty);
  expect(again.ok).toBe(false);
});

test('SEC-01 SEC-04 SEC-05 READ-04 a change that fails says so in the dialog where it was asked for, and one whose answer is lost says that it may have been made', async ({
  page,
  context,
  customer,
}) => {
  const failing = (path: string, body: string, status = 200) =>
    context.route(
      `**/api${path}`,
      (route) => route.fulfill({ status, contentType: 'application/json', body }),
      { times: 1 },
    );
  const refusal = { status: 'error', code: 'INVALID_INPUT', message: '' } satisfies Refusal;
  const wordless = JSON.stringify({ res: seal(transport, refusal, newKey()) });
  const alert = dialog(page).getByRole('alert');
  const account = await customer();
  await openSecurity(page, account);
  await row(page, /^Two-factor/).click();
  await failing(generateTwoFactorSecret.path, wordless, 422);
  await press(page, 'Generate secret code');
  await expect(alert).toHaveText('Failed to generate 2FA secret');
  await failing(generateTwoFactorSecret.path, '<p>Welcome</p>');
  await press(page, 'Generate secret code');
  await expect(alert).toHaveText('No answer came that can be read. Please try again.');
  await press(page, 'Generate secret code');
  await failing(enableTwoFactor.path, '<p>Welcome</p>');
  await dialog(page).getByLabel('Verification code').fill('123456');
  await typePassword(page);
  await press(page, 'Verify and turn on');
  await expect(alert).toHaveText(/^No answer came that can be read\. It may be on already\./);
  await press(page, 'Close');

  await row(page, /^Password/).click();
  await dialog(page).getByLabel('Current password', { exact: true }).fill(account.password);
  await dialog(page).getByLabel('New password', { exact: true }).fill('New-kopa-2026!');
  await dialog(page).getByLabel('Confirm new password', { exact: true }).fill('New-kopa-2026!');
  await failing(changePassword.path, wordless, 422);
  await press(page, 'Change password');
  await expect(alert).toHaveText('Failed to change password');
  await failing(changePassword.path, '<p>Bad gateway</p>', 502);
  await press(page, 'Change password');
  await expect(alert).toHaveText(
    'No answer came that can be read. (Request failed with status code 502.) ' +
      'It may have been changed anyway. If so, your new password now applies.',
  );
  await press(page, 'Close');

  await row(page, /^Delete account/).click();
  await dialog(page)
    .getByLabel(/I understand/)
    .check();
  await typePassword(page);
  await failing(deleteAccount.path, '<p>Welcome</p>');
  await press(page, 'Delete account');
  await expect(alert).toHaveText(/ It may be deleted all the same: /);
  await failing(deleteAccount.path, wordless, 422);
  await press(page, 'Delete account');
  const failure = 'Failed to delete account. Please try again.';
  await expect(alert).toHaveText(failure);
  // In the dialog and in the toast that the documents ask for.
  await expect(page.getByText(failure, { exact: true })).toHaveCount(2);
});

test('BEY-12 BEY-13 HARD-37 a sign-in from a new device is e-mailed; its “this wasn’t me” link freezes withdrawals and signs out everywhere', async ({
  page,
  browser,
  app,
  customer,
  sandbox,
}) => {
  const account = await customer();
  await openSecurity(page, account);
  const devices = page.getByRole('region', { name: 'Devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(devices.getByText('This device')).toBeVisible();
  // Signing in again on the same device is nothing new.
  await page.evaluate(() => localStorage.removeItem('auth-storage'));
  await openSecurity(page, account);
  const subjects = async () => (await sandbox.inbox(account.email)).map(({ subject }) => subject);
  expect(await subjects()).not.toContain('New sign-in to your account');

  const elsewhere = await browser.newContext({ baseURL: app.url });
  const other = await elsewhere.newPage();
  await signIn(other, account);
  // Left open, the app would learn of its sign-out with its next background request.
  await other.goto('about:blank');
  const [mail] = await sandbox.inbox(account.email);
  expect(mail?.subject).toBe('New sign-in to your account');
  expect(mail?.text).toMatch(
    /Device: Chrome on .+\nPlace: Australia\nTime: .+ Sydney time \(.+ UTC\)/,
  );
  await page.reload();
  // The browser that signed in twice and the one elsewhere say that they are the same (EASE-11).
  await expect(devices.getByRole('listitem')).toHaveCount(3);
  await expect(devices.getByText(/ · 2 sign-ins$/)).toBeVisible();
  await devices
    .getByRole('button', { name: /^Sign out Chrome/ })
    .first()
    .click();
  await expect(page.getByText('The device was signed out')).toBeVisible();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(devices.getByRole('heading', { name: 'Devices' })).toBeFocused();
  await other.goto('/wallet');
  await expect(other.getByRole('dialog', { name: 'Session Expired' })).toBeVisible();

  const path = mail?.text.match(/\/not-me\?token=[\w-]{43}/)?.[0] ?? '';
  await other.goto(path);
  await expect(other.getByRole('heading', { name: "This wasn't you?" })).toBeVisible();
  await expectAccessible(other);
  // Merely opening the link changes nothing, because mail scanners do that too.
  await page.reload();
  await expect(page.getByText('Withdrawals are held')).toHaveCount(0);
  await expect(devices.getByText('This device')).toBeVisible();
  // Left open, it too could learn of its sign-out before it is looked at.
  await page.goto('about:blank');
  await other.getByRole('button', { name: 'Freeze my account' }).click();
  await expect(other.getByRole('heading', { name: 'Your account is frozen' })).toBeVisible();
  await expectAccessible(other);
  await other.goto(path);
  await expect(other.getByRole('heading', { name: /no longer works/ })).toBeVisible();
  await other.getByRole('link', { name: 'Reset password' }).click();
  await expect(other).toHaveURL('/reset-password');
  await elsewhere.close();
  await page.goto('/profile/security');
  await expect(page.getByRole('dialog', { name: 'Session Expired' })).toBeVisible();
});

test('SEC-04 a dialog stays open when its edge is pressed or a text selection ends outside it', async ({
  page,
  customer,
}) => {
  await openSecurity(page, await customer());
  await row(page, /^Password/).click();
  const current = dialog(page).getByLabel('Current password');
  await current.fill('Kopa-test-2026!');
  const [edge, field] = [await dialog(page).boundingBox(), await current.boundingBox()];
  if (!edge || !field) throw new Error('the dialog has no box');
  await page.mouse.click(edge.x + 6, edge.y + edge.height / 2);
  await page.mouse.move(field.x + 40, field.y + field.height / 2);
  await page.mouse.down();
  await page.mouse.move(edge.x - 6, field.y + field.height / 2);
  await page.mouse.up();
  await expect(current).toHaveValue('Kopa-test-2026!');
  // Nor does a press outside the dialog discard what was typed.
  await page.mouse.click(edge.x - 6, edge.y - 6);
  await expect(current).toHaveValue('Kopa-test-2026!');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
});
