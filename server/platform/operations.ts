import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { sessionOver } from '#server/refusal/refusals.ts';
import { isKeeping, isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { type Owner, standingSession } from './standing-session.ts';

interface Keyed {
  /** The call's idempotency key. */
  readonly key: string;
  /** The endpoint's path. */
  readonly path: string;
}

interface Requested extends Keyed {
  /** The parsed request, which must be equal under the same key. */
  readonly request: object;
}

/** A write of an account that moves money: its key is kept as long as the money's records. */
export interface AccountOperation extends Owner, Requested {}

/** A write of a browser, signed in or not, that moves no money: its key is kept for days. */
export interface BrowserOperation extends Requested {
  /** As a hash, see `hashDevice`. */
  readonly browser: string;
}

type Operation = AccountOperation | BrowserOperation;
type Whose = Pick<AccountOperation, 'userId'> | Pick<BrowserOperation, 'browser'>;

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

const hashOf = (request: object): string => hash(JSON.stringify(request));

/** The hash of a browser's random number. Browsers without one share the empty name. */
export const hashDevice = (device: string | undefined): string =>
  device === undefined ? '' : hash(device);

const conflict = (): Refused =>
  refuse(
    'KEY_CONFLICT',
    'This request was sent before with different details, or has been closed.',
  );

/** The table and the owner of an operation. */
const placeOf = (whose: Whose) =>
  'userId' in whose
    ? { table: sql.table('operations'), column: sql.ref('user_id'), owner: whose.userId }
    : { table: sql.table('browser_operations'), column: sql.ref('browser'), owner: whose.browser };

const isRowOf = (asked: Whose & Keyed) => {
  const { column, owner } = placeOf(asked);
  return sql`${column} = ${owner} and key = ${asked.key}`;
};

interface Recorded {
  readonly operation: string;
  readonly request_hash: string;
  readonly state: 'open' | 'done' | 'closed';
  readonly answer: string | null;
}

/** Takes the key for this transaction, after any concurrent transaction with the same key. */
async function takeKey(
  tx: Tx,
  { clock }: Deps,
  asked: Whose & Keyed,
  state: 'open' | 'closed',
  request?: object,
): Promise<boolean> {
  const { table, column, owner } = placeOf(asked);
  const result = await sql`insert into ${table} (
      ${column}, key, operation, request_hash, state, created_at)
    values (${owner}, ${asked.key}, ${asked.path}, ${request ? hashOf(request) : ''}, ${state},
      ${clock.sql})
    on conflict do nothing`.execute(tx);
  return result.numAffectedRows === 1n;
}

async function find(reader: Reader, asked: Whose & Keyed): Promise<Recorded | undefined> {
  const { rows } = await sql<Recorded>`select operation, request_hash, state, answer
    from ${placeOf(asked).table} where ${isRowOf(asked)}`.execute(reader);
  return rows[0];
}

/**
 * The answer to a repeated call: the original one, whatever has changed since (BEY-01). Undefined: the key is
 * unused, or there is none. It is read before anything that may have changed, such as prices, routes and
 * codes; `runOnce` reads it again, for concurrent copies.
 */
export async function earlierAnswer<A extends object>(
  reader: Reader,
  operation: Operation | undefined,
): Promise<A | Refused | undefined> {
  const before = operation && (await find(reader, operation));
  if (!before) return undefined;
  if (
    before.state !== 'done' ||
    before.answer === null ||
    before.operation !== operation.path ||
    before.request_hash !== hashOf(operation.request)
  ) {
    return conflict();
  }
  return JSON.parse(before.answer) as A;
}

/**
 * Runs `work` exactly once per key, in one transaction with the key and the answer. A refusal leaves the key
 * unused, and so does an account's session that ended while its request was under way. A browser may send no
 * key: then `work` just runs.
 */
export const runOnce = <A extends object>(
  deps: Deps,
  operation: Operation | undefined,
  work: (tx: Tx) => Promise<A | Refused>,
): Promise<A | Refused> =>
  inTransaction(deps.db, async (tx) => {
    if (!operation) return work(tx);
    if (!(await takeKey(tx, deps, operation, 'open', operation.request))) {
      return (await earlierAnswer<A>(tx, operation)) ?? conflict();
    }
    const answer = await work(tx);
    const { table } = placeOf(operation);
    const row = isRowOf(operation);
    if (isRefused(answer)) {
      // Any other refusal rolls the key back.
      if (isKeeping(answer)) await sql`delete from ${table} where ${row}`.execute(tx);
      return answer;
    }
    // A browser's operation has no session that could have ended.
    const standing = 'userId' in operation ? standingSession(operation) : sql`select true`;
    const finished = await sql`with standing as materialized (${standing})
      update ${table} set state = 'done', answer = ${JSON.stringify(answer)}
      from standing where ${row}`.execute(tx);
    return finished.numAffectedRows === 1n ? answer : sessionOver();
  });

export type OperationOutcome =
  | { readonly outcome: 'done'; readonly answer: Record<string, unknown> }
  | { readonly outcome: 'never' };

/**
 * The outcome of an operation whose answer was lost (BEY-02). If it has not happened, its key is closed in
 * the same transaction, so that a request still on its way cannot make the answer untrue.
 */
export const outcomeOf = (deps: Deps, asked: Whose & Keyed): Promise<OperationOutcome | Refused> =>
  inTransaction(deps.db, async (tx) => {
    if (await takeKey(tx, deps, asked, 'closed')) return { outcome: 'never' };
    const before = await find(tx, asked);
    if (!before || before.operation !== asked.path) return conflict();
    return before.state === 'done' && before.answer !== null
      ? { outcome: 'done', answer: JSON.parse(before.answer) as Record<string, unknown> }
      : { outcome: 'never' };
  });
