import type { PartyName } from '#server/adapters/party/party-checks.ts';
import { tallyOf } from '#server/adapters/party/party-told.ts';
import type { Conditions } from '#server/platform/conditions.ts';

/** So many questions in a row without an answer of any kind, and a party that can be reached is down all the same. */
const UNANSWERED = 3;

/** Why a party that can be reached is of no use: the last fact, where nothing that it was asked was answered. */
export function deafness(party: PartyName): string | undefined {
  const { unanswered, last } = tallyOf(party);
  return unanswered >= UNANSWERED ? last : undefined;
}

/** What an operator has to see to, each with the number of questions that it cost. */
const seen = (party: PartyName) => {
  const { counts, limited } = tallyOf(party);
  return {
    told: counts.told,
    'party not understood': counts.unreadable,
    'party does not let us in': counts['not-allowed'],
    'party wants fewer questions': limited,
  };
};

type Seen = ReturnType<typeof seen>;
const names = [
  'party not understood',
  'party does not let us in',
  'party wants fewer questions',
] as const satisfies readonly (keyof Seen)[];

/**
 * Looks at what this process's questions came to since the last look (READ-15). Where nothing was asked meanwhile,
 * nothing is known: what was wrong stays so until something is answered.
 */
export function answersWatch(parties: readonly PartyName[]): (told: Conditions) => void {
  const before = new Map(parties.map((party) => [party, seen(party)]));
  return (told) => {
    for (const party of parties) {
      const [last, now] = [before.get(party), seen(party)];
      before.set(party, now);
      for (const name of names) {
        const count = now[name] - (last?.[name] ?? 0);
        if (count > 0) told.tell(`${name}: ${party}`, { count });
        else if (now.told > (last?.told ?? 0)) told.tell(`${name}: ${party}`, undefined);
      }
    }
  };
}
