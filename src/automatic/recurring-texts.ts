import type { Snapshot } from 'valtio/vanilla';
import type { RecurringBuy, RunOutcome } from '#core/contract/money/recurring-buys.ts';
import { findAsset } from '#core/money/currencies.ts';
import { formatFiat } from '#core/money/format.ts';
import { dayWord, formatNear } from '#core/time/date-text.ts';
import { momentOf, type Rhythm } from '#core/time/recurrence.ts';

/** A recurring buy as it is shown, read-only. */
export type ToldBuy = Snapshot<RecurringBuy>;

export const rhythmNames: Readonly<Record<Rhythm, string>> = {
  weekly: 'Every week',
  fortnightly: 'Every two weeks',
  monthly: 'Every month',
};

const outcomeTexts: Readonly<Record<RunOutcome, string>> = {
  bought: 'Bought',
  short: 'Skipped, there was not enough cash',
  missed: 'Skipped, it could not be bought within the spread',
  skipped: 'Skipped by you',
  limited: 'Skipped, your data had to be updated first',
  frozen: 'Skipped, your account was frozen',
};

const formatter = (withYear: boolean): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    ...{ weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' },
    ...(withYear && { year: 'numeric' }),
  });

/** A day of the calendar in words, with its year when that is not the current one (D33). */
export const dayText = (day: string, now: number): string =>
  formatter(new Date(now).getUTCFullYear() !== Number(day.slice(0, 4))).format(momentOf(day));

/** A clock and where it hangs. */
export interface Clock {
  readonly now: number;
  readonly timeZone: string;
}

/** The day of a purchase to come: 'today', 'tomorrow', or as `dayText`. */
export const comingDay = (day: string, { now, timeZone }: Clock): string =>
  dayWord(momentOf(day), timeZone, now) ?? dayText(day, now);

/** The same in a narrow list: 'today', or “Wed, Dec 2”. */
export const briefDay = (day: string, { now, timeZone }: Clock): string =>
  dayWord(momentOf(day), timeZone, now) ??
  new Intl.DateTimeFormat('en-US', {
    ...{ weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' },
  }).format(momentOf(day));

/** Until when something helps a purchase to come: on its own day, until its hour. */
export function untilDay(day: string, { now, timeZone }: Clock): string {
  const at = momentOf(day);
  if (dayWord(at, timeZone, now) !== 'today') return `before ${comingDay(day, { now, timeZone })}`;
  return at > now ? `before ${formatNear(at, timeZone, now)} today` : 'today';
}

/** What stands before such a day in a sentence: 'next today', 'next on Wed, Dec 2'. */
export const beforeDay = (text: string): string => (/^\p{Lu}/u.test(text) ? 'on ' : '');

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

type Names = Pick<ToldBuy, 'amount' | 'cash_id' | 'currency_id'>;

export const buyTitle = ({ amount, cash_id: cash, currency_id: asset }: Names): string =>
  `${formatFiat(amount, cash)} of ${findAsset(asset)?.name ?? asset}`;

export const runText = ({ on, outcome }: ToldBuy['runs'][number], now: number): string =>
  `${dayText(on, now)}: ${outcomeTexts[outcome]}`;

/** A spread in percent: 50 basis points are 0.5%. */
export const spreadText = (bps: number): string => `${bps / 100}%`;
