import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import { done, email, empty, instant, success } from '#core/contract/schemas.ts';
import { kycStatuses } from './identity.ts';

/**
 * The recovery of an account whose owner lost the second factor (HARD-22). `asked`: the identity check is
 * still to be made; `review`: it is being reviewed; `refused`: it failed; `waiting`: it succeeded, and the
 * second factor will be removed at a known moment; `done`: it is removed; `stopped`: a device of the customer
 * or a link in a mail ended the recovery.
 */
export const recoveryStages = ['asked', 'review', 'refused', 'waiting', 'done', 'stopped'] as const;
export type RecoveryStage = (typeof recoveryStages)[number];

/** What the check is for: to remove a lost factor, or to get an account back that has another's address (READ-07). */
export const recoveryAims = ['factor', 'address'] as const;

/** The secret of a mailed link: it shows that the caller can read the mailbox. */
const link = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

const recovery = v.object({
  /** The account's email address. */
  email: v.string(),
  /** `address`: the operator began it, and gives the account that address. */
  aim: v.picklist(recoveryAims),
  stage: v.picklist(recoveryStages),
  /** When the second factor is removed; null unless `waiting`. */
  due: v.nullable(instant),
  /** The hours between the identity check and that moment. */
  hours: v.number(),
});
export type Recovery = v.InferOutput<typeof recovery>;

const recoveryAnswer = v.object({ ...success, data: recovery });

/** Mails a link if the account has a second factor; the answer does not tell whether it has. */
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

/** Reports the widget's result; the server asks the provider before it believes it. */
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

/** Stops the recovery of the signed-in account. */
export const stopOwnRecovery = endpoint({
  path: '/users/stop-own-recovery',
  access: 'session',
  effect: 'write',
  repeatable: true,
  request: empty,
  answer: done,
});
