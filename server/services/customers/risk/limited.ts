import { rejectedText } from '#core/people/verification-texts.ts';
import { formatDayInZone } from '#core/time/date-text.ts';
import { homeZone } from '#server/adapters/geolocation/home-zone.ts';
import type { Deps } from '#server/deps.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { answers } from '#server/services/checks/gates/gates.ts';
import { type Why, whyNow } from '#server/services/checks/gates/why.ts';
import { endedRefusal } from '#server/services/customers/endings/endings.ts';
import { closedRefusal, withdrawalsClosed } from '#server/services/exchange/trading/closed.ts';
import { unansweredRefusal, uncertifiedRefusal } from '#server/services/tax/residence/tax-gates.ts';

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
export function gateRefusal({ gate, since, until, home }: Why, codes: readonly string[]): Refused {
  const from = new Date(since ?? 0);
  const zone = home ? homeZone(home) : 'UTC';
  const { says } = answers[gate];
  switch (says) {
    case 'gone':
      return notFound();
    case 'paused':
      return closedRefusal('operator', codes);
    case 'price':
      return closedRefusal('price', codes);
    case 'frozen':
      return frozenRefusal();
    case 'uncertified':
      return uncertifiedRefusal();
    case 'ended':
      return endedRefusal(from, new Date(until ?? 0), zone);
    case 'outdated':
      return outdatedRefusal(from, zone);
    case 'unanswered':
      return unansweredRefusal(from, zone);
    case 'verify':
      return refuse('VERIFICATION_REQUIRED', rejectedText, { rejected: true });
    case 'withdrawals-paused':
      return withdrawalsClosed();
    case 'held':
    case 'paying':
    case 'transfer':
    case 'nothing':
      throw new Error(`no trade is refused by ${gate}`);
  }
}

/** The refusal for a customer whose money cannot go this way now. */
export async function refusedAtGate(
  deps: Pick<Deps, 'clock' | 'config' | 'db'>,
  user: string,
  way: 'card' | 'recurring' | 'receive',
  codes: readonly string[],
): Promise<Refused | undefined> {
  // Of what is exchanged alone, whoever reads its price knows: reading may end a doubt.
  const about = way === 'receive' ? { way, user } : { way, user, codes: [] };
  const why = await whyNow(deps.db, deps, about);
  return why && gateRefusal(why, codes);
}
