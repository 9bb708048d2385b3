import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { sessionOver } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import type { Reader, Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { type Owner, sessionStands } from './standing-session.ts';

interface Asked {
  /** The idempotency key of the call. */
  readonly key: string;
  /** The endpoint's path. */
  readonly operation: string;
}

interface Wished extends Asked {
  /** The parsed request: under the same key it must be the same. */
  readonly request: object;
}

/** What an account wishes: its keys are kept beside the money they moved. */
export interface Intent extends Owner, Wished {}

/** What a browser asks for, signed in or not, without money in it: its keys are kept for days. */
export interface Attempt extends Wished {
  /** As a hash, see `hashDevice`. */
  readonly browser: string;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

const hashOf = (request: object): string => hash(JSON.stringify(request));

/** A browser by its random number; one that did not give it shares an empty name with its like. */
export const hashDevice = (device: string | undefined): string =>
  device === undefined ? '' : hash(device);

const conflict = (): Refused =>
  refuse(
    'KEY_CONFLICT',
    'This request was sent before with different details, or has been closed.',
  );

type Owned = { readonly userId: string } | { readonly browser: string };

/** Where the keys of an account or a browser are, and which of them are its. */
const shelfOf = (owned: Owned) =>
  'userId' in owned
    ? { table: sql.table('operations'), mine: sql`user_id = ${owned.userId}` }
    : { table: sql.table('browser_operations'), mine: sql`browser = ${owned.browser}` };

interface Found {
  readonly operation: string;
  readonly request_hash: string;
  readonly state: 'open' | 'done' | 'closed';
  readonly answer: string | null;
}

/** Takes the key for this transaction; waits for one that is about to take it too. */
async function claim(
  tx: Tx,
  { clock }: Deps,
  wished: Owned & Asked,
  state: 'open' | 'closed',
  request?: object,
): Promise<boolean> {
  const row = {
    key: wished.key,
    operation: wished.operation,
    request_hash: request ? hashOf(request) : '',
    state,
    answer: null,
    created_at: clock.sql,
  };
  const insert =
    'userId' in wished
      ? tx.insertInto('operations').values({ ...row, user_id: wished.userId })
      : tx.insertInto('browser_operations').values({ ...row, browser: wished.browser });
  const result = await insert
    .onConflict((conflicting) => conflicting.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

async function find(reader: Reader, wished: Owned & Asked): Promise<Found | undefined> {
  const { table, mine } = shelfOf(wished);
  const { rows } = await sql<Found>`select operation, request_hash, state, answer from ${table}
    where ${mine} and key = ${wished.key}`.execute(reader);
  return rows[0];
}

/** Keeps the answer with its key, for whoever asks again. */
async function settle(tx: Tx, wished: Owned & Asked, answer: object): Promise<void> {
  const { table, mine } = shelfOf(wished);
  await sql`update ${table} set state = 'done', answer = ${JSON.stringify(answer)}
    where ${mine} and key = ${wished.key}`.execute(tx);
}

/**
 * The answer a repetition gets: the original one, whatever has changed since (BEY-01). Undefined: the
 * key has not been used. Asked before anything is looked at that may have changed, such as prices,
 * routes and codes; `once` asks again for those that are on their way at the same moment.
 */
export async function earlierAnswer<A extends object>(
  reader: Reader,
  wished: Intent | Attempt,
): Promise<A | Refused | undefined> {
  const before = await find(reader, wished);
  if (!before) return undefined;
  if (
    before.state !== 'done' ||
    before.answer === null ||
    before.operation !== wished.operation ||
    before.request_hash !== hashOf(wished.request)
  ) {
    return conflict();
  }
  return JSON.parse(before.answer) as A;
}

/**
 * Moves money exactly once per key. `work` runs in one transaction together with the key and the
 * answer: all of it happens or nothing. A refusal rolls back and leaves the key unused; so does a
 * session that was ended while its request was under way.
 */
export const once = <A extends object>(
  deps: Deps,
  intent: Intent,
  work: (tx: Tx) => Promise<A | Refused>,
): Promise<A | Refused> =>
  inTransaction(deps.db, async (tx) => {
    if (!(await claim(tx, deps, intent, 'open', intent.request))) {
      return (await earlierAnswer<A>(tx, intent)) ?? conflict();
    }
    const answer = await work(tx);
    if (isRefused(answer)) return answer;
    if (!(await sessionStands(tx, intent))) return sessionOver();
    await settle(tx, intent, answer);
    return answer;
  });

/** A refusal whose writes stay: a code that was tried has been tried. */
export interface Kept {
  readonly kind: 'kept';
  readonly refused: Refused;
}

export const keeping = (refused: Refused): Kept => ({ kind: 'kept', refused });

const isKept = (value: object): value is Kept => 'kind' in value && value.kind === 'kept';

/**
 * The same for what a browser asks for: `work` happens once per key, if there is one, together with its
 * answer. A refusal leaves the key unused.
 */
export async function attemptOnce<A extends object>(
  deps: Deps,
  attempt: Attempt | undefined,
  work: (tx: Tx) => Promise<A | Refused | Kept>,
): Promise<A | Refused> {
  const outcome = await inTransaction(deps.db, async (tx): Promise<A | Refused | Kept> => {
    if (attempt && !(await claim(tx, deps, attempt, 'open', attempt.request))) {
      return (await earlierAnswer<A>(tx, attempt)) ?? conflict();
    }
    const answer = await work(tx);
    if (!attempt || isRefused(answer)) return answer;
    if (isKept(answer)) {
      await tx
        .deleteFrom('browser_operations')
        .where('browser', '=', attempt.browser)
        .where('key', '=', attempt.key)
        .execute();
    } else {
      await settle(tx, attempt, answer);
    }
    return answer;
  });
  return isKept(outcome) ? outcome.refused : outcome;
}

export type OperationOutcome =
  | { readonly outcome: 'done'; readonly answer: Record<string, unknown> }
  | { readonly outcome: 'never' };

/**
 * What became of an operation whose answer was lost (BEY-02). One that has not happened is closed in
 * the same breath, so that a request still on its way can no longer make the answer untrue.
 */
export const outcomeOf = (deps: Deps, asked: Owned & Asked): Promise<OperationOutcome | Refused> =>
  inTransaction(deps.db, async (tx) => {
    if (await claim(tx, deps, asked, 'closed')) return { outcome: 'never' };
    const before = await find(tx, asked);
    if (!before || before.operation !== asked.operation) return conflict();
    return before.state === 'done' && before.answer !== null
      ? { outcome: 'done', answer: JSON.parse(before.answer) as Record<string, unknown> }
      : { outcome: 'never' };
  });
