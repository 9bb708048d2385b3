import { type RawBuilder, sql } from 'kysely';
import { cashes } from '#core/money/cash.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Deps } from '#server/deps.ts';
import { owedRows } from '#server/ledger/owed.ts';
import { cardInDoubt, partySentMore } from '#server/services/operation/copies/compared.ts';
import { restsAs } from '#server/services/operation/copies/older-copy.ts';
import type { GateOf } from './gates.ts';

/* How each gate is known of. Only `why.ts` reads it, and what asks for a part of one. */

/** Where transfers that are under way stand. */
export const transferTables = ['withdrawals', 'deposits', 'bank_transfers'] as const;
export type TransferTable = (typeof transferTables)[number];

export type Condition = RawBuilder<boolean>;
type User = RawBuilder<string>;

/** Whether a customer has bought, sold or exchanged anything. */
const traded = (user: User) => sql<boolean>`exists (select from journals
  where journals.user_id = ${user} and journals.kind in ('swap', 'purchase', 'trade'))`;

/** Whether a customer has certified their tax residence. */
const certified = (user: User) => sql<boolean>`exists (select from tax_certifications
  where tax_certifications.user_id = ${user})`;

/** The same for queries of `users`. */
export const hasTraded = traded(sql`users.id`);
export const hasCertified = certified(sql`users.id`);

const nothing = sql`null::timestamptz as since, null::timestamptz as until`;

/** The longest time a hosted payment page stays open. */
const PAYMENT_SECONDS = 24 * 3600;

const ofUser = (user: User, condition: Condition) => sql`select ${nothing}
  from users gated where gated.id = ${user} and ${condition}`;

const screenedAs = (user: User, state: RawBuilder<unknown>) => sql`
  select ${nothing} from screenings gating
  where gating.id = 'customer:' || ${user} and gating.state ${state}`;

/** What was found about somebody who had paid a customer, after it was credited: nobody has released it. */
const foundLate = (user: User) => sql`
  select ${nothing} from screenings gating
  where gating.user_id = ${user} and gating.state in ('match', 'rejected')
    and (gating.subject = 'deposit' and exists (select from deposits credited
        where credited.id = gating.reference and credited.state = 'credited')
      or gating.subject = 'transfer' and exists (select from bank_transfers credited
        where credited.id = gating.reference and credited.state = 'credited'))`;

type OfCustomer = (clock: Clock, user: User) => RawBuilder<unknown>;

/**
 * Selects `since` and `until` where the gate is shut, and no row where it is not. Each table has a name of its own, so
 * that a customer's id from the query around it keeps its meaning.
 */
export const knownOfCustomer: Readonly<Record<GateOf<'customer'>, OfCustomer>> = {
  closed: (_, user) => sql`select deleted_at as since, null::timestamptz as until
    from users gated where gated.id = ${user} and deleted_at is not null`,
  listed: (_, user) => screenedAs(user, sql`in ('match', 'rejected')`),
  unscreened: (_, user) => sql`${screenedAs(user, sql`= 'asked'`)} union all ${foundLate(user)}`,
  resting: (_, user) => ofUser(user, restsAs('gated')),
  frozen: (_, user) => ofUser(user, sql`withdrawals_frozen`),
  excluded: (clock, user) => sql`select ends_at as since, claim_until as until
    from endings gating where gating.user_id = ${user} and ends_at <= ${clock.sql} and at_once`,
  // Customers who traded before there was such a question are asked separately.
  uncertified: (_, user) =>
    ofUser(
      user,
      sql`not ${certified(user)} and not ${traded(user)}
        and not exists (select from tax_asks where tax_asks.user_id = ${user})`,
    ),
  ended: (clock, user) => sql`select ends_at as since, claim_until as until
    from endings gating where gating.user_id = ${user} and ends_at <= ${clock.sql}`,
  outdated: (clock, user) => sql`select due_at as since, null::timestamptz as until
    from data_updates gating where gating.user_id = ${user} and limited_at <= ${clock.sql}`,
  unanswered: (clock, user) => sql`select asked_at as since, null::timestamptz as until
    from tax_asks gating where gating.user_id = ${user} and limited_at <= ${clock.sql}`,
  slowed: (clock, user) => sql`select null::timestamptz as since, withdrawals_held_until as until
    from users gated where gated.id = ${user} and withdrawals_held_until > ${clock.sql}`,
  'turned-down': (_, user) => ofUser(user, sql`kyc_status = 'rejected'`),
  unverified: (_, user) => ofUser(user, sql`kyc_status not in ('approved', 'rejected')`),
  paying: (clock, user) => sql`select ${nothing} from purchases gating
    where gating.user_id = ${user} and status in ('pending', 'unknown')
      and created_at > ${clock.sqlIn(-PAYMENT_SECONDS)} limit 1`,
  unreachable: (_, user) => ofUser(user, sql`email like '%@frozen.invalid'`),
  requesting: (_, user) => sql`select ${nothing} from customer_requests gating
    where gating.user_id = ${user} and gating.state not in ('answered', 'rejected') limit 1`,
  recovering: (clock, user) => sql`select ${nothing} from recoveries gating
    where gating.user_id = ${user} and expires_at > ${clock.sql} limit 1`,
  owing: (_, user) => sql`select ${nothing}
    from ${owedRows} owing where owing.debtor = ${user} limit 1`,
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

/**
 * Whether the data of a row was to be handed over before, and was not, or waits for the other side: the first time it is
 * not late.
 */
export const isTravellingLate = (table: 'withdrawals' | 'deposits'): Condition =>
  travels(table, sql`(state in ('pending', 'contradicted') or state = 'due' and attempts > 1)`);

const inEach = (of: (table: TransferTable) => Condition) => ({
  withdrawals: of('withdrawals'),
  deposits: of('deposits'),
  bank_transfers: of('bank_transfers'),
});

const never = { withdrawals: undefined, deposits: undefined, bank_transfers: undefined } as const;

type OfTransfer = Readonly<Record<TransferTable, Condition | undefined>>;

/** How it is known of a row of each table, in a query where that stands; undefined: it cannot be. */
export const knownOfTransfer: Readonly<Record<GateOf<'transfer'>, OfTransfer>> = {
  match: inEach((table) => screened(table, sql`state = 'match' and not ${isFoundByRules}`)),
  suspended: inEach((table) => screened(table, sql`state = 'match' and ${isFoundByRules}`)),
  rejected: inEach((table) => screened(table, sql`state = 'rejected'`)),
  // A missing question counts as one without an answer.
  unchecked: inEach(
    (table) =>
      sql<boolean>`not ${screened(
        table,
        sql`(state in ('match', 'rejected') or state in ('clear', 'released') and due_at is null)`,
      )}`,
  ),
  untravelled: {
    ...never,
    // For transfers to bank accounts, the bank's own messages carry their parties.
    withdrawals: sql<boolean>`(withdrawals.holder = ''
      and not ${travels('withdrawals', sql`state in ('done', 'before')`)})`,
    deposits: sql<boolean>`not ${travels('deposits', sql`state in ('done', 'before', 'asked')`)}`,
  },
  unnamed: { ...never, deposits: travels('deposits', sql`state = 'asked'`) },
  cancelling: { ...never, withdrawals: sql<boolean>`withdrawals.to_cancel is not null` },
  untold: {
    ...never,
    withdrawals: sql<boolean>`exists (select from mail_outbox where mail_outbox.id = withdrawals.mail_id)`,
  },
  unmatched: { ...never, withdrawals: partySentMore },
  'card-doubt': { ...never, withdrawals: cardInDoubt(sql`withdrawals.user_id`) },
};

/** Officers pay out with a withdrawal what came for a closed account (HARD-51). */
export const isClaim = sql<boolean>`exists (select 1 from closed_money
  where closed_money.withdrawal_id = withdrawals.id)`;

/** Rows that are under way and that nobody has begun to move, so that something may stop them. */
export const underWay: Readonly<Record<TransferTable, Condition>> = {
  withdrawals: sql<boolean>`status = 'requested' and not sending`,
  deposits: sql<boolean>`state = 'pending'`,
  bank_transfers: sql<boolean>`state = 'checking'`,
};

/** An asset's or cash's code: a text, or a column with it. */
export type Code = string | RawBuilder<string>;

const halted = (...scopes: readonly RawBuilder<unknown>[]): Condition =>
  sql<boolean>`exists (select from trading_halts where scope in (${sql.join(scopes)}))`;

const textOf = (code: Code): RawBuilder<string> =>
  typeof code === 'string' ? sql<string>`${code}::text` : code;

const CASH = sql.join(cashes.map(({ code }) => sql`${code}::text`));

/** Whether one of their prices is so. */
const priced = (codes: readonly Code[], state: RawBuilder<unknown>): Condition =>
  codes.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`exists (select from prices
        where asset in (${sql.join(codes.map(textOf))}) and ${state})`;

/** Whether something of it is cash, or nothing is named. */
const isCash = (codes: readonly Code[]): Condition =>
  codes.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(
        codes.map((code) => sql`${textOf(code)} in (${CASH})`),
        sql` or `,
      )})`;

type OfMarket = (deps: Pick<Deps, 'config'>, codes: readonly Code[]) => Condition;

/**
 * What is closed for everybody, of what is exchanged, or paid out; of two, their pair too. Part of the statement that
 * reads or claims what is moved, so that a closure applies at once in all processes (OPS-15).
 */
export const knownOfMarket: Readonly<Record<GateOf<'market'>, OfMarket>> = {
  'no-withdrawals': () => halted(sql`'everything'`, sql`'withdrawals'`),
  'no-payouts': (_, codes) => sql<boolean>`(${isCash(codes)} and ${halted(sql`'payouts'`)})`,
  'no-bank': (_, codes) => sql<boolean>`(${isCash(codes)} and ${halted(sql`'bank'`)})`,
  paused: (_, codes) => {
    const assets = codes.map(textOf);
    const [source, target] = assets;
    const pairs =
      source && target
        ? [sql`${source} || '-' || ${target}`, sql`${target} || '-' || ${source}`]
        : [];
    return halted(sql`'everything'`, ...assets, ...pairs);
  },
  doubted: (_, codes) => priced(codes, sql`suspect_at is not null`),
  racing: ({ config }, codes) =>
    config.fastMarket === 'pause' ? priced(codes, sql`fast`) : sql<boolean>`false`,
};
