/** Who is in which risk group, as the AML policy has it (KEEP-09). */

export const riskGroups = ['low', 'medium', 'high'] as const;
export type RiskGroup = (typeof riskGroups)[number];

/** What the rules look at. */
export interface RiskFacts {
  /** What was sent and received over networks within 365 days, in cents of EUR. */
  readonly yearEurCents: bigint;
  /** Addresses that were sent to within 30 days. */
  readonly monthRecipients: bigint;
  /** Of cards, banks and networks, how many brought money within 365 days. */
  readonly yearSources: bigint;
  /** What was reported to the authority, ever. */
  readonly reports: bigint;
}

interface RiskRule {
  readonly group: RiskGroup;
  readonly fact: keyof RiskFacts;
  /** From how much on it applies. */
  readonly least: bigint;
  /** For the officer. */
  readonly says: string;
}

/** The policy gives examples and no numbers: these are ours, and the compliance officer's to confirm. */
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

/** The highest group whose rules apply, and why: empty for what is ordinary. */
export function judged(facts: RiskFacts): { readonly group: RiskGroup; readonly why: string } {
  const met = riskRules.filter(({ fact, least }) => facts[fact] >= least);
  const group = riskGroups.findLast((one) => met.some((rule) => rule.group === one)) ?? 'low';
  return { group, why: met.map(({ says }) => says).join('; ') };
}

interface Placed {
  readonly group: RiskGroup;
  /** What the rules said the last time. */
  readonly byRules: RiskGroup;
  /** An officer chose the group. */
  readonly chosen: boolean;
}

/**
 * The group after the rules were asked again. What an officer chose stands until the rules say something
 * new that is higher: rules never undo what a person decided with a reason.
 */
export function groupAfter({ group, byRules, chosen }: Placed, now: RiskGroup): RiskGroup {
  if (!chosen) return now;
  return now !== byRules && rank(now) > rank(group) ? now : group;
}
