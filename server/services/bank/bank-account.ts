import { findCash } from '#core/domain/cash.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { unavailable } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { refusedAtGate } from '#server/services/risk/limited.ts';
import { nameOf } from '#server/services/users/person.ts';
import { findUser, withAccount } from '#server/services/users/users.ts';
import type { Reader } from '#server/store/schema.ts';

/** Reads the account that a customer pays a currency into. */
export const bankAccountQuery = (reader: Reader, userId: string, currency: string) =>
  reader
    .selectFrom('bank_accounts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('currency', '=', currency);

/**
 * The account that a customer pays into, opened at the bank on the first request. The request has our own id,
 * so that simultaneous requests, or a repetition after a lost answer, open only one.
 */
export async function openBankAccount(deps: Deps, owner: Owner): Promise<Refused | undefined> {
  const { userId } = owner;
  const user = await findUser(deps.db, userId);
  const cash = findCash(user?.currency_code ?? '');
  if (!user || !cash) return refuse('PAIR_UNAVAILABLE', 'There is no cash in your market.');
  const known = await bankAccountQuery(deps.db, userId, cash.code).executeTakeFirst();
  if (known) return undefined;
  if (user.kyc_status !== 'approved') {
    return refuse('VERIFICATION_REQUIRED', 'Please verify your account before adding money.');
  }
  const limited = await refusedAtGate(deps, userId, 'receive', [cash.code]);
  if (limited) return limited;
  const { first, last } = nameOf(user);
  const opened = await deps.parties.bank.openAccount({
    requestId: `${userId}-${cash.code}`,
    name: `${first} ${last}`,
    currency: cash.code,
  });
  if (!opened) return unavailable();
  const { externalId, accountNumber, payId, ...details } = opened;
  return withAccount(deps, owner, async (tx) => {
    await tx
      .insertInto('bank_accounts')
      .values({
        ...details,
        user_id: userId,
        currency: cash.code,
        external_id: externalId,
        account_number: accountNumber,
        pay_id: payId,
        created_at: deps.clock.sql,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'currency']).doNothing())
      .execute();
    return undefined;
  });
}
