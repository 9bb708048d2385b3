import { expect, type Locator, type Page } from '@playwright/test';
import { demo } from '#tests/support/accounts.ts';
import { openSignedIn, signIn, test } from '#tests/support/e2e.ts';
import { main, openSwap, quoted, amountField as swapAmount } from './swap-page.ts';
import { buyButton, openTrade, pay } from './trade-page.ts';
import {
  addressField,
  amountField,
  BTC,
  confirmButton,
  openWithdraw,
  sayWhose,
  withdrawButton,
} from './withdraw-page.ts';

/** What each task needs in view on a phone without scrolling. */

const PHONE = { width: 390, height: 844 };
const SMALL_PHONE = { width: 375, height: 667 };

async function edges(target: Locator): Promise<{ readonly top: number; readonly bottom: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error('it is not drawn');
  return { top: box.y, bottom: box.y + box.height };
}

/** The whole button is above the bottom bar, whatever the height of the phone. */
async function expectInView(page: Page, button: Locator): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Main' }).last();
  for (const size of [SMALL_PHONE, PHONE]) {
    await page.setViewportSize(size);
    await expect
      .poll(async () => (await edges(button)).bottom - (await edges(bar)).top)
      .toBeLessThanOrEqual(0);
    expect((await edges(button)).top).toBeGreaterThan(0);
  }
}

test('BEY-24 the main button of a withdrawal, a swap and a purchase is in view on a phone, a withdrawal’s total too', async ({
  page,
  customer,
}) => {
  await page.setViewportSize(PHONE);
  await signIn(page, await customer({ balances: { BTC: '1' } }));

  await openWithdraw(page, 'Bitcoin');
  await addressField(page).fill(BTC);
  await amountField(page).fill('0.01');
  await expect(withdrawButton(page)).toBeEnabled();
  await expectInView(page, withdrawButton(page));
  // The total is in the sticky bar above the button, because the summary may be hidden below it.
  const total = page.locator('.go').getByText(/^Total .*0\.01005/);
  expect((await edges(total)).bottom).toBeLessThan((await edges(withdrawButton(page))).top);
  await withdrawButton(page).click();
  await sayWhose(page);
  await expectInView(page, confirmButton(page));
  expect((await edges(total)).bottom).toBeLessThan((await edges(confirmButton(page))).top);

  await page.goto('/wallet');
  await openSwap(page);
  await quoted(page, '0.1');
  await expectInView(page, main(page, 'Swap'));
  await swapAmount(page).fill('1000');
  await expect(main(page, 'Low Balance')).toBeVisible();
  await expectInView(page, main(page, 'Low Balance'));
  // The reason is shown beside the button, not somewhere below it.
  await expectInView(page, page.getByRole('alert').filter({ hasText: 'Not enough Bitcoin' }));

  await page.goto('/wallet');
  await openTrade(page);
  await pay(page).fill('100');
  await expectInView(page, buyButton(page));
});

test('RCV-01 BEY-24 a deposit address can be copied and shared on a small phone without scrolling', async ({
  page,
  customer,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, await customer());
  await page.goto('/assets/receive');
  await page.getByRole('link', { name: /^Ethereum/ }).click();
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const bar = page.getByRole('navigation', { name: 'Main' }).last();
  for (const name of ['Copy', 'Share']) {
    const button = page.getByRole('button', { name, exact: true });
    expect((await edges(button)).bottom).toBeLessThan((await edges(bar)).top);
  }
});

/** Tabs from `start` to `end`: whatever has the focus on the way must be above the sticky bar. */
async function expectNothingBehind(page: Page, start: Locator, end: Locator): Promise<void> {
  const bar = page.locator('.go');
  await start.focus();
  for (let presses = 0; presses < 20; presses++) {
    const focused = page.locator(':focus');
    if (await focused.evaluate((one) => one.closest('.go') !== null)) {
      await expect(end).toBeInViewport({ ratio: 1 });
      return;
    }
    const hidden = (await edges(focused)).bottom - (await edges(bar)).top;
    expect(hidden, `press ${presses}`).toBeLessThanOrEqual(0);
    await page.keyboard.press('Tab');
  }
  throw new Error('the button is not reached by the keyboard');
}

test('BEY-24 the focused element is never hidden behind the sticky bar', async ({
  page,
  network,
  customer,
}) => {
  await page.setViewportSize({ width: 375, height: 568 });
  await signIn(page, await customer({ balances: { BTC: '1' } }));
  await openWithdraw(page, 'Bitcoin');
  await expectNothingBehind(page, addressField(page), withdrawButton(page));
  await addressField(page).fill(BTC);
  await amountField(page).fill('100');
  await expect(page.getByRole('link', { name: 'Buy BTC' })).toBeVisible();
  await expectNothingBehind(page, addressField(page), withdrawButton(page));
  await amountField(page).fill('0.01');
  await network.cut();
  await expect(page.getByText('Withdrawing needs a connection.')).toBeVisible();
  await expectNothingBehind(page, amountField(page), withdrawButton(page));
});

test('BEY-24 the search field has room for its placeholder', async ({ page }) => {
  await openSignedIn(page, demo.customer);
  await page.setViewportSize({ width: 360, height: 780 });
  const search = page.getByRole('searchbox', { name: 'Search assets' });
  await expect(search).toBeVisible();
  const words = await search.evaluate((field: HTMLInputElement) => {
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) throw new Error('there is no canvas');
    pen.font = getComputedStyle(field).font;
    return pen.measureText(field.placeholder).width;
  });
  // A page cannot measure the placeholder that the browser draws in the field; DevTools can.
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('DOM.enable');
  const { nodes } = await cdp.send('DOM.getFlattenedDocument', { depth: -1, pierce: true });
  const drawn = nodes.find(({ attributes }) => attributes?.includes('-webkit-input-placeholder'));
  if (!drawn) throw new Error('there is no placeholder');
  const { model } = await cdp.send('DOM.getBoxModel', { nodeId: drawn.nodeId });
  expect(model.width).toBeGreaterThanOrEqual(Math.floor(words));
});

test('BEY-24 no line of an asset’s prices ends with a separator', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 780 });
  await signIn(page, demo.customer);
  await page.getByRole('link', { name: /^Bitcoin/ }).click();
  const [low, high] = [page.getByText(/^Low /), page.getByText(/^High /)];
  await expect(low).toHaveText(/\d$/);
  expect((await edges(high)).top).toBeGreaterThan((await edges(low)).top);
});

test('BEY-24 a double tap on a button that opens a dialog leaves the dialog open', async ({
  page,
  customer,
}) => {
  await page.setViewportSize(PHONE);
  await signIn(page, await customer());
  await page.goto('/profile/addressBook');
  const add = await page.getByRole('button', { name: 'Add new crypto address' }).boundingBox();
  if (!add) throw new Error('there is no button');
  const dialog = page.getByRole('dialog');
  // Near the button's upper edge, which the dialog does not cover.
  await page.mouse.dblclick(add.x + add.width / 2, add.y + 4);
  const [field, sheet] = [
    dialog.getByRole('textbox', { name: 'Label' }),
    await dialog.boundingBox(),
  ];
  expect(sheet?.y).toBeGreaterThan(add.y + 4);
  await field.fill('Cold storage');
  await page.mouse.click(PHONE.width / 2, 8);
  await expect(field).toHaveValue('Cold storage');
});

test.describe('on an iPhone or iPad', () => {
  test.use({ hasTouch: true });
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.set(navigator, 'standalone', false);
      Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 });
      Object.defineProperty(navigator, 'userAgent', {
        value: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15',
      });
      // These devices have it only in apps on the home screen.
      Reflect.deleteProperty(window, 'PushManager');
    });
  });

  test('PWA-01 an iPad, which calls itself a Mac, is told how to install', async ({
    page,
    customer,
  }) => {
    await page.addInitScript(() => localStorage.setItem('kopa-install-offer', 'due'));
    await signIn(page, await customer());
    const offer = page.getByRole('region', { name: 'Install Kopa' });
    await expect(offer).toContainText('tap Share, then Add to Home Screen');
    await expect(offer.getByRole('button')).toHaveText(['Got it']);
  });

  test('PROF-06 D20 a customer who must install the app first to be notified is told so', async ({
    page,
    customer,
  }) => {
    await openSignedIn(page, await customer(), '/profile/notifications');
    const push = page.getByRole('switch', { name: 'Notifications on this device' });
    await expect(push).toHaveAccessibleDescription(/Add to Home Screen, and open Kopa from there/);
    await expect(push).toBeDisabled();
  });
});

test('BEY-24 on a touch screen the page beneath a dialog cannot scroll and keeps its position', async ({
  browser,
  page,
  app,
  customer,
}) => {
  await openSignedIn(page, await customer());
  const storageState = await page.context().storageState();
  const context = await browser.newContext({
    storageState,
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  const phone = await context.newPage();
  await phone.goto(`${app.url}/profile/security`);
  const row = phone.getByRole('button', { name: /^Two-factor/ });
  await expect(row).toBeVisible();
  await phone.evaluate(() => scrollTo(0, 100));
  await row.tap();
  await expect(phone.getByRole('dialog')).toBeVisible();
  const overflow = () => phone.evaluate(() => getComputedStyle(document.documentElement).overflowY);
  const scrolled = () => phone.evaluate(() => scrollY);
  expect([await overflow(), await scrolled()]).toEqual(['hidden', 100]);
  await phone.keyboard.press('Escape');
  await expect(phone.getByRole('dialog')).toHaveCount(0);
  expect([await overflow(), await scrolled()]).toEqual(['visible', 100]);
  await context.close();
});

test('BEY-24 on a phone in landscape nothing lies under the notch', async ({ page, customer }) => {
  const notch = 59;
  const [width, height] = [852, 393];
  await page.setViewportSize({ width, height });
  const devtools = await page.context().newCDPSession(page);
  const insets = { left: notch, right: notch };
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
  /** The padding of an icon-only button, which may reach under the notch. */
  const AROUND = 12;
  const narrowest = async (): Promise<number> => {
    const boxes = await page
      .locator('a, button, input, h1, h2, p')
      .filter({ visible: true })
      .evaluateAll((all) =>
        all
          // Visually hidden text does not count, and what scrolls sideways may reach the edge.
          .filter((one) => !one.closest('.vh, .skip, .chips--scroll'))
          .map((one) => one.getBoundingClientRect()),
      );
    const left = Math.min(...boxes.map((box) => box.left));
    const right = width - Math.max(...boxes.map((box) => box.right));
    return Math.min(left, right);
  };
  // Polled: an element that is replaced while they are measured has no box.
  const expectClear = (path: string): Promise<void> =>
    expect.poll(narrowest, path).toBeGreaterThanOrEqual(notch - AROUND);
  await page.goto('/');
  await expect(page.getByLabel('Email').first()).toBeVisible();
  await expectClear('/');
  await page.goto('/terms-and-conditions');
  await expectClear('/terms-and-conditions');
  await signIn(page, await customer({ balances: { BTC: '1' } }));
  for (const path of ['/wallet', '/swap', '/transactions', '/profile/security']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectClear(path);
  }
});

/** What stands at the top of a phone's page: at its left, in its middle and at its right, and where. */
const headOf = (page: Page) =>
  page.evaluate(() => {
    const at = (x: number) => document.elementFromPoint(x, 28);
    const placed = (found: Element | null | undefined) => {
      const { left = -1, top = -1, width = -1, height = -1 } = found?.getBoundingClientRect() ?? {};
      return [left, top, width, height].map(Math.round);
    };
    const [first, title, last] = [
      at(30)?.closest('a, button'),
      at(195),
      at(360)?.closest('a, button'),
    ];
    const text = document.createRange();
    if (title) text.selectNodeContents(title);
    const { left, right, top, bottom } = text.getBoundingClientRect();
    return {
      left: { name: first?.getAttribute('aria-label'), place: placed(first) },
      title: {
        text: title?.textContent,
        middle: [Math.round((left + right) / 2), Math.round((top + bottom) / 2)],
        size: title && getComputedStyle(title).fontSize,
      },
      right: { name: last?.getAttribute('aria-label'), place: placed(last) },
      drawn: title && getComputedStyle(title.closest('header, .pagehead') ?? title).backgroundColor,
    };
  });

test('EASE-11 every page has the same head on a phone: the way back or the mark, its title, and help', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await openSignedIn(page, demo.customer);
  const mark = ['/wallet', '/transactions', '/profile'];
  const pages: readonly (readonly [path: string, title: string, left: string])[] = [
    ['/wallet', 'Wallet', 'Kopa, wallet'],
    ['/transactions', 'Transaction History', 'Kopa, wallet'],
    ['/profile', 'Profile', 'Kopa, wallet'],
    ['/profile/mobile', 'Profile', 'Back'],
    ['/profile/account', 'Account', 'Back to profile'],
    ['/profile/addressBook', 'Address Book', 'Back to profile'],
    ['/swap', 'Swap', 'Back'],
    ['/buy-sell', 'Buy or sell', 'Back'],
    ['/cash', 'Cash', 'Back'],
    ['/requests', 'Your requests', 'Back'],
  ];
  let first: Awaited<ReturnType<typeof headOf>> | undefined;
  for (const [path, text, name] of pages) {
    await page.goto(path);
    await expect.poll(async () => (await headOf(page)).title.text).toBe(text);
    const head = await headOf(page);
    first ??= head;
    expect([path, head.left.name, head.right]).toEqual([path, name, first.right]);
    expect([path, head.title.middle, head.title.size, head.drawn]).toEqual([
      path,
      first.title.middle,
      first.title.size,
      first.drawn,
    ]);
    const [left = 0, top = 0, width = 0, height = 0] = head.left.place;
    expect([path, left, top + height / 2, width]).toEqual([path, first.left.place[0], 28, 44]);
    // The heading is there for those who listen, once, whether or not it is the one that is seen.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText([text]);
    expect(mark.includes(path)).toBe(name === 'Kopa, wallet');
  }
});
