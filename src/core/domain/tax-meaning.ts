import { isCashCode } from './cash.ts';
import type { TaxEvent } from './cost-basis.ts';
import { mulDivDown, mulDivNearest } from './decimal.ts';
import type { JournalKind } from './journal-kind.ts';

/** What a journal changed of what a customer owns of an asset: what is free to use and what is held. */
export interface TaxLeg {
  readonly asset: string;
  /** Minor units; negative: they left. */
  readonly units: bigint;
  /** Cents, without a sign: what they were worth at the time; undefined: nobody wrote it down. */
  readonly value: bigint | undefined;
}

/** A journal as the tax office sees it. Money is in cents of the customer's currency. */
export interface TaxJournal {
  readonly id: string;
  readonly kind: JournalKind;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly legs: readonly TaxLeg[];
  /** Minor units of what came, which the company kept. */
  readonly spread: bigint;
  /** Minor units of what left, which the network's fee took. */
  readonly fee: bigint;
  /** What a card was charged, our fee included, if that was in the customer's currency. */
  readonly paid: bigint | undefined;
  /** What the customer says it cost them. */
  readonly stated: bigint | undefined;
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
 * A swap brings what was received and the spread, which is a fee. What was received costs its own value:
 * the same sum that the swap brought after the fee.
 */
function swapped(journal: TaxJournal, gave: TaxLeg, got: TaxLeg): readonly TaxEvent[] {
  const { spread } = journal;
  // What was paid with money cost that money, the spread included.
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
 * A withdrawal goes to a wallet that may be the customer's own: its cost goes with it, and nothing is
 * gained. The network's fee is paid with the asset, so it is sold for what it is worth.
 */
function sent(journal: TaxJournal, leg: TaxLeg): readonly TaxEvent[] {
  const { id, at, fee } = journal;
  const { asset, units, value } = leg;
  const worth = value === undefined ? undefined : mulDivDown(value, fee, -units);
  const moved: TaxEvent = { kind: 'moved-out', id, at, asset, units: -units - fee };
  return fee === 0n ? [moved] : [moved, left(journal, { ...leg, units: -fee }, worth)];
}

/** What each line of a journal means, where they mean the same. */
const each = (
  journal: TaxJournal,
  meaning: (leg: TaxLeg, comes: boolean) => readonly TaxEvent[],
): readonly TaxEvent[] => journal.legs.flatMap((leg) => meaning(leg, leg.units > 0n));

/**
 * What a journal means for the tax office: what the customer acquired, disposed of or moved by it. Money is
 * what assets are bought and sold for: it is no asset, and nothing is gained by having it.
 */
export const meaningOf = (journal: TaxJournal): readonly TaxEvent[] =>
  eventsOf(journal).filter(({ asset }) => !isCashCode(asset));

function eventsOf(journal: TaxJournal): readonly TaxEvent[] {
  const { id, at, paid, stated } = journal;
  const moved = ({ asset, units }: TaxLeg): TaxEvent => ({
    ...{ kind: 'moved-out', id, at, asset, units: -units },
  });
  switch (journal.kind) {
    // What is on its way is not theirs yet, and what is held or comes back never left.
    case 'deposit-seen':
    case 'deposit-dropped':
    case 'withdrawal':
    case 'withdrawal-returned':
    case 'cash-in':
    case 'cash-recalled':
      return [];
    // Only the customer knows what they paid for it elsewhere. It is never taken for a gift.
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
      if (gave && got) return swapped(journal, gave, got);
      // Dust, for which nothing came: a leg of no units is not written.
      return gave ? [left(journal, gave, 0n)] : [];
    }
    case 'withdrawal-sent':
      return each(journal, (leg) => sent(journal, leg));
    // Nobody pays for what was too little to be withdrawn, or was not taken in time.
    case 'given-up':
    case 'forfeited':
      return each(journal, (leg) => [left(journal, leg, 0n)]);
  }
}

/** Whether a journal brought something whose cost only the customer can know. */
export const asksForCost = ({ kind, legs }: Pick<TaxJournal, 'kind' | 'legs'>): boolean =>
  (kind === 'deposit' || kind === 'manual') && legs.some(({ units }) => units > 0n);
