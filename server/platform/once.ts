import { createHash } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { sessionOver } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import type { Reader, Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { type Owner, sessionStands } from './standing-session.ts';

export interface Intent extends Owner {
  /** The idempotency key of the call. */
  readonly key: string;
  /** The endpoint's path. */
  readonly operation: string;
  /** The parsed request: under the same key it must be the same. */
  readonly request: object;
}

const hashOf = (request: object): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('base64url');

const conflict = (): Refused =>
  refuse(
    'KEY_CONFLICT',
    'This request was sent before with different details, or has been closed.',
  );

/** Takes the key for this transaction; waits for one that is about to take it too. */
async function claim(tx: Tx, deps: Deps, intent: Intent): Promise<boolean> {
  const result = await tx
    .insertInto('operations')
    .values({
      user_id: intent.userId,
      key: intent.key,
      operation: intent.operation,
      request_hash: hashOf(intent.request),
      state: 'open',
      answer: null,
      created_at: deps.clock.sql,
    })
    .onConflict((row) => row.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

const find = (reader: Reader, userId: string, key: string) =>
  reader
    .selectFrom('operations')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .select(['operation', 'request_hash', 'state', 'answer'])
    .executeTakeFirst();

/**
 * The answer a repetition gets: the original one, whatever has changed since (BEY-01). Undefined: the
 * key has not been used. Asked before anything is looked at that may have changed, such as prices,
 * routes and codes; `once` asks again for those that are on their way at the same moment.
 */
export async function earlierAnswer<A extends object>(
  reader: Reader,
  intent: Intent,
): Promise<A | Refused | undefined> {
  const before = await find(reader, intent.userId, intent.key);
  if (!before) return undefined;
  if (
    before.state !== 'done' ||
    before.answer === null ||
    before.operation !== intent.operation ||
    before.request_hash !== hashOf(intent.request)
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
    if (!(await claim(tx, deps, intent))) {
      return (await earlierAnswer<A>(tx, intent)) ?? conflict();
    }
    const answer = await work(tx);
    if (isRefused(answer)) return answer;
    if (!(await sessionStands(tx, intent))) return sessionOver();
    await tx
      .updateTable('operations')
      .set({ state: 'done', answer: JSON.stringify(answer) })
      .where('user_id', '=', intent.userId)
      .where('key', '=', intent.key)
      .execute();
    return answer;
  });

export type OperationOutcome =
  | { readonly outcome: 'done'; readonly answer: Record<string, unknown> }
  | { readonly outcome: 'never' };

/**
 * What became of an operation whose answer was lost (BEY-02). One that has not happened is closed in
 * the same breath, so that a request still on its way can no longer make the answer untrue.
 */
export const outcomeOf = (
  deps: Deps,
  asked: { readonly userId: string; readonly key: string; readonly operation: string },
): Promise<OperationOutcome | Refused> =>
  inTransaction(deps.db, async (tx) => {
    const inserted = await tx
      .insertInto('operations')
      .values({
        user_id: asked.userId,
        key: asked.key,
        operation: asked.operation,
        request_hash: '',
        state: 'closed',
        answer: null,
        created_at: deps.clock.sql,
      })
      .onConflict((row) => row.doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 1n) return { outcome: 'never' };
    const before = await find(tx, asked.userId, asked.key);
    if (!before || before.operation !== asked.operation) return conflict();
    return before.state === 'done' && before.answer !== null
      ? { outcome: 'done', answer: JSON.parse(before.answer) as Record<string, unknown> }
      : { outcome: 'never' };
  });
