import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { enableTwoFactor, generateTwoFactorSecret } from '#core/contract/account/account.ts';
import { login } from '#core/contract/account/session.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/support/accessible.ts';
import { ApiClient } from '#tests/support/api-client.ts';
import { appRuns, signIn, test } from '#tests/support/e2e.ts';

const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true });
const welcome = (page: Page) => page.getByRole('heading', { name: 'Welcome back' });

test('AUTH-01 Sign In is the first of two tabs, which switch by mouse and by keyboard', async ({
  page,
}) => {
  await page.goto('/');
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveText(['Sign In', 'Create Account']);
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
  await tabs.last().click();
  // The form takes the focus when it is loaded: a key pressed before would go to its first field.
  await expect(
    page.getByRole('tabpanel', { name: 'Create Account' }).getByLabel('First name'),
  ).toBeFocused();
  await tabs.last().press('ArrowLeft');
  await expect(page.getByRole('tabpanel', { name: 'Sign In' })).toBeVisible();
  await expect(tabs.first()).toBeFocused();
});

test('AUTH-01 activeTab in the navigation state selects the tab', async ({ page }) => {
  await page.goto('/');
  // Once the form reports an error, the app has started and has read its navigation state.
  await expect(async () => {
    await submit(page).click();
    await expect(email(page)).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.evaluate(() => history.replaceState({ activeTab: 'signup' }, ''));
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Create Account' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});

test('AUTH-02 email and password are both required, and the first missing one gets the focus', async ({
  page,
  network,
}) => {
  await page.goto('/');
  await submit(page).click();
  await expect(email(page)).toBeFocused();
  await expect(email(page)).toHaveAccessibleDescription('Email is required');
  await expect(email(page)).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await email(page).fill('somebody@kopa.test');
  await submit(page).click();
  await expect(password(page)).toBeFocused();
  await expect(password(page)).toHaveAccessibleDescription('Password is required');
  expect(network.sent('/users/login')).toBe(0);
});

test('NET-05 while the form is filled in, everything the sign-in needs except its answer is fetched', async ({
  page,
  network,
  customer,
}) => {
  const account = await customer();
  await page.goto('/');
  await appRuns(page);
  const code = page.waitForResponse(/\/assets\/signed-in-[^/]+\.js$/);
  await email(page).fill(account.email);
  await code;
  // Once to choose the terms link for the visitor's country, once for the sign-in.
  await expect.poll(() => network.sent('/geolocation')).toBe(2);
  await password(page).fill(account.password);
  await submit(page).press('Enter');
  await expect(page.getByTestId('total')).toBeVisible();
  expect(network.sent('/geolocation')).toBe(2);
});

test('NET-05 the same is fetched for a customer who fills in the form before the app starts', async ({
  page,
  network,
  customer,
}) => {
  const account = await customer();
  const release = await network.holdScripts();
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await email(page).fill(account.email);
  await password(page).fill(account.password);
  const code = page.waitForResponse(/\/assets\/signed-in-[^/]+\.js$/);
  release();
  await code;
  await expect.poll(() => network.sent('/geolocation')).toBe(2);
  await submit(page).click();
  await expect(page.getByTestId('total')).toBeVisible();
});

test('the wallet’s code loads while the server checks a password sent before the app started', async ({
  page,
  network,
  customer,
}) => {
  const account = await customer();
  const answer = await network.holdAnswers('/users/login');
  const release = await network.holdScripts();
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await email(page).fill(account.email);
  await password(page).fill(account.password);
  const code = page.waitForResponse(/\/assets\/signed-in-[^/]+\.js$/);
  await password(page).press('Enter');
  // Until the app handles the press, the button shows that it was pressed.
  await expect(submit(page)).not.toHaveCSS('opacity', '1');
  release();
  await code;
  answer.release();
  await expect(page.getByTestId('total')).toBeVisible();
});

test('AUTH-02 signing in is confirmed and leads to the wallet', { tag: '@core' }, async ({
  page,
  customer,
}) => {
  const account = await customer();
  // The toast lasts only three seconds, so the test looks for it from the start.
  await Promise.all([page.getByText('Logged in successfully').waitFor(), signIn(page, account)]);
});

test('AUTH-03 a refused sign-in shows the server’s message', { tag: '@core' }, async ({
  page,
  customer,
}) => {
  const account = await customer();
  await page.goto('/');
  await appRuns(page);
  await email(page).fill(account.email);
  await password(page).fill('not-the-Password-1');
  await submit(page).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password.');
  await expect(page.locator('.toast')).toHaveText('Invalid email or password.');
  await expect(page).toHaveURL(/\/$/);
  await expect(email(page)).toHaveValue(account.email);
});

test('AUTH-03 an unreadable answer shows the default message', async ({ page, context }) => {
  await context.route('**/api/users/login', (route) => route.fulfill({ body: '<p>Welcome</p>' }));
  await page.goto('/');
  await appRuns(page);
  await email(page).fill('somebody@kopa.test');
  await password(page).fill('Some-password-1');
  await submit(page).click();
  await expect(page.getByRole('alert')).toHaveText('Login failed. Please check your credentials.');
});

test('AUTH-03 after too many attempts the wait is counted down in seconds', async ({
  page,
  app,
  customer,
}) => {
  const account = await customer();
  const wrong = { email: account.email, password: 'not-the-Password-1' };
  const api = new ApiClient(app.url);
  for (let attempt = 1; attempt <= 5; attempt++) await api.call(login, wrong);
  await page.goto('/');
  await appRuns(page);
  await email(page).fill(wrong.email);
  await password(page).fill(wrong.password);
  await submit(page).click();
  await expect(submit(page)).toHaveAccessibleDescription(/Try again in \d+ s\.$/);
  await expect(submit(page)).toHaveAttribute('aria-disabled', 'true');
  const secondsLeft = async () =>
    Number(/(\d+) s/.exec((await page.locator('.reason').textContent()) ?? '')?.[1]);
  const first = await secondsLeft();
  await expect.poll(secondsLeft).toBeLessThan(first);
  await expectAccessible(page);
});

test('HARD-26 a lock belongs to its address: others sign in meanwhile', async ({
  page,
  app,
  customer,
}) => {
  const [locked, other] = await Promise.all([customer(), customer()]);
  const wrong = { email: locked.email, password: 'not-the-Password-1' };
  const api = new ApiClient(app.url);
  for (let attempt = 1; attempt <= 5; attempt++) await api.call(login, wrong);
  await page.goto('/');
  await appRuns(page);
  await email(page).fill(wrong.email);
  await password(page).fill(wrong.password);
  await submit(page).click();
  await expect(submit(page)).toHaveAccessibleDescription(/Try again in \d+ s\.$/);
  await email(page).fill(other.email);
  await expect(submit(page)).not.toHaveAttribute('aria-disabled');
  await expect(page.locator('.reason')).toHaveCount(0);
  // The same mailbox in another spelling is locked still.
  await email(page).fill(` ${wrong.email.toUpperCase()}`);
  await expect(submit(page)).toHaveAttribute('aria-disabled', 'true');
  await email(page).fill(other.email);
  await password(page).fill(other.password);
  await submit(page).click();
  await expect(page).toHaveURL(/\/wallet$/);
});

test('HARD-26 a refused sign-in stays beside the form when its toast has gone, until something changes', async ({
  page,
  customer,
}) => {
  const account = await customer();
  await page.goto('/');
  await appRuns(page);
  await email(page).fill(account.email);
  await password(page).fill('not-the-Password-1');
  await submit(page).click();
  const toast = page.locator('.toast');
  await expect(toast).toHaveText('Invalid email or password.');
  await expect(toast).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password.');
  await expect(submit(page)).toHaveAccessibleDescription('Invalid email or password.');
  await expectAccessibleInBothThemes(page);
  await password(page).fill(account.password);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('AUTH-02 HARD-26 signing in asks for the second factor if the account has one, of that account only', {
  tag: '@core',
}, async ({ page, app, network, customer }) => {
  const account = await customer();
  const api = new ApiClient(app.url);
  const credential = await api.signIn(account.email, account.password);
  const { data } = await api.must(generateTwoFactorSecret, {}, { credential });
  const totp = new TOTP({ secret: data.base32 });
  let recoveryCode = '';
  // A code may expire on its way to the server; the next one is sent then.
  await expect(async () => {
    const turnOn = { security_key: data.base32, otp: totp.generate(), password: account.password };
    const enabled = await api.must(enableTwoFactor, turnOn, { credential });
    recoveryCode = enabled.data.recoveryCodes[0] ?? '';
  }).toPass();
  await page.goto('/');
  await appRuns(page);
  await email(page).fill(account.email);
  await password(page).fill(account.password);
  await submit(page).click();
  const code = page.getByLabel('Code from your authenticator app');
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expectAccessible(page);
  // An empty code is told at its field and is not sent; another address has no code step.
  const asked = network.sent('/users/login');
  await submit(page).click();
  await expect(code).toHaveAccessibleDescription(
    'Please enter verification code Six digits, or one of your recovery codes.',
  );
  await expect(code).toBeFocused();
  expect(network.sent('/users/login')).toBe(asked);
  await email(page).fill('somebody@kopa.test');
  await expect(code).toHaveCount(0);
  await email(page).fill(account.email);
  await submit(page).click();
  await expect(code).toBeFocused();
  await code.fill('000000');
  await submit(page).click();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await expect(code).toBeFocused();
  await code.fill(recoveryCode);
  await submit(page).click();
  await expect(page).toHaveURL(/\/wallet$/);
});

test('AUTH-02 offline the button says why it is disabled, and works again once the connection is back', async ({
  page,
  network,
  customer,
}) => {
  const account = await customer();
  // The test fetches the app's scripts itself, so they arrive even when the network is cut.
  (await network.holdScripts())();
  await page.goto('/');
  await appRuns(page);
  await email(page).fill(account.email);
  await password(page).fill(account.password);
  await network.cut();
  await expect(submit(page)).toHaveAccessibleDescription('Signing in needs a connection.');
  await password(page).press('Enter');
  await expectAccessible(page);
  expect(network.sent('/users/login')).toBe(0);
  await network.restore();
  await expect(submit(page)).not.toHaveAttribute('aria-disabled');
  await submit(page).click();
  await expect(page).toHaveURL(/\/wallet$/);
});

test('AUTH-02 what was typed before the app started is kept if the connection drops meanwhile', async ({
  page,
  network,
  customer,
}) => {
  const account = await customer();
  const release = await network.holdScripts();
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await email(page).fill(account.email);
  await password(page).fill(account.password);
  await network.cut();
  release();
  await expect(submit(page)).toHaveAccessibleDescription('Signing in needs a connection.');
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await expect(email(page)).toHaveValue(account.email);
  await network.restore();
  await expect(submit(page)).not.toHaveAttribute('aria-disabled');
  await submit(page).click();
  await expect(page).toHaveURL(/\/wallet$/);
});

test('AUTH-02 what was typed before the app started is also kept in a tab that was signed in before', async ({
  page,
  network,
  customer,
}) => {
  const account = await customer();
  await signIn(page, account);
  // Another tab signed out. This tab still has its session storage keys.
  await page.evaluate(() => localStorage.clear());
  expect(await page.evaluate(() => sessionStorage.getItem('userCountry'))).toBe('AU');
  const release = await network.holdScripts();
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await email(page).fill(account.email);
  await password(page).fill(account.password);
  release();
  await appRuns(page);
  await expect(email(page)).toHaveValue(account.email);
  await submit(page).click();
  await expect(page).toHaveURL(/\/wallet$/);
});

test('AUTH-02 the password can be shown', async ({ page }) => {
  await page.goto('/');
  await appRuns(page);
  await password(page).fill('Visible-1');
  await expect(password(page)).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await expect(password(page)).toHaveAttribute('autocomplete', 'current-password');
  await expect(email(page)).toHaveAttribute('autocomplete', 'username webauthn');
});

test('AUTH-02 “Show password” pressed before the app started takes effect once it has started', async ({
  page,
  network,
}) => {
  const release = await network.holdScripts();
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await password(page).fill('Visible-1');
  await page.getByRole('button', { name: 'Show password' }).click();
  release();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await expect(password(page)).toHaveValue('Visible-1');
});

test('SHELL-02 after signing in, the customer is on the page they asked for', async ({
  page,
  customer,
}) => {
  const account = await customer();
  await page.goto('/swap');
  await expect(welcome(page)).toBeVisible();
  await email(page).fill(account.email);
  await password(page).fill(account.password);
  await submit(page).click();
  await expect(page).toHaveURL(/\/swap$/);
});

test('SESS-08 a sign-in after signing out does not return to the page that was left', async ({
  page,
  customer,
}) => {
  const account = await customer();
  await signIn(page, account);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(welcome(page)).toBeVisible();
  await email(page).fill(account.email);
  await password(page).fill(account.password);
  await submit(page).click();
  await expect(page).toHaveURL(/\/wallet$/);
});

test('AUTH-02 the sign-in page is there before the app starts, and a form sent by then is answered afterwards', {
  tag: '@core',
}, async ({ page, network, customer }) => {
  const account = await customer();
  const release = await network.holdScripts();
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await expect(welcome(page)).toBeVisible();
  const before = await welcome(page).boundingBox();
  await email(page).fill(account.email);
  await password(page).fill(account.password);
  await password(page).press('Enter');
  expect(page.url()).not.toContain('?');
  expect(await welcome(page).boundingBox()).toEqual(before);
  await expect(email(page)).toHaveValue(account.email);
  release();
  await expect(page).toHaveURL(/\/wallet$/);
});

test('AUTH-01 a form submitted just as the app starts is sent with what it contains', async ({
  page,
  customer,
}) => {
  const account = await customer();
  // Submits the form after every step of the app's rendering, until the app handles it.
  await page.addInitScript(({ email, password }) => {
    let taken = false;
    addEventListener('submit', (event) => {
      taken ||= event.defaultPrevented;
    });
    const press = (): void => {
      const form = document.querySelector('form');
      if (taken || !form) return;
      for (const [name, value] of Object.entries({ email, password })) {
        const field = form.elements.namedItem(name);
        if (field instanceof HTMLInputElement) field.value ||= value;
      }
      form.requestSubmit();
      delete document.documentElement.dataset.early;
    };
    const Channel = MessageChannel;
    window.MessageChannel = class extends Channel {
      constructor() {
        super();
        this.port1.addEventListener('message', press);
      }
    };
  }, account);
  await page.goto('/');
  await expect(page).toHaveURL('/wallet');
});

test('SESS-08 a customer who signs out in another tab while the app starts on the wallet sees the sign-in page', async ({
  page,
  network,
  customer,
}) => {
  await signIn(page, await customer());
  const release = await network.holdScripts();
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await expect(page.getByText(/^Total Account Balance/)).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  release();
  await expect(welcome(page)).toBeVisible();
  await appRuns(page);
});

test('SHELL-03 a signed-in customer never sees the sign-in page before the app starts', async ({
  page,
  network,
  customer,
}) => {
  await signIn(page, await customer());
  const release = await network.holdScripts();
  for (const address of ['/', '/wallet', '/success']) {
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    await page.locator('#root').waitFor({ state: 'attached' });
    await expect(welcome(page)).toBeHidden();
  }
  release();
});

test('SHELL-03 nor does one whose shell is still arriving', async ({ page, customer }) => {
  await signIn(page, await customer());
  for (const address of ['/', '/wallet', '/swap']) {
    await page.route(
      ({ pathname }) => pathname === address,
      async (route) => {
        const response = await route.fetch();
        const [arrived = ''] = (await response.text()).split('<template id="wallet">');
        expect(arrived).toContain('Welcome');
        await route.fulfill({ response, body: arrived });
      },
      { times: 1 },
    );
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    const form = page.locator('#root').getByText('Welcome back', { exact: true });
    await expect(form).toBeAttached();
    await expect(form).toBeHidden();
  }
});

test('BEY-24 axe finds nothing on the sign-in, create account and password reset pages', async ({
  page,
}) => {
  await page.goto('/');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('tab', { name: 'Create Account' }).click();
  await expectAccessibleInBothThemes(page);
  await page.goto('/reset-password');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expectAccessibleInBothThemes(page);
});
