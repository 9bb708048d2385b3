import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessible.ts';
import { demo } from '#tests/support/accounts.ts';
import { openSignedIn, signIn, test } from '#tests/support/e2e.ts';

const isDark = (page: Page) =>
  page.evaluate(() => {
    const [red = 255] = (getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []).map(
      Number,
    );
    return red < 128;
  });

const choose = async (page: Page, theme: string) => {
  await page.goto('/profile');
  await page.getByRole('button', { name: theme, exact: true }).click();
  await expect(page.getByRole('button', { name: theme, exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
};

test('BEY-25 without a choice the page follows the system’s theme, at once when it changes', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  expect(await isDark(page)).toBe(true);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => isDark(page)).toBe(false);
});

test('BEY-25 a chosen theme applies in every tab and overrides the system’s', {
  tag: '@core',
}, async ({ page, context, customer }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(page, await customer());
  const other = await context.newPage();
  await other.goto('/wallet');
  await choose(page, 'Dark');
  await expect.poll(() => isDark(page)).toBe(true);
  await expect.poll(() => isDark(other)).toBe(true);
  const bars = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].map(
        ({ content }) => content,
      ),
    );
  expect(new Set(await bars()).size).toBe(1);
  await choose(page, 'System');
  await expect.poll(() => isDark(page)).toBe(false);
  expect(new Set(await bars()).size).toBe(2);
});

test('BEY-25 the chosen theme applies before the app starts, without a flash', async ({
  page,
  customer,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(page, await customer());
  await choose(page, 'Dark');
  await page.route('**/assets/*.js', () => undefined);
  await page.goto('/wallet', { waitUntil: 'commit' });
  await page.locator('#root').waitFor({ state: 'attached' });
  await expect.poll(() => isDark(page)).toBe(true);
});

test('BEY-25 an invalid stored theme leaves the system’s theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('kopa-theme', '{'));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  expect(await isDark(page)).toBe(true);
});

test('BEY-20 hidden balances stay hidden in other tabs and in titles', async ({
  page,
  context,
}) => {
  await openSignedIn(page, demo.customer);
  const other = await context.newPage();
  await other.goto('/wallet');
  await expect(other.getByTestId('total')).toBeVisible();
  await page.getByRole('button', { name: 'Hide balances', pressed: false }).click();
  await expect(other.getByTestId('total')).toHaveCount(0);
  for (const one of [page, other]) expect(await one.title()).not.toMatch(/\d/);
  await page.getByRole('button', { name: 'Hide balances', pressed: true }).click();
});

for (const theme of ['Light', 'Dark'] as const) {
  test(`BEY-24 axe finds nothing on the profile in the theme ${theme}`, async ({
    page,
    customer,
  }) => {
    await openSignedIn(page, await customer());
    await choose(page, theme);
    await expectAccessible(page);
  });
}

/** How far apart two colours are, from 1 to 21 (WCAG). */
const contrastOf = (one: string, other: string): number => {
  const light = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? [])
      .map((part) => Number(part) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [low = 0, high = 0] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

/** The style of the first such element; one that a drawing has just replaced has none. */
const styleOf = async (page: Page, selector: string) => {
  const found = await page.waitForFunction((wanted) => {
    const element = document.querySelector(wanted);
    if (!element?.checkVisibility()) return undefined;
    const style = getComputedStyle(element);
    return {
      text: style.color,
      line: style.borderTopColor,
      lineStyle: style.borderTopStyle,
      outline: `${style.outlineStyle} ${style.outlineWidth}`,
      underlined: style.textDecorationLine,
      ground: style.backgroundColor,
      page: getComputedStyle(document.body).backgroundColor,
    };
  }, selector);
  const style = await found.jsonValue();
  if (!style) throw new Error(`no style of ${selector}`);
  return style;
};

/** The system's theme and the one chosen in the app: each pair of them. */
const pairs = (['light', 'dark'] as const).flatMap((system) =>
  ([undefined, 'light', 'dark'] as const).map((chosen) => ({ system, chosen })),
);

for (const { system, chosen } of pairs) {
  test(`EASE-07 more contrast and forced colours are right in the system’s ${system} theme, chosen: ${chosen ?? 'none'}`, async ({
    page,
    customer,
  }) => {
    await page.addInitScript((theme) => {
      if (theme) localStorage.setItem('kopa-theme', theme);
    }, chosen);
    await page.emulateMedia({ colorScheme: system, contrast: 'more' });
    await signIn(page, await customer({ balances: { BTC: '1' } }));
    await page.goto('/transactions');
    await expect(page.locator('main .chip[aria-pressed="true"]').first()).toBeVisible();
    expect(await isDark(page)).toBe((chosen ?? system) === 'dark');
    const lined = await styleOf(page, 'main .chip[aria-pressed="false"]');
    expect(contrastOf(lined.line, lined.page)).toBeGreaterThan(3);
    expect((await styleOf(page, 'main .chip[aria-pressed="true"]')).outline).toBe('solid 2px');

    await page.emulateMedia({ colorScheme: system, contrast: null, forcedColors: 'active' });
    const chip = await styleOf(page, 'main .chip[aria-pressed="false"]');
    expect(contrastOf(chip.text, chip.ground)).toBeGreaterThan(4.5);
    expect((await styleOf(page, 'main .chip[aria-pressed="true"]')).outline).toBe('solid 2px');
    await page.goto('/profile');
    expect((await styleOf(page, '.seg [aria-pressed="true"]')).outline).toBe('solid 2px');
    await page.goto('/profile/account');
    const button = await styleOf(page, '.btn');
    expect(button.lineStyle).toBe('solid');
    expect(contrastOf(button.line, button.page)).toBeGreaterThan(3);
    await page.goto('/transactions');
    await page.getByRole('link', { name: /^Deposit Bitcoin/ }).click();
    expect((await styleOf(page, 'a.textbtn')).underlined).toBe('underline');
  });
}
