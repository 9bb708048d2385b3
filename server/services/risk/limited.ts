import { formatDayInZone } from '#core/domain/date-text.ts';
import { homeZone } from '#server/adapters/geolocation/home-zone.ts';
import type { Deps } from '#server/deps.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { endedRefusal } from '#server/services/endings/endings.ts';
import { type Gate, gateFor, type Way } from '#server/services/gates/gates.ts';
import { unansweredRefusal, uncertifiedRefusal } from '#server/services/tax/tax-gates.ts';
import { closedRefusal } from '#server/services/trading/closed.ts';

const outdatedRefusal = (due: Date, timeZone: string): Refused =>
  refuse(
    'LIMIT_EXCEEDED',
    `Your data was due for an update on ${formatDayInZone(due.getTime(), timeZone)}. Until it is updated, you can only sell, cash out and withdraw. Update it under Profile, Verification: everything then works again at once.`,
  );

const frozenRefusal = (): Refused =>
  refuse(
    'ACCOUNT_FROZEN',
    'Your account is frozen. Nothing moves until you have reset your password to a new one.',
  );

/**
 * The refusal for what stops a customer. `codes`: what they wanted to exchange. A customer on a list reads what
 * everybody reads while something is paused: other words could warn them (KEEP-06).
 */
export function gateRefusal(
  { state, since, until, home }: Gate,
  codes: readonly string[],
): Refused {
  const from = new Date(since ?? 0);
  const zone = homeZone(home);
  switch (state) {
    case 'closed':
      return notFound();
    case 'listed':
    case 'unscreened':
      return closedRefusal('operator', codes);
    case 'frozen':
      return frozenRefusal();
    case 'uncertified':
      return uncertifiedRefusal();
    case 'excluded':
    case 'ended':
      return endedRefusal(from, new Date(until ?? 0), zone);
    case 'outdated':
      return outdatedRefusal(from, zone);
    case 'unanswered':
      return unansweredRefusal(from, zone);
    case 'slowed':
    case 'owing':
      throw new Error(`no trade is refused by ${state}`);
  }
}

/** The refusal for a customer whose money cannot go this way now. */
export async function refusedAtGate(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  way: Way,
  codes: readonly string[],
): Promise<Refused | undefined> {
  const gate = await gateFor(db, clock, userId, way);
  return gate && gateRefusal(gate, codes);
}
