import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getTaxJournals, openTaxReport } from '#core/contract/wallet/gains.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { answer, answerBy, hold, type Said } from './support/answers.ts';
import { entry, happened, manyEntries, withdrawn } from './support/history.ts';
import { holding } from './support/holdings.ts';
import { customer, expectAccessible, open, overflow, type View } from './support/view.ts';

const results = page.getByRole('region', { name: 'Results' });
const rows = results.getByRole('listitem');
const search = page.getByRole('searchbox', { name: 'Search transactions' });
const dates = page.getByRole('button', { name: /^Dates/ });
const sheet = page.getByRole('dialog', { name: 'Dates' });
const type = (name: string) =>
  page.getByRole('group', { name: 'Type' }).getByRole('button', { name });
const status = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

const openHistory = (said: Said, width = 390): Promise<View> =>
  open('/transactions', { as: customer(), answers: [said, holding()], width });

test.each([768, 1280, 1920])(
  'EYE-04 the history’s controls are one calm row: chips of one height, counted, and dates told once, at %i px',
  async (width) => {
    await openHistory(happened(...manyEntries(30)), width);
    await expect.element(rows).toHaveLength(30);
    const chips = [...document.querySelectorAll('search .chip')].map((one) =>
      one.getBoundingClientRect(),
    );
    expect(chips).toHaveLength(6);
    expect(new Set(chips.map(({ height }) => Math.round(height))).size).toBe(1);
    expect(chips[0]?.height).toBeLessThanOrEqual(44);
    await expect.element(type('All')).toHaveTextContent('All30');
    await expect.element(type('Withdraw')).toHaveTextContent('Withdraw10');
    if (width >= 1280) {
      const middles = [
        search,
        type('Swap'),
        dates,
        page.getByRole('button', { name: 'Export' }),
      ].map((one) => {
        const { top, height } = one.element().getBoundingClientRect();
        return Math.round(top + height / 2);
      });
      expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(1);
    }
    expect(overflow()).toBe(0);
    await expectAccessible();
  },
);

test('EYE-04 dates are prepared as a preset or as days, never both, and shown once', async () => {
  const now = Date.parse('2026-11-30T12:00:00Z');
  const at = (month: number) => new Date(now - month * 30 * 86_400_000).toISOString();
  await openHistory(
    happened(...[0, 0, 1, 2, 6, 20].map((ago) => entry({ created_at: at(ago) }))),
    1280,
  );
  await expect.element(rows).toHaveLength(6);
  vi.setSystemTime(now);
  const pressed = () =>
    [...document.querySelectorAll('dialog [aria-pressed="true"]')].map(
      ({ firstChild }) => firstChild?.textContent,
    );
  await dates.click();
  await expect.poll(pressed).toEqual(['All time']);
  await sheet.getByRole('button', { name: 'Last month' }).click();
  expect(pressed()).toEqual(['Last month']);
  const from = sheet.getByRole('textbox', { name: 'From' });
  await expect.element(from).toHaveValue('Oct 1, 2026');
  await expect.element(sheet.getByRole('textbox', { name: 'To' })).toHaveValue('Oct 31, 2026');
  // Choosing only prepares.
  await expect.element(rows).toHaveLength(6);
  await expectAccessible();
  await from.fill('5/10/2026');
  expect(pressed()).toEqual([]);
  await expect
    .element(sheet.getByRole('status', { name: 'Chosen' }))
    .toMatchTextContent('Oct 5 – 31, 2026');
  await from.fill('tomorrow');
  await expect.element(sheet).toMatchTextContent('Write a day such as 1 Oct 2026');
  await sheet.getByRole('button', { name: 'This tax year' }).click();
  expect(pressed()).toEqual(['This tax year']);
  await sheet.getByRole('button', { name: 'Show 4' }).click();
  await expect.element(rows).toHaveLength(4);
  await expect.element(dates).toHaveTextContent('Dates: This tax year');
  await expect.element(status('4 of 6 transactions')).toBeVisible();
});

test('EYE-04 a range is chosen in the calendar by two presses, in either order', async () => {
  const now = Date.parse('2026-11-30T12:00:00Z');
  await openHistory(happened(entry({ created_at: new Date(now).toISOString() })), 390);
  await expect.element(rows).toHaveLength(1);
  vi.setSystemTime(now);
  await dates.click();
  await sheet.getByRole('button', { name: '20 November 2026' }).click();
  await expect
    .element(sheet.getByRole('status', { name: 'Chosen' }))
    .toMatchTextContent('Nov 20, 2026');
  await sheet.getByRole('button', { name: '9 November 2026' }).click();
  await expect.element(sheet.getByRole('button', { name: '9 November 2026' })).toHaveFocus();
  await expect
    .element(sheet.getByRole('status', { name: 'Chosen' }))
    .toMatchTextContent('Nov 9 – 20, 2026');
  await expectAccessible();
  await sheet.getByRole('button', { name: 'Show 0' }).click();
  await expect.element(dates).toHaveFocus();
  await expect.element(dates).toHaveTextContent('Dates: Nov 9 – 20, 2026');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.element(dates).toHaveTextContent('Dates: All time');
});

test('TX-01 the history says when it is loading and when no transaction matches the filters', async () => {
  const held = hold(happened(entry()));
  await openHistory(held);
  await expect.element(status('Loading')).toHaveTextContent('Loading transactions...');
  held.release();
  await expect.element(rows).toHaveLength(1);
  await type('Withdraw').click();
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

test('EYE-12 a row has its amount in full and the value at its time, and a status only if it is not done', async () => {
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
    .element(rows.filter({ hasText: '+98,765,432.123456\u00a0XRP' }))
    .toMatchTextContent(/AU\$[\d,]+\.\d\d/);
  await expect.element(rows.filter({ hasText: '+0.00010001\u00a0BTC' })).toHaveLength(1);
  await expect.element(rows.first()).toMatchTextContent('Not sent yet');
  expect(rows.filter({ hasText: /Deposited|Completed|Withdrawn/ }).elements()).toHaveLength(0);
  await expect.element(status(/^4 transactions$/)).toBeVisible();
  await expectAccessible();
});

test('EASE-01 on a phone one line has the search and the dates, and the count is shown and spoken', async () => {
  await openHistory(happened(entry({ currency_id: 'SOL', amount: '2' }), entry()));
  await expect.element(rows).toHaveLength(2);
  const [first = 0, second = 99] = [search, dates].map((one) => {
    const { top, height } = one.element().getBoundingClientRect();
    return top + height / 2;
  });
  expect(Math.abs(first - second)).toBeLessThan(3);
  // The same element, so that what it says next is spoken.
  const count = status('2 transactions').element();
  await search.fill('solana');
  await expect.element(rows).toHaveLength(1);
  await expect.poll(() => count.textContent).toBe('1 of 2 transactions');
  await type('Withdraw').click();
  await expect.poll(() => count.textContent).toBe('0 of 2 transactions');
  await expectAccessible();
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
  await type('Swap').click();
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
        new Set(right.map(({ bottom }) => Math.round(bottom))).size === 1 &&
        Math.abs(left[0].top - right[0].top) < 4 &&
        Math.abs((right.at(-1)?.right ?? 0) - end) < 1;
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

/** Bought for AU$1,000 and swapped for AU$1,200; and a swap of what came without a cost. */
const taxed: Said = answerBy(getTaxJournals, () => {
  const created_at = new Date().toISOString();
  const leg = (currency_id: string, amount: string, value: string) => ({
    currency_id,
    amount,
    value,
  });
  return {
    data: [
      { journal_id: 'a', kind: 'deposit', legs: [leg('ETH', '1', '4000.00')] },
      { journal_id: 'b', kind: 'purchase', paid: '1000.00', legs: [leg('BTC', '0.01', '990.00')] },
      {
        ...{ journal_id: 'c', kind: 'swap' },
        legs: [leg('BTC', '-0.01', '1200.00'), leg('USDT', '800', '1200.00')],
      },
      {
        ...{ journal_id: 'd', kind: 'swap' },
        legs: [leg('ETH', '-1', '4500.00'), leg('USDT', '3000', '4500.00')],
      },
    ].map((one) => ({ ...one, kind: one.kind as 'swap', created_at })),
    money_id: 'AUD',
    as_of: created_at,
  };
});

const basis = answer(openTaxReport, { data: { residences: 0, time_zone: 'Australia/Sydney' } });

test('EYE-07 the year’s gain is on the screen, one touch from the history, for each year and method', async () => {
  const answers = [happened(entry()), holding(), basis, taxed];
  await open('/transactions', { as: customer(), answers, width: 390 });
  await page.getByRole('button', { name: 'Gains and tax' }).click();
  const report = page.getByRole('dialog', { name: 'Tax report' });
  const year = report.getByRole('status').filter({ hasText: /disposals|nothing was/ });
  await expect
    .element(year)
    .toMatchTextContent(/^20\d\d–\d\d so far: gain AU\$200\.00, 2 disposals, 1 of unknown cost$/);
  // Longer than a phone is wide: it goes on in the next line, and nothing of it is cut.
  const written = document.createRange();
  written.selectNodeContents(year.element());
  const { right } = report.element().getBoundingClientRect();
  expect(written.getBoundingClientRect().right).toBeLessThanOrEqual(right);
  await expectAccessible();
  const years = report.getByRole('combobox', { name: 'Tax year' });
  const { value = '' } = years.element().querySelectorAll('option')[1] ?? {};
  await userEvent.selectOptions(years, value);
  await expect
    .element(year)
    .toMatchTextContent(/^20\d\d–\d\d: nothing was sold, swapped or spent$/);
});

test('EASE-12 while a report is made the focus is on Cancel, and then on what was pressed', async () => {
  const nothing = answerBy(getTaxJournals, () => ({
    ...{ data: [], money_id: 'AUD', as_of: new Date().toISOString() },
  }));
  const answers = [happened(entry()), holding(), basis, nothing];
  const view = await open('/transactions', { as: customer(), answers, width: 1280 });
  const opens = page.getByRole('button', { name: 'Export' });
  await expect.element(opens).toBeVisible();
  // The arrow keys move in the menu, and Escape gives the focus back.
  (opens.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('button', { name: 'CSV', exact: true })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(opens).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(page.getByRole('button', { name: 'Tax report' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  const report = page.getByRole('dialog', { name: 'Tax report' });
  await expect.element(report).toMatchTextContent('so far: nothing was');
  for (const format of ['CSV', 'PDF']) {
    const held = hold(nothing);
    view.says(held);
    const save = report.getByRole('button', { name: `Save as ${format}` });
    (save.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(report.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    held.release();
    await expect.element(save).toHaveFocus();
  }
});
