import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getMerchantList, getMerchantTransactions } from '#core/contract/staff/merchant.ts';
import { merchantTransaction } from '#core/contract/staff/merchant-transaction.fixture.ts';
import { getGains } from '#core/contract/wallet/gains.ts';
import { getPortfolioHistory } from '#core/contract/wallet/portfolio.ts';
import { answer } from './support/answers.ts';
import { ofAsset } from './support/asset.ts';
import { type Column, expectColumns, markByText } from './support/columns.ts';
import { entry, happened, manyEntries, swapped } from './support/history.ts';
import { holding } from './support/holdings.ts';
import { customer, expectAccessible, open, overflow } from './support/view.ts';

const DESK = [1280, 1920];

const balances = { BTC: '0.21959916', ETH: '3.5', USDC: '8257.401214', XRP: '2317.805529' };

/** A history whose amounts have all lengths. */
const past = happened(
  ...swapped(
    { amount: '1664.893212', currency_id: 'USDT' },
    { amount: '8.20162', currency_id: 'SOL', value: { amount: '2681.8', currency_id: 'AUD' } },
  ),
  entry({
    amount: '98765432.123456',
    currency_id: 'XRP',
    value: { amount: '74074074.09', currency_id: 'AUD' },
  }),
  entry({ amount: '1000', currency_id: 'AUD' }),
  ...manyEntries(30),
);

/** The columns of a history: with room, what came and what went have one each. */
const columnsOfHistory = (isWide: boolean): readonly Column[] => {
  const given = '[class*="given"]';
  const sums: readonly Column[] = isWide
    ? [
        ['[data-says="In"]', '[class*="credit"] b[class*="amount"] > :first-child'],
        [
          '[data-says="Out"]',
          `:is(a:not([class*="credit"]) b[class*="amount"], ${given}) > :first-child`,
        ],
      ]
    : [['[data-says="Amount"]', `:is(b[class*="amount"], ${given}) > :first-child`]];
  return [...sums, ['[data-says="Value then"]', '[class*="worth"] > small']];
};

test.each(DESK)(
  'EYE-02 the assets stand in columns of one right edge, and without balances keep no room for them, at %i px',
  async (width) => {
    await open('/wallet', { as: customer(), answers: [holding(balances)], width });
    await expect.element(page.getByRole('link', { name: /^Bitcoin/ })).toBeVisible();
    markByText('.asset-cols > span');
    expectColumns(
      ['[data-says="Price"]', '.asset__price'],
      ['[data-says="24 h"]', '.asset__chg'],
      ['[data-says="Balance"]', '.asset__bal > :first-of-type'],
      ['[data-says="Value"]', '.asset__val'],
    );
    await open('/wallet', { as: customer(), answers: [holding()], width });
    await expect.element(page.getByRole('link', { name: /^Bitcoin/ })).toBeVisible();
    markByText('.asset-cols > span');
    expectColumns(['[data-says="Price"]', '.asset__price'], ['[data-says="24 h"]', '.asset__chg']);
    const [list, move] = ['.assets__list', '.asset__chg'].map(
      (one) => document.querySelector(one)?.getBoundingClientRect().right ?? 0,
    );
    expect((list ?? 0) - (move ?? 0)).toBeLessThan(40);
    expect(overflow()).toBe(0);
  },
);

test.each([768, ...DESK])(
  'EYE-02 EYE-04 the history is a table whose figures stand under their headings, at %i px',
  async (width) => {
    await open('/transactions', { as: customer(), answers: [past, holding(balances)], width });
    const rows = page.getByRole('region', { name: 'Results' }).getByRole('listitem');
    await expect.element(rows).toHaveLength(33);
    markByText('[class*="heads"] > span');
    const isWide = width > 1000;
    expectColumns(...columnsOfHistory(isWide));
    if (isWide) {
      expectColumns(['[data-says="Value then"]', '[class*="month"] p']);
      await expect
        .element(rows.filter({ hasText: 'Swap' }))
        .toMatchTextContent('1 SOL = 202.995653');
    }
    // No figure is cut, and none lies over its neighbour.
    const cut = [
      ...document.querySelectorAll<HTMLElement>('main li .num, main li .num > span'),
    ].filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1);
    expect(cut.map(({ textContent }) => textContent)).toEqual([]);
    await expect.element(page.getByText('+98,765,432.123456')).toBeVisible();
    expect(overflow()).toBe(0);
    await expectAccessible();
  },
);

test.each(DESK)('EYE-02 merchants’ transactions stand in columns, at %i px', async (width) => {
  const details = ['92.00', '1234567.5', '0.5'].map((amount, index) =>
    merchantTransaction({
      _id: `a${index}`,
      amount,
      currency_amount: amount,
      createdAt: new Date(Date.now() - index * 3_600_000).toISOString(),
      ...(index === 1 && { code: '500', status: false }),
    }),
  );
  await open('/admin-transactions-history', {
    as: customer({ role: 'admin', is2FA: 1 }),
    answers: [
      answer(getMerchantList, { data: [] }),
      answer(getMerchantTransactions, { data: { details, total: 3 } }),
    ],
    width,
  });
  await expect.element(page.getByRole('row')).toHaveLength(4);
  markByText('th');
  expectColumns(['[data-says="Amount"]', 'td.m2'], ['[data-says="USDT amount"]', 'td.m5']);
  // A total has its name over its own edge.
  for (const one of document.querySelectorAll('dl > div')) {
    const [name, total] = [...one.children].map((part) => part.getBoundingClientRect().left);
    expect(name).toBe(total);
  }
  expect(overflow()).toBe(0);
});

test.each(DESK)(
  'EYE-02 an asset’s history, what it gained and the steps of a number stand in columns, at %i px',
  async (width) => {
    const gains = answer(getGains, {
      data: {
        ...{ currency_id: 'BTC', money_id: 'AUD', method: 'average', amount: '0.5' },
        ...{ unknown_amount: '0.1', cost: '12000.00', average_cost: '30000.5', realised: '1.50' },
        ...{ uncounted: '0.00', unvalued: 0, unrealised: '-1234.56', price: '90000', asked: [] },
      },
      as_of: new Date().toISOString(),
    });
    await open('/wallet', {
      as: customer(),
      answers: [
        holding(balances),
        ...ofAsset,
        gains,
        happened(...manyEntries(15).filter(({ currency_id }) => currency_id === 'BTC')),
      ],
      width,
    });
    await page.getByRole('link', { name: /^Bitcoin/ }).click();
    await expect.element(page.getByText('Average cost').first()).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Transaction History' })).toBeVisible();
    await expect.element(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    markByText('[class*="heads"] > span');
    expectColumns(...columnsOfHistory(false));
    await page.getByRole('link', { name: 'Wallet' }).first().click();
    await page.getByTestId('total').getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('definition').first()).toBeVisible();
    expectColumns([undefined, 'dialog dd']);
    // The steps of a number with many parts are behind it (EYE-11).
    await dialog.getByText('More').click();
    await expect.element(dialog.getByRole('listitem').first()).toBeVisible();
    expectColumns([undefined, 'dialog ol b']);
  },
);

test.each(DESK)('EYE-02 the points of a chart stand in columns, at %i px', async (width) => {
  const days = Array.from({ length: 40 }, (_, ago) => ({
    at: new Date(Date.now() - (40 - ago) * 86_400_000).toISOString(),
    value: `${900 + ago * ago}.5`,
  }));
  await open('/wallet', {
    as: customer(),
    answers: [
      holding(balances),
      answer(getPortfolioHistory, {
        ...{ money_id: 'AUD', hours: [], days, as_of: new Date().toISOString() },
      }),
    ],
    width,
  });
  await page.getByRole('button', { name: /30 days/ }).click();
  await page.getByRole('button', { name: /^Table/ }).click();
  markByText('th');
  expectColumns(['[data-says="Value"]', 'td.num']);
});
