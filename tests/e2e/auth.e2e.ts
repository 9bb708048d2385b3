import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { appRuns, signIn, test } from '#tests/support/e2e.ts';

const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true });
const welcome = (page: Page) => page.getByRole('heading', { name: 'Welcome back' });

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
