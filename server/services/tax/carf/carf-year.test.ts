import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JournalKind, journalKinds } from '#core/statement/journal-kind.ts';
import type { TaxJournal, TaxLeg } from '#core/statement/tax-meaning.ts';
import { isReported } from './carf-partners.ts';
import { relevantIn } from './carf-year.ts';

const journal = (kind: JournalKind, legs: readonly TaxLeg[], more: Partial<TaxJournal> = {}) => ({
  ...{ id: 'j', kind, at: 0, legs, spread: 0n, fee: 0n, paid: undefined, stated: undefined },
  ...more,
});
const leg = (asset: string, units: bigint, value?: bigint): TaxLeg => ({ asset, units, value });

test('KEEP-14 a swap is reported twice, at what came of it: net of the spread', () => {
  const swap = journal('swap', [leg('BTC', -100n, 1_000n), leg('ETH', 995n, 990n)], { spread: 5n });
  expect(relevantIn(swap, 'EUR').relevant).toEqual([
    { kind: 'CryptoToCryptoOut', asset: 'BTC', units: 100n, cents: 990n },
    { kind: 'CryptoToCryptoIn', asset: 'ETH', units: 995n, cents: 990n },
  ]);
  const unknown = journal('swap', [leg('BTC', -100n, 1_000n), leg('ETH', 995n)], { spread: 5n });
  expect(relevantIn(unknown, 'EUR').relevant.map(({ cents }) => cents)).toEqual([995n, 995n]);
});

test('KEEP-14 money has no line of its own: it is what the other side was bought or sold for', () => {
  const bought = journal('swap', [leg('EUR', -1_000n), leg('BTC', 995n, 990n)], { spread: 5n });
  expect(relevantIn(bought, 'EUR').relevant).toEqual([
    { kind: 'CryptoFiatIn', asset: 'BTC', units: 995n, cents: 995n },
  ]);
  const sold = journal('swap', [leg('BTC', -100n, 1_000n), leg('EUR', 995n)], { spread: 5n });
  expect(relevantIn(sold, 'EUR').relevant).toEqual([
    { kind: 'CryptoFiatOut', asset: 'BTC', units: 100n, cents: 995n },
  ]);
  const card = journal('purchase', [leg('BTC', 100n, 990n)], { paid: 1_000n });
  expect(relevantIn(card, 'EUR').relevant).toEqual([
    { kind: 'CryptoFiatIn', asset: 'BTC', units: 100n, cents: 995n },
  ]);
  expect(relevantIn(journal('cash-in', [leg('EUR', 1_000n)]), 'EUR').relevant).toEqual([]);
});

test('KEEP-14 a withdrawal is what was sent; the network’s fee is no transfer', () => {
  const out = journal('withdrawal-sent', [leg('BTC', -110n, 1_100n)], { fee: 10n });
  expect(relevantIn(out, 'EUR')).toEqual({
    relevant: [
      {
        ...{ kind: 'CryptoTransferOut', type: 'CARF606', asset: 'BTC', units: 100n },
        ...{ cents: 1_000n, toWallet: true },
      },
    ],
    fees: [{ asset: 'BTC', units: 10n }],
  });
  expect(relevantIn(journal('deposit', [leg('ETH', 5n, 7n)]), 'EUR').relevant).toEqual([
    { kind: 'CryptoTransferIn', type: 'CARF509', asset: 'ETH', units: 5n, cents: 7n },
  ]);
  expect(relevantIn(journal('forfeited', [leg('ETH', -5n, 7n)]), 'EUR').relevant).toEqual([
    { kind: 'CryptoTransferOut', type: 'CARF605', asset: 'ETH', units: 5n, cents: 7n },
  ]);
});

test('HARD-59 a transfer with a known provider has a type of its own and is not told again as one to a wallet', () => {
  const out = journal('withdrawal-sent', [leg('BTC', -110n, 1_100n)], { fee: 10n });
  expect(relevantIn(out, 'EUR', 'provider')).toEqual({
    relevant: [
      {
        ...{ kind: 'CryptoTransferOut', type: 'CARF601', asset: 'BTC', units: 100n, cents: 1_000n },
      },
    ],
    fees: [{ asset: 'BTC', units: 10n }],
  });
  const into = journal('deposit', [leg('ETH', 5n, 7n)]);
  expect(relevantIn(into, 'EUR', 'provider').relevant).toEqual([
    { kind: 'CryptoTransferIn', type: 'CARF505', asset: 'ETH', units: 5n, cents: 7n },
  ]);
});

/** Kinds that change nothing of what a customer owns: their journals have no legs. */
const moving = journalKinds.filter(
  (kind) =>
    ![
      ...['deposit-seen', 'deposit-dropped', 'withdrawal', 'withdrawal-returned', 'cash-in'],
      ...['cash-recalled', 'cash-lost', 'card-recalled', 'set-aside'],
    ].includes(kind),
);

test('KEEP-14 whatever a journal is, what it reports and its fees are what it did to each asset', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 20n });
  const code = fc.constantFrom('BTC', 'ETH', 'USDC', 'EUR', 'AUD');
  fc.assert(
    fc.property(
      fc.constantFrom(...moving),
      code,
      code,
      fc.tuple(amount, amount, amount, amount),
      fc.boolean(),
      (kind, gave, got, [out, into, fee, value], alone) => {
        fc.pre(gave !== got);
        const isSent = kind === 'withdrawal-sent';
        const leaves = leg(gave, -(out + (isSent ? fee : 0n)), value);
        const legs =
          kind === 'swap' || kind === 'trade'
            ? alone
              ? [leaves]
              : [leaves, leg(got, into, value)]
            : kind === 'deposit' || kind === 'purchase'
              ? [leg(got, into, value)]
              : [leaves];
        const told = relevantIn(journal(kind, legs, isSent ? { fee } : {}), 'EUR');
        for (const asset of ['BTC', 'ETH', 'USDC']) {
          const did = legs.reduce((sum, one) => (one.asset === asset ? sum + one.units : sum), 0n);
          const said = told.relevant
            .filter((one) => one.asset === asset)
            .reduce(
              (sum, one) => (one.kind.endsWith('In') ? sum + one.units : sum - one.units),
              0n,
            );
          const took = told.fees
            .filter((one) => one.asset === asset)
            .reduce((sum, { units }) => sum + units, 0n);
          expect(said - took).toBe(did);
        }
        expect(told.relevant.every(({ asset }) => asset !== 'EUR' && asset !== 'AUD')).toBe(true);
      },
    ),
  );
});

test('KEEP-14 residents are reported from the year of their country’s commitment on', () => {
  expect(isReported('DE', 2025)).toBe(false);
  expect(isReported('DE', 2026)).toBe(true);
  expect([isReported('AU', 2026), isReported('AU', 2027)]).toEqual([false, true]);
  expect(isReported('KP', 2030)).toBe(false);
});
