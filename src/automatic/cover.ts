import type { Snapshot } from 'valtio/vanilla';
import type { RecurringBuy } from '#core/contract/money/recurring-buys.ts';
import { findCash } from '#core/money/cash.ts';
import { formatUnits, parseUnits, parseUnitsDown } from '#core/money/decimal.ts';
import { formatFiat } from '#core/money/format.ts';
import { momentOf, occurrence } from '#core/time/recurrence.ts';
import { type Clock, untilDay } from './recurring-texts.ts';

/** What of a recurring buy says when it takes how much. */
export type Planned = Pick<
  Snapshot<RecurringBuy>,
  'currency_id' | 'cash_id' | 'amount' | 'every' | 'next_on'
>;

/** One purchase to come, and what it finds. */
export interface Coming {
  readonly day: string;
  readonly asset: string;
  readonly amount: string;
  /** The cash that is left after it; undefined if it is skipped because cash is short. */
  readonly left: string | undefined;
  /** How much cash is missing; undefined if there is enough. */
  readonly short: string | undefined;
  /** What there is in cash before it. */
  readonly before: string;
}

const DAY_MS = 24 * 3_600_000;

/** Shorter than any month, so the day of a monthly purchase comes at most once. */
const AHEAD_MS = 28 * DAY_MS;

const daysOf = ({ next_on: next, every }: Planned, until: number): readonly string[] => {
  const days: string[] = [];
  for (let count = 0; next !== null; count += 1) {
    const day = occurrence(next, every, count);
    if (momentOf(day) > until && count > 0) break;
    days.push(day);
    if (every === 'monthly') break;
  }
  return days;
};

/**
 * The purchases of the next four weeks, the next one of each in any case, with what each finds in cash as it is now: one
 * that finds too little is skipped and takes nothing (BANK-08).
 */
export function comingBuys(
  buys: readonly Planned[],
  cash: { readonly code: string; readonly available: string },
  now: number,
): readonly Coming[] {
  const scale = findCash(cash.code)?.scale ?? 0;
  let units = parseUnitsDown(cash.available, scale) ?? 0n;
  return buys
    .filter(({ cash_id: paid }) => paid === cash.code)
    .flatMap((buy) => daysOf(buy, now + AHEAD_MS).map((day) => ({ buy, day })))
    .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
    .map(({ buy, day }): Coming => {
      const amount = parseUnits(buy.amount, scale) ?? 0n;
      const before = formatUnits(units, scale);
      const isShort = amount > units;
      const missing = formatUnits(amount - units, scale);
      if (!isShort) units -= amount;
      return {
        ...{ day, asset: buy.currency_id, amount: buy.amount, before },
        left: isShort ? undefined : formatUnits(units, scale),
        short: isShort ? missing : undefined,
      };
    });
}

/** What the next day of a recurring buy finds; undefined while it is paused. */
export const nextOf = (coming: readonly Coming[], buy: Planned): Coming | undefined =>
  coming.find(
    ({ day, asset, amount }) =>
      day === buy.next_on && asset === buy.currency_id && amount === buy.amount,
  );

/** What is said of a purchase that will find too little cash, with what helps; undefined if there is enough. */
export function shortText(
  { day, short, before }: Pick<Coming, 'day' | 'short' | 'before'>,
  { code, available }: { readonly code: string; readonly available: string },
  clock: Clock,
): string | undefined {
  if (short === undefined) return undefined;
  const held = formatFiat(available, code);
  const left = formatFiat(before, code);
  return `You have ${held} in cash${left === held ? '' : `, of which ${left} is left by then`}; add ${formatFiat(short, code)} ${untilDay(day, clock)}, or that day is skipped.`;
}
