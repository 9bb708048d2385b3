import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { formatUnits } from '#core/domain/decimal.ts';
import { formatDecimal } from '#core/domain/format.ts';
import { priceQuote } from '#core/domain/quote.ts';
import { expectAccessible } from '#tests/support/accessible.ts';
import { isolatedTest, signIn, test } from '#tests/support/e2e.ts';

const CONFIRM = '/exchange/confirm-swap';
const OUTCOME = '/exchange/get-operation-outcome';
const QUOTE = '/exchange/swap-crypto';

const amountField = (page: Page): Locator => page.getByRole('textbox', { name: /^I have/ });
const main = (page: Page, label: string): Locator =>
  page.getByRole('button', { name: label, exact: true });

async function openSwap(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Swap' }).click();
  await expect(amountField(page)).toBeVisible();
  await expect(page.getByText(/^I have [\d.,]+/)).toBeVisible();
}

/** A live quote for an amount of BTC. */
async function quoted(page: Page, amount: string): Promise<void> {
  await amountField(page).fill(amount);
  await expect(main(page, 'Swap')).toBeEnabled();
}

/** The available amount of an asset, as the wallet says it. */
async function walletHas(page: Page, name: string, text: string): Promise<void> {
  await page.goto('/wallet');
  await expect(page.getByRole('link', { name })).toContainText(text);
}

/** Drops the connection before the request reaches the server. */
const dropRequests = async (context: BrowserContext, path: string) => {
  const pattern = `**/api${path}`;
  await context.route(pattern, (route) => route.abort('connectionreset'));
  return () => context.unroute(pattern);
};

test('SWAP-01 SWAP-04 SWAP-10 SWAP-14 a swap from typing to Done', async ({
  page,
  network,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  await expect(page.getByText('I have 1 BTC')).toBeVisible();
  await expect(page.getByText('I want Tether')).toBeVisible();
  await expect(main(page, 'Enter amount')).toBeDisabled();
  await amountField(page).pressSequentially('0,1');
  await expect(amountField(page)).toHaveValue('0.1');
  await expect(main(page, 'Getting Quote...')).toBeVisible();
  await expect(main(page, 'Swap')).toBeEnabled();
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByText(/^1 BTC = [\d.,]+ USDT$/)).toBeVisible();
  await expect(page.getByText('rounded down', { exact: true })).toBeVisible();
  expect(network.sent(QUOTE)).toBe(1);
  await main(page, 'Swap').click();
  await expect(
    page.getByRole('heading', { name: /^You swapped 0\.1 BTC for [\d.,]+ USDT$/ }),
  ).toBeVisible();
  await expect(page.getByText('Received')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('I have 0.9 BTC')).toBeVisible();
  await expect(amountField(page)).toHaveValue('');
  await expect(main(page, 'Enter amount')).toBeDisabled();
});

test('SWAP-02 SWAP-07 SWAP-08 the pickers, the sides and the direction', async ({
  page,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  await page.getByRole('button', { name: 'BTC, change asset' }).click();
  const source = page.getByRole('dialog', { name: 'Select Asset to Swap' });
  await expect(source.getByRole('button', { name: /Tether/ })).toHaveCount(0);
  await source.getByRole('searchbox', { name: 'Search asset' }).fill('eTHer');
  await source.getByRole('button', { name: /Ethereum/ }).click();
  await expect(page.getByRole('button', { name: 'ETH, change asset' })).toBeVisible();

  await page.getByRole('button', { name: 'USDT, change asset' }).click();
  const target = page.getByRole('dialog', { name: 'Select Asset to Receive' });
  await target.getByRole('searchbox', { name: 'Search asset' }).fill('usdc');
  await target.getByRole('button', { name: /USDC/ }).click();
  await expect(page.getByText('I want USDC')).toBeVisible();

  await amountField(page).fill('3');
  await page.getByRole('button', { name: /^Swap direction/ }).click();
  await expect(page.getByText('I want Ethereum')).toBeVisible();
  await expect(amountField(page)).toHaveValue('');
});

test('SWAP-05 quick fills, and none of nothing', async ({ page, customer }) => {
  await signIn(page, await customer({ balances: { BTC: '0.1845221' } }));
  await openSwap(page);
  for (const [share, amount] of [
    ['25%', '0.04613052'],
    ['50%', '0.09226105'],
    ['100%', '0.1845221'],
  ] as const) {
    await page.getByRole('button', { name: share }).click();
    await expect(amountField(page)).toHaveValue(amount);
  }
  await expect(main(page, 'Swap')).toBeEnabled();
  await main(page, 'Swap').click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('I have 0 BTC')).toBeVisible();
  await page.getByRole('button', { name: '25%' }).click();
  await expect(page.getByText('Amount should be more than 0')).toBeVisible();
});

test('SWAP-06 an expired quote is renewed by itself and keeps the amount', async ({
  page,
  network,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  await quoted(page, '0.1');
  await expect(page.getByText('Getting fresh quote automatically...')).toBeVisible({
    timeout: 15_000,
  });
  await expect(main(page, 'Getting Quote...')).toBeDisabled();
  await expect(main(page, 'Swap')).toBeEnabled();
  expect(network.sent(QUOTE)).toBe(2);
  await expect(amountField(page)).toHaveValue('0.1');
});

test('SWAP-09 an answer for changed inputs is ignored', async ({ page, network, customer }) => {
  await signIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  const held = await network.holdAnswers(QUOTE);
  await amountField(page).fill('0.1');
  await held.arrived;
  await amountField(page).fill('0.2');
  await held.release();
  await expect(main(page, 'Swap')).toBeEnabled();
  await expect(page.locator('dl')).toContainText('0.20000000 BTC');
});

test('SWAP-11 too little: says so and offers to buy', async ({ page, customer }) => {
  await signIn(page, await customer({ balances: { BTC: '0.01' } }));
  await openSwap(page);
  await amountField(page).fill('1');
  await expect(page.getByText('Not enough Bitcoin to start this swap')).toBeVisible();
  await expect(main(page, 'Low Balance')).toBeDisabled();
  await expect(page.getByRole('link', { name: 'Buy BTC' })).toHaveAttribute('href', '/buy-sell');
  await expectAccessible(page);
});

test('SWAP-12 a quote below the minimum names the minimum', async ({ page, customer }) => {
  await signIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  await amountField(page).fill('0.00000001');
  await expect(page.getByRole('alert')).toContainText(
    /less than min amount\. Minimum required: [\d.]+ BTC/,
  );
  await expect(amountField(page)).toHaveValue('0.00000001');
});

test('SWAP-13 BEY-01 two tabs, one balance: one swap, and the other says why not', async ({
  page,
  context,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  const other = await context.newPage();
  await other.goto('/swap');
  await expect(other.getByText('I have 1 BTC')).toBeVisible();
  await quoted(page, '1');
  await quoted(other, '1');
  await main(page, 'Swap').click();
  await expect(page.getByRole('heading', { name: /^You swapped 1 BTC/ })).toBeVisible();
  await expect(main(other, 'Swap')).toBeEnabled();
  await main(other, 'Swap').click();
  await expect(other.getByRole('alert')).toBeVisible();
  await expect(other.getByRole('heading', { name: /^You swapped/ })).toHaveCount(0);
  await walletHas(other, 'Bitcoin', '0 BTC');
});

test('SWAP-15 an EUR customer starts with BTC to USDC and is offered no USDT', async ({
  page,
  context,
  app,
  customer,
}) => {
  await context.addCookies([{ name: 'country', value: 'LT', url: app.url }]);
  await signIn(page, await customer({ place: 'EU', balances: { BTC: '1' } }));
  await openSwap(page);
  await expect(page.getByText('I want USDC')).toBeVisible();
  await page.getByRole('button', { name: 'USDC, change asset' }).click();
  const target = page.getByRole('dialog');
  await expect(target.getByRole('button', { name: /USDC/ })).toBeVisible();
  await expect(target.getByRole('button', { name: /USDT/ })).toHaveCount(0);
});

test('BEY-02 a double tap swaps once', async ({ page, network, customer }) => {
  await signIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  await quoted(page, '0.1');
  await main(page, 'Swap').dblclick();
  await expect(page.getByRole('heading', { name: /^You swapped/ })).toBeVisible();
  expect(network.sent(CONFIRM)).toBe(1);
  await walletHas(page, 'Bitcoin', '0.9 BTC');
});

test('BEY-02 the answer is lost after the swap was made: the truth is found out', async ({
  page,
  network,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  await quoted(page, '0.1');
  await network.loseAnswers(CONFIRM);
  await main(page, 'Swap').click();
  await expect(page.getByRole('heading', { name: /^You swapped 0\.1 BTC/ })).toBeVisible();
  expect(network.sent(CONFIRM)).toBe(1);
  await walletHas(page, 'Bitcoin', '0.9 BTC');
});

test('BEY-02 the connection is cut before sending: it did not happen, and that is said', async ({
  page,
  context,
  network,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  await quoted(page, '0.1');
  await dropRequests(context, CONFIRM);
  await main(page, 'Swap').click();
  await expect(page.getByText('Failed to complete swap. Nothing was exchanged.')).toBeVisible();
  await expect(amountField(page)).toHaveValue('0.1');
  expect(network.sent(CONFIRM)).toBe(1);
  await expectAccessible(page);
  await walletHas(page, 'Bitcoin', '1 BTC');
});

test('BEY-02 the connection goes with the answer: it is asked for when it is back', async ({
  page,
  context,
  network,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  await quoted(page, '0.1');
  await context.route(`**/api${CONFIRM}`, async (route) => {
    await route.fetch();
    await network.cut();
    await route.abort('connectionreset');
  });
  await main(page, 'Swap').click();
  await expect(page.getByRole('heading', { name: 'Checking what happened…' })).toBeVisible();
  await expect(page.getByText('Waiting for the connection to come back.')).toBeVisible();
  await expectAccessible(page);
  await network.restore();
  await expect(page.getByRole('heading', { name: /^You swapped 0\.1 BTC/ })).toBeVisible({
    timeout: 20_000,
  });
  expect(network.sent(CONFIRM)).toBe(1);
});

test('BEY-01 a reload in between: the outcome is shown afterwards, and nothing is sent again', async ({
  page,
  context,
  network,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  await quoted(page, '0.1');
  const listen = await dropRequests(context, OUTCOME);
  await network.loseAnswers(CONFIRM);
  await main(page, 'Swap').click();
  await expect(page.getByRole('heading', { name: 'Checking what happened…' })).toBeVisible();
  await page.goto('/wallet');
  await expect(page.getByText('The outcome of your last swap is not known yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Find out' }).click();
  await expect(page.getByRole('heading', { name: 'Checking what happened…' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Checking what happened…' })).toBeVisible();
  await listen();
  await expect(page.getByRole('heading', { name: /^You swapped 0\.1 BTC/ })).toBeVisible({
    timeout: 20_000,
  });
  expect(network.sent(CONFIRM)).toBe(1);
});

for (const [name, hours] of [
  ['behind', -24],
  ['ahead', 24],
] as const) {
  test(`BEY-06 a device clock a day ${name} changes nothing`, async ({ page, customer }) => {
    await page.addInitScript((offset) => {
      const RealDate = Date;
      const shifted = () => RealDate.now() + offset;
      globalThis.Date = new Proxy(RealDate, {
        construct: (target, args) =>
          Reflect.construct(target, args.length === 0 ? [shifted()] : args),
        get: (target, key) => (key === 'now' ? shifted : Reflect.get(target, key)),
      });
    }, hours * 3_600_000);
    await signIn(page, await customer({ balances: { BTC: '1' } }));
    await openSwap(page);
    await quoted(page, '0.1');
    await expect(page.getByRole('timer')).toHaveAccessibleName(
      /^Quote valid for ([1-9]|10) seconds$/,
    );
    await main(page, 'Swap').click();
    await expect(page.getByRole('heading', { name: /^You swapped 0\.1 BTC/ })).toBeVisible();
  });
}

test('PWA-05 offline the form says why it is off, and nothing is sent later', async ({
  page,
  network,
  customer,
}) => {
  await signIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  await quoted(page, '0.1');
  await network.cut();
  await expect(page.getByText(/Swapping needs a connection/)).toBeVisible();
  await expect(amountField(page)).toHaveValue('0.1');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^(Swap|Getting Quote\.\.\.)$/ }).press('Enter');
  await network.restore();
  await expect(main(page, 'Swap')).toBeEnabled({ timeout: 20_000 });
  expect(network.sent(CONFIRM)).toBe(0);
});

isolatedTest(
  'BEY-07 BEY-06 what is shown is what is received: the exact quote, rounded down',
  async ({ page, customer, sandbox }) => {
    await sandbox.market('BTC', '60000.13');
    await sandbox.market('USDT', '0.9999');
    await signIn(page, await customer({ balances: { BTC: '1' } }));
    await openSwap(page);
    await quoted(page, '0.12345678');
    const spread = await page.getByText(/^\d+\.\d\d%$/).textContent();
    const { targetUnits } = priceQuote({
      sourceUnits: 12_345_678n,
      sourceScale: 8,
      targetScale: 6,
      sourcePrice: 600_001_300n,
      targetPrice: 9_999n,
      spreadBps: Number((spread ?? '').replace(/\D/g, '')),
    });
    const received = formatDecimal(formatUnits(targetUnits, 6), 6, 6);
    await expect(page.locator('dl')).toContainText(`You get${received} USDT`);
    await main(page, 'Swap').click();
    await expect(
      page.getByRole('heading', {
        name: `You swapped 0.12345678 BTC for ${formatDecimal(received.replaceAll(',', ''))} USDT`,
      }),
    ).toBeVisible();
  },
);

for (const colorScheme of ['light', 'dark'] as const) {
  test(`BEY-24 axe finds nothing on swap, its pickers and its success, ${colorScheme}`, async ({
    page,
    customer,
  }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page, await customer({ balances: { BTC: '1' } }));
    await openSwap(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'BTC, change asset' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await quoted(page, '0.1');
    await expectAccessible(page);
    await main(page, 'Swap').click();
    await expect(page.getByRole('heading', { name: /^You swapped/ })).toBeVisible();
    await expectAccessible(page);
  });
}

test('BEY-24 a swap by keyboard alone', async ({ page, customer }) => {
  await signIn(page, await customer({ balances: { BTC: '1' } }));
  await openSwap(page);
  const reach = async (target: Locator) => {
    for (let i = 0; i < 30; i++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('not reachable by Tab');
  };
  await reach(page.getByRole('button', { name: 'USDT, change asset' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'USDT, change asset' })).toBeFocused();
  await page.locator('body').press('Home');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await reach(amountField(page));
  await page.keyboard.type('0.1');
  await expect(main(page, 'Swap')).toBeEnabled();
  await reach(main(page, 'Swap'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^You swapped/ })).toBeFocused();
  await reach(page.getByRole('button', { name: 'Done' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('I have 0.9 BTC')).toBeVisible();
});

test('BEY-24 the swap fits 320 px and 390 × 844', async ({ page, customer }) => {
  await signIn(page, await customer({ balances: { BTC: '1234567.12345678' } }));
  await page.setViewportSize({ width: 320, height: 700 });
  await openSwap(page);
  await page.getByRole('button', { name: '100%' }).click();
  await expect(main(page, 'Swap')).toBeEnabled();
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  expect(await overflow()).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow()).toBe(0);
});
