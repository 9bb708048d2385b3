import fc from 'fast-check';
import { expect, test } from 'vitest';
import { journalKinds } from '#core/statement/journal-kind.ts';
import { readTaxLines, taxLines } from './tax-lines.ts';

const word = fc.stringMatching(/^[\w-]{1,36}$/);
const amount = fc.stringMatching(/^\d{1,10}\.\d{1,18}$/);
const signed = fc.oneof(
  amount,
  amount.map((size) => `-${size}`),
);
const journal = fc.record(
  {
    journal_id: word,
    kind: fc.constantFrom(...journalKinds),
    created_at: fc
      .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
      .map((at) => at.toISOString()),
    legs: fc.array(
      fc.record(
        { currency_id: word, amount: signed, value: amount },
        { requiredKeys: ['currency_id', 'amount'] },
      ),
    ),
    spread: amount,
    fee: amount,
    paid: amount,
    stated: amount,
  },
  { requiredKeys: ['journal_id', 'kind', 'created_at', 'legs'] },
);

test('INS-03 journals as lines are read as they were written, whatever of them is absent', () => {
  fc.assert(
    fc.property(fc.array(journal), (journals) => {
      expect(readTaxLines(taxLines(journals))).toEqual(journals);
    }),
  );
});

test('INS-03 a line that is no journal makes all of them unreadable', () => {
  const line = 'j1\tdeposit\t2026-05-13T10:00:00.000Z\t\t\t\t\tBTC\t1\t1.52';
  expect(readTaxLines(line)).toHaveLength(1);
  for (const wrong of [
    `${line}\n`,
    `${line}\nj2`,
    line.replace('deposit', 'gift'),
    line.replace('1.52', '1,52'),
    line.replace('BTC\t1', 'BTC\t1e3'),
    line.replace('\t1\t1.52', ''),
  ]) {
    expect(readTaxLines(wrong), wrong).toBe(undefined);
  }
});
