import { type Selectable, sql } from 'kysely';
import { findCash } from '#core/money/cash.ts';
import type { BankDetails } from '#server/adapters/bank/bank.ts';
import { bankAccountClosedMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { doEach, takeDue } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { lockAccount } from '#server/services/customers/users/users.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import type { BankAccounts } from '#server/store/schema/bank-schema.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { columnsOf, noteRequest } from './accounts-asked.ts';

type Row = Selectable<BankAccounts>;

const BATCH = 20;
/** For so long an account belongs to the process that asks about it; without an answer it is due again then. */
const LEASE_SECONDS = 3600;
const EVERY_SECONDS = 24 * 3600;
/** So many first looks are given their moment in a round. */
const FIRST_LOOKS = 1_000;

/** The request that opened an account: the newest of its customer, or the first one, of before requests were recorded. */
async function requestOf(tx: Tx, { user_id, currency, external_id }: Row): Promise<string> {
  const known = await tx
    .selectFrom('bank_account_requests')
    .select('request_id')
    .where('external_id', '=', external_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return known?.request_id ?? `${user_id}-${currency}`;
}

/** The account is no customer's to pay into any more: they are told, and get the next one when they ask for it. */
const close = (deps: Deps, row: Row, state: 'failed' | 'closed'): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const { user_id: userId, external_id: externalId } = row;
    const cash = findCash(row.currency);
    // The customer before their account, as everybody locks them.
    if (!cash || !(await lockAccount(tx, userId))) return;
    const { numDeletedRows } = await tx
      .deleteFrom('bank_accounts')
      .where('external_id', '=', externalId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    // Another process was first.
    if (numDeletedRows !== 1n) return;
    const requestId = await requestOf(tx, row);
    const of = { requestId, userId, currency: cash.code };
    await noteRequest(tx, deps.clock, of, { externalId, state });
    deps.log.warn('an account at the bank is closed', { account: externalId, state });
    await notify(deps, tx, userId, {
      popup:
        'The bank details that you pay into are closed. Get new ones under Cash before you pay.',
      page: '/cash',
      mail: (to) => bankAccountClosedMail(to, cash.code, row.iban || row.account_number),
    });
  });

/** Details that the bank tells later, like a PayID, are shown from then on. */
const keepDetails = ({ db, clock }: Deps, row: Row, details: BankDetails) => {
  const now = columnsOf(details);
  return db
    .updateTable('bank_accounts')
    .set({
      ...{ holder: now.holder || row.holder, bank: now.bank || row.bank },
      ...{ iban: now.iban || row.iban, bic: now.bic || row.bic, bsb: now.bsb || row.bsb },
      account_number: now.account_number || row.account_number,
      pay_id: now.pay_id || row.pay_id,
      look_at: clock.sqlIn(EVERY_SECONDS),
    })
    .where('external_id', '=', row.external_id)
    .execute();
};

/** Looks at an account; false without an answer. */
async function lookAt(deps: Deps, row: Row): Promise<boolean> {
  const cash = findCash(row.currency);
  if (!cash) return true;
  const owner = {
    requestId: `${row.user_id}-${row.currency}`,
    name: row.holder,
    currency: cash.code,
  };
  const account = await deps.parties.bank.account(row.external_id, owner);
  switch (account?.state) {
    case 'open':
      await keepDetails(deps, row, account.details);
      return true;
    case 'failed':
    case 'closed':
      await close(deps, row, account.state);
      return true;
    // The bank says what we do not know: it is asked again.
    case 'opening':
      return true;
    case undefined:
      return false;
  }
}

/** Accounts that were never looked at, as after an update, get their first looks over a day, not all at once. */
const spreadFirst = ({ db, clock }: Deps) =>
  sql`update bank_accounts set look_at = ${clock.sql}
      + mod(abs(hashtext(external_id)::bigint), ${sql.lit(EVERY_SECONDS)}) * interval '1 second'
    where external_id = any(array(select external_id from bank_accounts where look_at is null
      limit ${FIRST_LOOKS} for update skip locked))`.execute(db);

/** Returns an account that was taken and not asked about. */
const giveBack = ({ db, clock }: Deps, { external_id }: Row) =>
  db
    .updateTable('bank_accounts')
    .set({ look_at: clock.sql })
    .where('external_id', '=', external_id)
    .execute();

/**
 * Asks the bank once a day whether each account is still open (READ-18): a batch in each round, which ends at the first
 * question without an answer, until `stopping`.
 */
export async function lookAtAccounts(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  await spreadFirst(deps);
  const due = await takeDue<Row>(db, {
    table: 'bank_accounts',
    key: 'external_id',
    when: sql`look_at <= ${clock.sql}`,
    // As its index has it.
    order: sql`look_at nulls first`,
    most: BATCH,
    set: sql`look_at = ${clock.sqlIn(LEASE_SECONDS)}`,
  });
  let isSilent = false;
  const one = async (row: Row): Promise<void> => {
    // A bank that does not answer is not asked about the others in this round. They are first in the next one, so that
    // one account of which it says nothing holds up none of them.
    if (isSilent) await giveBack(deps, row);
    else isSilent = !(await lookAt(deps, row));
  };
  await doEach(deps, due, 'account at the bank not looked at', one, {
    stopping,
    giveBack: (row) => giveBack(deps, row),
    facts: ({ external_id }) => ({ account: external_id }),
  });
}

/** A loop of its own, so that a bank that is silent about accounts holds up no transfer. */
export const bankAccountLoop: Loop = {
  everyMs: 5_000,
  failed: 'accounts at the bank not looked at',
  round: lookAtAccounts,
};
