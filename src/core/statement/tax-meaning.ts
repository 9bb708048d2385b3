import { isCashCode } from '#core/money/cash.ts';
import { findAsset } from '#core/money/currencies.ts';
import { mulDivDown, mulDivNearest } from '#core/money/decimal.ts';
import type { TaxEvent } from './cost-basis.ts';
import type { JournalKind } from './journal-kind.ts';

/** The change of what a customer owns of one asset, available or held. */
export interface TaxLeg {
  readonly asset: string;
  /** Minor units; negative if they left. */
  readonly units: bigint;
  /** The value at that time in cents, without a sign; undefined if it was not recorded. */
  readonly value: bigint | undefined;
}

/** A journal with what matters for taxes. Money is in cents of the customer's currency. */
export interface TaxJournal {
  readonly id: string;
  readonly kind: JournalKind;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly legs: readonly TaxLeg[];
  /** The spread that we kept, in minor units of the received asset. */
  readonly spread: bigint;
  /** The network's fee, in minor units of the sent asset. */
  readonly fee: bigint;
  /** The card charge, our fee included, if it was in the customer's currency. */
  readonly paid: bigint | undefined;
  /** The cost that the customer stated. */
  readonly stated: bigint | undefined;
}

/**
 * Whether a swap of crypto against crypto is a disposal: always, never, or only between kinds (tokens that
 * follow a currency, and all others).
 */
export type ExchangeRule = 'disposal' | 'carried' | 'by-kind';

const isStable = (asset: string): boolean => findAsset(asset)?.stable ?? false;

function isCarried(rule: ExchangeRule, gave: TaxLeg, got: TaxLeg): boolean {
  if (isCashCode(gave.asset) || isCashCode(got.asset)) return false;
  switch (rule) {
    case 'disposal':
      return false;
    case 'carried':
      return true;
    case 'by-kind':
      return isStable(gave.asset) === isStable(got.asset);
  }
}

type Made = Pick<TaxJournal, 'id' | 'at'>;

const came = ({ id, at }: Made, { asset, units }: TaxLeg, cost: bigint | undefined): TaxEvent => ({
  ...{ kind: 'acquired', id, at, asset, units, cost },
});

const left = (
  { id, at }: Made,
  { asset, units }: TaxLeg,
  proceeds: bigint | undefined,
  fees = 0n,
): TaxEvent => ({ ...{ kind: 'disposed', id, at, asset, units: -units, proceeds, fees } });

/**
 * A swap sells one asset and acquires another. The proceeds are the value received plus the spread, and the
 * spread is a fee. The cost of the acquired asset is its own value, which equals the proceeds after the fee.
 */
function swapped(journal: TaxJournal, gave: TaxLeg, got: TaxLeg): readonly TaxEvent[] {
  const { spread } = journal;
  // A purchase with cash costs that cash, the spread included.
  if (isCashCode(gave.asset)) return [came(journal, got, gave.value)];
  const whole = got.units + spread;
  if (got.value !== undefined) {
    const fees = mulDivNearest(got.value, spread, got.units);
    return [left(journal, gave, got.value + fees, fees), came(journal, got, got.value)];
  }
  if (gave.value === undefined)
    return [left(journal, gave, undefined), came(journal, got, undefined)];
  const fees = mulDivNearest(gave.value, spread, whole);
  return [left(journal, gave, gave.value, fees), came(journal, got, gave.value - fees)];
}

/**
 * A withdrawal may go to the customer's own wallet, so the cost goes with it and nothing is gained. The
 * network's fee is paid in the asset: that part is sold at its value.
 */
function sent(journal: TaxJournal, leg: TaxLeg): readonly TaxEvent[] {
  const { id, at, fee } = journal;
  const { asset, units, value } = leg;
  const worth = value === undefined ? undefined : mulDivDown(value, fee, -units);
  const moved: TaxEvent = { kind: 'moved-out', id, at, asset, units: -units - fee };
  return fee === 0n ? [moved] : [moved, left(journal, { ...leg, units: -fee }, worth)];
}

/** The events of a journal whose legs all mean the same. */
const each = (
  journal: TaxJournal,
  meaning: (leg: TaxLeg, comes: boolean) => readonly TaxEvent[],
): readonly TaxEvent[] => journal.legs.flatMap((leg) => meaning(leg, leg.units > 0n));

/**
 * What a journal means for taxes: acquisitions, disposals and moves. Money is no asset here: having it gains
 * nothing.
 */
export const meaningIn =
  (rule: ExchangeRule) =>
  (journal: TaxJournal): readonly TaxEvent[] =>
    eventsOf(journal, rule).filter(({ asset }) => !isCashCode(asset));

/** The same where every swap is a disposal. */
export const meaningOf = meaningIn('disposal');

function eventsOf(journal: TaxJournal, rule: ExchangeRule): readonly TaxEvent[] {
  const { id, at, paid, stated } = journal;
  const moved = ({ asset, units }: TaxLeg): TaxEvent => ({
    ...{ kind: 'moved-out', id, at, asset, units: -units },
  });
  switch (journal.kind) {
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
      return [];
    // Only the customer knows what they paid for it elsewhere. It is never treated as a gift.
    case 'deposit':
      return each(journal, (leg) => [came(journal, leg, stated)]);
    case 'manual':
      return each(journal, (leg, comes) => [comes ? came(journal, leg, stated) : moved(leg)]);
    case 'purchase':
      return each(journal, (leg) => [came(journal, leg, paid ?? leg.value)]);
    case 'trade':
      return each(journal, (leg, comes) => [
        comes ? came(journal, leg, leg.value) : left(journal, leg, leg.value),
      ]);
    case 'swap': {
      const gave = journal.legs.find(({ units }) => units < 0n);
      const got = journal.legs.find(({ units }) => units > 0n);
      if (gave && got && isCarried(rule, gave, got)) {
        const { asset, units } = gave;
        return [{ kind: 'exchanged', id, at, asset, units: -units, into: got }];
      }
      if (gave && got) return swapped(journal, gave, got);
      // An amount so small that nothing was received for it: there is no leg of zero units.
      return gave ? [left(journal, gave, 0n)] : [];
    }
    case 'withdrawal-sent':
      return each(journal, (leg) => sent(journal, leg));
    // Nothing is received for a remainder that is given up or not claimed in time.
    case 'given-up':
    case 'forfeited':
      return each(journal, (leg) => [left(journal, leg, 0n)]);
    // The card's payment went back: what was bought is gone for what it cost.
    case 'card-refunded':
      return each(journal, (leg) => [left(journal, leg, paid ?? leg.value)]);
  }
}

/** Whether a journal brought units whose cost only the customer can know. */
export const asksForCost = ({ kind, legs }: Pick<TaxJournal, 'kind' | 'legs'>): boolean =>
  (kind === 'deposit' || kind === 'manual') && legs.some(({ units }) => units > 0n);
