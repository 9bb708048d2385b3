import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { IncomingDeposit } from '#core/contract/money/funds.ts';
import { type AssetCode, assetOf } from '#core/money/currencies.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { depositMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import type { Posting } from '#server/ledger/journal.ts';
import { postJournal } from '#server/ledger/post.ts';
import { storedAsset } from '#server/ledger/stored-asset.ts';
import { doAll } from '#server/platform/due.ts';
import {
  isShownAsking,
  isShownDelayed,
  mayBeCredited,
  whySql,
} from '#server/services/checks/gates/why.ts';
import { screenNewcomers, screenTransfers } from '#server/services/checks/screening/screen-due.ts';
import { screeningOf } from '#server/services/checks/screening/screenings.ts';
import { provedByDeposit } from '#server/services/checks/travel-rule/counterparties.ts';
import { stopTravel, travelOf } from '#server/services/checks/travel-rule/travel-rule.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import { askAfterDeposit } from '#server/services/messages/notices/second-factor-asks.ts';
import { isoOf, type JsonRow } from '#server/store/json-row.ts';
import { inOneStatement } from '#server/store/one-statement.ts';
import type { Deposits } from '#server/store/schema/customer-schema.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { findOriginators } from './originators.ts';

export type DepositRow = Selectable<Deposits>;
type Row = Pick<DepositRow, 'id' | 'user_id' | 'currency' | 'units' | 'network'> & {
  readonly external_id?: string | null;
};

async function post(
  deps: Deps,
  tx: Tx,
  row: Row,
  kind: 'deposit-seen' | 'deposit' | 'deposit-dropped',
  postings: readonly Posting[],
) {
  const posted = await postJournal(tx, deps.clock, {
    class: 'payment',
    kind,
    userId: row.user_id,
    reference: `${kind}:${row.id}`,
    comment: `Deposit/${row.id}`,
    network: row.network,
    sender: row.external_id ? 'custodian' : 'sandbox',
    postings,
  });
  if (posted.kind !== 'posted') throw new Error('a deposit was refused by the ledger');
}

/** Books a reported deposit as pending: it cannot be used before it was screened and its sender is known. */
export const bookSeen = async (
  deps: Deps,
  tx: Tx,
  row: Row & { readonly currency: AssetCode },
): Promise<void> => {
  const units = BigInt(row.units);
  const { id: reference, user_id: userId } = row;
  const deposit = { subject: 'deposit', reference, userId } as const;
  await inOneStatement(tx, [
    screeningOf(tx, deps.clock, deposit),
    travelOf(tx, deps.clock, deposit),
  ]);
  return post(deps, tx, row, 'deposit-seen', [
    { account: customer(row.user_id, 'pending', row.currency), units },
    { account: house('chain', row.currency), units: -units },
  ]);
};

export const tellSeen = (deps: Deps, tx: Tx, userId: string): Promise<void> =>
  notify(deps, tx, userId, { event: 'transactionCreated', popup: 'A deposit is on its way.' });

/** What is read of an account to know why something of it cannot move. */
type Reading = Pick<Deps, 'clock' | 'config'>;

/** Whether its customer was excluded: a person decides about it instead (HARD-56). */
const isCase = (deps: Reading): RawBuilder<boolean> =>
  sql<boolean>`(${whySql(deps, { row: 'deposits' })} is not null)`;

/** Pending ones of customers who may not be credited. */
export const refusable = (deps: Pick<Deps, 'db'> & Reading) =>
  deps.db
    .selectFrom('deposits')
    .where('state', '=', 'pending')
    .where('settled', '=', true)
    .where(mayBeCredited(deps, 'deposits'))
    .where(isCase(deps))
    .select('id');

const confirmed = (reader: Reader, deps: Reading) =>
  reader
    .selectFrom('deposits')
    .where(sql<boolean>`not ${isCase(deps)}`)
    .where('state', '=', 'pending')
    .where('settled', '=', true)
    .where(mayBeCredited(deps, 'deposits'))
    .whereRef('confirmations', '>=', 'confirmations_needed');

/** Tells the customer that a deposit can be used now. */
const tellCredited = (
  deps: Deps,
  tx: Tx,
  userId: string,
  currency: AssetCode,
  units: bigint,
): Promise<void> =>
  notify(deps, tx, userId, {
    event: 'transactionCompleted',
    popup: 'A deposit has arrived.',
    mail: (to) =>
      depositMail(to, { amount: formatUnits(units, assetOf(currency).scale), currency }),
  });

/** Moves a deposit from pending to available. The process that locks the row credits it; others skip it. */
const credit = (deps: Deps, id: string): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const row = await tx
      .selectFrom('deposits')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!row) return false;
    // Read under the lock: a report may just have named a sender who is to be screened first.
    const isReady = await confirmed(tx, deps).select('id').where('id', '=', id).executeTakeFirst();
    if (!isReady) return false;
    const { code } = storedAsset(row.currency);
    const units = BigInt(row.units);
    await post(deps, tx, row, 'deposit', [
      { account: customer(row.user_id, 'pending', code), units: -units },
      { account: customer(row.user_id, 'available', code), units },
    ]);
    await tx
      .updateTable('deposits')
      .set({ state: 'credited', credited_at: deps.clock.sql })
      .where('id', '=', id)
      .execute();
    await provedByDeposit(tx, deps.clock, row);
    await tellCredited(deps, tx, row.user_id, code, units);
    await askAfterDeposit(deps, tx, row.user_id);
    return true;
  });

const BATCH = 100;

async function creditScreened(deps: Deps, stopping?: AbortSignal): Promise<number> {
  let credited = 0;
  await doAll(deps, {
    find: (after, most) =>
      confirmed(deps.db, deps)
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(most)
        .execute(),
    most: BATCH,
    failed: 'deposit not credited',
    work: async ({ id }) => {
      if (await credit(deps, id)) credited++;
    },
    facts: ({ id }) => ({ deposit: id }),
    stopping,
  });
  return credited;
}

/**
 * Credits every deposit that has its confirmations and a known sender and was screened, exactly once; returns
 * how many. Once `stopping`, no further batch begins. Deposits that may be credited do not wait for parties'
 * answers about others.
 */
export async function creditConfirmed(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const before = await creditScreened(deps, stopping);
  const found = await findOriginators(deps, stopping);
  // The first deposit often comes before anybody has said a word about its customer.
  const newcomers = await screenNewcomers(deps, stopping);
  const answered = found + newcomers + (await screenTransfers(deps, stopping));
  return answered === 0 ? before : before + (await creditScreened(deps, stopping));
}

/**
 * Removes a pending deposit that will not come, or is refused, from the books. The row must be locked: it is
 * either dropped or credited, never both.
 */
export async function dropDeposit(
  deps: Deps,
  tx: Tx,
  row: DepositRow,
  popup = 'A deposit that was on its way did not arrive.',
): Promise<void> {
  if (row.state !== 'pending') throw new Error('a deposit was dropped that is not pending');
  const { code } = storedAsset(row.currency);
  const units = BigInt(row.units);
  await post(deps, tx, row, 'deposit-dropped', [
    { account: customer(row.user_id, 'pending', code), units: -units },
    { account: house('chain', code), units },
  ]);
  await tx
    .updateTable('deposits')
    .set({ state: 'dropped', dropped_at: deps.clock.sql })
    .where('id', '=', row.id)
    .execute();
  await stopTravel(tx, `deposit:${row.id}`);
  await notify(deps, tx, row.user_id, {
    event: 'transactionRejected',
    popup,
  });
}

/** Whether a deposit is delayed for a reason that is not shown. */
export const isDelayed = (
  row: Pick<DepositRow, 'state' | 'settled' | 'confirmations' | 'confirmations_needed'> & {
    readonly waits: boolean;
  },
): boolean =>
  row.state === 'pending' &&
  row.settled &&
  row.confirmations >= row.confirmations_needed &&
  row.waits;

/** How long an arrived deposit is shown beside the pending ones. */
const SHOWN_SECONDS = 600;
const SHOWN = 50;

/** Reads a customer's incoming deposits, and those that have just arrived. */
export const incomingQuery = (reader: Reader, deps: Reading, userId: string) =>
  reader
    .selectFrom('deposits')
    .select(['id', 'currency', 'network', sql<string>`units::text`.as('units')])
    .select(['confirmations', 'confirmations_needed', 'state', 'settled', 'seen_at'])
    .select([
      isShownDelayed(deps, 'deposits').as('waits'),
      isShownAsking(deps, 'deposits').as('asked'),
    ])
    .where('user_id', '=', userId)
    .where((row) =>
      row.or([
        row('state', '=', 'pending'),
        row('credited_at', '>', deps.clock.sqlIn(-SHOWN_SECONDS)),
      ]),
    )
    .orderBy('seen_at', 'desc')
    .limit(SHOWN);

export function incomingOf(row: JsonRow<ReturnType<typeof incomingQuery>>): IncomingDeposit {
  const { code, scale } = storedAsset(row.currency);
  return {
    deposit_id: row.id,
    currency_id: code,
    network: row.network,
    amount: formatUnits(BigInt(row.units), scale),
    confirmations: row.confirmations,
    confirmations_needed: row.confirmations_needed,
    state: row.state === 'credited' ? row.state : 'pending',
    ...(row.asked ? { asks: true } : isDelayed(row) && { delayed: true }),
    seen_at: isoOf(row.seen_at),
  };
}
