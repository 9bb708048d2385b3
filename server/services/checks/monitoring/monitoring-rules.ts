import { formatUnits } from '#core/money/decimal.ts';
import { formatDecimal } from '#core/money/format.ts';
import { LINKED_SECONDS } from '#server/policy.ts';
import type { RuleName } from '#server/store/schema/monitoring-schema.ts';

/** The patterns that transfers are checked for, according to the AML policy (KEEP-08). */

export const ruleNames = [
  'split',
  'through',
  'turnover',
  'new-recipient',
  'large',
] as const satisfies readonly RuleName[];

interface Named {
  readonly name: RuleName;
  /** A description for the officer. */
  readonly says: string;
  /**
   * Whether the transfer is held until an officer decides; otherwise it goes on and is reviewed afterwards.
   */
  readonly suspends: boolean;
}

/** So many transfers in the same direction, each of at least some value, that reach a sum together. */
interface SumRule extends Named {
  readonly kind: 'sum';
  readonly hours: number;
  readonly least: number;
  readonly eachFrom: bigint;
  readonly eachBelow?: bigint;
  readonly sumFrom: bigint;
}

/** Money passes through: as much came in as goes out with this transfer. */
interface ThroughRule extends Named {
  readonly kind: 'through';
  readonly hours: number;
  readonly from: bigint;
}

/**
 * The turnover in both directions is a multiple of the customer's average over the same length of time; only
 * for customers known for long enough.
 */
interface TurnoverRule extends Named {
  readonly kind: 'turnover';
  readonly hours: number;
  readonly from: bigint;
  readonly times: bigint;
  readonly beforeHours: number;
  readonly knownHours: number;
}

/**
 * A first transfer to this recipient, soon after a change of the account that may not have been the
 * customer's. The hours count from when withdrawals are open again, because such a change holds them for a
 * day or longer. What went out within 24 hours counts together.
 */
interface RecipientRule extends Named {
  readonly kind: 'recipient';
  readonly openHours: number;
  readonly from: bigint;
}

export type MonitoringRule = SumRule | ThroughRule | TurnoverRule | RecipientRule;

const DAY = 24;
const euros = (amount: number): bigint => BigInt(amount) * 100n;

/**
 * Amounts are in cents of EUR. The policy names only EUR 15,000; the other numbers are ours, for the
 * compliance officer to confirm.
 */
export const monitoringRules: readonly MonitoringRule[] = [
  {
    name: 'split',
    says: 'Split amounts',
    suspends: false,
    kind: 'sum',
    hours: 7 * DAY,
    least: 3,
    eachFrom: euros(1000),
    eachBelow: euros(15_000),
    sumFrom: euros(15_000),
  },
  {
    name: 'through',
    says: 'Money straight through',
    suspends: true,
    kind: 'through',
    hours: DAY,
    from: euros(10_000),
  },
  {
    name: 'turnover',
    says: 'Sudden turnover',
    suspends: false,
    kind: 'turnover',
    hours: 7 * DAY,
    from: euros(10_000),
    times: 5n,
    beforeHours: 90 * DAY,
    knownHours: 30 * DAY,
  },
  {
    name: 'new-recipient',
    says: 'First-time recipient after a security change',
    suspends: true,
    kind: 'recipient',
    openHours: 6 * DAY,
    from: euros(1000),
  },
  {
    name: 'large',
    says: 'EUR 15,000 or more',
    suspends: false,
    kind: 'sum',
    hours: DAY,
    least: 1,
    eachFrom: 0n,
    sumFrom: euros(15_000),
  },
];

export interface Movement {
  /** `withdrawal:ID`, `deposit:ID`, `bank:ID` or `purchase:ID` */
  readonly id: string;
  readonly direction: 'out' | 'in';
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly eurCents: bigint;
  /** The rules that found it before: each case covers only transfers that no other case of its rule has. */
  readonly found: readonly RuleName[];
}

/** The facts that rules are given. */
export interface MonitoredFacts {
  readonly subject: Movement;
  /** Other transfers of the customer near this one; the list may contain the subject itself. */
  readonly others: readonly Movement[];
  readonly customerSince: number;
  /** When withdrawals opened again after the last change that may not have been the customer's. */
  readonly openSince: number | undefined;
  /** Nothing was sent to this recipient before. */
  readonly firstTime: boolean;
}

export interface Hit {
  readonly rule: MonitoringRule;
  /** The transfers that match, earliest first. */
  readonly transfers: readonly string[];
  /** The matching numbers, in words. */
  readonly found: string;
}

const HOUR_MS = 3_600_000;
/** Transfers further away in time than this, before or after, are ignored. */
export const NEAR_MS =
  Math.max(...monitoringRules.map((rule) => ('hours' in rule ? rule.hours : rule.openHours))) *
  HOUR_MS;
/** How far back a customer's usual turnover is computed. */
export const USUAL_MS =
  Math.max(...monitoringRules.map((rule) => (rule.kind === 'turnover' ? rule.beforeHours : 0))) *
  HOUR_MS;

const total = (movements: readonly Movement[]): bigint =>
  movements.reduce((sum, { eurCents }) => sum + eurCents, 0n);

const eurText = (cents: bigint): string => `EUR ${formatDecimal(formatUnits(cents, 2), 2, 2)}`;

const spanText = (hours: number): string =>
  hours % DAY === 0 && hours > DAY ? `${hours / DAY} days` : `${hours} hours`;

const hitOf = (rule: MonitoringRule, movements: readonly Movement[], found: string): Hit => ({
  rule,
  transfers: [...movements]
    .sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1))
    .map(({ id }) => id),
  found,
});

/**
 * The transfers in each span of time that contains the subject and ends with a transfer. So the result does
 * not depend on the order in which transfers become known.
 */
function spansOf(subject: Movement, all: readonly Movement[], hours: number) {
  const span = hours * HOUR_MS;
  const ends = all.filter(({ at }) => at >= subject.at && at <= subject.at + span);
  return [...new Set(ends.map(({ at }) => at))].map((end) => ({
    start: end - span,
    end,
    within: all.filter(({ at }) => at >= end - span && at <= end),
  }));
}

interface Span {
  readonly sum: bigint;
  readonly end: number;
}

const largestFirst = (one: Span, other: Span): number =>
  one.sum === other.sum ? one.end - other.end : one.sum > other.sum ? -1 : 1;

function sumHit(rule: SumRule, subject: Movement, all: readonly Movement[]): Hit | undefined {
  const { eachFrom, eachBelow, hours } = rule;
  const counted = all.filter(
    ({ direction, eurCents }) =>
      direction === subject.direction &&
      eurCents >= eachFrom &&
      (eachBelow === undefined || eurCents < eachBelow),
  );
  if (!counted.includes(subject)) return undefined;
  const [most] = spansOf(subject, counted, hours)
    .map(({ within, end }) => ({ within, end, sum: total(within) }))
    .filter(({ within, sum }) => within.length >= rule.least && sum >= rule.sumFrom)
    .sort(largestFirst);
  if (!most) return undefined;
  const { within, sum } = most;
  const count = within.length === 1 ? '1 transfer' : `${within.length} transfers`;
  const together = within.length === 1 ? '' : ` together, within ${spanText(hours)}`;
  return hitOf(rule, within, `${count} ${subject.direction}: ${eurText(sum)}${together}`);
}

function throughHit(rule: ThroughRule, subject: Movement, all: readonly Movement[]) {
  if (subject.direction !== 'out') return undefined;
  const from = subject.at - rule.hours * HOUR_MS;
  const near = all.filter(({ at }) => at >= from && at <= subject.at);
  const came = total(near.filter(({ direction }) => direction === 'in'));
  const goes = total(near.filter(({ direction }) => direction === 'out'));
  if (came < rule.from || goes < rule.from) return undefined;
  const text = `${eurText(came)} came in and ${eurText(goes)} goes out within ${spanText(rule.hours)}`;
  return hitOf(rule, near, text);
}

function turnoverHit(
  rule: TurnoverRule,
  { subject, others, customerSince }: MonitoredFacts,
  all: readonly Movement[],
): Hit | undefined {
  const { hours, beforeHours, times } = rule;
  const [sudden] = spansOf(subject, all, hours)
    .map(({ start, end, within }) => {
      const from = start - beforeHours * HOUR_MS;
      const before = total(others.filter(({ at }) => at >= from && at < start));
      // The average turnover of earlier times, for as many hours.
      return {
        end,
        within,
        sum: total(within),
        usual: (before * BigInt(hours)) / BigInt(beforeHours),
      };
    })
    .filter(({ end }) => end - customerSince >= rule.knownHours * HOUR_MS)
    .filter(({ sum, usual }) => sum >= rule.from && sum >= times * usual)
    .sort(largestFirst);
  if (!sudden) return undefined;
  const text = `${eurText(sudden.sum)} in and out within ${spanText(hours)}; in the ${spanText(beforeHours)} before it was ${eurText(sudden.usual)} on average`;
  return hitOf(rule, sudden.within, text);
}

const LINKED_HOURS = LINKED_SECONDS / 3600;

/**
 * The most that went the same way as a transfer, itself included, within any 24 hours that contain it: against a
 * threshold in EUR these count together (HARD-57).
 */
export function linkedSum(subject: Movement, others: readonly Movement[]): bigint {
  const all = [subject, ...others.filter(({ id }) => id !== subject.id)].filter(
    ({ direction }) => direction === subject.direction,
  );
  const [most] = spansOf(subject, all, LINKED_HOURS)
    .map(({ within, end }) => ({ end, sum: total(within) }))
    .sort(largestFirst);
  return most?.sum ?? 0n;
}

function recipientHit(
  rule: RecipientRule,
  { subject, others, firstTime, openSince }: MonitoredFacts,
): Hit | undefined {
  if (subject.direction !== 'out' || !firstTime || openSince === undefined) return undefined;
  const passed = subject.at - openSince;
  if (passed < 0 || passed > rule.openHours * HOUR_MS) return undefined;
  const sum = linkedSum(subject, others);
  if (sum < rule.from) return undefined;
  const hours = Math.floor(passed / HOUR_MS);
  const together =
    sum === subject.eurCents ? '' : `; ${eurText(sum)} went out within ${spanText(LINKED_HOURS)}`;
  const text = `${eurText(subject.eurCents)} to where nothing was sent before, ${hours} hours after withdrawals opened again after a security change${together}`;
  return hitOf(rule, [subject], text);
}

function hitBy(rule: MonitoringRule, facts: MonitoredFacts): Hit | undefined {
  const { subject, others } = facts;
  if (subject.found.includes(rule.name)) return undefined;
  const all = [subject, ...others.filter(({ id }) => id !== subject.id)].filter(
    ({ found }) => !found.includes(rule.name),
  );
  switch (rule.kind) {
    case 'sum':
      return sumHit(rule, subject, all);
    case 'through':
      return throughHit(rule, subject, all);
    case 'turnover':
      return turnoverHit(rule, facts, all);
    case 'recipient':
      return recipientHit(rule, facts);
  }
}

/** The rules that match a transfer, with their findings. */
export const hitsOf = (
  facts: MonitoredFacts,
  rules: readonly MonitoringRule[] = monitoringRules,
): readonly Hit[] =>
  rules.flatMap((rule) => {
    const hit = hitBy(rule, facts);
    return hit ? [hit] : [];
  });

/** A rule's title, also of a rule that no longer exists. */
export const ruleTitle = (name: string): string =>
  monitoringRules.find((rule) => rule.name === name)?.says ?? name;
