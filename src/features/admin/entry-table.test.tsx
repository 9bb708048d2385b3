import { afterEach, beforeEach, expect, test } from 'vitest';
import { merchantTransaction } from '#core/contract/staff/merchant-transaction.fixture.ts';
import { merchantEntries } from '#core/statement/merchant-entry.ts';
import { session } from '#transport/session/session.ts';
import { rendered, words } from '#ui/hooks/rendered.fixture.tsx';
import { EntryTable } from './entry-table.tsx';

const row = merchantTransaction({ createdAt: '2020-05-14T10:39:00.000Z' });

const { timeZone } = session;
beforeEach(() => {
  session.timeZone = 'UTC';
});
afterEach(() => {
  session.timeZone = timeZone;
});

test('ADM-02 a row has its icon, type, date, signed amount and coloured status', () => {
  const entries = merchantEntries([
    row,
    { ...row, _id: 'a2', request_type: 2, status: false, createdAt: '2020-05-13T10:39:00.000Z' },
  ]);
  const html = rendered(<EntryTable entries={entries} named />);
  const rows = [...html.matchAll(/<tr><td.*?<\/tr>/g)].map(([one]) => one);
  expect(rows.map(words)).toEqual([
    'Deposit Aurora Books May 14, 2020 at 10:39 AM Aurora Books €92.00 100.00 USDT Completed',
    'Withdraw Aurora Books May 13, 2020 at 10:39 AM Aurora Books \u2212€92.00 \u2212100.00 USDT Failed',
  ]);
  const pills = rows.map((one) => /<span class="pill pill--(\w+)">/.exec(one)?.[1]);
  expect(pills).toEqual(['ok', 'bad']);
  const icons = rows.map((one) => /<span class="ticon[^>]*>(<svg.*?<\/svg>)/.exec(one)?.[1]);
  expect(icons.every((icon) => icon !== undefined)).toBe(true);
  expect(new Set(icons).size).toBe(2);
});
