import { randomUUID } from 'node:crypto';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import type {
  addRecurringBuy as endpoint,
  RecurringBuy,
} from '#core/contract/money/recurring-buys.ts';
import { findCash } from '#core/money/cash.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { dayOf } from '#core/time/day-span.ts';
import {
  dayAfter,
  dayBefore,
  latest,
  momentOf,
  nextAfter,
  type Rhythm,
} from '#core/time/recurrence.ts';
import { VALID_AMOUNT } from '#core/words/amounts.ts';
import type { Deps } from '#server/deps.ts';
import { MOST_UNITS } from '#server/ledger/accounts.ts';
import { type AccountOperation, runOnce } from '#server/platform/operations.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { MOST_RECURRING_BUYS, RECURRING_SPREAD_BPS } from '#server/policy.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { refusedAtGate } from '#server/services/customers/risk/limited.ts';
import { lockAccount, marketOf, withAccount } from '#server/services/customers/users/users.ts';
import { pairQuery } from '#server/services/exchange/offers/instruments.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';

const RUNS_SHOWN = 5;
/** How far in the future the first purchase may be. */
const AHEAD_MS = 366 * 24 * 3600_000;

/** A customer's recurring purchases, newest first, without ended ones. */
export async function listRecurringBuys(reader: Reader, userId: string): Promise<RecurringBuy[]> {
  const rows = await reader
    .selectFrom('recurring_buys')
    .selectAll()
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('recurring_runs')
          .select(['day as on', 'outcome'])
          .whereRef('buy_id', '=', 'recurring_buys.id')
          .orderBy('day', 'desc')
          .limit(RUNS_SHOWN),
      ).as('runs'),
    )
    .where('user_id', '=', userId)
    .where('state', '!=', 'ended')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    buy_id: row.id,
    currency_id: row.asset,
    cash_id: row.cash,
    amount: formatUnits(BigInt(row.units), findCash(row.cash)?.scale ?? 2),
    every: row.every,
    state: row.state === 'paused' ? 'paused' : 'active',
    next_on: row.state === 'paused' ? null : row.next_on,
    most_spread_bps: row.most_spread_bps,
    runs: row.runs,
  }));
}

interface NewBuy {
  readonly currency_id: string;
  readonly amount: string;
  readonly every: Rhythm;
  readonly first_on: string;
}

/** Checks a new one; returns the reason of a refusal, or the cash it takes each time. */
async function checked(
  deps: Deps,
  userId: string,
  { currency_id: asset, amount, first_on }: NewBuy,
): Promise<{ readonly units: bigint; readonly cash: string } | Refused> {
  const market = await marketOf(deps.db, userId);
  const cash = findCash(market);
  const pair = cash && (await pairQuery(deps, market, [cash.code, asset])?.executeTakeFirst());
  if (!cash || !pair) {
    return refuse('PAIR_UNAVAILABLE', `${asset.slice(0, 10)} can’t be bought with cash.`);
  }
  const units = parseUnits(amount, cash.scale);
  if (!units) return refuse('INVALID_INPUT', VALID_AMOUNT);
  if (units > MOST_UNITS) return refuse('INVALID_INPUT', VALID_AMOUNT);
  const least = parseUnits(pair.min_quantity, cash.scale) ?? 0n;
  if (units < least) {
    return refuse('BELOW_MINIMUM', `The ${cash.code} amount is less than min amount`);
  }
  const now = deps.clock.now();
  const first = dayOf(first_on);
  if (first === undefined || first < dayAfter(now) || momentOf(first) > now + AHEAD_MS) {
    return refuse('INVALID_INPUT', 'The first day must be within a year from now.');
  }
  return { units, cash: cash.code };
}

/** Adds a recurring purchase, once per key. */
export async function addRecurringBuy(
  deps: Deps,
  operation: AccountOperation & { readonly request: NewBuy },
): Promise<AnswerOf<typeof endpoint> | Refused> {
  const { userId, request } = operation;
  const { currency_id: asset, every, first_on: first } = request;
  const made =
    (await refusedAtGate(deps, userId, 'recurring', [asset])) ??
    (await checked(deps, userId, request));
  return runOnce(deps, operation, async (tx) => {
    if (!('units' in made)) return made;
    if (!(await lockAccount(tx, userId))) return notFound();
    const { count } = await tx
      .selectFrom('recurring_buys')
      .select((row) => row.fn.countAll<string>().as('count'))
      .where('user_id', '=', userId)
      .where('state', '!=', 'ended')
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST_RECURRING_BUYS) {
      return refuse(
        'LIMIT_EXCEEDED',
        `You can have ${MOST_RECURRING_BUYS} of these. End one first.`,
      );
    }
    const id = randomUUID();
    await tx
      .insertInto('recurring_buys')
      .values({
        ...{ id, user_id: userId, asset, cash: made.cash, units: String(made.units), every },
        ...{
          first_on: first,
          next_on: first,
          most_spread_bps: RECURRING_SPREAD_BPS,
          state: 'active',
        },
        created_at: deps.clock.sql,
        due_at: new Date(momentOf(first)),
      })
      .execute();
    return { status: 'success' as const, data: { buy_id: id } };
  });
}

export type Change = { readonly to: 'paused' | 'active' | 'ended' } | { readonly skip: string };

/** The next day after one; days in between are not made up for. */
export const dueNext = (
  { first_on, every }: { first_on: string; every: Rhythm },
  after: string,
) => {
  const next = nextAfter(first_on, every, after);
  return { next_on: next, due_at: new Date(momentOf(next)) };
};

/** The last day whose moment has passed. */
export const lastDay = (now: number): string => dayBefore(dayAfter(now));

async function applied(deps: Deps, tx: Tx, userId: string, buyId: string, change: Change) {
  const row = await tx
    .selectFrom('recurring_buys')
    .selectAll()
    .where('id', '=', buyId)
    .where('user_id', '=', userId)
    .where('state', '!=', 'ended')
    .forUpdate()
    .executeTakeFirst();
  // Ending one that has ended is no error.
  if (!row) return 'to' in change && change.to === 'ended' ? undefined : notFound();
  const update = tx.updateTable('recurring_buys').where('id', '=', buyId);
  if ('skip' in change) {
    // It is not the next day any more, because it was skipped or bought already.
    if (row.state !== 'active' || row.next_on !== change.skip) return undefined;
    await tx
      .insertInto('recurring_runs')
      .values({ buy_id: buyId, day: row.next_on, outcome: 'skipped', created_at: deps.clock.sql })
      .execute();
    await update.set(dueNext(row, row.next_on)).execute();
  } else if (change.to === 'active' && row.state === 'paused') {
    const last = lastDay(deps.clock.now());
    // A day that was skipped or bought before the pause stays so.
    await update
      .set({ state: 'active', ...dueNext(row, latest(dayBefore(row.next_on), last)) })
      .execute();
  } else if (change.to !== row.state) await update.set({ state: change.to }).execute();
  return undefined;
}

/** Skips a day, pauses, continues or ends. Another customer's counts as not found. */
export const changeRecurringBuy = (
  deps: Deps,
  owner: Owner,
  buyId: string,
  change: Change,
): Promise<Refused | undefined> =>
  withAccount(deps, owner, (tx) => applied(deps, tx, owner.userId, buyId, change));
