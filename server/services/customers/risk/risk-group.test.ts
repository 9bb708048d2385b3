import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupAfter, judged, type RiskFacts, riskGroups, riskRules } from './risk-group.ts';

const ordinary: RiskFacts = {
  yearEurCents: 9_999_999n,
  monthRecipients: 9n,
  yearSources: 2n,
  reports: 0n,
};
const group = fc.constantFrom(...riskGroups);
const rank = (one: (typeof riskGroups)[number]) => riskGroups.indexOf(one);

test('KEEP-09 ordinary amounts are low, up to the last cent below every rule', () => {
  expect(judged(ordinary)).toEqual({ group: 'low', why: '' });
});

test.each([
  ['yearEurCents', 10_000_000n, 'medium'],
  ['monthRecipients', 10n, 'medium'],
  ['yearSources', 3n, 'medium'],
  ['reports', 1n, 'high'],
] as const)('KEEP-09 the rule on %s applies from %s on: %s, and says why', (fact, least, then) => {
  const found = judged({ ...ordinary, [fact]: least });
  expect(found.group).toBe(then);
  expect(found.why).toBe(riskRules.find((rule) => rule.fact === fact)?.says);
});

test('KEEP-09 each rule is tried above, and of several the highest counts', () => {
  expect(riskRules).toHaveLength(4);
  expect(riskRules.map(({ says }) => says)).not.toContain('');
  const all = judged({
    yearEurCents: 10n ** 9n,
    monthRecipients: 50n,
    yearSources: 3n,
    reports: 2n,
  });
  expect(all.group).toBe('high');
  expect(all.why.split('; ')).toHaveLength(4);
});

test('KEEP-09 rules alone place a customer where they say, up and down', () => {
  fc.assert(
    fc.property(group, group, group, (before, byRules, now) => {
      expect(groupAfter({ group: before, byRules, chosen: false }, now)).toBe(now);
    }),
  );
});

test('KEEP-09 what an officer chose is never lowered by a rule, and raised only by news', () => {
  fc.assert(
    fc.property(group, group, group, (before, byRules, now) => {
      const after = groupAfter({ group: before, byRules, chosen: true }, now);
      expect(rank(after)).toBeGreaterThanOrEqual(rank(before));
      if (now === byRules) expect(after).toBe(before);
      else expect(rank(after)).toBe(Math.max(rank(before), rank(now)));
    }),
  );
});
