import type { RiskGroup } from '#server/store/schema/risk-schema.ts';

/** The rules for customers' risk groups, according to the AML policy (KEEP-09). */

export const riskGroups = ['low', 'medium', 'high'] as const satisfies readonly RiskGroup[];

/** The facts that rules are given. */
export interface RiskFacts {
  /** Crypto sent and received within 365 days, in cents of EUR. */
  readonly yearEurCents: bigint;
  /** Addresses that the customer sent to within 30 days. */
  readonly monthRecipients: bigint;
  /** The number of sources of money within 365 days, among cards, banks and networks. */
  readonly yearSources: bigint;
  /** All reports to the authority about the customer. */
  readonly reports: bigint;
}

interface RiskRule {
  readonly group: RiskGroup;
  readonly fact: keyof RiskFacts;
  /** The value from which the rule applies. */
  readonly least: bigint;
  /** A description for the officer. */
  readonly says: string;
}

/**
 * The policy gives examples without numbers: these numbers are ours, for the compliance officer to confirm.
 */
export const riskRules: readonly RiskRule[] = [
  {
    group: 'medium',
    fact: 'yearEurCents',
    least: 10_000_000n,
    says: 'transfers of EUR 100,000 or more within a year',
  },
  {
    group: 'medium',
    fact: 'monthRecipients',
    least: 10n,
    says: 'ten or more outside addresses within 30 days',
  },
  {
    group: 'medium',
    fact: 'yearSources',
    least: 3n,
    says: 'money by card, from a bank and over a network within a year',
  },
  { group: 'high', fact: 'reports', least: 1n, says: 'something was reported to the authority' },
];

const rank = (group: RiskGroup): number => riskGroups.indexOf(group);

/** The highest group among the matching rules, and why; no reason for an ordinary customer. */
export function judged(facts: RiskFacts): { readonly group: RiskGroup; readonly why: string } {
  const met = riskRules.filter(({ fact, least }) => facts[fact] >= least);
  const group = riskGroups.findLast((one) => met.some((rule) => rule.group === one)) ?? 'low';
  return { group, why: met.map(({ says }) => says).join('; ') };
}

interface Placed {
  readonly group: RiskGroup;
  /** The group by the rules at their last run. */
  readonly byRules: RiskGroup;
  /** An officer chose the group. */
  readonly chosen: boolean;
}

/**
 * The group after the rules have run again. An officer's choice stays until the rules arrive at a new, higher
 * group: rules never undo a person's decision.
 */
export function groupAfter({ group, byRules, chosen }: Placed, now: RiskGroup): RiskGroup {
  if (!chosen) return now;
  return now !== byRules && rank(now) > rank(group) ? now : group;
}
