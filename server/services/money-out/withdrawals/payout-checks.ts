import type { Selectable } from 'kysely';
import { accountText } from '#core/money/account-number.ts';
import { type Cash, findCash } from '#core/money/cash.ts';
import { compareNames } from '#core/people/verified-person.ts';
import { notFound, routeUnavailable } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { namesOf } from '#server/services/customers/users/person.ts';
import { findUser } from '#server/services/customers/users/users.ts';
import type { RouteRow } from '#server/services/exchange/offers/payment-routes.ts';
import type { SavedAddresses } from '#server/store/schema/customer-schema.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { type CheckedWithdrawal, checkAmount } from './withdrawal-checks.ts';

export interface PayoutRequest {
  readonly amount: string;
  readonly address_id: string;
  /** The fee that the customer was shown. */
  readonly fee?: string | undefined;
}

interface CheckedPayout extends CheckedWithdrawal {
  readonly cash: Cash;
  /** The saved bank account. */
  readonly account: Selectable<SavedAddresses>;
}

/** Checks a payout against its terms and account. The first failing rule is the answer. */
export async function checkPayout(
  reader: Reader,
  userId: string,
  request: PayoutRequest,
  route: RouteRow,
): Promise<CheckedPayout | Refused> {
  const cash = findCash(route.currency);
  const user = await findUser(reader, userId);
  if (!cash || !user) return routeUnavailable();
  const account = await reader
    .selectFrom('saved_addresses')
    .selectAll()
    .where('id', '=', request.address_id)
    .where('user_id', '=', userId)
    .where('kind', '=', 'fiat')
    .executeTakeFirst();
  if (!account) return notFound();
  if (account.currency !== cash.code) {
    return refuse('INVALID_INPUT', `This account does not receive ${cash.code}.`);
  }
  if (compareNames(namesOf(user), account.holder) !== 'same') {
    return refuse('INVALID_INPUT', 'Cash is paid out to an account of your own name only.');
  }
  const amount = checkAmount(request, route);
  if (isRefused(amount)) return amount;
  const { holder } = account;
  return { ...amount, cash, account, address: accountText(account), tag: '', holder };
}
