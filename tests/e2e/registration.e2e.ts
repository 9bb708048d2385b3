import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { createUser } from '#core/contract/account/registration.ts';
import { geolocationPath } from '#core/contract/market/geolocation.ts';
import { open, seal } from '#core/envelope/envelope.ts';
import { expectAccessibleInBothThemes } from '#tests/support/accessible.ts';
import { newKey, transport } from '#tests/support/api-client.ts';
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

test('AUTH-04 AUTH-12 AUTH-13 AUTH-14 a new customer registers with the e-mailed code and signs in', {
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
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel').getByLabel('Email')).toHaveValue(email);
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
  // The toast lasts only three seconds, so the test looks for it from the start.
  await Promise.all([
    page.getByText('Logged in successfully').waitFor(),
    signIn(page, { email, password }),
  ]);
});

test('AUTH-12 HARD-26 a code that is not sent and an account that is not created are reported, and pressing again goes on', async ({
  page,
  context,
  sandbox,
}) => {
  const unreadable = (path: string) =>
    context.route(path, (route) => route.fulfill({ body: '<p>Welcome</p>' }), { times: 1 });
  const email = newEmail();
  await fill(page, email);
  await unreadable('**/api/users/send-email-otp');
  await create(page).click();
  await expect(page.getByRole('alert').filter({ hasText: /^Failed to send OTP$/ })).toBeVisible();
  // It stays beside the form when its toast has gone.
  await expect(page.locator('.toast')).toHaveCount(0);
  await expect(create(page)).toHaveAccessibleDescription('Failed to send OTP');
  await create(page).click();
  await expect(page).toHaveURL('/verify-email');
  await page.getByLabel('Verification code').fill(await sandbox.code(email));
  const verify = page.getByRole('button', { name: 'Verify', exact: true });
  await context.route('**/api/users/create-user', (route) => route.abort(), { times: 1 });
  await verify.click();
  // Asked what became of it, the server said that it had not happened: there is nothing to doubt.
  await expect(
    page.getByText('Network error. Check your connection and try again.').first(),
  ).toBeVisible();
  await unreadable('**/api/users/create-user');
  await verify.click();
  await expect(
    page.getByRole('alert').filter({ hasText: /^Failed to create account$/ }),
  ).toBeVisible();
  await verify.click();
  await expect(page.getByText('Account created successfully!', { exact: true })).toBeVisible();
});

test('AUTH-05 AUTH-06 AUTH-07 AUTH-08 AUTH-09 AUTH-10 each error is shown at its field, and nothing typed is lost', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('tab', { name: 'Create Account' }).click();
  const fix = page.getByText('Please fix all validation errors before proceeding');
  await expect(create(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(create(page)).toHaveAccessibleDescription('Fill in every field');
  await expect(fix).toHaveCount(0);
  await expect(
    page.getByRole('main').getByRole('link', { name: 'terms and conditions' }),
  ).toHaveAttribute('href', '/au/terms-and-conditions');
  await create(page).press('Enter');
  await expect(fix).toBeVisible();
  await expect(page.getByLabel('First name')).toBeFocused();
  await expect(page.getByRole('alert').filter({ hasText: 'First name' })).toBeVisible();
  const cases = [
    ['First name', 'A', 'First name must be between 2 and 50 characters'],
    ['Last name', 'B'.repeat(51), 'Last name must be between 2 and 50 characters'],
    ['Email', 'nobody@', 'Please enter a valid email address'],
    [
      'Password',
      'short',
      'Password must be at least 8 characters long and contain uppercase, lowercase, number, and special character',
    ],
    ['Confirm password', 'other', 'Passwords do not match'],
    ['Date of birth', '2026-02-30', 'Please enter a valid date in YYYY-MM-DD format'],
    ['Date of birth', '2999-01-01', 'Date of birth cannot be in the future'],
    ['Date of birth', '2020-01-01', 'You must be 18 or older to create an account'],
  ] as const;
  for (const [label, value, message] of cases) {
    const field = page.getByLabel(label, { exact: true });
    await field.fill(value);
    await field.blur();
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveValue(value);
  }
  await expect(create(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(create(page)).toHaveAccessibleDescription(
    'Please fix all validation errors before proceeding',
  );
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

test('HARD-37 a date of birth is understood as it is pasted, and the calendar opens in a likely year', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('tab', { name: 'Create Account' }).click();
  const born = page.getByLabel('Date of birth', { exact: true });
  await page.getByRole('button', { name: 'Choose the date in a calendar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Date of birth' });
  const thirty = String(new Date().getFullYear() - 30);
  await expect(dialog.getByRole('combobox', { name: /year/i })).toHaveValue(thirty);
  await dialog.getByRole('button', { name: 'Close' }).click();
  for (const pasted of ['28/02/1990', ' 28. 02. 1990 ']) {
    await born.fill(pasted);
    await expect(born).toHaveValue('1990-02-28');
  }
  await born.fill('');
  await born.pressSequentially('1990-2-3');
  await born.blur();
  await expect(born).toHaveValue('1990-02-03');
  await expect(born).toHaveAccessibleDescription(/^YYYY-MM-DD/);
});

test('AUTH-04 a date can be picked in the calendar by keyboard', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('tab', { name: 'Create Account' }).click();
  await page.getByLabel('Date of birth', { exact: true }).fill('1990-02-27');
  await page.getByRole('button', { name: 'Choose the date in a calendar' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Date of birth' });
  await dialog.getByRole('button', { name: '27 February 1990' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Date of birth', { exact: true })).toHaveValue('1990-02-28');
});

test('AUTH-11 a visitor from an unsupported country sees the full notice, and nothing is sent', async ({
  page,
  context,
  app,
  network,
}) => {
  await context.addCookies([{ name: 'country', value: 'US', url: app.url }]);
  await fill(page, newEmail());
  await expect(
    page.getByText(
      'Registration unavailable. Unfortunately, we do not currently support user registration from your country. Stay tuned — we are constantly expanding the availability of our services.',
    ),
  ).toBeVisible();
  await expect(create(page)).toHaveAttribute('aria-disabled', 'true');
  await create(page).press('Enter');
  expect(network.sent('/users/send-email-otp')).toBe(0);
});

test('AUTH-11 NET-05 a visitor from a country the server does not list is told before filling anything in', async ({
  page,
  context,
  app,
}) => {
  await context.addCookies([{ name: 'country', value: 'AQ', url: app.url }]);
  await page.goto('/');
  await appRuns(page);
  await page.getByRole('tab', { name: 'Create Account' }).click();
  await expect(page.getByText(/^Registration unavailable/)).toBeVisible();
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

test('AUTH-13 AUTH-16 a later page of a flow that was not started leads to its first page', async ({
  page,
}) => {
  await page.goto('/verify-email');
  await expect(page).toHaveURL('/');
  await page.goto('/reset-password/confirm');
  await expect(page).toHaveURL('/reset-password');
});

test('SPEC-03 AUTH-13 without the form, the page asks for it beside the code, and another code can be sent', async ({
  page,
  sandbox,
}) => {
  const email = newEmail();
  await page.goto('/');
  await page.evaluate(
    (to) => history.replaceState({ email: to, creating: true }, '', '/verify-email'),
    email,
  );
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
  await page.getByRole('button', { name: 'Resend Code' }).click();
  await expect(page.getByText('OTP sent to your email')).toBeVisible();
  await page.getByLabel('First name').fill('Jo');
  await page.getByLabel('Last name').fill('Bloggs');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByLabel('Date of birth').pressSequentially('19900228');
  await page.getByLabel('Verification code').fill('123');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('Enter all six digits of the code')).toBeVisible();
  await page.getByLabel('Verification code').fill(await sandbox.code(email));
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('Account created successfully!')).toBeVisible();
  await expect(page.getByText('Your account is ready. Sign in with your password.')).toBeVisible();
});

test('SPEC-03 /signup and /register lead to the sign-up tab, /login to the other', async ({
  page,
}) => {
  for (const [path, name] of [
    ['/signup', 'Create Account'],
    ['/login', 'Sign In'],
    ['/register', 'Create Account'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
    await expect(page).toHaveURL('/');
  }
});

test('SPEC-01 a common password is refused at its field before a code is mailed, and after a reload leads back to it', async ({
  page,
  network,
  sandbox,
}) => {
  const email = newEmail();
  const typed = page.getByLabel('Password', { exact: true });
  const tooEasy = page.getByText(/^This password is too easy to guess/);
  await fill(page, email);
  await typed.fill('Password1!');
  await page.getByLabel('Confirm password').fill('Password1!');
  await expect(tooEasy).toBeVisible();
  await expect(typed).toHaveAttribute('aria-invalid', 'true');
  await expect(create(page)).toBeDisabled();
  expect(network.sent('/users/send-email-otp')).toBe(0);
  await typed.fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await create(page).click();
  await expect(page.getByLabel('Verification code')).toBeVisible();
  await page.reload();
  await typed.fill('Password1!');
  await page.getByLabel('Confirm password').fill('Password1!');
  await page.getByLabel('Verification code').fill(await sandbox.code(email));
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(tooEasy).toBeVisible();
  await expect(typed).toBeFocused();
});

test('SPEC-01 what the server alone refuses of the form is typed anew beside the code', async ({
  page,
  sandbox,
  context,
}) => {
  const email = newEmail();
  await fill(page, email);
  await create(page).click();
  await page.getByLabel('Verification code').fill(await sandbox.code(email));
  const refusal = {
    ...{ status: 'error', code: 'INVALID_INPUT', field: 'last_name' },
    message: 'Last name must be between 2 and 50 characters',
  };
  const path = `**/api${createUser.path}`;
  await context.route(path, (route) =>
    route.fulfill({ status: 422, json: { res: seal(transport, refusal, newKey()) } }),
  );
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText(refusal.message)).toBeVisible();
  await expect(page.getByLabel('Last name')).toBeFocused();
  await context.unroute(path);
  await page.getByLabel('Last name').fill('Bloggs-Smith');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('Account created successfully!')).toBeVisible();
});

test('SPEC-04 the terms are those of the visitor’s country before any script of the app has run', async ({
  page,
  context,
  baseURL,
}) => {
  await context.route('**/assets/**', (route) => route.abort());
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
});

test('AUTH-16 HARD-26 another password reset code is sent, or the page says that it was not', async ({
  page,
  context,
  sandbox,
  customer,
}) => {
  const { email } = await customer();
  const codes = async () => (await sandbox.inbox(email)).filter(({ code }) => code).length;
  const before = await codes();
  await page.goto('/');
  await page.evaluate(
    (to) => history.replaceState({ email: to }, '', '/reset-password/confirm'),
    email,
  );
  await page.reload();
  await expect(page.getByLabel('Code', { exact: true })).toHaveAttribute(
    'autocomplete',
    'one-time-code',
  );
  const resend = page.getByRole('button', { name: 'Resend Code', exact: true });
  await context.route(
    '**/api/users/send-email-otp',
    (route) => route.fulfill({ body: '<p>Welcome</p>' }),
    { times: 1 },
  );
  await resend.click();
  await expect(page.getByRole('alert')).toHaveText('Failed to resend code.');
  expect(await codes()).toBe(before);
  await resend.click();
  await expect(
    page.getByText('Verification code resent successfully.', { exact: true }),
  ).toBeVisible();
  expect(await codes()).toBe(before + 1);
});

test('AUTH-13 another code for a new account is sent, or the page says that it was not', async ({
  page,
  context,
  sandbox,
}) => {
  const email = newEmail();
  const answered = (body: string) =>
    context.route('**/api/users/send-email-otp', (route) => route.fulfill({ body }), { times: 1 });
  const sent = { status: 'success', message: 'OTP sent to your email' };
  // This code reaches nobody.
  await answered(JSON.stringify({ res: seal(transport, sent, newKey()) }));
  await fill(page, email);
  await create(page).click();
  await expect(page.getByLabel('Verification code')).toHaveCount(1);
  // As if the wait were over.
  await page.evaluate(() => sessionStorage.removeItem('kopa-code-sent'));
  await page.reload();
  const resend = page.getByRole('button', { name: 'Resend Code', exact: true });
  await answered('<p>Welcome</p>');
  await resend.click();
  await expect(page.getByRole('alert').filter({ hasText: /^Failed to send OTP$/ })).toBeVisible();
  expect(await sandbox.inbox(email)).toEqual([]);
  await resend.click();
  await expect(page.getByText('OTP sent to your email', { exact: true })).toBeVisible();
  expect(await sandbox.inbox(email)).toHaveLength(1);
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
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
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

test('SHELL-11 AUTH-17 a customer who resets the password while signed in is signed out on this device too', async ({
  page,
  sandbox,
  customer,
}) => {
  const account = await customer();
  await signIn(page, account);
  await page.goto('/reset-password');
  // While signed in, no link leads out of the app.
  await expect(page.getByRole('link', { name: /new tab/ })).toHaveCount(0);
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: 'Send Code' }).click();
  await page.getByLabel('New password', { exact: true }).fill('New-kopa-2026!');
  await page.getByLabel('Confirm password').fill('New-kopa-2026!');
  await page.getByLabel('Code', { exact: true }).fill(await sandbox.code(account.email));
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByRole('heading', { name: 'Password Changed' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/');
  await signIn(page, { ...account, password: 'New-kopa-2026!' });
});

test('AUTH-15 HARD-42 a code that cannot be sent is reported, and the address is kept', async ({
  page,
  context,
}) => {
  await page.goto('/reset-password');
  const email = newEmail();
  await page.getByLabel('Email').fill(email);
  await context.route('**/api/users/send-email-otp', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Send Code' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to send the OTP. Please try again.');
  await expect(page.getByLabel('Email')).toHaveValue(email);
});

test('BEY-24 sign-up, its calendar, the code page and the reset page are accessible in both themes', async ({
  page,
}) => {
  await fill(page, newEmail());
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Choose the date in a calendar' }).click();
  await expect(page.getByRole('dialog').getByRole('grid')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await create(page).click();
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.goto('/reset-password');
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});
