import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { confirmSwap, getInstruments, swapCrypto } from '#core/contract/money/swap.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { PRICE_SCALE } from '#core/money/price.ts';
import { priceQuote } from '#core/money/quote.ts';
import { answer, answerBy, hold, refuse, type Said } from './support/answers.ts';
import { type Asset, holding, prices } from './support/holdings.ts';
import { customer, expectAccessible, open, overflow, type View } from './support/view.ts';

const pairs: readonly (readonly [Asset, Asset])[] = [
  ['BTC', 'USDT'],
  ['BTC', 'USDC'],
  ['ETH', 'USDT'],
  ['ETH', 'USDC'],
  ['SOL', 'USDT'],
  ['USDT', 'BTC'],
  ['USDT', 'ETH'],
];

const instruments = answer(getInstruments, {
  data: {
    instruments: pairs.map(([base, quote]) => ({
      instrument_id: base + quote,
      is_active: 'on',
      base_currency_id: base,
      quote_currency_id: quote,
      min_quantity: '0.0001',
    })),
  },
});

const SPREAD_BPS = 40;

let quotes = 0;

/** A quote at the prices of the views, for ten seconds. */
const quote: Said = answerBy(
  swapCrypto,
  ({ sourceCurrencyAmount, sourceCurrencyId, targetCurrencyId }) => {
    const source_price = prices[sourceCurrencyId as Asset];
    const target_price = prices[targetCurrencyId as Asset];
    const unitsOf = (amount: string): bigint => parseUnits(amount, PRICE_SCALE) ?? 0n;
    const priced = (amount: string): string =>
      formatUnits(
        priceQuote({
          sourceUnits: unitsOf(amount),
          sourceScale: PRICE_SCALE,
          targetScale: PRICE_SCALE,
          sourcePrice: unitsOf(source_price),
          targetPrice: unitsOf(target_price),
          spreadBps: SPREAD_BPS,
        }).targetUnits,
        PRICE_SCALE,
      );
    return {
      data: {
        conversion_quote_id: `quote-${++quotes}`,
        source_currency_amount: sourceCurrencyAmount,
        target_currency_amount: priced(sourceCurrencyAmount),
        rate: priced('1'),
        spread_bps: SPREAD_BPS,
        source_price,
        target_price,
        expires_at: new Date(Date.now() + 10_000).toISOString(),
        server_time: new Date().toISOString(),
      },
    };
  },
);

/** What was exchanged by the last quote, of all BTC that there was. */
const confirmed = (balance: string): Said =>
  answerBy(confirmSwap, () => ({
    data: {
      operation_id: 'operation',
      source_currency_id: 'BTC',
      source_currency_amount: balance,
      target_currency_id: 'USDT',
      target_currency_amount: '73777.93',
      created_at: new Date().toISOString(),
    },
  }));

const amount = page.getByRole('textbox', { name: /^I have/ });
const main = (name: string) => page.getByRole('button', { name, exact: true });

async function openSwap(
  balances: Partial<Record<Asset, string>>,
  { answers = [], width = 1280 }: { answers?: readonly Said[]; width?: number } = {},
): Promise<View> {
  const view = await open('/swap', {
    as: customer(),
    answers: [holding(balances), instruments, quote, ...answers],
    width,
  });
  await expect.element(page.getByText(/^I have [\d.,]+/)).toBeVisible();
  return view;
}

test('SWAP-02 SWAP-07 SWAP-08 the pickers search, sources exclude the target, and changing direction clears the amount', async () => {
  await openSwap({ BTC: '1' });
  await page.getByRole('button', { name: 'BTC, change asset' }).click();
  const source = page.getByRole('dialog', { name: 'Select Asset to Swap' });
  await expect.element(source.getByRole('button', { name: /Bitcoin/ })).toBeVisible();
  expect(source.getByRole('button', { name: /Tether/ }).elements()).toHaveLength(0);
  await source.getByRole('searchbox', { name: 'Search asset' }).fill('eTHer');
  await source.getByRole('button', { name: /Ethereum/ }).click();
  await expect.element(page.getByRole('button', { name: 'ETH, change asset' })).toBeVisible();

  await page.getByRole('button', { name: 'USDT, change asset' }).click();
  const target = page.getByRole('dialog', { name: 'Select Asset to Receive' });
  await target.getByRole('searchbox', { name: 'Search asset' }).fill('usdc');
  await target.getByRole('button', { name: /USDC/ }).click();
  await expect.element(page.getByText('I want USDC')).toBeVisible();

  await amount.fill('3');
  await page.getByRole('button', { name: /^Swap direction/ }).click();
  await expect.element(page.getByText('I want Ethereum')).toBeVisible();
  await expect.element(amount).toHaveValue('');
});

test('SWAP-02 the pickers show the symbol below the name, and only once', async () => {
  await openSwap({ BTC: '0.20921187', SOL: '43.17049204' }, { width: 360 });
  await page.getByRole('button', { name: 'BTC, change asset' }).click();
  const choices = page.getByRole('dialog').getByRole('listitem');
  await expect.element(choices.filter({ hasText: 'USDC' })).toMatchTextContent(/^USDC\s*0\sUSDC$/);
  for (const [name, symbol] of [
    ['Bitcoin', 'BTC'],
    ['Solana', 'SOL'],
  ] as const) {
    const choice = choices.filter({ hasText: name }).element();
    const below = [...choice.querySelectorAll('*')].find(
      ({ textContent }) => textContent === symbol,
    );
    const { top, height } = choice.getBoundingClientRect();
    expect(below?.getBoundingClientRect().top, name).toBeGreaterThan(top + height / 2 - 1);
  }
});

test('SWAP-08 the page says that pairs are loading, and then that an asset has none', async () => {
  const none = hold(answer(getInstruments, { data: { instruments: [] } }));
  await openSwap({ BTC: '1' }, { answers: [none] });
  const loading = page.getByText('Loading trading pairs...', { exact: true });
  await expect.element(loading).toBeVisible();
  await page.getByRole('button', { name: 'USDT, change asset' }).click();
  const picker = page.getByRole('dialog', { name: 'Select Asset to Receive' });
  await expect.element(picker.getByText('Loading trading pairs...', { exact: true })).toBeVisible();
  none.release();
  await expect
    .element(picker.getByText('No trading pairs available for BTC', { exact: true }))
    .toBeVisible();
  await expect
    .element(picker.getByText('Please select a different base currency', { exact: true }))
    .toBeVisible();
  expect(loading.elements()).toHaveLength(0);
});

test('BEY-08 a pasted amount in another currency is not accepted, and the field says so', async () => {
  await openSwap({ BTC: '1' });
  await amount.fill('0.1 BTC');
  await expect.element(amount).toHaveValue('0.1');
  await expect.element(main('Swap')).toBeEnabled();
  await amount.fill('$500');
  await expect.element(amount).toHaveValue('0.1');
  await expect
    .element(amount)
    .toHaveAccessibleDescription('That isn’t an amount in BTC. Type the amount in BTC.');
  await expect.element(main('Swap')).toBeDisabled();
  await expectAccessible();
  await amount.fill('0.2');
  await expect.element(main('Swap')).toBeEnabled();
  await expect.element(page.getByText('That isn’t an amount in BTC.')).not.toBeInTheDocument();
});

test('SWAP-05 quick fills take a share of the balance', async () => {
  await openSwap({ BTC: '0.1845221' });
  for (const [share, filled] of [
    ['25%', '0.04613052'],
    ['50%', '0.09226105'],
    ['100%', '0.1845221'],
  ] as const) {
    await page.getByRole('button', { name: share }).click();
    await expect.element(amount).toHaveValue(filled);
  }
  await expect.element(main('Swap')).toBeEnabled();
});

test('SWAP-05 a share of an empty balance is refused with a message', async () => {
  await openSwap({ BTC: '0' });
  await page.getByRole('button', { name: '25%' }).click();
  await expect.element(page.getByText('Amount should be more than 0')).toBeVisible();
});

test('SWAP-06 an expired quote is renewed automatically and the amount stays', async () => {
  const view = await openSwap({ BTC: '1' });
  await amount.fill('0.1');
  await expect.element(main('Swap')).toBeEnabled();
  expect(view.asked(swapCrypto)).toHaveLength(1);
  const next = hold(quote);
  view.says(next);
  await view.passes(10_000);
  await expect.element(page.getByText('Getting fresh quote automatically...')).toBeVisible();
  await expect.element(main('Getting Quote...')).toBeDisabled();
  next.release();
  await expect.element(main('Swap')).toBeEnabled();
  expect(view.asked(swapCrypto)).toHaveLength(2);
  await expect.element(amount).toHaveValue('0.1');
});

test('EASE-04 Enter and a press while the next rate is asked for are answered on the screen and to the ear, and confirm nothing', async () => {
  const next = hold(quote);
  const view = await openSwap({ BTC: '1' }, { answers: [confirmed('0.1')], width: 390 });
  await page.viewport(390, 844);
  await amount.fill('0.1');
  await expect.element(main('Swap')).toBeEnabled();
  view.says(next);
  await view.passes(10_000);
  const button = main('Getting Quote...');
  await expect.element(button).toBeVisible();
  const { left, top, height } = button.element().getBoundingClientRect();
  (amount.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const said = page.getByRole('status').filter({ hasText: /^Nothing is swapped yet/ });
  await expect.element(said).toBeVisible();
  // It is still under the finger that pressed it.
  expect(document.elementFromPoint(left + 60, top + height / 2)).toBe(button.element());
  await expectAccessible();
  next.release();
  await expect
    .element(page.getByRole('status').filter({ hasText: /Press Swap to take it\.$/ }))
    .toBeVisible();
  expect(view.asked(confirmSwap)).toHaveLength(0);
  // A press of the pointer is heard too.
  const third = hold(quote);
  view.says(third);
  await view.passes(10_000);
  await expect.element(said).not.toBeInTheDocument();
  await button.click({ force: true });
  await expect.element(said).toBeVisible();
  third.release();
  await expect.element(main('Swap')).toBeEnabled();
  expect(view.asked(confirmSwap)).toHaveLength(0);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: /^You swapped/ })).toBeVisible();
});

test('SWAP-09 an answer for changed inputs is ignored', async () => {
  const first = hold(quote);
  const view = await openSwap({ BTC: '1' }, { answers: [first] });
  await amount.fill('0.1');
  await expect.poll(() => view.asked(swapCrypto)).toHaveLength(1);
  const second = hold(quote);
  view.says(second);
  await amount.fill('0.2');
  await expect.poll(() => view.asked(swapCrypto)).toHaveLength(2);
  // While the current quote is held back, an outdated one that was wrongly accepted would stay.
  first.release();
  await view.passes(100);
  await expect.element(main('Getting Quote...')).toBeDisabled();
  expect(document.querySelector('dl')?.textContent ?? '').not.toContain('0.1 BTC');
  second.release();
  await expect.element(main('Swap')).toBeEnabled();
  expect(document.querySelector('dl')?.textContent).toMatch(/0\.2\sBTC/);
});

test('SWAP-11 too low a balance is reported, with an offer to buy', async () => {
  await openSwap({ BTC: '0.01' });
  await amount.fill('1');
  await expect.element(page.getByText('Not enough Bitcoin to start this swap')).toBeVisible();
  await expect.element(main('Low Balance')).toBeDisabled();
  await expect
    .element(page.getByRole('link', { name: 'Buy BTC' }))
    .toHaveAttribute('href', '/buy-sell');
  await expectAccessible();
});

test('SWAP-12 a quote that is refused says why, and the amount stays', async () => {
  const message = 'less than min amount';
  await openSwap({ BTC: '1' }, { answers: [refuse(swapCrypto, 'BELOW_MINIMUM', message)] });
  await amount.fill('0.00000001');
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/less than min amount\. Minimum required: [\d.]+ BTC/);
  await expect.element(amount).toHaveValue('0.00000001');
});

test('SWAP-02 BEY-24 a picker opened by keyboard can be searched at once, and Enter takes the match', async () => {
  await openSwap({ BTC: '1' });
  const source = page.getByRole('button', { name: /^BTC/ });
  (source.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const picker = page.getByRole('dialog', { name: 'Select Asset to Swap' });
  await expect.element(picker.getByRole('searchbox')).toHaveFocus();
  // Holding the key too long chooses nothing.
  await userEvent.keyboard('{Enter}');
  await expect.element(picker).toBeVisible();
  await userEvent.keyboard('sol{Enter}');
  await expect.element(picker).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^SOL/ })).toHaveFocus();
});

test.each([390, 1280])(
  'EASE-04 the rate of the receipt is that of the quote, on one line, at %i px',
  async (width) => {
    // Cut as the server cuts that of a quote: to the nearest, the last digit would be a six.
    const told = answerBy(confirmSwap, () => ({
      data: {
        operation_id: 'operation',
        ...{ source_currency_id: 'BTC', source_currency_amount: '0.7' },
        ...{ target_currency_id: 'USDT', target_currency_amount: '41832.000002' },
        created_at: new Date().toISOString(),
      },
    }));
    await openSwap({ BTC: '0.7' }, { answers: [told], width });
    await page.getByRole('button', { name: '100%' }).click();
    await main('Swap').click();
    const rate = page.getByRole('button', { name: /Turn the rate round/ });
    await expect.element(rate).toHaveTextContent('1 BTC = 59,760.00000285 USDT');
    const text = document.createRange();
    text.selectNode(rate.element().firstChild ?? rate.element());
    expect(text.getClientRects()).toHaveLength(1);
    expect(overflow()).toBe(0);
  },
);

test('BEY-24 axe finds nothing on the swap page, its picker and its result', async () => {
  await openSwap({ BTC: '1' }, { answers: [confirmed('1')] });
  await expectAccessible();
  await page.getByRole('button', { name: 'BTC, change asset' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: '100%' }).click();
  await expect.element(main('Swap')).toBeEnabled();
  await expectAccessible();
  await main('Swap').click();
  await expect.element(page.getByRole('heading', { name: /^You swapped/ })).toBeVisible();
  await expectAccessible();
});

test.each([320, 390])('BEY-24 the swap page fits a screen %i px wide', async (width) => {
  await openSwap({ BTC: '12.12345678' }, { width });
  await page.getByRole('button', { name: '100%' }).click();
  await expect.element(main('Swap')).toBeEnabled();
  expect(overflow()).toBe(0);
});

test('BEY-24 SWAP-14 at text of 175 % the result opens at its head', async () => {
  await openSwap({ BTC: '1' }, { answers: [confirmed('1')], width: 390 });
  document.documentElement.style.fontSize = '175%';
  await page.getByRole('button', { name: '100%' }).click();
  await main('Swap').click();
  const title = page.getByRole('heading', { name: /^You swapped/ });
  await expect.element(title).toBeInViewport();
  await expect.element(title).toHaveFocus();
  expect(scrollY).toBe(0);
  document.documentElement.style.fontSize = '';
});

test('BEY-24 SWAP-14 the amounts of a completed swap fit their card at 320 px', async () => {
  const balance = '1.23456789';
  await openSwap({ BTC: balance }, { answers: [confirmed(balance)], width: 320 });
  await page.getByRole('button', { name: '100%' }).click();
  await main('Swap').click();
  const done = page.getByRole('button', { name: 'Done' });
  await expect.element(done).toBeVisible();
  const { left, right } = done.element().getBoundingClientRect();
  const amounts = page.getByRole('definition').elements();
  expect(amounts).toHaveLength(3);
  for (const one of amounts) {
    const box = one.getBoundingClientRect();
    expect(box.left).toBeGreaterThanOrEqual(left);
    expect(box.right).toBeLessThanOrEqual(right + 0.5);
  }
});
