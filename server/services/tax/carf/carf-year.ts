import { isCashCode } from '#core/money/cash.ts';
import { mulDivNearest } from '#core/money/decimal.ts';
import { ALL_BPS, FEE_BPS } from '#core/money/purchase.ts';
import type { TaxJournal, TaxLeg } from '#core/statement/tax-meaning.ts';

/**
 * The kinds of transactions in the OECD's Crypto-Asset Reporting Framework (KEEP-14), with the names and
 * order of its schema. Amounts are net of fees.
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

/** The schema's codes for transfers: with another provider, of another sort, or unknown. */
export const transferTypes = {
  in: { provider: 'CARF505', other: 'CARF508', unknown: 'CARF509' },
  out: { provider: 'CARF601', other: 'CARF605', unknown: 'CARF606' },
} as const;
type TransferType = keyof typeof transferTypes.in;

/** Who holds the other side of a transfer, as far as we know: another provider, or an unknown wallet. */
export type HeldBy = 'provider' | 'unknown';

export interface Relevant {
  readonly kind: RelevantKind;
  /** Only for transfers. */
  readonly type?: string;
  readonly asset: string;
  /** Minor units, always positive. */
  readonly units: bigint;
  /** The value in cents of the customer's currency; undefined if it was not recorded. */
  readonly cents: bigint | undefined;
  /** Sent to an address that, as far as we know, no provider holds. */
  readonly toWallet?: true;
}

export interface ToldYear {
  readonly relevant: readonly Relevant[];
  /**
   * Fees in the sent asset, in minor units: they are no transactions, but no longer belong to the customer.
   */
  readonly fees: readonly { readonly asset: string; readonly units: bigint }[];
}

const NOTHING: ToldYear = { relevant: [], fees: [] };

const told = (...relevant: readonly Relevant[]): ToldYear => ({ relevant, fees: [] });

/** The value without the spread's share. */
const netOf = (cents: bigint, got: bigint, spread: bigint): bigint =>
  mulDivNearest(cents, got, got + spread);

/** Cash in the customer's currency has its own amount as value. */
const worthOf = (leg: TaxLeg, money: string): bigint | undefined =>
  leg.asset === money ? (leg.units < 0n ? -leg.units : leg.units) : leg.value;

/** An exchange. The received value equals the given value less the spread, so one of them is enough. */
function exchanged(journal: TaxJournal, money: string, gave: TaxLeg, got: TaxLeg): ToldYear {
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

/** The network's fee is paid in addition to the sent amount, so it was not transferred. */
function sent({ fee }: TaxJournal, leg: TaxLeg, held: HeldBy): ToldYear {
  const whole = -leg.units;
  const cents = leg.value === undefined ? undefined : mulDivNearest(leg.value, whole - fee, whole);
  return {
    relevant: [
      {
        ...{ kind: 'CryptoTransferOut', type: transferTypes.out[held], asset: leg.asset },
        ...{ units: whole - fee, cents },
        // What went to a provider is no transfer to a wallet, and is not told a second time.
        ...(held === 'unknown' && { toWallet: true }),
      },
    ],
    fees: fee === 0n ? [] : [{ asset: leg.asset, units: fee }],
  };
}

const moved = (legs: readonly TaxLeg[], type: TransferType): ToldYear =>
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

/**
 * The reported transactions of a journal; cash has no line of its own. `money`: the customer's currency;
 * `held`: who holds the other side, if it is a transfer.
 */
export function relevantIn(journal: TaxJournal, money: string, held: HeldBy = 'unknown'): ToldYear {
  const { kind, legs, paid } = journal;
  const crypto = legs.filter(({ asset }) => !isCashCode(asset));
  if (crypto.length === 0) return NOTHING;
  switch (kind) {
    // An unconfirmed deposit is not the customer's yet; held or returned money never left them.
    case 'deposit-seen':
    case 'deposit-dropped':
    case 'withdrawal':
    case 'withdrawal-returned':
    case 'cash-in':
    case 'cash-recalled':
    case 'card-recalled':
    case 'cash-lost':
    case 'set-aside':
      return NOTHING;
    case 'deposit':
      return moved(crypto, held);
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
      // An amount so small that nothing was received for it: there is no leg of zero units.
      if (gave && kind === 'swap') {
        return told({
          ...{ kind: 'CryptoToCryptoOut', asset: gave.asset, units: -gave.units, cents: 0n },
        });
      }
      return moved(crypto, 'other');
    }
    case 'withdrawal-sent': {
      const [leg] = crypto;
      return leg ? sent(journal, leg, held) : NOTHING;
    }
    // Corrections by hand, what was given up or not claimed, and a card's payment that went back.
    case 'manual':
    case 'given-up':
    case 'forfeited':
    case 'card-refunded':
      return moved(crypto, 'other');
  }
}
