import { expect, type Locator, type Page } from '@playwright/test';
import { getPortfolioHistory } from '#core/contract/wallet/portfolio.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { keptOnDevice } from '#tests/offline/worker.ts';
import { openSignedIn, signIn, test } from '#tests/support/e2e.ts';
import { amountField, main, openSwap } from './swap-page.ts';
import { buyButton, openTrade, toCardForm, withProfile } from './trade-page.ts';
import {
  addressField,
  BTC,
  confirm,
  openWithdraw,
  amountField as withdrawAmount,
  withdrawButton,
} from './withdraw-page.ts';

declare global {
  var moved: string[];
}

/** What a page shows while it loads must not move while it is being read or pressed. */

/** A price that arrives may lengthen its own line; nothing else may move. */
const MOST = 0.005;
/** Slow enough that what loads later is also rendered later. */
const SLOWDOWN = 4;

const pages: readonly (readonly [path: string, loaded: (page: Page) => Locator])[] = [
  ['/wallet', (page) => page.getByRole('link', { name: /^Bitcoin/ })],
  ['/swap', (page) => page.getByText(/^Minimum/)],
  ['/buy-sell', (page) => page.getByText(/^1 BTC = /)],
  ['/assets/send', (page) => page.getByRole('link', { name: /Bitcoin/ })],
  ['/transactions', (page) => page.getByRole('region', { name: 'Results' }).getByRole('listitem')],
  ['/profile/account', (page) => page.getByText('Primary Market Currency')],
  ['/profile/security', (page) => page.getByText('This device', { exact: true }).last()],
];

const morePages: typeof pages = [
  ['/assets/receive', (page) => page.getByRole('link', { name: /Bitcoin/ })],
  ['/profile', (page) => page.getByText('Theme')],
  ['/profile/verification', (page) => page.getByRole('main').getByText(/verif/i)],
  ['/profile/addressBook', (page) => page.getByRole('button', { name: /^Add/ })],
  ['/profile/notifications', (page) => page.getByText('Pop-ups')],
  ['/help', (page) => page.getByText('Complaints')],
  ['/cash/out', (page) => page.getByText(/^Minimum .* left of today’s limit$/)],
];

const tellPayments: readonly string[] = ['/wallet', '/transactions', '/buy-sell'];

/** How much the page has moved so far (the sum of its layout shifts, as in web vitals). */
const movedSoFar = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if ('value' in entry && typeof entry.value === 'number') sum += entry.value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );

for (const [size, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a wide screen', { width: 1280, height: 800 }],
] as const) {
  test(`nothing moves while pages load, on ${size}`, async ({ page, customer }) => {
    test.slow();
    await page.setViewportSize(viewport);
    await signIn(page, await customer({ balances: { BTC: '1' } }));
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    for (const [path, loaded] of pages) {
      await page.goto(path);
      await expect(loaded(page).first()).toBeVisible();
      expect([path, (await movedSoFar(page)) < MOST]).toEqual([path, true]);
    }
  });
}

for (const [size, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a wide screen', { width: 1280, height: 800 }],
] as const) {
  test(`EASE-06 late answers move nothing on any page, nor do card payments under way, on ${size}`, async ({
    page,
    app,
    customer,
  }) => {
    test.slow();
    await page.setViewportSize(viewport);
    await openSignedIn(
      page,
      await withProfile(app.url, await customer({ balances: { BTC: '1' } })),
    );
    await openTrade(page);
    await toCardForm(page, '20');
    await late(page);
    for (const [path, loaded] of [...pages, ...morePages]) {
      await page.goto(path);
      await expect(loaded(page).first()).toBeVisible();
      if (tellPayments.includes(path)) {
        await expect(page.getByRole('region', { name: 'Card payments' })).toBeVisible();
      }
      expect([path, await movedSoFar(page)]).toEqual([path, 0]);
    }
  });
}

for (const [width, height] of [
  [320, 568],
  [390, 844],
  [1280, 800],
  [1920, 1080],
] as const) {
  test(`EYE-01 EASE-18 on a first visit the wallet becomes whole by itself, from its shape, and nothing moves, at ${width} px`, async ({
    page,
    customer,
  }) => {
    await page.setViewportSize({ width, height });
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`**${getPortfolioHistory.path}`, async (route) => {
      await asked;
      await route.continue();
    });
    await openSignedIn(page, await customer({ balances: { BTC: '1' } }));
    await expect(page.getByRole('link', { name: /^Bitcoin/ })).toBeVisible();
    // Nothing is touched. While the past is not known, a hill without a line stands for it.
    const past = page.getByRole('region', { name: 'Value over time' });
    await expect(page.getByRole('button', { name: /, value over time$/ })).toBeVisible();
    await expect(past.locator('svg path')).toHaveCount(1);
    const place = () => past.boundingBox();
    const before = await place();
    answer();
    // The first day of this customer: the line rises to what is owned now, and its end is marked.
    const line = past.locator('[data-ridge]');
    await expect(line).toHaveAttribute('d', /^M9\d\d[\d.]* [\d.]+C.* 1000 [\d.]+$/);
    await expect(past.locator('svg + span')).toBeVisible();
    expect(await place()).toEqual(before);
    if (width >= 1280) {
      const recent = page.getByRole('region', { name: 'Recent activity' });
      await expect(recent.getByRole('link', { name: /^Deposit/ }).first()).toBeVisible();
    }
    expect(await movedSoFar(page)).toBe(0);
  });
}

/** The positions and heights of fields, results, units, quick amounts and main buttons. */
const places = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    // The switch below the form is none of them.
    const parts = 'input:not([role]), output, .unit, .chip, .amount, .go, .go button';
    return [...document.querySelectorAll(`main :is(${parts})`)].map((part) => {
      const { top, height } = part.getBoundingClientRect();
      // The sticky bar moves with the scroll position, so only its height counts.
      const place = part.closest('.go') ? '' : Math.round(top + scrollY);
      return `${part.tagName} ${place} ${Math.round(height)}`;
    });
  });

/** Whether a field shows everything typed into it. */
const whole = (field: Locator): Promise<boolean> =>
  field.evaluate((one) => one.scrollWidth <= one.clientWidth);

for (const width of [320, 360, 390]) {
  test(`SWAP-05 BEY-24 a long amount and its quote move nothing on a phone ${width} px wide`, async ({
    page,
    customer,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await signIn(page, await customer({ balances: { BTC: '0.20921187' } }));
    await openSwap(page);
    await expect(page.getByText(/^Minimum/)).toBeVisible();
    const before = await places(page);
    await page.getByRole('button', { name: '50%' }).click();
    await expect(amountField(page)).toHaveValue('0.10460593');
    expect(await places(page)).toEqual(before);
    expect(await whole(amountField(page))).toBe(true);
    await expect(main(page, 'Swap')).toBeEnabled();
    expect(await places(page)).toEqual(before);
  });
}

test('BUY-02 BEY-24 neither an error nor an amount moves the quick amounts of a purchase on a small phone', async ({
  page,
  customer,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, await customer());
  await openTrade(page);
  const before = await places(page);
  await buyButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter a valid amount')).toBeVisible();
  expect(await places(page)).toEqual(before);
  await page.getByRole('button', { name: 'AU$100' }).click();
  await expect(page.getByText('Total AU$100.00')).toBeVisible();
  expect(await places(page)).toEqual(before);
});

test('WD-02 WD-04 BEY-24 the minimum withdrawal is also given in the currency typed, and showing it moves nothing', async ({
  page,
  customer,
}) => {
  await page.setViewportSize({ width: 360, height: 844 });
  await signIn(page, await customer({ balances: { ETH: '3' } }));
  await openWithdraw(page, 'Ethereum');
  await page.getByLabel('Send to').fill('0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
  await page.getByRole('button', { name: /switch to AUD$/ }).click();
  const chips = page.getByRole('group', { name: 'Quick amounts' });
  const top = async () => (await chips.boundingBox())?.y;
  const before = await top();
  await withdrawAmount(page).fill('20');
  await expect(
    page.getByText(/^The minimum withdrawal is 0\.01 ETH \(AU\$\d+\.\d\d\)$/),
  ).toBeVisible();
  expect(await top()).toBe(before);
  // A quick amount below the minimum is disabled, and the minimum is given as the reason.
  const tooLittle = chips.getByRole('button', { name: 'AU$50', exact: true });
  await expect(tooLittle).toHaveAttribute('aria-disabled', 'true');
  await expect(tooLittle).toHaveAccessibleDescription(/ minimum .*\(AU\$/i);
  await tooLittle.focus();
  await page.keyboard.press('Enter');
  await expect(withdrawAmount(page)).toHaveValue('20');
  await chips.getByRole('button', { name: 'AU$100' }).click();
  await expect(page.locator('.go').getByText(/^Total .*\sETH AU\$\d/)).toBeVisible();
  expect(await top()).toBe(before);
});

test('WD-02 BEY-24 a balance from the device is dated until the server’s is known, and neither moves the form', async ({
  page,
  network,
  customer,
}) => {
  await page.setViewportSize({ width: 360, height: 844 });
  await signIn(page, await customer({ balances: { ETH: '3' } }));
  await openWithdraw(page, 'Ethereum');
  await keptOnDevice(page, 'wallet');
  const balances = await network.holdAnswers(getWalletList.path);
  await page.reload();
  const dated = page.getByText(/^3\sETH at \d/);
  await expect(dated).toBeVisible();
  await expect(page.getByText(/left of today’s limit/)).toBeVisible();
  const before = await places(page);
  await balances.release();
  await expect(dated).toBeHidden();
  await expect(page.getByText('3 ETH available')).toBeVisible();
  expect(await places(page)).toEqual(before);
});

interface Moved {
  readonly node: Node | null;
  readonly previousRect: DOMRectReadOnly;
  readonly currentRect: DOMRectReadOnly;
}

/** Records what moves up or down by itself. What moves right after a press may do so. */
const watchMoves = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    globalThis.moved = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('sources' in entry) || !('hadRecentInput' in entry) || entry.hadRecentInput) continue;
        for (const { node, previousRect, currentRect } of entry.sources as readonly Moved[]) {
          const far = Math.round(currentRect.top - previousRect.top);
          if (far !== 0) globalThis.moved.push(`${far} px: ${node?.textContent?.slice(0, 40)}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
};

/** Longer than the half second in which a press still excuses what moves. */
const LATE_MS = 700;

const late = async (page: Page): Promise<void> => {
  await page.context().route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    await route.continue();
  });
};

const follow = (name: RegExp) => (page: Page) => page.getByRole('link', { name }).first().click();

const journeys: readonly {
  readonly name: string;
  readonly from: string;
  readonly go: (page: Page) => Promise<void>;
  /** Waits until everything on the page has loaded. */
  readonly whole: (page: Page) => Promise<void>;
}[] = [
  {
    name: 'the address to deposit Bitcoin',
    from: '/assets/receive',
    go: follow(/^Bitcoin/),
    whole: (page) => expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible(),
  },
  {
    name: 'the address and the tag to deposit XRP',
    from: '/assets/receive',
    go: follow(/^Ripple/),
    whole: (page) => expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible(),
  },
  {
    name: 'a withdrawal',
    from: '/assets/send',
    go: follow(/^Bitcoin/),
    whole: (page) => expect(page.getByRole('button', { name: /^Max 0/ })).toBeVisible(),
  },
  {
    name: 'an asset',
    from: '/wallet',
    go: follow(/^Bitcoin/),
    whole: async (page) => {
      await expect(page.getByText(/^Low /)).toBeVisible();
      await expect(page.getByTestId('asset-balance')).toContainText('0.5');
    },
  },
  {
    name: 'a sale on a phone',
    from: '/buy-sell',
    go: (page) => page.getByRole('button', { name: 'Sell', exact: true }).click(),
    whole: (page) => expect(page.getByText(/^Minimum/)).toBeVisible(),
  },
];

test('nothing moves while answers are late: a withdrawal in the history', async ({
  page,
  customer,
}) => {
  await watchMoves(page);
  await openSignedIn(page, await customer({ balances: { BTC: '1' } }));
  await openWithdraw(page, 'Bitcoin');
  await addressField(page).fill(BTC);
  await withdrawAmount(page).fill('0.01');
  await withdrawButton(page).click();
  await confirm(page);
  await expect(page.getByText('Sent to the network')).toBeVisible();
  await page.goto('/transactions');
  await late(page);
  await follow(/^Withdraw Bitcoin/)(page);
  await expect(page.getByText('Recipient gets')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel withdrawal' })).toBeVisible();
  expect(await page.evaluate(() => globalThis.moved)).toEqual([]);
});

test('hiding the balances moves nothing, even with a note about held money beside the total', async ({
  page,
  customer,
}) => {
  await openSignedIn(page, await customer({ balances: { BTC: '1' } }));
  await openWithdraw(page, 'Bitcoin');
  await addressField(page).fill(BTC);
  await withdrawAmount(page).fill('0.01');
  await withdrawButton(page).click();
  await confirm(page);
  await expect(page.getByText('Sent to the network')).toBeVisible();
  await page.goto('/wallet');
  await expect(page.getByText(/^Not included: AU\$[\d,.]+ on hold$/)).toBeVisible();
  const places = (): Promise<unknown> =>
    Promise.all([
      page.getByRole('navigation', { name: 'Actions' }).boundingBox(),
      page.getByRole('link', { name: 'Ethereum' }).boundingBox(),
    ]);
  const before = await places();
  await page.getByRole('button', { name: 'Hide balances' }).click();
  await expect(page.getByText(/ on hold/).first()).toBeHidden();
  await expect(page.getByRole('main')).not.toContainText(/[1-9][\d,.]*( BTC)? on hold/);
  expect(await places()).toEqual(before);
});

test('on a wide screen the title of a picker is aligned with its list', async ({
  page,
  customer,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, await customer());
  for (const path of ['/assets/send', '/assets/receive']) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: /Bitcoin/ })).toBeVisible();
    const list = await page.getByRole('list').last().boundingBox();
    const title = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect((title?.x ?? 0) - (list?.x ?? 0)).toBeGreaterThan(0);
    expect((title?.x ?? 999) - (list?.x ?? 0)).toBeLessThan(60);
  }
});

for (const width of [320, 360, 390]) {
  test(`the filters below an export keep their place while it is prepared, at ${width} px`, async ({
    page,
    customer,
  }) => {
    await page.setViewportSize({ width, height: 780 });
    await signIn(page, await customer({ balances: { BTC: '1' } }));
    await page.goto('/transactions');
    await expect(page.getByRole('listitem').first()).toBeVisible();
    const filters = page.getByRole('search');
    const before = await filters.boundingBox();
    await late(page);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'CSV' }).click();
    await expect(page.getByText('Preparing CSV')).toBeVisible();
    expect(await filters.boundingBox()).toEqual(before);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Preparing CSV')).toHaveCount(0);
    expect(await filters.boundingBox()).toEqual(before);
  });
}

for (const { name, from, go, whole } of journeys) {
  test(`nothing moves while answers are late: ${name}`, async ({ page, customer }) => {
    await watchMoves(page);
    await openSignedIn(page, await customer({ balances: { BTC: '0.5', XRP: '20' } }));
    await page.goto(from);
    await late(page);
    await go(page);
    await whole(page);
    expect(await page.evaluate(() => globalThis.moved)).toEqual([]);
  });
}
