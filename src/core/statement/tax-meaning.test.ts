import fc from 'fast-check';
import { expect, test } from 'vitest';
import { journalKinds } from './journal-kind.ts';
import { asksForCost, meaningOf, type TaxJournal, type TaxLeg } from './tax-meaning.ts';

const leg = (asset: string, units: bigint, value?: bigint): TaxLeg => ({ asset, units, value });
const journal = (part: Partial<TaxJournal>): TaxJournal => ({
  ...{ id: 'j', kind: 'swap', at: 0, legs: [], spread: 0n, fee: 0n },
  ...{ paid: undefined, stated: undefined, ...part },
});
const facts = (part: Partial<TaxJournal>) =>
  meaningOf(journal(part)).map(({ id: _, at: __, ...event }) => event);

test('INS-02 a swap sells for what came and the spread, and buys for what came', () => {
  const legs = [leg('BTC', -100n, 10_100n), leg('USDC', 990n, 9_900n)];
  expect(facts({ legs, spread: 10n })).toEqual([
    { kind: 'disposed', asset: 'BTC', units: 100n, proceeds: 10_000n, fees: 100n },
    { kind: 'acquired', asset: 'USDC', units: 990n, cost: 9_900n },
  ]);
});

test('INS-02 a swap of which one side was never valued takes the other side’s value', () => {
  const gave = leg('BTC', -100n, 10_000n);
  expect(facts({ legs: [gave, leg('USDC', 990n)], spread: 10n })).toEqual([
    { kind: 'disposed', asset: 'BTC', units: 100n, proceeds: 10_000n, fees: 100n },
    { kind: 'acquired', asset: 'USDC', units: 990n, cost: 9_900n },
  ]);
  expect(facts({ legs: [leg('BTC', -100n), leg('USDC', 990n)] })).toMatchObject([
    { proceeds: undefined },
    { cost: undefined },
  ]);
});

test('INS-02 a purchase costs what the card was charged, with our fee', () => {
  const legs = [leg('BTC', 100n, 4_975n)];
  expect(facts({ kind: 'purchase', legs, paid: 5_000n })).toMatchObject([{ cost: 5_000n }]);
  expect(facts({ kind: 'purchase', legs })).toMatchObject([{ cost: 4_975n }]);
});

test('INS-02 a deposit costs what its owner says, and is unknown until then', () => {
  const legs = [leg('BTC', 100n, 4_975n)];
  for (const kind of ['deposit', 'manual'] as const) {
    expect(asksForCost({ kind, legs })).toBe(true);
    expect(facts({ kind, legs })).toMatchObject([{ kind: 'acquired', cost: undefined }]);
    expect(facts({ kind, legs, stated: 0n })).toMatchObject([{ kind: 'acquired', cost: 0n }]);
  }
});

test('INS-02 a withdrawal moves its amount, and sells the network’s fee', () => {
  const legs = [leg('BTC', -1_000n, 5_000n)];
  expect(facts({ kind: 'withdrawal-sent', legs, fee: 10n })).toEqual([
    { kind: 'moved-out', asset: 'BTC', units: 990n },
    { kind: 'disposed', asset: 'BTC', units: 10n, proceeds: 50n, fees: 0n },
  ]);
});

test('INS-02 holds, returns and what is not here yet mean nothing', () => {
  const legs = [leg('BTC', -100n, 1n), leg('BTC', 100n, 1n)];
  for (const kind of [
    'withdrawal',
    'withdrawal-returned',
    'deposit-seen',
    'deposit-dropped',
  ] as const)
    expect(facts({ kind, legs })).toEqual([]);
});

test('INS-02 every kind of journal has a meaning, and what it moves is what the ledger moved', () => {
  const within = fc.bigInt({ min: 1n, max: 10n ** 15n });
  const value = fc.option(fc.bigInt({ min: 0n, max: 10n ** 12n }), { nil: undefined });
  fc.assert(
    fc.property(
      fc.constantFrom(...journalKinds),
      within,
      within,
      value,
      fc.bigInt({ min: 0n, max: 100n }),
      fc.boolean(),
      (kind, out, into, worth, percent, comes) => {
        const gave = leg('BTC', -out, worth);
        const got = leg('ETH', into, worth);
        const legs =
          kind === 'swap'
            ? [gave, got]
            : kind === 'deposit' ||
                kind === 'purchase' ||
                ((kind === 'manual' || kind === 'trade') && comes)
              ? [got]
              : kind === 'given-up' ||
                  kind === 'forfeited' ||
                  kind === 'card-refunded' ||
                  kind === 'withdrawal-sent' ||
                  kind === 'manual' ||
                  kind === 'trade'
                ? [gave]
                : [];
        const fee = (out * percent) / 100n;
        const events = meaningOf(journal({ kind, legs, spread: into / 200n, fee }));
        for (const { asset, units } of legs) {
          const moved = events
            .filter((event) => event.asset === asset)
            .reduce(
              (sum, event) => sum + (event.kind === 'acquired' ? event.units : -event.units),
              0n,
            );
          expect(moved).toBe(units);
        }
        // What was received costs what was given for it after fees: a swap makes no money.
        const [sale, purchase] = events;
        if (kind === 'swap' && sale?.kind === 'disposed' && purchase?.kind === 'acquired') {
          expect(sale.proceeds === undefined ? undefined : sale.proceeds - sale.fees).toBe(
            purchase.cost,
          );
          expect(sale.fees >= 0n && sale.fees <= (sale.proceeds ?? 0n)).toBe(true);
        }
      },
    ),
  );
});

test('BANK-01 cash is no asset: it is what others are bought and sold for, and comes and goes without a meaning', () => {
  const sold = [leg('BTC', -100n, 10_100n), leg('EUR', 9_900n, 9_900n)];
  expect(facts({ legs: sold, spread: 100n })).toEqual([
    { kind: 'disposed', asset: 'BTC', units: 100n, proceeds: 10_000n, fees: 100n },
  ]);
  const bought = [leg('EUR', -10_000n, 10_000n), leg('BTC', 100n, 9_975n)];
  expect(facts({ legs: bought, spread: 1n })).toEqual([
    { kind: 'acquired', asset: 'BTC', units: 100n, cost: 10_000n },
  ]);
  expect(facts({ kind: 'cash-in', legs: [leg('AUD', 500n, 500n)] })).toEqual([]);
  expect(facts({ kind: 'manual', legs: [leg('AUD', 500n, 500n)] })).toEqual([]);
});
