import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { createUser } from '#core/contract/account/registration.ts';
import { geolocationPath } from '#core/contract/market/geolocation.ts';
import { open } from '#core/envelope/envelope.ts';
import { transport } from '#tests/support/api-client.ts';
import { appRuns, signIn, test } from '#tests/support/e2e.ts';

const password = 'Kopa-test-2026!';
const newEmail = () => `r${randomBytes(6).toString('hex')}@kopa.test`;

async function fill(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('tab', { name: 'Create Account' }).click();
  await page.getByLabel('First name').fill('Rūta');
  await page.getByLabel('Last name').fill('Kazlauskaitė');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByLabel('Date of birth').pressSequentially('19900228');
}

const create = (page: Page) =>
  page.getByRole('tabpanel').getByRole('button', { name: 'Create Account' });

test('AUTH-04 AUTH-12 AUTH-13 AUTH-14 a new customer registers with the e-mailed code and is signed in', {
  tag: '@core',
}, async ({ page, sandbox }) => {
  const email = newEmail();
  await fill(page, email);
  await expect(page.getByLabel('Date of birth')).toHaveValue('1990-02-28');
  await expect(create(page)).not.toHaveAttribute('aria-disabled');
  await create(page).click();
  await expect(page.getByText('OTP sent to your email')).toBeVisible();
  await expect(page).toHaveURL('/verify-email');
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
  const code = page.getByLabel('Verification code');
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  // A customer who has the code at hand can type it at once.
  await expect(code).toBeFocused();
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('Please enter the verification code', { exact: true })).toBeVisible();
  await expect(code).toBeFocused();
  await code.fill('000000');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('Invalid code')).toBeVisible();
  await code.fill(` ${await sandbox.code(email)} `);
  const sent = page.waitForRequest(`**/api${createUser.path}`);
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('Account created successfully!')).toBeVisible();
  await expect(page.getByText('Verification successful!')).toBeVisible();
  await expect(page).toHaveURL('/wallet');
  const { nonce: _nonce, ...payload } = open(transport, (await sent).postDataJSON().req) ?? {};
  expect(Object.keys(payload).sort()).toEqual(
    [
      'email',
      'password',
      'otp',
      'device_info',
      'country_code',
      'currency_code',
      'is_eu',
      'ip',
      'first_name',
      'last_name',
      'dob',
    ].sort(),
  );
  // Whoever signs out has the password to come back with.
  await page.evaluate(() => localStorage.clear());
  // The toast lasts only three seconds, so the test looks for it from the start.
  await Promise.all([
    page.getByText('Logged in successfully').waitFor(),
    signIn(page, { email, password }),
  ]);
});

test('AUTH-01 a tab pressed before the app starts is shown once it has started', async ({
  page,
  context,
}) => {
  const gate = Promise.withResolvers<void>();
  await context.route('**/assets/index-*.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.getByRole('tab', { name: 'Create Account' }).click();
  await expect(page.getByLabel('First name')).toHaveCount(0);
  gate.resolve();
  await expect(page.getByLabel('First name')).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('AUTH-11 BEY-23 a lost connection is not taken for an unsupported country', async ({
  page,
  context,
  app,
  network,
  problems,
}) => {
  problems.allow(/ERR_|Failed to load resource/);
  await context.addCookies([{ name: 'country', value: 'US', url: app.url }]);
  await page.goto('/');
  await appRuns(page);
  const unavailable = page.getByText(/^Registration unavailable/);
  await context.route(`**${geolocationPath}`, (route) => route.abort());
  const lost = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith(geolocationPath),
  );
  await page.getByRole('tab', { name: 'Create Account' }).click();
  await lost;
  await expect(page.getByText('Fill in every field')).toBeVisible();
  await expect(unavailable).toBeHidden();
  // Once the connection is back, the location is asked for again.
  await context.unroute(`**${geolocationPath}`);
  await network.cut();
  await expect(page.getByText('Creating an account needs a connection.')).toBeVisible();
  await network.restore();
  await expect(unavailable).toBeVisible();
});

test('SPEC-04 the terms are those of the visitor’s country before any script of the app has run', async ({
  page,
  context,
  network,
  baseURL,
}) => {
  const release = await network.holdScripts();
  await context.route(`**${geolocationPath}`, (route) => route.abort());
  for (const [value, terms] of [
    ['AU', '/au/terms-and-conditions'],
    ['LT', '/terms-and-conditions'],
  ] as const) {
    await context.addCookies([{ name: 'country', value, url: baseURL ?? '' }]);
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('link', { name: 'Terms', exact: true })).toHaveAttribute(
      'href',
      terms,
    );
  }
  release();
});

test('BEY-21 the wait before another code survives a reload', async ({ page, customer }) => {
  const { email } = await customer();
  await page.goto('/');
  await appRuns(page);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The address typed to sign in need not be typed again.
  await expect(page.getByLabel('Email')).toHaveValue(email);
  expect(page.url()).not.toContain('@');
  await page.getByRole('button', { name: 'Send Code' }).click();
  await expect(page.getByText(/another code in \d+ s/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/another code in \d+ s/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resend Code' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('HARD-24 AUTH-12 a reload while the code is on its way loses only the password', async ({
  page,
  sandbox,
}) => {
  const email = newEmail();
  await fill(page, email);
  await create(page).click();
  const code = page.getByLabel('Verification code');
  await expect(code).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
  await expect(page.getByText('Passwords are not stored here')).toBeVisible();
  // Back and Create Account lead on to the code that was sent, and no other one is.
  await page.goBack();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await create(page).click();
  await expect(page).toHaveURL('/verify-email');
  await page.reload();
  expect(await sandbox.inbox(email)).toHaveLength(1);
  await code.fill(await sandbox.code(email));
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('Password is required')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('Other-kopa-2026!');
  await page.getByLabel('Confirm password').fill('Other-kopa-2026!');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('Account created successfully!', { exact: true })).toBeVisible();
  await expect(page.getByText('Verification successful!', { exact: true })).toBeVisible();
});

test('HARD-42 lost answers to a code, an account and a reset lead on to what has happened', async ({
  page,
  network,
  sandbox,
}) => {
  const email = newEmail();
  await fill(page, email);
  await network.loseAnswers('/users/send-email-otp');
  await network.loseAnswers('/users/create-user');
  await network.loseAnswers('/users/verify-otp-and-update-password');
  await create(page).click();
  await expect(page.getByLabel('Verification code')).toBeVisible();
  await page.getByLabel('Verification code').fill(await sandbox.code(email));
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('Account created successfully!', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/wallet');
  await page.goto('/reset-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Code' }).click();
  await page.getByLabel('New password', { exact: true }).fill('New-kopa-2026!');
  await page.getByLabel('Confirm password').fill('New-kopa-2026!');
  await page.getByLabel('Code', { exact: true }).fill(await sandbox.code(email));
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByRole('heading', { name: 'Password Changed' })).toBeVisible();
});

test('AUTH-15 AUTH-16 AUTH-17 a forgotten password is replaced with the e-mailed code', {
  tag: '@core',
}, async ({ page, sandbox, customer }) => {
  const { email } = await customer();
  await page.goto('/');
  await appRuns(page);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // Both pages have such a field.
  await expect(page).toHaveURL('/reset-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Code' }).click();
  await expect(page).toHaveURL('/reset-password/confirm');
  const change = page.getByRole('button', { name: 'Change Password' });
  await change.click();
  await expect(page.getByText('Code is required')).toBeVisible();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await page.getByLabel('Code', { exact: true }).fill('12a');
  await page.getByLabel('New password', { exact: true }).fill('weak');
  await change.click();
  await expect(page.getByText('Code must be numeric')).toBeVisible();
  await expect(
    page.getByText(
      'Password must be at least 8 characters and include uppercase, lowercase, number, and special character',
    ),
  ).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('New-kopa-2026!');
  await page.getByLabel('Confirm password').fill('New-kopa-2026');
  await change.click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel('Confirm password').fill('New-kopa-2026!');
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await change.click();
  await expect(page.getByText('Enter all eight digits of the code')).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill('00000000');
  await change.click();
  await expect(page.getByText('Invalid code')).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(await sandbox.code(email));
  await change.click();
  await expect(page).toHaveURL('/reset-password/success');
  await expect(page.getByRole('heading', { name: 'Password Changed' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, { email, password: 'New-kopa-2026!' });
});
