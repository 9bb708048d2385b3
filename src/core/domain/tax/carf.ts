import { isCashCode } from '#core/domain/cash.ts';
import { mulDivNearest } from '#core/domain/decimal.ts';
import { ALL_BPS, FEE_BPS } from '#core/domain/purchase.ts';
import type { TaxJournal, TaxLeg } from '#core/domain/tax-meaning.ts';

/**
 * What a journal is under the OECD's Crypto-Asset Reporting Framework (KEEP-14). The names are those of its
 * schema, in its order. Amounts are net of fees.
 */
export const relevantKinds = [
  'CryptoToCryptoIn',
  'CryptoToCryptoOut',
  'CryptoFiatIn',
  'CryptoFiatOut',
  'CryptoTransferIn',
  'CryptoTransferOut',
] as const;
export type RelevantKind = (typeof relevantKinds)[number];

/** The schema's codes for what we know of a transfer: that it is of another sort, or nothing. */
export const transferTypes = {
  in: { other: 'CARF508', unknown: 'CARF509' },
  out: { other: 'CARF605', unknown: 'CARF606' },
} as const;

export interface Relevant {
  readonly kind: RelevantKind;
  /** Of a transfer. */
  readonly type?: string;
  readonly asset: string;
  /** Minor units, always positive. */
  readonly units: bigint;
  /** What they were worth, in cents of the customer's currency; undefined: nobody wrote it down. */
  readonly cents: bigint | undefined;
  /** It went to an address of which we do not know that a provider holds it. */
  readonly toWallet?: true;
}

export interface Told {
  readonly relevant: readonly Relevant[];
  /** What fees took of an asset that left: no transaction, and no longer the customer's. Minor units. */
  readonly fees: readonly { readonly asset: string; readonly units: bigint }[];
}

const NOTHING: Told = { relevant: [], fees: [] };

const told = (...relevant: readonly Relevant[]): Told => ({ relevant, fees: [] });

/** Without what the company kept of it: a share of what was paid. */
const netOf = (cents: bigint, got: bigint, spread: bigint): bigint =>
  mulDivNearest(cents, got, got + spread);

/** Cash of the customer's currency is worth itself. */
const worthOf = (leg: TaxLeg, money: string): bigint | undefined =>
  leg.asset === money ? (leg.units < 0n ? -leg.units : leg.units) : leg.value;

/** An exchange: what came is worth what was given without the spread, whichever of them is known. */
function exchanged(journal: TaxJournal, money: string, gave: TaxLeg, got: TaxLeg): Told {
  const { spread } = journal;
  const [paid, received] = [worthOf(gave, money), worthOf(got, money)];
  const net = paid === undefined ? undefined : netOf(paid, got.units, spread);
  const outOf = { asset: gave.asset, units: -gave.units };
  const into = { asset: got.asset, units: got.units };
  if (isCashCode(gave.asset)) {
    return isCashCode(got.asset) ? NOTHING : told({ kind: 'CryptoFiatIn', ...into, cents: net });
  }
  if (isCashCode(got.asset)) return told({ kind: 'CryptoFiatOut', ...outOf, cents: received });
  const cents = received ?? net;
  return told(
    { kind: 'CryptoToCryptoOut', ...outOf, cents },
    { kind: 'CryptoToCryptoIn', ...into, cents },
  );
}

/** The network's fee is paid with the asset beside what is sent: it was not transferred. */
function sent({ fee }: TaxJournal, leg: TaxLeg): Told {
  const whole = -leg.units;
  const cents = leg.value === undefined ? undefined : mulDivNearest(leg.value, whole - fee, whole);
  return {
    relevant: [
      {
        ...{ kind: 'CryptoTransferOut', type: transferTypes.out.unknown, asset: leg.asset },
        ...{ units: whole - fee, cents, toWallet: true },
      },
    ],
    fees: fee === 0n ? [] : [{ asset: leg.asset, units: fee }],
  };
}

const moved = (legs: readonly TaxLeg[], type: 'other' | 'unknown'): Told =>
  told(
    ...legs.map(
      ({ asset, units, value: cents }): Relevant =>
        units > 0n
          ? { kind: 'CryptoTransferIn', type: transferTypes.in[type], asset, units, cents }
          : {
              kind: 'CryptoTransferOut',
              type: transferTypes.out[type],
              asset,
              units: -units,
              cents,
            },
    ),
  );

/** What is told of a journal; money has no line of its own. `money`: the customer's currency. */
export function relevantIn(journal: TaxJournal, money: string): Told {
  const { kind, legs, paid } = journal;
  const crypto = legs.filter(({ asset }) => !isCashCode(asset));
  if (crypto.length === 0) return NOTHING;
  switch (kind) {
    // What is on its way is not theirs yet, and what is held or comes back never left.
    case 'deposit-seen':
    case 'deposit-dropped':
    case 'withdrawal':
    case 'withdrawal-returned':
    case 'cash-in':
    case 'cash-recalled':
      return NOTHING;
    // Where it comes from is not known.
    case 'deposit':
      return moved(crypto, 'unknown');
    case 'purchase':
      return told(
        ...crypto.map(
          ({ asset, units, value }): Relevant => ({
            ...{ kind: 'CryptoFiatIn', asset, units },
            cents: paid === undefined ? value : paid - mulDivNearest(paid, FEE_BPS, ALL_BPS),
          }),
        ),
      );
    case 'swap':
    case 'trade': {
      const gave = legs.find(({ units }) => units < 0n);
      const got = legs.find(({ units }) => units > 0n);
      if (gave && got) return exchanged(journal, money, gave, got);
      // Dust, for which nothing came: a leg of no units is not written.
      if (gave && kind === 'swap') {
        return told({
          ...{ kind: 'CryptoToCryptoOut', asset: gave.asset, units: -gave.units, cents: 0n },
        });
      }
      return moved(crypto, 'other');
    }
    case 'withdrawal-sent': {
      const [leg] = crypto;
      return leg ? sent(journal, leg) : NOTHING;
    }
    // Corrections by hand, and what stayed with us.
    case 'manual':
    case 'given-up':
    case 'forfeited':
      return moved(crypto, 'other');
  }
}
