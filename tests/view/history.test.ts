import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { answerBy, hold, type Said } from './support/answers.ts';
import { entry, happened, manyEntries, withdrawn } from './support/history.ts';
import { holding } from './support/holdings.ts';
import { customer, expectAccessible, open, overflow, type View } from './support/view.ts';

const results = page.getByRole('region', { name: 'Results' });
const rows = results.getByRole('listitem');
const search = page.getByRole('searchbox', { name: 'Search transactions' });
const filter = page.getByRole('button', { name: /^Filter/ });
const sheet = page.getByRole('dialog', { name: 'Filter' });
const status = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

const openHistory = (said: Said, width = 390): Promise<View> =>
  open('/transactions', { as: customer(), answers: [said, holding()], width });

/** Chooses a filter on a phone, where the filters are in a sheet. */
async function choose(choice: string): Promise<void> {
  await filter.click();
  await sheet.getByRole('button', { name: choice, exact: true }).click();
  await sheet.getByRole('button', { name: 'Show', exact: true }).click();
}

test.each([768, 1280, 1920])(
  'the chips of the history have one height beside the date fields, at %i px',
  async (width) => {
    await openHistory(happened(...manyEntries(3)), width);
    await expect.element(page.getByRole('button', { name: 'All time' })).toBeVisible();
    const heights = [...document.querySelectorAll('search button')]
      .filter((one) => one.checkVisibility())
      .map((one) => Math.round(one.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(9);
    expect([...new Set(heights)]).toEqual([expect.any(Number)]);
    expect(heights[0]).toBeLessThanOrEqual(48);
  },
);

test('TX-01 the history says when it is loading and when no transaction matches the filters', async () => {
  const held = hold(happened(entry()));
  await openHistory(held);
  await expect.element(status('Loading')).toHaveTextContent('Loading transactions...');
  held.release();
  await expect.element(rows).toHaveLength(1);
  await choose('Withdraw');
  await expect
    .element(page.getByText('No transactions found for the selected filters.'))
    .toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.element(rows).toHaveLength(1);
});

test('TX-01 a customer without transactions is told what will be listed', async () => {
  await openHistory(happened());
  await expect.element(results).toMatchTextContent('No transactions yet');
  await expect
    .element(results)
    .toMatchTextContent('What you deposit, buy, swap or withdraw will be listed');
});

test('TX-05 the details page opened without a transaction says that it was not found', async () => {
  await open('/transaction-detail', { as: customer(), answers: [happened()] });
  await expect.element(page.getByText('Transaction not found')).toBeVisible();
  await page.getByRole('link', { name: 'Go back to transactions' }).click();
  await expect.poll(() => location.pathname).toBe('/transactions');
});

test.each([320, 390, 1280])(
  'EASE-01 at %i px all rows are equally high, and a month’s name stays on top of them',
  async (width) => {
    await openHistory(happened(...manyEntries(40)), width);
    await expect.element(rows).toHaveLength(40);
    // A line stands above each row but the first of a month.
    const heights = rows
      .elements()
      .slice(1, -1)
      .map((row) => Math.round(row.getBoundingClientRect().height));
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1);
    const month = results.getByRole('heading', { level: 2 });
    await expect.element(month.first()).toMatchTextContent(/^[A-Z][a-z]+ \d{4}$/);
    const { top } = rows.nth(3).element().getBoundingClientRect();
    scrollTo(0, top + scrollY);
    await expect
      .poll(() => {
        const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
        return month.elements().some((name) => {
          const box = name.getBoundingClientRect();
          return box.top >= header - 1 && box.bottom < header + 80;
        });
      })
      .toBe(true);
    expect(overflow()).toBe(0);
  },
);

test('EASE-01 a row has six digits and the value at its time, and a status only if it is not done', async () => {
  await openHistory(
    happened(
      withdrawn({ amount: '0.05', withdrawal: 'requested' }),
      entry({
        amount: '98765432.123456',
        currency_id: 'XRP',
        value: { amount: '74074074.09', currency_id: 'AUD' },
      }),
      entry({ amount: '0.00010001' }),
      entry(),
    ),
  );
  await expect
    .element(rows.filter({ hasText: '98.7654M\u00a0XRP' }))
    .toMatchTextContent(/AU\$[\d,]+\.\d\d/);
  await expect.element(rows.filter({ hasText: '+0.00010001\u00a0BTC' })).toHaveLength(1);
  await expect.element(rows.first()).toMatchTextContent('Not sent yet');
  expect(rows.filter({ hasText: /Deposited|Completed|Withdrawn/ }).elements()).toHaveLength(0);
  await expect.element(status(/^4 transactions$/)).toBeVisible();
  await expectAccessible();
});

test('EASE-01 on a phone one line has the search and the filters, and the count is shown and spoken', async () => {
  await openHistory(happened(entry({ currency_id: 'SOL', amount: '2' }), entry()));
  await expect.element(rows).toHaveLength(2);
  const [first = 0, second = 99] = [search, filter].map((one) => {
    const { top, height } = one.element().getBoundingClientRect();
    return top + height / 2;
  });
  expect(Math.abs(first - second)).toBeLessThan(3);
  // The same element, so that what it says next is spoken.
  const count = status('2 transactions').element();
  await search.fill('solana');
  await expect.element(rows).toHaveLength(1);
  await expect.poll(() => count.textContent).toBe('1 of 2 transactions');
  await filter.click();
  await expect.element(sheet).toBeVisible();
  await expectAccessible();
  await sheet.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect.element(sheet.getByRole('status')).toHaveTextContent('0 of 2 transactions');
  await sheet.getByRole('button', { name: 'Show', exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Filter 1 chosen' })).toHaveFocus();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.element(search).toHaveValue('');
  await expect.element(rows).toHaveLength(2);
});

test('EASE-01 a search finds what is on no page that was loaded', async () => {
  const newest = Array.from({ length: 100 }, () => entry({ currency_id: 'USDC', amount: '5' }));
  const view = await openHistory(
    answerBy(getTransactionHistory, ({ search, type }) => ({
      data: search ? [entry()] : type ? [] : newest,
      ...(!search && !type && { next: 'older' }),
      as_of: new Date().toISOString(),
    })),
  );
  await expect.element(page.getByText('The newest 100 transactions')).toBeVisible();
  await search.fill('bitcoin');
  await expect.element(page.getByText('1 transaction found')).toBeVisible();
  await expect.element(rows).toHaveLength(1);
  await expect.element(rows).toMatchTextContent('+0.5');
  expect(view.asked(getTransactionHistory).at(-1)?.search).toBe('bitcoin');
  await search.fill('');
  await choose('Swap');
  await expect.element(page.getByText('0 transactions found')).toBeVisible();
  expect(view.asked(getTransactionHistory).at(-1)?.type).toBe('Swap');
});

test.each([320, 360])('BEY-24 the history is aligned in two columns at %i px', async (width) => {
  await openHistory(happened(...manyEntries(15)), width);
  await expect.element(rows).toHaveLength(15);
  const all = rows.elements();
  const lines = (node: Element): DOMRect[] => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()];
  };
  const end = Math.max(
    ...all.map((row) => row.querySelector('.num')?.getBoundingClientRect().right ?? 0),
  );
  const crooked = all.flatMap((row) =>
    ['b', 'small'].flatMap((name) => {
      const [left, right] = [...row.querySelectorAll(name)].map(lines);
      if (!left?.[0] || !right?.[0]) return [];
      const steady =
        right.length === 1 &&
        Math.abs(left[0].top - right[0].top) < 4 &&
        Math.abs(right[0].right - end) < 1;
      return steady ? [] : [row.textContent];
    }),
  );
  expect(crooked).toEqual([]);
});

test('BEY-24 the history and the details of an entry are accessible in both themes', async () => {
  await openHistory(happened(...manyEntries(12)));
  await expect
    .element(page.getByRole('heading', { name: 'Transaction History', level: 1 }))
    .toBeVisible();
  await expect.element(rows).toHaveLength(12);
  await expectAccessible();
  await rows.first().getByRole('link').click();
  await expect.element(page.getByText('Payment details')).toBeVisible();
  await expectAccessible();
});
