import { sql } from 'kysely';
import type { CashCode } from '#core/money/cash.ts';
import type { AccountOwner, BankDetails, OpenedAccount } from '#server/adapters/bank/bank.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';

/** A customer and the currency of their account at the bank. */
export interface Holder {
  readonly userId: string;
  readonly currency: CashCode;
}

/**
 * Every account at the bank that is or was a customer's, as a table; `rank`: 0 for the one that they pay into. What is paid
 * to one that was closed meanwhile is still theirs.
 */
export const accountsOfCustomers = sql<{
  user_id: string;
  currency: string;
  external_id: string;
  rank: number;
}>`(select user_id, currency, external_id, 0 as rank from bank_accounts
  union all select user_id, currency, external_id, 1 from bank_account_requests)`;

/** A bank that fails so many accounts of a customer within a month will not make the next one, either. */
const MOST_ENDED = 5;
const ENDED_SECONDS = 30 * 24 * 3600;

/** How a customer's next account is asked for. */
export interface NextRequest {
  readonly requestId: string;
  /** The bank's id of an account that it is opening; undefined: it was not asked for yet. */
  readonly opening: string | undefined;
}

/** The next request of a customer; undefined: the bank has failed too many. */
export async function nextRequest(
  reader: Reader,
  clock: Clock,
  { userId, currency }: Holder,
): Promise<NextRequest | undefined> {
  const rows = await reader
    .selectFrom('bank_account_requests')
    .select(['request_id', 'external_id', 'state'])
    .select(sql<boolean>`ended_at > ${clock.sqlIn(-ENDED_SECONDS)}`.as('lately'))
    .where('user_id', '=', userId)
    .where('currency', '=', currency)
    .execute();
  const opening = rows.find(({ state }) => state === 'opening');
  if (opening) return { requestId: opening.request_id, opening: opening.external_id };
  if (rows.filter(({ lately }) => lately).length >= MOST_ENDED) return undefined;
  const ended = rows.filter(({ state }) => state === 'failed' || state === 'closed').length;
  const first = `${userId}-${currency}`;
  return { requestId: ended === 0 ? first : `${first}-${ended + 1}`, opening: undefined };
}

/** The customer and the currency that an account was opened for, by our id of the request. */
export const holderOf = (
  requestId: string,
): { readonly userId: string; readonly code: string } | undefined => {
  const [, userId, code] = /^([\da-f-]{36})-([A-Z]{3})(?:-\d{1,6})?$/.exec(requestId) ?? [];
  return userId !== undefined && code !== undefined ? { userId, code } : undefined;
};

/** Records what the bank says of a request. */
export async function noteRequest(
  tx: Tx,
  clock: Clock,
  { requestId, userId, currency }: Holder & Pick<AccountOwner, 'requestId'>,
  { externalId, state }: Pick<OpenedAccount, 'externalId' | 'state'>,
): Promise<void> {
  const ended_at = state === 'failed' || state === 'closed' ? clock.sql : null;
  await tx
    .insertInto('bank_account_requests')
    .values({
      ...{ request_id: requestId, user_id: userId, currency, external_id: externalId },
      ...{ state, asked_at: clock.sql, ended_at },
    })
    .onConflict((row) =>
      row.column('request_id').doUpdateSet({ external_id: externalId, state, ended_at }),
    )
    .execute();
}

/** The columns of an account that a customer pays into. */
export const columnsOf = ({ externalId, accountNumber, payId, ...details }: BankDetails) => ({
  ...details,
  ...{ external_id: externalId, account_number: accountNumber, pay_id: payId },
});
