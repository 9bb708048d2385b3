import { expect, type Page } from '@playwright/test';
import type { Role } from '#core/pages.ts';
import { routes } from '#core/routes.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { administrator, officer } from '#tests/support/accounts.ts';
import { openSignedIn, test } from '#tests/support/e2e.ts';
import { openSwap } from './swap-page.ts';

/** Presses Tab until the element with this role and name has the focus. */
async function tabTo(page: Page, role: 'link' | 'button' | 'textbox', name: string | RegExp) {
  const wanted = page.getByRole(role, { name, exact: true });
  for (let presses = 0; presses < 40; presses++) {
    if (await wanted.evaluateAll((found) => found.some((one) => one === document.activeElement))) {
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`${name} is not reached by the keyboard`);
}

/** Every page of the route table by a plain address; what an address names has journeys of its own. */
const addresses = (isTheirs: (access: (typeof routes)[number]['access']) => boolean) =>
  routes
    .filter(({ access, path }) => isTheirs(access) && !path.includes(':'))
    .map(({ path }) => path);

for (const role of ['user', 'admin', 'compliance'] as const satisfies readonly Role[]) {
  test(`BEY-24 axe finds nothing on any page that is for the role ${role}`, async ({
    app,
    page,
    customer,
  }) => {
    const own = addresses((access) => Array.isArray(access) && access.includes(role));
    expect(own.length).toBeGreaterThan(3);
    if (role === 'user') await openSignedIn(page, await customer({ balances: { BTC: '0.5' } }));
    else if (role === 'admin')
      await openSignedIn(page, await administrator(app.url), '/admin-transactions-history');
    else await openSignedIn(page, await officer(app.url), '/admin/desk');
    for (const address of own) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expectAccessible(page);
    }
  });
}

test('BEY-24 axe finds nothing on any page that is open to visitors', async ({ page }) => {
  const open = addresses(
    (access) => access === 'public' || access === 'open' || access === 'document',
  );
  expect(open.length).toBeGreaterThan(12);
  for (const address of open) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectAccessible(page);
  }
});

test('BEY-24 signing in and swapping work by keyboard alone', { tag: '@core' }, async ({
  page,
  customer,
}) => {
  const account = await customer({ balances: { BTC: '1' } });
  await page.goto('/');
  await tabTo(page, 'textbox', 'Email');
  await page.keyboard.type(account.email);
  await tabTo(page, 'textbox', 'Password');
  await page.keyboard.type(account.password);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('total')).toBeVisible();
  await tabTo(page, 'link', 'Swap');
  await page.keyboard.press('Enter');
  await expect(page.getByText('I have 1 BTC')).toBeVisible();
  await tabTo(page, 'textbox', /^I have/);
  await page.keyboard.type('0.1');
  const swap = page.getByRole('button', { name: 'Swap', exact: true });
  await expect(swap).toBeEnabled();
  await tabTo(page, 'button', 'Swap');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^You swapped 0\.1 BTC/ })).toBeVisible();
});

test('BEY-24 in forced colours the swap page still shows what can be pressed and where the focus is', async ({
  page,
  customer,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  const account = await customer({ balances: { BTC: '1' } });
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('total')).toBeVisible();
  await openSwap(page);
  await tabTo(page, 'textbox', /^I have/);
  await page.keyboard.type('0.1');
  const swap = page.getByRole('button', { name: 'Swap', exact: true });
  await expect(swap).toBeEnabled();
  await tabTo(page, 'button', 'Swap');
  const outline = await swap.evaluate((button) => getComputedStyle(button).outlineStyle);
  expect(outline).not.toBe('none');
  const border = await swap.evaluate((button) => getComputedStyle(button).borderTopStyle);
  expect(border).not.toBe('none');
  await expectAccessible(page);
});

test('BEY-24 a browser without :has() support still shows which field has the focus', async ({
  page,
}) => {
  // The sheets of pages that are fetched ahead may still be under way when the test is over.
  await page.route('**/assets/start-*.css', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll(':has(', ':hat('),
    });
  });
  await page.goto('/');
  const email = page.getByLabel('Email');
  const frame = page.locator('.control').filter({ has: email });
  await expect(frame).toHaveCSS('outline-style', 'none');
  await email.focus();
  await expect(frame).toHaveCSS('outline-style', 'solid');
});

test('BEY-24 with reduced motion nothing moves, and without it something does', async ({
  page,
}) => {
  /** The longest transition or animation of anything on the page, in seconds. */
  const longest = () =>
    page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('*')].flatMap((one) => {
          const { transitionDuration, animationDuration } = getComputedStyle(one);
          return `${transitionDuration},${animationDuration}`.split(',').map(Number.parseFloat);
        }),
      ),
    );
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await longest()).toBeGreaterThan(0.05);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await longest()).toBeLessThan(0.001);
});
