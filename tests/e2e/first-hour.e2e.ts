import { randomBytes } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '#tests/support/accessible.ts';
import type { Account } from '#tests/support/accounts.ts';
import { appRuns, openSignedIn, test } from '#tests/support/e2e.ts';
import { withoutStream } from '#tests/support/without-stream.ts';
import { addressField, openWithdraw } from './withdraw-page.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

const reminder = (page: Page) => page.getByRole('dialog', { name: 'Secure your account' });
const steps = (page: Page) => page.getByRole('region', { name: 'Your first steps' });
const step = (page: Page, title: string) =>
  steps(page)
    .locator('details')
    .filter({ has: page.getByText(title, { exact: true }) });
const titleOf = (page: Page, title: string) => step(page, title).locator('summary');
const openSteps = (page: Page) => steps(page).locator('details[open]');
const markets = (page: Page) => page.getByRole('region', { name: 'Markets' });
const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const review = (page: Page) => page.getByText('Your identity check is under review');

async function closeReminder(page: Page): Promise<void> {
  await reminder(page).getByRole('button', { name: 'Close' }).click();
  await expect(reminder(page)).toHaveCount(0);
}

/** The check is asked about once the wallet is whole; nothing lies over the first steps then (EYE-06). */
async function openBare(page: Page, account: Account): Promise<void> {
  const asked = page.waitForResponse('**/exchange/get-kyc-status');
  await openSignedIn(page, account);
  await asked;
  await expect(steps(page)).toBeVisible();
  await expect(reminder(page)).toHaveCount(0);
}

for (const [size, viewport] of [
  ['a phone', phone],
  ['a desk', desk],
] as const) {
  test(`EASE-02 who comes by a friend’s link reads in one glance what Kopa is, on ${size}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto('/');
    const about = page.getByText('Kopa is a wallet and exchange for crypto-assets').filter({
      visible: true,
    });
    await expect(about).toHaveCount(1);
    await expect(about).toBeInViewport({ ratio: 1 });
    const form = page.getByRole('tabpanel').getByRole('button', { name: 'Sign In', exact: true });
    await expect(form).toBeInViewport({ ratio: 1 });
    await expectAccessibleInBothThemes(page);
  });
}

test.describe('on a touch screen', () => {
  test.use({ viewport: phone, hasTouch: true });

  test('EASE-02 EYE-06 EYE-08 signing up takes at most nine touches, the password is typed twice, and after the code one is in the wallet', {
    tag: '@core',
  }, async ({ page, sandbox }) => {
    const email = `h${randomBytes(6).toString('hex')}@kopa.test`;
    const password = 'Kopa-test-2026!';
    let touches = 0;
    const touch = async (what: Locator): Promise<void> => {
      touches += 1;
      await what.tap();
    };
    const type = (text: string) => page.keyboard.type(text);
    await page.goto('/');
    await appRuns(page);
    await touch(page.getByRole('tab', { name: 'Create Account' }));
    await expect(page.getByLabel('First name')).toBeFocused();
    await type('Rūta');
    await touch(page.getByLabel('Last name'));
    await type('Kazlauskaitė');
    await touch(page.getByLabel('Email'));
    await type(email);
    await touch(page.getByLabel('Password', { exact: true }));
    await type(password);
    await touch(page.getByLabel('Confirm password'));
    await type(password);
    await touch(page.getByLabel('Date of birth'));
    await type('19900228');
    await touch(page.getByRole('tabpanel').getByRole('button', { name: 'Create Account' }));
    await expect(page.getByLabel('Verification code')).toBeFocused();
    await type(await sandbox.code(email));
    await touch(page.getByRole('button', { name: 'Verify', exact: true }));
    await expect(page).toHaveURL('/wallet');
    expect(touches).toBeLessThanOrEqual(9);
    // Nothing comes by itself over what says that no check is needed.
    await expect(steps(page)).toContainText('Needed only to withdraw');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectAccessibleInBothThemes(page);
  });
});

test('EASE-02 who chooses the tab by keyboard stays on it', async ({ page }) => {
  await page.goto('/');
  await appRuns(page);
  await page.getByRole('tab', { name: 'Sign In' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByLabel('First name')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Create Account' })).toBeFocused();
});

test('EASE-02 a wallet without money shows three steps, one of them open, over markets with prices', async ({
  page,
  customer,
  sandbox,
}) => {
  await page.setViewportSize(phone);
  const account = await customer({ approved: false });
  await openBare(page, account);
  await expect(steps(page).getByRole('listitem')).toHaveCount(3);
  await expect(openSteps(page)).toHaveCount(1);
  for (const [title, link, path] of [
    ['Add money', 'Show my addresses', '/assets/receive'],
    ['Buy for the first time', 'Choose an amount', '/buy-sell'],
    ['Verify your identity', 'Verify your identity', '/profile/verification'],
  ] as const) {
    const isOpen = await step(page, title).evaluate((one) => one.hasAttribute('open'));
    expect(isOpen).toBe(title === 'Add money');
    if (!isOpen) await titleOf(page, title).press('Enter');
    await expect(openSteps(page)).toHaveCount(1);
    await expectAccessibleInBothThemes(page);
    await step(page, title).getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(path);
    await page.goBack();
    await expect(openSteps(page)).toHaveCount(1);
  }
  const bitcoin = markets(page).getByRole('link', { name: /^Bitcoin/ });
  await expect(bitcoin).toHaveAccessibleName(
    /^Bitcoin BTC Price AU\$[\d,]+\.\d\d (up |down )?[\d.]+% in 24 hours$/,
  );
  await expect(bitcoin.getByText(/^Price AU\$[\d,]+\.\d\d$/).filter({ visible: true })).toHaveCount(
    1,
  );
  await page.getByRole('searchbox').fill('sol');
  await expect(markets(page).getByRole('listitem')).toHaveCount(1);

  // Verified, the first step is still the one that is open.
  await sandbox.kyc(account.email, 'approved');
  await page.reload();
  await expect(titleOf(page, 'Verify your identity')).toContainText('Done');
  await expect(openSteps(page)).toHaveCount(1);
  await expect(openSteps(page)).toContainText('Add money');
  await page.setViewportSize(desk);
  await expectAccessibleInBothThemes(page);

  // With money, the wallet is a list of assets.
  await sandbox.deposit(account.email, 'ETH', '1');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByRole('region', { name: 'Assets' })).toContainText('1 ETH');
  await expect(steps(page)).toHaveCount(0);
});

test('EASE-02 without the file of the steps the markets are shown all the same', async ({
  page,
  customer,
  problems,
}) => {
  problems.allow(
    /Failed to load resource|error loading dynamically imported module|Failed to fetch/,
  );
  await page.route('**/assets/first-steps-*.js', (route) => route.abort());
  await openSignedIn(page, await customer());
  await expect(markets(page).getByRole('link', { name: /^Bitcoin/ })).toBeVisible();
  await expect(steps(page)).toHaveCount(0);
});

test('EASE-02 beyond its pop-up nothing asks for identity before a step needs it', async ({
  page,
  context,
  customer,
}) => {
  await withoutStream(context);
  await openSignedIn(page, await customer({ approved: false, balances: { BTC: '1' } }));
  await closeReminder(page);
  for (const path of [
    '/wallet',
    '/buy-sell',
    '/swap',
    '/assets/send',
    '/assets/receive',
    '/transactions',
    '/profile/account',
    '/profile/security',
  ]) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('main')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await openWithdraw(page, 'Bitcoin');
  await expect(addressField(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('EASE-02 an empty history has neither filters nor an export', async ({
  page,
  customer,
  sandbox,
}) => {
  const account = await customer();
  await openSignedIn(page, account, '/transactions');
  await expect(results(page)).toContainText('No transactions yet');
  await expect(results(page)).not.toContainText('filters');
  await expect(page.getByRole('group', { name: 'Type' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Dates/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await sandbox.deposit(account.email, 'BTC', '0.1');
  await page.reload();
  await expect(results(page).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Dates/ })).toBeVisible();
});

/** The texts on screen that are drawn in the colour of an error, or on its background. */
const redTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const probe = document.createElement('i');
    document.body.append(probe);
    const reds = ['--negative', '--negative-soft'].map((name) => {
      probe.style.color = `var(${name})`;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    return [...document.querySelectorAll('body *')]
      .filter((one) => {
        const { color, backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(one);
        const drawn = [
          color,
          backgroundColor,
          ...(borderTopWidth === '0px' ? [] : [borderTopColor]),
        ];
        return one.checkVisibility() && drawn.some((colour) => reds.includes(colour));
      })
      .map((one) => one.textContent ?? '');
  });

test('EASE-02 nothing is red before anything was done', async ({ page, customer }) => {
  await page.goto('/');
  await appRuns(page);
  expect(await redTexts(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Create Account' }).click();
  await expect(page.getByLabel('Date of birth')).toBeVisible();
  expect(await redTexts(page)).toEqual([]);
  // The proof that red is seen where there is some.
  const create = page.getByRole('tabpanel').getByRole('button', { name: 'Create Account' });
  await create.click({ force: true });
  await expect(page.getByText('First name is required')).toBeVisible();
  expect(await redTexts(page)).not.toEqual([]);

  await openBare(page, await customer({ approved: false }));
  for (const [path, shown] of [
    ['/wallet', 'Your first steps'],
    ['/transactions', 'No transactions yet'],
    ['/buy-sell', 'You pay'],
    ['/swap', /^Minimum/],
    ['/profile/account', 'Primary Market Currency'],
    ['/profile/verification', 'Verify your identity'],
    ['/profile/security', 'Freeze account'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(shown).first()).toBeVisible();
    expect([path, await redTexts(page)]).toEqual([path, []]);
  }
  await page.getByRole('button', { name: /^Two-factor authentication/ }).click();
  await expect(page.getByRole('button', { name: 'Generate secret code' })).toBeVisible();
  expect(await redTexts(page)).toEqual([]);
  await page.goto('/wallet');
  await openWithdraw(page, 'Bitcoin');
  await expect(page.getByText('You have no Bitcoin to withdraw')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Buy BTC' })).toBeVisible();
  expect(await redTexts(page)).toEqual([]);
});

test('EASE-02 a review under way is told on the wallet, with how long it takes, until it is over', async ({
  page,
  customer,
  sandbox,
}) => {
  await page.setViewportSize(phone);
  const account = await customer({ approved: false });
  await sandbox.kyc(account.email, 'submitted');
  await openBare(page, account);
  await expect(review(page)).toBeVisible();
  await expect(page.getByText('It usually takes a few minutes').first()).toBeVisible();
  await expect(titleOf(page, 'Verify your identity')).toContainText('Under Review');
  await expect(openSteps(page)).toContainText('Add money');
  await expectAccessibleInBothThemes(page);
  await page.goto('/profile/verification');
  await expect(page.getByText('It usually takes a few minutes')).toBeVisible();
  await sandbox.deposit(account.email, 'ETH', '1');
  await page.goto('/wallet');
  await expect(page.getByRole('region', { name: 'Assets' })).toContainText('1 ETH');
  await closeReminder(page);
  await expect(review(page)).toBeVisible();
  await sandbox.kyc(account.email, 'approved');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(review(page)).toHaveCount(0);
});

test('EASE-02 before its button a purchase says that it will ask for an address, and then what is missing', async ({
  page,
  customer,
}) => {
  await page.setViewportSize(phone);
  await openSignedIn(page, await customer({ approved: false }), '/buy-sell');
  const told = page.getByText('We ask for your address before the first payment.');
  await expect(told).toBeInViewport({ ratio: 1 });
  await expectAccessibleInBothThemes(page);
  await page.getByRole('textbox', { name: 'You pay' }).fill('100');
  await page.getByRole('button', { name: 'Buy Bitcoin', disabled: false }).click();
  const gate = page.getByRole('dialog', { name: 'Complete Your Profile to Continue' });
  await expect(gate).toContainText('Missing: Address, City, State/Province, Postcode.');
  await expectAccessibleInBothThemes(page);
  await gate.getByRole('link', { name: 'Update Profile' }).click();
  for (const [label, text] of [
    ['City', 'Melbourne'],
    ['Address', '1 Flinders Street'],
    ['State/Province', 'VIC'],
    ['Postcode', '3000'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('link', { name: 'Back to your purchase' }).click();
  await expect(page.getByRole('textbox', { name: 'You pay' })).toHaveValue('100');
  await expect(told).toHaveCount(0);
});

test('EASE-02 turning two-factor authentication on in an empty account is said to hold nothing', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer(), '/profile/security');
  await page.getByRole('button', { name: /^Two-factor authentication/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Two-factor authentication' });
  await expect(dialog).toContainText('turning it on holds nothing');
  await expect(dialog).not.toContainText('24 hours');
  await expectAccessibleInBothThemes(page);
});
