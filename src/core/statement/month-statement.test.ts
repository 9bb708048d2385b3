import fc from 'fast-check';
import { expect, test } from 'vitest';
import { monthStatement, type OwnedThen } from './month-statement.ts';
import type { TaxJournal } from './tax-meaning.ts';

const owned = (asset: string, units: bigint, value: bigint | undefined): OwnedThen => ({
  ...{ asset, units, value, price: undefined },
});

const journal = (id: string, legs: TaxJournal['legs'], over?: Partial<TaxJournal>): TaxJournal => ({
  ...{ id, at: Number(id), kind: 'swap', legs, spread: 0n, fee: 0n },
  ...{ paid: undefined, stated: undefined, ...over },
});

const month = monthStatement(
  [owned('BTC', 10n, 1_000n)],
  [
    journal('1', [
      { asset: 'BTC', units: -4n, value: 410n },
      { asset: 'ETH', units: 60n, value: 400n },
    ]),
    journal('2', [{ asset: 'ETH', units: -20n, value: 150n }], {
      kind: 'withdrawal-sent',
      fee: 3n,
    }),
  ],
  [owned('BTC', 6n, 700n), owned('ETH', 40n, 250n)],
);

test('INS-05 a statement has a balance after each movement, a network’s fee, and what came and left of each asset', () => {
  expect(
    month?.movements.map(({ asset, units, balance, fee }) => [asset, units, balance, fee]),
  ).toEqual([
    ['BTC', -4n, 6n, 0n],
    ['ETH', 60n, 60n, 0n],
    ['ETH', -20n, 40n, 3n],
  ]);
  expect(month?.byAsset).toEqual([
    { asset: 'BTC', opening: 10n, came: 0n, left: 4n, closing: 6n },
    { asset: 'ETH', opening: 0n, came: 60n, left: 20n, closing: 40n },
  ]);
});

test('INS-05 in money, what is neither there before nor moved is what prices and rates did', () => {
  expect(month?.totals).toEqual({
    ...{ opening: 1_000n, came: 400n, left: 560n, closing: 950n, byPrices: 110n },
  });
});

test('INS-05 a sum with an unknown part is unknown, and never a smaller sum', () => {
  const unknown = monthStatement(
    [owned('BTC', 10n, 1_000n), owned('XRP', 5n, undefined)],
    [journal('1', [{ asset: 'BTC', units: 1n, value: undefined }])],
    [owned('BTC', 11n, 1_200n), owned('XRP', 5n, 7n)],
  );
  expect(unknown?.totals).toEqual({
    ...{ opening: undefined, came: undefined, left: 0n, closing: 1_207n, byPrices: undefined },
  });
});

test('INS-05 a statement whose movements do not lead from its opening to its closing is given to nobody', () => {
  const moved = [journal('1', [{ asset: 'BTC', units: -4n, value: 4n }])];
  const opening = [owned('BTC', 10n, 10n)];
  expect(monthStatement(opening, moved, [owned('BTC', 6n, 6n)])).toBeDefined();
  expect(monthStatement(opening, moved, [owned('BTC', 7n, 7n)])).toBeUndefined();
  expect(monthStatement(opening, moved, [])).toBeUndefined();
  expect(
    monthStatement(opening, moved, [owned('BTC', 6n, 6n), owned('ETH', 1n, 1n)]),
  ).toBeUndefined();
  expect(monthStatement(opening, [], [])).toBeUndefined();
});

test('INS-05 two months in a row are the two of them together', () => {
  const legs = fc.array(
    fc.record({
      asset: fc.constantFrom('BTC', 'ETH', 'EUR'),
      units: fc.bigInt({ min: -9n, max: 9n }),
    }),
    { maxLength: 20 },
  );
  const after = (before: ReadonlyMap<string, bigint>, journals: readonly TaxJournal[]) => {
    const now = new Map(before);
    for (const { asset, units } of journals.flatMap((one) => one.legs)) {
      now.set(asset, (now.get(asset) ?? 0n) + units);
    }
    return now;
  };
  const told = (balances: ReadonlyMap<string, bigint>) =>
    [...balances].map(([asset, units]) => owned(asset, units, undefined));
  fc.assert(
    fc.property(legs, legs, (early, late) => {
      const journals = (all: typeof early, first: number) =>
        all
          .filter(({ units }) => units !== 0n)
          .map((leg, i) => journal(String(first + i), [{ ...leg, value: undefined }]));
      const [one, two] = [journals(early, 0), journals(late, 100)];
      const start = new Map([
        ['BTC', 1_000n],
        ['EUR', 1_000n],
      ]);
      const middle = after(start, one);
      const end = after(middle, two);
      const first = monthStatement(told(start), one, told(middle));
      const second = monthStatement(told(middle), two, told(end));
      const both = monthStatement(told(start), [...one, ...two], told(end));
      expect([...(first?.movements ?? []), ...(second?.movements ?? [])]).toEqual(both?.movements);
      for (const { asset, came, left, closing } of both?.byAsset ?? []) {
        const parts = [first, second].map((of) => of?.byAsset.find((own) => own.asset === asset));
        expect(came).toBe(parts.reduce((sum, of) => sum + (of?.came ?? 0n), 0n));
        expect(left).toBe(parts.reduce((sum, of) => sum + (of?.left ?? 0n), 0n));
        expect(closing).toBe(parts[1]?.closing ?? parts[0]?.closing);
      }
    }),
  );
});
