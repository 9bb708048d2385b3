import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TaxJournalTold } from '#core/contract/wallet/gains.ts';
import { costBasis, costMethods, type TaxEvent } from './cost-basis.ts';
import { readTaxJournal } from './tax-journal.ts';
import { meaningOf, type TaxJournal } from './tax-meaning.ts';
import { taxReport, taxTotals } from './tax-report.ts';

const deposit = (
  id: string,
  at: number,
  asset: string,
  units: bigint,
  stated?: bigint,
): TaxJournal => ({
  ...{ id, at, kind: 'deposit', legs: [{ asset, units, value: undefined }] },
  ...{ spread: 0n, fee: 0n, paid: undefined, stated },
});

test('INS-03 a report holds the disposals of its year, with the cost of what came before it', () => {
  const events: TaxEvent[] = [
    { kind: 'acquired', id: 'a', at: 0, asset: 'BTC', units: 10n, cost: 100n },
    ...[5, 10, 19, 20].map(
      (at): TaxEvent => ({
        ...{ kind: 'disposed', id: `s${at}`, at, asset: 'BTC', units: 1n, proceeds: 15n, fees: 1n },
      }),
    ),
  ];
  const { disposals, totals } = taxReport([], costBasis(events, 'fifo'), { from: 10, to: 20 });
  expect(disposals.map(({ id }) => id)).toEqual(['s10', 's19']);
  expect(totals).toMatchObject({ disposals: 2, proceeds: 30n, fees: 2n, cost: 20n, gain: 8n });
});

test('INS-03 deposits whose cost nobody stated are named by asset, up to the year’s end', () => {
  const journals = [
    deposit('1', 1, 'ETH', 3n),
    deposit('2', 2, 'BTC', 5n),
    deposit('3', 3, 'ETH', 4n),
    deposit('4', 4, 'ETH', 9n, 0n),
    deposit('5', 20, 'ETH', 9n),
    // Money that somebody booked costs what it is.
    { ...deposit('6', 5, 'AUD', 100n), kind: 'manual' as const },
  ];
  const { unknown } = taxReport(journals, costBasis([], 'fifo'), { from: 10, to: 20 });
  expect(unknown).toEqual([
    { asset: 'BTC', deposits: 1, units: 5n },
    { asset: 'ETH', deposits: 2, units: 7n },
  ]);
});

const events = fc
  .array(
    fc.record({
      asset: fc.constantFrom('BTC', 'ETH'),
      units: fc.bigInt({ min: 1n, max: 1000n }),
      money: fc.option(fc.bigInt({ min: 10n, max: 10n ** 6n }), { nil: undefined }),
      sells: fc.boolean(),
    }),
    { maxLength: 30 },
  )
  .map((steps) => [
    ...['BTC', 'ETH'].map(
      (asset): TaxEvent => ({
        ...{ kind: 'acquired', id: asset, at: 0, asset, units: 10n ** 6n, cost: 777_777n },
      }),
    ),
    ...steps.map(({ asset, units, money, sells }, at): TaxEvent => {
      const step = { id: String(at), at, asset, units };
      return sells
        ? { ...step, kind: 'disposed', proceeds: money, fees: (money ?? 0n) / 10n }
        : { ...step, kind: 'acquired', cost: money };
    }),
  ]);

test('INS-03 years and assets add up to the whole, and the sums to the gain', () => {
  fc.assert(
    fc.property(events, fc.constantFrom(...costMethods), (all, method) => {
      const basis = costBasis(all, method);
      const years = [0, 10, 20].map((from) => taxReport([], basis, { from, to: from + 10 }));
      const whole = taxTotals(basis.disposals);
      expect(years.flatMap(({ disposals }) => disposals)).toEqual(basis.disposals);
      for (const name of ['proceeds', 'fees', 'cost', 'gain', 'uncounted'] as const) {
        const sum = years
          .flatMap(({ byAsset }) => byAsset)
          .reduce((total, [, own]) => total + own[name], 0n);
        expect(sum).toBe(whole[name]);
      }
      const { proceeds, fees, cost, gain, uncounted } = whole;
      expect(proceeds - fees - cost - uncounted).toBe(gain);
    }),
  );
});

test('INS-03 journals with cash are read as all others, so that who has cash has a report', () => {
  const told: TaxJournalTold = {
    ...{ journal_id: 'j', kind: 'swap', created_at: '2026-05-13T10:00:00.000Z', spread: '0.4' },
    legs: [
      { currency_id: 'BTC', amount: '-0.5' },
      { currency_id: 'AUD', amount: '99.60', value: '99.60' },
    ],
  };
  const read = readTaxJournal(told);
  expect(read).toMatchObject({ legs: [{ units: -50_000_000n }, { units: 9_960n }], spread: 40n });
  expect(read && meaningOf(read)).toMatchObject([
    { kind: 'disposed', asset: 'BTC', proceeds: 10_000n, fees: 40n },
  ]);
  const unknown = { currency_id: 'DOGE', amount: '1' };
  expect(readTaxJournal({ ...told, legs: [unknown] })).toBeUndefined();
});
