import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import { cardInDoubt, partySentMore } from '#server/services/copies/compared.ts';
import { ownerRests } from '#server/services/copies/older-copy.ts';
import { bankClosedSql } from '#server/services/trading/closed.ts';
import type { Reader } from '#server/store/schema.ts';
import { gateSql, screeningWaits } from './gates.ts';

/*
 * Why one transfer cannot move now, beside what stops its customer (`gates.ts`). Everybody who has to know
 * reads this table: the workers, the customer's pages, the desk, and whatever closes, ends, forfeits or erases.
 */

/** Where transfers that are under way stand. */
const transferTables = ['withdrawals', 'deposits', 'bank_transfers'] as const;
export type TransferTable = (typeof transferTables)[number];

/**
 * What can stop a transfer, first what the law stops. `match`: screening found it on a list. `suspended`: our rules hold
 * it, or found it to be reported. `rejected`: an officer refused it, and what follows has not happened yet.
 * `unscreened`: nobody has said yet, or not to what is asked now. `untravelled`: its data was not handed over.
 * `unnamed`: its owner must say who sent it. `cancelling`: it is to be cancelled. `untold`: the mail that says how to
 * stop it has not left. `resting`: its account rests on an older copy. `unmatched`: a party has sent what the books
 * lack. `card-doubt`: so has the card provider, of its customer. `halted`: an operator has closed the bank.
 */
export const transferStates = [
  'match',
  'suspended',
  'rejected',
  'unscreened',
  'untravelled',
  'unnamed',
  'cancelling',
  'untold',
  'resting',
  'unmatched',
  'card-doubt',
  'halted',
] as const;
export type TransferState = (typeof transferStates)[number];

/** Whether something goes on beside it, or waits for it. */
type Beside = 'goes' | 'waits';

/** Everybody who reads why a transfer cannot move. */
interface TransferAnswers {
  /** It is not moved. */
  readonly worker: 'waits';
  /**
   * What its customer reads: that it takes longer, and not why; that they must answer; or nothing that differs from how
   * it always waits.
   */
  readonly page: 'delayed' | 'asks' | 'usual';
  /** What an officer reads. */
  readonly desk: string;
  /** Whether the account may be closed meanwhile, by its owner. */
  readonly close: Beside;
  /** Whether an ended relationship may take its last step. */
  readonly ending: Beside;
  readonly forfeit: Beside;
  readonly erase: Beside;
}

const keeps = {
  worker: 'waits',
  close: 'waits',
  ending: 'waits',
  forfeit: 'waits',
  erase: 'waits',
} as const;

/** A new state or reader does not compile before all its answers stand here. */
export const transferAnswers: Readonly<Record<TransferState, TransferAnswers>> = {
  match: {
    ...{ ...keeps, page: 'delayed' },
    desk: 'Screening found a transfer on a list: what the law froze stays as it is.',
  },
  suspended: {
    ...{ ...keeps, page: 'delayed' },
    desk: 'A transfer is suspended: it waits for the authority or an officer.',
  },
  rejected: {
    ...{ ...keeps, page: 'delayed' },
    desk: 'An officer refused a transfer, and it is not given back or set aside yet.',
  },
  unscreened: {
    ...{ ...keeps, page: 'delayed' },
    desk: 'Nobody has said yet whether a transfer is of somebody on a list.',
  },
  untravelled: {
    ...{ ...keeps, page: 'delayed' },
    desk: 'The data of a transfer’s parties has not been handed over.',
  },
  unnamed: { ...{ ...keeps, page: 'asks' }, desk: 'The customer must say who sent a deposit.' },
  cancelling: {
    ...{ ...keeps, page: 'usual' },
    desk: 'A withdrawal is to be cancelled once the custodian’s list was compared.',
  },
  untold: {
    ...{ ...keeps, page: 'usual' },
    desk: 'The mail that says how to stop a withdrawal has not left.',
  },
  resting: {
    ...{ ...keeps, page: 'usual' },
    desk: 'The books are an older copy, and the account rests until its owner is back.',
  },
  unmatched: {
    ...{ ...keeps, page: 'usual' },
    desk: 'A party has sent what the books lack: nothing leaves until that is settled.',
  },
  'card-doubt': {
    ...{ ...keeps, page: 'usual' },
    desk: 'The card provider contradicts a purchase of the customer: nothing leaves until that is settled.',
  },
  // Whoever leaves need not wait for us: what came goes back to its sender once the bank is open.
  halted: {
    ...{
      worker: 'waits',
      page: 'usual',
      close: 'goes',
      ending: 'goes',
      forfeit: 'goes',
      erase: 'goes',
    },
    desk: 'An operator has closed the bank: nothing is credited or given back.',
  },
};

const subjects = {
  withdrawals: 'withdrawal',
  deposits: 'deposit',
  bank_transfers: 'transfer',
} as const;

/** The question to the screening party about a row, by its state. */
const screened = (table: TransferTable, state: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from screenings
    where screenings.id = ${`${subjects[table]}:`} || ${sql.ref(`${table}.id`)} and ${state})`;

/** Whether all that was found about a row of `screenings` was found by our own rules, and nothing on a list. */
export const isFoundByRules = sql<boolean>`screenings.matched ~ '^((rule|amount):[^ ]+( |$))+$'`;

const travels = (table: 'withdrawals' | 'deposits', state: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from travel_rule
    where travel_rule.id = ${`${subjects[table]}:`} || ${sql.ref(`${table}.id`)} and ${state})`;

type Condition = RawBuilder<boolean>;
const never = undefined;

/** For each state, how it is known of a row of each table, in a query where that stands; undefined: it cannot be. */
const conditions: Readonly<
  Record<TransferState, Readonly<Record<TransferTable, Condition | undefined>>>
> = {
  match: inEach((table) => screened(table, sql`state = 'match' and not ${isFoundByRules}`)),
  suspended: inEach((table) => screened(table, sql`state = 'match' and ${isFoundByRules}`)),
  rejected: inEach((table) => screened(table, sql`state = 'rejected'`)),
  // A missing question counts as one without an answer.
  unscreened: inEach(
    (table) =>
      sql<boolean>`not ${screened(
        table,
        sql`(state in ('match', 'rejected') or state in ('clear', 'released') and due_at is null)`,
      )}`,
  ),
  untravelled: {
    // For transfers to bank accounts, the bank's own messages carry their parties.
    withdrawals: sql<boolean>`(withdrawals.holder = ''
      and not ${travels('withdrawals', sql`state in ('done', 'before')`)})`,
    deposits: sql<boolean>`not ${travels('deposits', sql`state in ('done', 'before', 'asked')`)}`,
    bank_transfers: never,
  },
  unnamed: {
    withdrawals: never,
    deposits: travels('deposits', sql`state = 'asked'`),
    bank_transfers: never,
  },
  cancelling: {
    withdrawals: sql<boolean>`withdrawals.to_cancel is not null`,
    deposits: never,
    bank_transfers: never,
  },
  untold: {
    withdrawals: sql<boolean>`exists (select from mail_outbox where mail_outbox.id = withdrawals.mail_id)`,
    deposits: never,
    bank_transfers: never,
  },
  resting: {
    withdrawals: ownerRests(sql`withdrawals.user_id`),
    deposits: never,
    bank_transfers: never,
  },
  unmatched: { withdrawals: partySentMore, deposits: never, bank_transfers: never },
  'card-doubt': {
    withdrawals: cardInDoubt(sql`withdrawals.user_id`),
    deposits: never,
    bank_transfers: never,
  },
  halted: { withdrawals: never, deposits: never, bank_transfers: bankClosedSql },
};

function inEach(of: (table: TransferTable) => Condition): Record<TransferTable, Condition> {
  return {
    withdrawals: of('withdrawals'),
    deposits: of('deposits'),
    bank_transfers: of('bank_transfers'),
  };
}

/** The states that a row of a table can have, of those that are asked about. */
const possible = (table: TransferTable, asked: (state: TransferState) => boolean) =>
  transferStates.flatMap((state) => {
    const condition = conditions[state][table];
    return condition && asked(state) ? [{ state, condition }] : [];
  });

const anyOf = (table: TransferTable, asked: (state: TransferState) => boolean): Condition => {
  const all = possible(table, asked).map(({ condition }) => condition);
  return all.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(all, sql` or `)})`;
};

/** Whether anything of the transfer itself stops a row of a table, in a query where that stands. */
const isStopped = (table: TransferTable): Condition =>
  anyOf(table, (state) => transferAnswers[state].worker === 'waits');

/** The ways on which what is known of a customer stops their transfers. */
const ways = {
  withdrawals: 'withdraw',
  deposits: 'deposit',
  bank_transfers: 'transfer-in',
} as const;

const isFound = (state: TransferState): boolean =>
  state === 'match' || state === 'suspended' || state === 'rejected' || state === 'unscreened';

/**
 * Whether a row of a table was screened: nothing was found about it or its customer on the newest lists, or a person has
 * released it.
 */
export const isScreened = (table: TransferTable): Condition =>
  sql<boolean>`(not ${anyOf(table, isFound)}
    and not ${screeningWaits(sql.ref<string>(`${table}.user_id`), ways[table])})`;

/** Whether a row that came in may be credited, as far as it and screening go. */
export const mayBeCredited = (table: 'deposits' | 'bank_transfers'): Condition =>
  sql<boolean>`(not ${isStopped(table)}
    and not ${screeningWaits(sql.ref<string>(`${table}.user_id`), ways[table])})`;

/** Whether its customer reads that a row takes longer. One whose data is being handed over for the first time is not late. */
export const isShownDelayed = (table: 'withdrawals' | 'deposits'): Condition => {
  const asked = (state: TransferState) =>
    transferAnswers[state].page === 'delayed' && state !== 'untravelled';
  const isLate = travels(
    table,
    sql`(state in ('pending', 'contradicted') or state = 'due' and attempts > 1)`,
  );
  const isWaiting = screeningWaits(sql.ref<string>(`${table}.user_id`), ways[table]);
  return sql<boolean>`(${anyOf(table, asked)} or ${isWaiting} or ${isLate})`;
};

/** Whether its customer reads that they have to answer something about a row. */
export const isShownAsking = (table: 'deposits'): Condition =>
  anyOf(table, (state) => transferAnswers[state].page === 'asks');

/** Rows that are under way and that nobody has begun to move, so that something may stop them. */
const underWay: Readonly<Record<TransferTable, Condition>> = {
  withdrawals: sql<boolean>`status = 'requested' and not sending`,
  deposits: sql<boolean>`state = 'pending'`,
  bank_transfers: sql<boolean>`state = 'checking'`,
};

/** A transfer and what stops it. */
export interface Stop {
  readonly table: TransferTable;
  readonly id: string;
  readonly state: TransferState;
}

const firstOf = (table: TransferTable, asked: (state: TransferState) => boolean) => {
  const all = possible(table, asked);
  const cases = all.map(({ state, condition }) => sql`when ${condition} then ${state}::text`);
  return cases.length === 0
    ? sql<TransferState | null>`null::text`
    : sql<TransferState | null>`case ${sql.join(cases, sql` `)} end`;
};

/**
 * The first transfer of a customer for which a reader has to wait, what the law froze before everything else; null if
 * there is none. An SQL expression that any statement can include.
 */
export function transferStopSql(
  user: string | RawBuilder<string>,
  reader: 'close' | 'ending' | 'forfeit' | 'erase',
): RawBuilder<Stop | null> {
  const id = typeof user === 'string' ? sql<string>`${user}::text` : user;
  const each = transferTables.map(
    (table) => sql`select ${table}::text as "table", ${sql.ref(`${table}.id`)} as id,
        ${firstOf(table, (state) => transferAnswers[state][reader] === 'waits')} as state
      from ${sql.table(table)} where ${sql.ref(`${table}.user_id`)} = ${id} and ${underWay[table]}`,
  );
  return sql<Stop | null>`(
    select json_build_object('table', "table", 'id', id, 'state', state)
    from (${sql.join(each, sql` union all `)}) as stops where state is not null
    order by array_position(${[...transferStates]}::text[], state), "table", id limit 1)`;
}

/** The same in a statement of its own. */
export async function transferStopFor(
  reader: Reader,
  userId: string,
  who: 'close' | 'ending' | 'forfeit' | 'erase',
): Promise<Stop | undefined> {
  const { stop } = await reader
    .selectNoFrom(transferStopSql(userId, who).as('stop'))
    .executeTakeFirstOrThrow();
  return stop ?? undefined;
}

/** What stops one row, for an officer; undefined: nothing of the transfer itself, or it is under way no more. */
export async function whyStopped(
  reader: Reader,
  table: TransferTable,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ state: TransferState | null }>`
    select ${firstOf(table, () => true)} as state from ${sql.table(table)}
    where ${sql.ref(`${table}.id`)} = ${id} and ${underWay[table]}`.execute(reader);
  const state = rows[0]?.state;
  return state ? transferAnswers[state].desk : undefined;
}

/**
 * Whether a withdrawal may not be begun now, by what stops its customer or itself; `isClaim`: officers pay out with it what
 * came for a closed account.
 */
export const withdrawalStops = (clock: Clock, isClaim: Condition): Condition =>
  sql<boolean>`(case when ${isClaim} then ${gateSql(clock, sql<string>`withdrawals.user_id`, 'claim')}
      else ${gateSql(clock, sql<string>`withdrawals.user_id`, 'withdraw')} end is not null
    or ${isStopped('withdrawals')})`;
