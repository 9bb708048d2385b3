import { type RawBuilder, sql } from 'kysely';
import type { Home } from '#server/adapters/geolocation/home-zone.ts';
import type { Clock } from '#server/clock.ts';
import { owedRows } from '#server/ledger/owed.ts';
import type { Reader } from '#server/store/schema.ts';

/**
 * What can stop a customer's money, first what the law stops. `closed`: the account is. `listed`: the customer is on
 * a list of sanctions, or may be. `unscreened`: nobody has said yet, or something was found about money that is in their
 * account already. `frozen`: by the customer. `excluded`: the
 * relationship was ended at once, for fraud. `uncertified`: no tax residence before the first trade. `ended`: the
 * relationship, after its notice. `outdated`: the data is overdue for three months. `unanswered`: a question about the
 * tax residence for 60 days. `slowed`: every way out. `owing`: a bank, or a card's,
 * took money back that was spent.
 */
export const states = [
  'closed',
  'listed',
  'unscreened',
  'frozen',
  'excluded',
  'uncertified',
  'ended',
  'outdated',
  'unanswered',
  'slowed',
  'owing',
] as const;
export type State = (typeof states)[number];

/**
 * Every way money moves. `receive`: an address or account to be paid at. `transfer-in`: a transfer from a bank is
 * credited. `payout-back`: a bank returns a payout. `card-paid`: a card payment is settled. `claim`: officers pay out what
 * came after the account was closed.
 */
export const ways = [
  'swap',
  'buy',
  'sell',
  'card',
  'recurring',
  'withdraw',
  'cash-out',
  'receive',
  'transfer-in',
  'payout-back',
  'card-paid',
  'deposit',
  'give-up',
  'forfeit',
  'close',
  'claim',
] as const;
export type Way = (typeof ways)[number];

/** What stops it: the customer is refused, it is left out this time, it waits, goes back, or a person decides. */
type Stop = 'refused' | 'skipped' | 'waits' | 'returned' | 'case';

/**
 * `pays`: what is owed is taken from it, in the same transaction. `covers`: it goes if what stays is worth more than
 * what is owed. `told`: it goes, and the customer is told what is still owed.
 */
export type Answer = 'goes' | Stop | 'pays' | 'covers' | 'told';

const limitedTrade = {
  swap: 'refused',
  buy: 'refused',
  card: 'refused',
  recurring: 'skipped',
} as const;
const noTrade = { ...limitedTrade, sell: 'refused' } as const;
const comesIn = {
  'transfer-in': 'goes',
  'payout-back': 'goes',
  'card-paid': 'goes',
  deposit: 'goes',
} as const;
const leaves = { withdraw: 'goes', 'cash-out': 'goes', claim: 'goes' } as const;
const ends = { 'give-up': 'goes', forfeit: 'goes', close: 'goes' } as const;
const limited = {
  ...limitedTrade,
  sell: 'goes',
  ...leaves,
  receive: 'refused',
  ...comesIn,
  ...ends,
} as const;

/**
 * The answer for each state and each way (HARD-56). A new state or way does not compile before all its
 * answers stand here, and `tests/contract/gates.test.ts` tries each of them.
 */
export const answers: Readonly<Record<State, Readonly<Record<Way, Answer>>>> = {
  closed: {
    ...noTrade,
    ...{ withdraw: 'refused', 'cash-out': 'refused', receive: 'refused' },
    ...{ 'transfer-in': 'returned', 'payout-back': 'case', 'card-paid': 'case', deposit: 'case' },
    ...{ 'give-up': 'refused', forfeit: 'refused', close: 'refused', claim: 'goes' },
  },
  // What the law froze is neither credited nor exchanged, and never forfeited, given up or erased.
  listed: {
    ...noTrade,
    ...{ withdraw: 'waits', 'cash-out': 'waits', receive: 'goes' },
    ...{ 'transfer-in': 'waits', 'payout-back': 'waits', 'card-paid': 'waits', deposit: 'waits' },
    ...{ 'give-up': 'refused', forfeit: 'waits', close: 'refused', claim: 'waits' },
  },
  unscreened: {
    ...{ swap: 'goes', buy: 'goes', sell: 'goes', card: 'goes', recurring: 'goes' },
    ...{ withdraw: 'waits', 'cash-out': 'waits', receive: 'goes' },
    ...{ 'transfer-in': 'waits', 'payout-back': 'goes', 'card-paid': 'goes', deposit: 'waits' },
    ...{ 'give-up': 'goes', forfeit: 'waits', close: 'goes', claim: 'waits' },
  },
  frozen: {
    ...noTrade,
    ...{ withdraw: 'refused', 'cash-out': 'refused', receive: 'refused' },
    ...comesIn,
    ...{ 'give-up': 'refused', forfeit: 'waits', close: 'goes', claim: 'goes' },
  },
  excluded: {
    ...limited,
    ...{ 'transfer-in': 'returned', 'card-paid': 'returned', deposit: 'case' },
  },
  uncertified: { ...noTrade, ...leaves, receive: 'goes', ...comesIn, ...ends },
  ended: limited,
  outdated: limited,
  unanswered: limited,
  slowed: {
    ...{ swap: 'goes', buy: 'goes', sell: 'goes', card: 'goes', recurring: 'goes' },
    ...{ withdraw: 'refused', 'cash-out': 'refused', receive: 'goes' },
    ...comesIn,
    ...{ 'give-up': 'goes', forfeit: 'waits', close: 'goes', claim: 'goes' },
  },
  owing: {
    ...{ swap: 'goes', buy: 'goes', sell: 'pays', card: 'goes', recurring: 'goes' },
    ...{ withdraw: 'covers', 'cash-out': 'covers', receive: 'goes' },
    ...comesIn,
    ...{ 'transfer-in': 'pays', 'payout-back': 'pays' },
    ...{ 'give-up': 'pays', forfeit: 'pays', close: 'told', claim: 'goes' },
  },
};

const stops = (answer: Answer): answer is Stop => {
  switch (answer) {
    case 'goes':
    case 'pays':
    case 'covers':
    case 'told':
      return false;
    case 'refused':
    case 'skipped':
    case 'waits':
    case 'returned':
    case 'case':
      return true;
  }
};

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
const screenedAs = (user: User, state: RawBuilder<unknown>) => sql`
  select ${nothing} from screenings gating
  where gating.id = 'customer:' || ${user} and gating.state ${state}`;

/** What was found about somebody who had paid a customer, after it was credited: nobody has released it. */
const foundLate = (user: User) => sql`
  select ${nothing} from screenings gating
  where gating.user_id = ${user} and gating.state in ('match', 'rejected')
    and (gating.subject = 'deposit' and exists (select from deposits
        where deposits.id = gating.reference and deposits.state = 'credited')
      or gating.subject = 'transfer' and exists (select from bank_transfers credited
        where credited.id = gating.reference and credited.state = 'credited'))`;

const screened = {
  listed: (user: User) => screenedAs(user, sql`in ('match', 'rejected')`),
  unscreened: (user: User) => sql`${screenedAs(user, sql`= 'asked'`)} union all ${foundLate(user)}`,
};

/**
 * Selects `since` and `until` where the state holds, and no row where it does not. Each table has a name of its own, so
 * that a customer's id from the query around it keeps its meaning.
 */
const conditions: Readonly<Record<State, (clock: Clock, user: User) => RawBuilder<unknown>>> = {
  closed: (_, user) => sql`select deleted_at as since, null::timestamptz as until
    from users gated where gated.id = ${user} and deleted_at is not null`,
  listed: (_, user) => screened.listed(user),
  unscreened: (_, user) => screened.unscreened(user),
  frozen: (_, user) => sql`select ${nothing}
    from users gated where gated.id = ${user} and withdrawals_frozen`,
  excluded: (clock, user) => sql`select ends_at as since, claim_until as until
    from endings gating where gating.user_id = ${user} and ends_at <= ${clock.sql} and at_once`,
  // Customers who traded before there was such a question are asked separately.
  uncertified: (_, user) => sql`select ${nothing}
    from users gated where gated.id = ${user} and not ${certified(user)} and not ${traded(user)}
      and not exists (select from tax_asks where tax_asks.user_id = ${user})`,
  ended: (clock, user) => sql`select ends_at as since, claim_until as until
    from endings gating where gating.user_id = ${user} and ends_at <= ${clock.sql}`,
  outdated: (clock, user) => sql`select due_at as since, null::timestamptz as until
    from data_updates gating where gating.user_id = ${user} and limited_at <= ${clock.sql}`,
  unanswered: (clock, user) => sql`select asked_at as since, null::timestamptz as until
    from tax_asks gating where gating.user_id = ${user} and limited_at <= ${clock.sql}`,
  slowed: (clock, user) => sql`select null::timestamptz as since, withdrawals_held_until as until
    from users gated where gated.id = ${user} and withdrawals_held_until > ${clock.sql}`,
  owing: (_, user) => sql`select ${nothing}
    from ${owedRows} owing where owing.debtor = ${user} limit 1`,
};

/** A state that stops a way, with its moments as JSON has them. */
export interface Gate {
  readonly state: State;
  readonly since: string | null;
  readonly until: string | null;
  /** Whose days they are, for the words of a refusal. */
  readonly home: Home;
}

/**
 * Why a customer's money cannot go this way now: the first state that stops it; null if none does. An SQL expression
 * that any statement can include, so that what is read or claimed and what stops it are of one moment.
 */
export function gateSql(
  clock: Clock,
  user: string | RawBuilder<string>,
  way: Way,
): RawBuilder<Gate | null> {
  const id = typeof user === 'string' ? sql<string>`${user}::text` : user;
  const each = states
    .filter((state) => stops(answers[state][way]))
    .map(
      (state, place) => sql`select ${state}::text as state, ${place}::integer as place, since, until
        from (${conditions[state](clock, id)}) as condition`,
    );
  return sql<Gate | null>`(
    select json_build_object('state', state, 'since', since, 'until', until, 'home',
      (select json_build_object('country_code', country_code, 'state', at_home.state)
        from users at_home where at_home.id = ${id}))
    from (${sql.join(each, sql` union all `)}) as stopped order by place limit 1)`;
}

/**
 * Whether screening keeps a customer's money waiting on this way: they are on a list, or nobody has said yet. Part of
 * the queries that find what may go on.
 */
export const screeningWaits = (
  user: RawBuilder<string>,
  way: 'withdraw' | 'transfer-in' | 'deposit',
): RawBuilder<boolean> => {
  const waiting = (['listed', 'unscreened'] as const).filter(
    (state) => answers[state][way] === 'waits',
  );
  const kept = sql.join(
    waiting.map((state) => screened[state](user)),
    sql` union all `,
  );
  return sql<boolean>`exists (${kept})`;
};

/** What stops it, in a statement of its own. */
export async function gateFor(
  reader: Reader,
  clock: Clock,
  userId: string,
  way: Way,
): Promise<Gate | undefined> {
  const { gate } = await reader
    .selectNoFrom(gateSql(clock, userId, way).as('gate'))
    .executeTakeFirstOrThrow();
  return gate ?? undefined;
}
