import { type Selectable, sql } from 'kysely';
import { findCash } from '#core/domain/cash.ts';
import type { BankDetails } from '#server/adapters/bank/bank.ts';
import { bankAccountClosedMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { doEach, takeDue } from '#server/platform/due.ts';
import { notify } from '#server/services/notices/notify.ts';
import { lockAccount } from '#server/services/users/users.ts';
import type { BankAccounts } from '#server/store/bank-schema.ts';
import type { Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { columnsOf, noteRequest } from './accounts-asked.ts';

type Row = Selectable<BankAccounts>;

const BATCH = 20;
/** For so long an account belongs to the process that asks about it; without an answer it is due again then. */
const LEASE_SECONDS = 3600;
const EVERY_SECONDS = 24 * 3600;

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

async function lookAt(deps: Deps, row: Row): Promise<void> {
  const cash = findCash(row.currency);
  if (!cash) return;
  const owner = {
    requestId: `${row.user_id}-${row.currency}`,
    name: row.holder,
    currency: cash.code,
  };
  const account = await deps.parties.bank.account(row.external_id, owner);
  switch (account?.state) {
    case 'open':
      await keepDetails(deps, row, account.details);
      return;
    case 'failed':
    case 'closed':
      return close(deps, row, account.state);
    // Nobody knows, or the bank says what we do not know: it is asked again.
    case 'opening':
    case undefined:
      return;
  }
}

/** Asks the bank once a day whether each account is still open (READ-18), until `stopping`. */
export async function lookAtAccounts(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  let due: readonly Row[];
  do {
    due = await takeDue<Row>(db, {
      table: 'bank_accounts',
      key: 'external_id',
      when: sql`(look_at is null or look_at <= ${clock.sql})`,
      order: sql`look_at nulls first`,
      most: BATCH,
      set: sql`look_at = ${clock.sqlIn(LEASE_SECONDS)}`,
    });
    await doEach(deps, due, 'account at the bank not looked at', (row) => lookAt(deps, row), {
      stopping,
      facts: ({ external_id }) => ({ account: external_id }),
    });
  } while (due.length === BATCH && !stopping?.aborted);
}
