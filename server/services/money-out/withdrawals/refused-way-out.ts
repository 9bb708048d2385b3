import { isCashCode } from '#core/money/cash.ts';
import type { Deps } from '#server/deps.ts';
import { notFound } from '#server/refusal/refusals.ts';
import type { Refused } from '#server/refusal/refused.ts';
import { answers } from '#server/services/checks/gates/gates.ts';
import { type Why, whyNow } from '#server/services/checks/gates/why.ts';
import type { UserRow } from '#server/services/customers/users/users.ts';
import { withdrawalInDoubt, withdrawalsClosed } from '#server/services/exchange/trading/closed.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { checkHold } from './security-hold.ts';
import { checkVerified } from './withdrawal-checks.ts';

/** The way on which an asset or cash leaves. */
export const wayOutOf = (code: string): 'withdraw' | 'cash-out' =>
  isCashCode(code) ? 'cash-out' : 'withdraw';

/** The refusal for what stops a way out that a customer asks for. */
export function wayOutRefusal({ gate }: Why, user: UserRow, code: string, now: number): Refused {
  const { says } = answers[gate];
  switch (says) {
    case 'gone':
      return notFound();
    case 'frozen':
    case 'held':
      return checkHold(user, now) ?? withdrawalsClosed();
    case 'verify':
      return checkVerified(user.kyc_status) ?? withdrawalsClosed();
    case 'withdrawals-paused':
      return withdrawalsClosed();
    case 'price':
      return withdrawalInDoubt(code);
    case 'paused':
    case 'uncertified':
    case 'ended':
    case 'outdated':
    case 'unanswered':
    case 'paying':
    case 'transfer':
    case 'nothing':
      throw new Error(`no way out is refused by ${gate}`);
  }
}

/** The same in a statement of its own, for what is prepared before it is asked for. */
export async function refusedWayOut(
  deps: Deps,
  tx: Tx,
  user: UserRow,
  code: string,
): Promise<Refused | undefined> {
  const why = await whyNow(tx, deps, { way: wayOutOf(code), user: user.id, codes: [code] });
  return why && wayOutRefusal(why, user, code, deps.clock.now());
}
