import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RuleName } from '#server/store/schema/monitoring-schema.ts';
import {
  hitsOf,
  linkedSum,
  type MonitoredFacts,
  type Movement,
  monitoringRules,
  NEAR_MS,
  ruleNames,
  ruleTitle,
  USUAL_MS,
} from './monitoring-rules.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.UTC(2026, 10, 27, 12);

let made = 0;
/** A transfer so many hours before this one, worth so many cents. */
function moved(
  direction: 'in' | 'out',
  cents: number,
  hoursBefore = 0,
  more: Partial<Movement> = {},
): Movement {
  const at = NOW - hoursBefore * HOUR_MS;
  return { id: `deposit:${++made}`, direction, at, eurCents: BigInt(cents), found: [], ...more };
}

const facts = (subject: Movement, others: readonly Movement[] = []): MonitoredFacts => ({
  ...{ subject, others, customerSince: NOW - 400 * DAY_MS },
  ...{ openSince: undefined, firstTime: false },
});

const found = (one: MonitoredFacts): readonly RuleName[] =>
  hitsOf(one).map(({ rule }) => rule.name);

/** What it was usually, so that nothing is sudden. */
const usual = Array.from({ length: 12 }, (_, week) => moved('in', 1_490_000, (week + 2) * 168));

test('KEEP-08 rules are data: each has a name, and says whether it suspends', () => {
  expect(monitoringRules.map(({ name }) => name)).toEqual(ruleNames);
  const suspending = monitoringRules.filter(({ suspends }) => suspends).map(({ name }) => name);
  expect(suspending).toEqual(['through', 'new-recipient']);
  expect(found(facts(moved('out', 99_999), usual))).toEqual([]);
});

test('KEEP-08 split amounts: three below EUR 15,000 in a week and in one direction, which come to it together', () => {
  const split = (last: number, hours = 168, direction: 'in' | 'out' = 'in', first = 500_000) =>
    found(
      facts(moved('in', last), [
        moved('in', first, 80),
        moved(direction, 500_000, hours),
        ...usual,
      ]),
    ).includes('split');
  expect(split(500_000)).toBe(true);
  expect(split(499_999)).toBe(false);
  expect(split(500_000, 168.001), 'a week and a bit').toBe(false);
  expect(split(500_000, 100, 'out'), 'the other direction').toBe(false);
  // Each is at least EUR 1,000, and less than what is large by itself.
  expect(split(100_000, 80, 'in', 900_000)).toBe(true);
  expect(split(99_999, 80, 'in', 1_000_000)).toBe(false);
  expect(split(1_499_999)).toBe(true);
  expect(split(1_500_000)).toBe(false);
  const two = facts(moved('in', 800_000), [moved('in', 700_000, 90), ...usual]);
  expect(found(two), 'two of them').not.toContain('split');
});

test('KEEP-08 money straight through: EUR 10,000 come in and go out again within a day', () => {
  const through = (out: number, came: number, hours = 24) =>
    found(facts(moved('out', out), [moved('in', came, hours)])).includes('through');
  expect(through(1_000_000, 1_000_000)).toBe(true);
  expect(through(999_999, 1_000_000)).toBe(false);
  expect(through(1_000_000, 999_999)).toBe(false);
  expect(through(1_000_000, 1_000_000, 24.001)).toBe(false);
  const parts = [moved('in', 600_000, 3), moved('in', 400_000, 2), moved('out', 700_000, 1)];
  expect(found(facts(moved('out', 300_000), parts))).toContain('through');
  expect(found(facts(moved('in', 1_000_000), [moved('out', 1_000_000, 1)]))).not.toContain(
    'through',
  );
});

test('KEEP-08 sudden turnover: EUR 10,000 in a week and five times what was usual', () => {
  // 90 days before with EUR 900 a day: EUR 6,300 a week.
  const before = Array.from({ length: 90 }, (_, day) => moved('in', 90_000, 168 + 1 + day * 24));
  const sudden = (cents: number, others = before, sinceDays = 400) =>
    found({
      ...facts(moved('out', cents), others),
      customerSince: NOW - sinceDays * DAY_MS,
    }).includes('turnover');
  expect(sudden(3_150_000)).toBe(true);
  expect(sudden(3_149_999)).toBe(false);
  // Of somebody who moved nothing for long.
  expect(sudden(1_000_000, [])).toBe(true);
  expect(sudden(999_999, [])).toBe(false);
  expect(sudden(500_000, [moved('in', 500_000, 167)])).toBe(true);
  // Of somebody new nobody knows what is usual.
  expect(sudden(1_000_000, [], 30)).toBe(true);
  expect(sudden(1_000_000, [], 29.99)).toBe(false);
});

test('KEEP-08 a first-time recipient after a security change: from EUR 1,000, within six days of the hold', () => {
  const after = (cents: number, hours: number, firstTime = true, direction: 'in' | 'out' = 'out') =>
    found({
      ...facts(moved(direction, cents), usual),
      ...{ openSince: NOW - hours * HOUR_MS, firstTime },
    }).includes('new-recipient');
  expect(after(100_000, 30)).toBe(true);
  expect(after(99_999, 30)).toBe(false);
  expect(after(100_000, 144)).toBe(true);
  expect(after(100_000, 144.001)).toBe(false);
  expect(after(100_000, -1), 'asked for before the change').toBe(false);
  expect(after(5_000_000, 30, false), 'sent to before').toBe(false);
  expect(after(100_000, 30, true, 'in')).toBe(false);
  expect(found({ ...facts(moved('out', 100_000), usual), firstTime: true })).toEqual([]);
});

test('HARD-57 halves to first-time recipients after a security change count together within 24 hours', () => {
  const halves = (hoursApart: number, direction: 'in' | 'out' = 'out') =>
    hitsOf({
      ...facts(moved('out', 60_000), [moved(direction, 60_000, hoursApart)]),
      ...{ openSince: NOW - 30 * HOUR_MS, firstTime: true },
    }).find(({ rule }) => rule.name === 'new-recipient');
  expect(halves(24)?.found).toMatch(/; EUR 1,200.00 went out within 24 hours$/);
  expect(halves(24.001)).toBeUndefined();
  expect(halves(1, 'in')).toBeUndefined();
});

const outOf = (cents: number, hoursBefore = 0) => moved('out', cents, hoursBefore);

test('HARD-57 what counts together is the most within any 24 hours that contain the transfer, one way', () => {
  expect(linkedSum(outOf(1), [])).toBe(1n);
  expect(linkedSum(outOf(1), [outOf(2, 24), outOf(4, -24), moved('in', 8)])).toBe(5n);
  expect(linkedSum(outOf(1), [outOf(2, 12), outOf(4, -12)])).toBe(7n);
  expect(linkedSum(outOf(1), [outOf(2, 25), outOf(4, -25)])).toBe(1n);
});

test('KEEP-08 EUR 15,000 in one transaction or in linked ones, within a day and in one direction', () => {
  const large = (cents: number, others: readonly Movement[] = []) =>
    found(facts(moved('in', cents), [...usual, ...others])).includes('large');
  expect(large(1_500_000)).toBe(true);
  expect(large(1_499_999)).toBe(false);
  expect(large(700_000, [moved('in', 800_000, 24)])).toBe(true);
  expect(large(700_000, [moved('in', 799_999, 24)])).toBe(false);
  expect(large(700_000, [moved('in', 800_000, 24.001)])).toBe(false);
  expect(large(700_000, [moved('out', 800_000, 24)])).toBe(false);
});

test('KEEP-08 what a rule has found it does not count again, and others do', () => {
  const seen = moved('in', 1_600_000, 2, { found: ['large'] });
  expect(found(facts(seen))).not.toContain('large');
  expect(found(facts(moved('in', 100_000), [seen, ...usual]))).toEqual([]);
  const other = moved('in', 1_400_000, 2, { found: ['split'] });
  expect(found(facts(moved('in', 100_000), [other, ...usual]))).toEqual(['large']);
});

test('KEEP-08 a hit names its transfers and says its numbers', () => {
  const first = moved('out', 900_000, 5);
  const last = moved('out', 700_050);
  const [hit] = hitsOf(facts(last, [first, ...usual])).filter(({ rule }) => rule.name === 'large');
  expect(hit?.transfers).toEqual([first.id, last.id]);
  expect(hit?.found).toBe('2 transfers out: EUR 16,000.50 together, within 24 hours');
});

const movement = fc.record({
  id: fc.uuid(),
  direction: fc.constantFrom('in' as const, 'out' as const),
  at: fc.integer({ min: -8 * 24, max: 8 * 24 }).map((hours) => NOW + hours * HOUR_MS),
  eurCents: fc.integer({ min: 0, max: 2_000_000 }).map(BigInt),
  found: fc.constant([]),
});
const subjects = movement.map((one) => ({ ...one, at: NOW }));
const many = fc.array(movement, { maxLength: 8 });
const known = fc.record({
  customerSince: fc.integer({ min: 0, max: 60 }).map((days) => NOW - days * DAY_MS),
  openSince: fc.option(
    fc.integer({ min: 0, max: 9 }).map((days) => NOW - days * DAY_MS),
    { nil: undefined },
  ),
  firstTime: fc.boolean(),
});

test('KEEP-08 more transfers at that time never take a hit away', () => {
  // What came before makes a turnover usual: it counts only among those of the same seven days.
  const sameDays = (one: Movement): Movement => ({
    ...one,
    at: Math.min(Math.max(one.at, NOW - DAY_MS), NOW + 6 * DAY_MS),
  });
  fc.assert(
    fc.property(
      subjects,
      many,
      fc.array(movement.map(sameDays), { maxLength: 4 }),
      known,
      (subject, others, more, rest) => {
        const close = others.map(sameDays);
        const fewer = found({ subject, others: close, ...rest });
        expect(found({ subject, others: [...close, ...more], ...rest })).toEqual(
          expect.arrayContaining([...fewer]),
        );
      },
    ),
  );
});

test('KEEP-08 the order in which transfers are known changes nothing', () => {
  fc.assert(
    fc.property(subjects, many, known, fc.nat(7), (subject, others, rest, turn) => {
      const turned = [...others.slice(turn), ...others.slice(0, turn)].reverse();
      const texts = (list: readonly Movement[]) =>
        hitsOf({ subject, others: list, ...rest }).map((hit) => [hit.rule.name, hit.found]);
      expect(texts(turned)).toEqual(texts(others));
    }),
  );
});

test('KEEP-08 of transfers that belong together the last one that is looked at finds what the first did not', () => {
  fc.assert(
    fc.property(fc.array(movement, { minLength: 1, maxLength: 6 }), (all) => {
      const large = (list: readonly Movement[], subject: Movement) =>
        found(facts(subject, list)).includes('large');
      const forward = all.some((one, at) => large(all.slice(0, at), one));
      const last = all.length - 1;
      const reversed = all.toReversed();
      const backward = all.some((_, at) => {
        const subject = reversed[at];
        return subject !== undefined && large(reversed.slice(0, at), subject);
      });
      expect(backward, String(last)).toBe(forward);
    }),
  );
});

const hit = (rule: RuleName, one: MonitoredFacts) =>
  hitsOf(one).find(({ rule: { name } }) => name === rule);

test('HARD-99 KEEP-08 each finding says its own numbers, with its transfers, earliest first', () => {
  const came = moved('in', 1_000_000, 24);
  const went = moved('out', 300_000, 2);
  const goes = moved('out', 700_000);
  expect(hit('through', facts(goes, [went, came]))).toMatchObject({
    found: 'EUR 10,000.00 came in and EUR 10,000.00 goes out within 24 hours',
    transfers: [came.id, went.id, goes.id],
  });
  const before = moved('in', 9_000_000, 1_000);
  expect(hit('turnover', facts(moved('out', 3_500_000), [before]))?.found).toBe(
    'EUR 35,000.00 in and out within 7 days; in the 90 days before it was EUR 7,000.00 on average',
  );
  const one = { ...facts(moved('out', 100_000), usual), firstTime: true };
  expect(hit('new-recipient', { ...one, openSince: NOW - 30.5 * HOUR_MS })).toMatchObject({
    found:
      'EUR 1,000.00 to where nothing was sent before, 30 hours after withdrawals opened again after a security change',
    transfers: [one.subject.id],
  });
  expect(hit('large', facts(moved('in', 1_500_000), usual))?.found).toBe(
    '1 transfer in: EUR 15,000.00',
  );
  const three = [moved('in', 500_000, 100), moved('in', 500_000, 50)];
  expect(hit('split', facts(moved('in', 500_000), [...three, ...usual]))?.found).toBe(
    '3 transfers in: EUR 15,000.00 together, within 7 days',
  );
});

test('HARD-99 KEEP-08 transfers of one moment are named by their ids, in their order', () => {
  const [b, a] = [moved('in', 800_000, 1, { id: 'b' }), moved('in', 800_000, 1, { id: 'a' })];
  const subject = moved('in', 1, 1, { id: 'c' });
  expect(hit('large', facts(subject, [b, a]))?.transfers).toEqual(['a', 'b', 'c']);
  expect(hit('large', facts(subject, [a, b]))?.transfers).toEqual(['a', 'b', 'c']);
});

test('HARD-99 KEEP-08 of several spans the one with the most is told, and of equal ones the first', () => {
  const more = moved('in', 1_600_000, -2);
  expect(hit('large', facts(moved('in', 1_500_000), [more]))?.transfers).toHaveLength(2);
  const apart = [moved('in', 1_500_000, 20), moved('in', 1_500_000, -20)];
  const subject = moved('in', 1_500_000);
  expect(hit('large', facts(subject, apart))?.transfers).toEqual([apart[0]?.id, subject.id]);
  expect(hit('large', facts(subject, apart.toReversed()))?.transfers).toEqual([
    ...[apart[0]?.id, subject.id],
  ]);
});

test('HARD-99 KEEP-08 what is known twice counts once', () => {
  const subject = moved('in', 800_000);
  expect(found(facts(subject, [subject, ...usual]))).toEqual([]);
  const out = moved('out', 60_000);
  expect(linkedSum(out, [out])).toBe(60_000n);
});

test('HARD-99 KEEP-08 a turnover counts only with what is behind it, for 90 days and not longer', () => {
  const turnover = (hoursBefore: number) =>
    hit('turnover', facts(moved('out', 1_000_000), [moved('in', 9_000_000, hoursBefore)]));
  // What is among the seven days is no part of what was usual.
  expect(turnover(168)?.found).toMatch(/^EUR 100,000.00 .*EUR 0.00 on average$/);
  expect(turnover(169)).toBeUndefined();
  expect(turnover((7 + 90) * 24)).toBeUndefined();
  expect(turnover((7 + 90) * 24 + 1)?.found).toMatch(/^EUR 10,000.00 .*EUR 0.00 on average$/);
});

test('HARD-99 KEEP-08 transfers are read as far back as any rule looks', () => {
  expect(NEAR_MS).toBe(7 * DAY_MS);
  expect(USUAL_MS).toBe(90 * DAY_MS);
});

test('HARD-99 KEEP-08 a rule that exists no more is called by its name', () => {
  expect(ruleTitle('large')).toBe('EUR 15,000 or more');
  expect(ruleTitle('former')).toBe('former');
  expect(monitoringRules.every(({ says }) => says !== '')).toBe(true);
});
