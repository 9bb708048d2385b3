import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { success, text } from './schemas.ts';

/** The shape of an idempotency key: 128 random bits as hex, made on the device. */
export const idempotencyKey = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

const answer = v.object({
  ...success,
  data: v.union([
    v.object({ outcome: v.literal('done'), answer: v.record(v.string(), v.unknown()) }),
    v.object({ outcome: v.literal('never') }),
  ]),
});

/**
 * What became of a money write whose answer was lost (BEY-02). `done` carries the original answer.
 * `never` means it did not happen, and closes the key: a request that is still on its way will be
 * refused, so the answer stays true.
 */
export const getOperationOutcome = endpoint({
  path: '/exchange/get-operation-outcome',
  access: 'user',
  effect: 'write',
  repeatable: true,
  request: v.object({ idempotencyKey, operation: text(64) }),
  answer,
});

/**
 * The same for writes of a browser that move no money, signed in or not: creating an account, resetting a
 * password, a code, a new email address. Only the browser that made the write gets its outcome.
 */
export const getAttemptOutcome = endpoint({
  path: '/users/get-attempt-outcome',
  access: 'anonymous',
  device: true,
  effect: 'write',
  repeatable: true,
  request: v.object({ idempotencyKey, operation: text(64) }),
  answer,
});
