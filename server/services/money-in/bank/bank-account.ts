import { findCash } from '#core/money/cash.ts';
import type { OpenedAccount } from '#server/adapters/bank/bank.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { unavailable } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { refusedAtGate } from '#server/services/customers/risk/limited.ts';
import { nameOf } from '#server/services/customers/users/person.ts';
import { findUser, withAccount } from '#server/services/customers/users/users.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import {
  columnsOf,
  type Holder,
  type NextRequest,
  nextRequest,
  noteRequest,
} from './accounts-asked.ts';

/** Reads the account that a customer pays a currency into. */
export const bankAccountQuery = (reader: Reader, userId: string, currency: string) =>
  reader
    .selectFrom('bank_accounts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('currency', '=', currency);

/** Asks for an account, or for what became of one that the bank is opening. */
const ask = (
  { parties: { bank } }: Deps,
  name: string,
  currency: Holder['currency'],
  { requestId, opening }: NextRequest,
): Promise<OpenedAccount | undefined> => {
  const owner = { requestId, name, currency };
  return opening === undefined ? bank.openAccount(owner) : bank.account(opening, owner);
};

/** Records what the bank made of a request; an open account is the customer's from now on. */
const keep = (
  deps: Deps,
  owner: Owner,
  of: Holder & { readonly requestId: string },
  opened: OpenedAccount,
): Promise<Refused | undefined> =>
  withAccount(deps, owner, async (tx) => {
    await noteRequest(tx, deps.clock, of, opened);
    if (opened.state !== 'open') return undefined;
    await tx
      .insertInto('bank_accounts')
      .values({
        ...columnsOf(opened.details),
        ...{ user_id: of.userId, currency: of.currency, created_at: deps.clock.sql },
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'currency']).doNothing())
      .execute();
    return undefined;
  });

/**
 * The account that a customer pays into, opened at the bank on the first request. The request has our own id,
 * so that simultaneous requests, or a repetition after a lost answer, open only one. In place of one that failed, another
 * is asked for at once, under another id (READ-18).
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
  const of = { userId, currency: cash.code };
  // One that was closed or fails just now has a successor at once, and that one at the next request.
  for (let asked = 0; asked < 2; asked++) {
    const request = await nextRequest(deps.db, deps.clock, of);
    if (!request) {
      deps.log.error('the bank opens no account for a customer', { currency: cash.code });
      return unavailable();
    }
    const opened = await ask(deps, `${first} ${last}`, cash.code, request);
    if (!opened) return unavailable();
    const refused = await keep(deps, owner, { ...of, requestId: request.requestId }, opened);
    if (refused || opened.state === 'open') return refused;
    const { state, externalId } = opened;
    deps.log.warn('an account at the bank is not open', { account: externalId, state });
    if (state === 'opening') break;
  }
  return unavailable();
}
