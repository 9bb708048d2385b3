import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { kycStatuses } from './identity.ts';
import { done, email, empty, instant, success } from './schemas.ts';

/**
 * The way back for a customer who has lost their second factor (HARD-22). `asked`: the identity check is to be
 * made; `review`: it is looked at; `refused`: it was not passed; `waiting`: it was, and the second factor
 * goes at a moment that is known; `done`: it is gone; `stopped`: one of the customer's devices or mails
 * ended it.
 */
export const recoveryStages = ['asked', 'review', 'refused', 'waiting', 'done', 'stopped'] as const;
export type RecoveryStage = (typeof recoveryStages)[number];

/** The secret of a mailed link: it shows that the caller can read the mailbox. */
const link = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

const recovery = v.object({
  /** The account's address. */
  email: v.string(),
  stage: v.picklist(recoveryStages),
  /** When the second factor goes; null unless `waiting`. */
  due: v.nullable(instant),
  /** How long it takes from the check to that moment. */
  hours: v.number(),
});
export type Recovery = v.InferOutput<typeof recovery>;

const recoveryAnswer = v.object({ ...success, data: recovery });

/** Mails a link, if there is a second factor to remove; the answer is the same if not. */
export const requestRecovery = endpoint({
  path: '/users/request-recovery',
  access: 'anonymous',
  effect: 'write',
  request: v.object({ email }),
  answer: done,
});

export const getRecovery = endpoint({
  path: '/users/get-recovery',
  access: 'anonymous',
  effect: 'read',
  request: v.object({ link }),
  answer: recoveryAnswer,
});

/** A token for the identity provider's widget. */
export const getRecoveryToken = endpoint({
  path: '/users/get-recovery-token',
  access: 'anonymous',
  effect: 'write',
  repeatable: true,
  request: v.object({ link }),
  answer: v.object({ ...success, data: v.object({ token: v.string() }) }),
});

/** What the widget reported; the provider is asked before it is believed. */
export const reportRecoveryCheck = endpoint({
  path: '/users/report-recovery-check',
  access: 'anonymous',
  effect: 'write',
  repeatable: true,
  request: v.object({ link, kyc_status: v.picklist(kycStatuses) }),
  answer: recoveryAnswer,
});

export const stopRecovery = endpoint({
  path: '/users/stop-recovery',
  access: 'anonymous',
  effect: 'write',
  repeatable: true,
  request: v.object({ link }),
  answer: recoveryAnswer,
});

/** Stops the recovery of the account that is signed in. */
export const stopOwnRecovery = endpoint({
  path: '/users/stop-own-recovery',
  access: 'session',
  effect: 'write',
  repeatable: true,
  request: empty,
  answer: done,
});
