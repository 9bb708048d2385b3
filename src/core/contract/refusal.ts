import * as v from 'valibot';

/**
 * What the server answers when it refuses. The HTTP status gives the class: 400 malformed, 401
 * unauthenticated, 403 forbidden, 404 not found, 409 conflict, 422 refused, 429 too many, 503
 * unavailable.
 */
export type RefusalCode =
  /** Bad base64, padding, JSON, schema, nonce or size: one shape for all of them. */
  | 'MALFORMED'
  /** The nonce was used before: a replay, or a request that arrived twice. Only the first counts. */
  | 'REPEATED'
  | 'UNAUTHENTICATED'
  | 'TOKEN_EXPIRED'
  | 'UNAUTHORIZED_ACCESS'
  | 'REFRESH_TOKEN_EXPIRED'
  | 'FORBIDDEN'
  /** Administrators reach nothing before they have a second factor. */
  | 'SECOND_FACTOR_MISSING'
  | 'NOT_FOUND'
  /** The idempotency key was used for something else, or was closed by an outcome question. */
  | 'KEY_CONFLICT'
  | 'TOO_MANY'
  | 'UNAVAILABLE'
  | 'INVALID_CREDENTIALS'
  /** This write requires the password, and the request had none. */
  | 'PASSWORD_REQUIRED'
  /** The customer froze the account: only a new password, reset by mail, signs in. */
  | 'ACCOUNT_FROZEN'
  | 'INVALID_CODE'
  /** Only the mailbox speaks for the caller, by which the password was reset too (READ-14). */
  | 'ANOTHER_PROOF_NEEDED'
  | 'INVALID_INPUT'
  | 'SECOND_FACTOR_REQUIRED'
  | 'EMAIL_TAKEN'
  | 'REGION_CLOSED'
  | 'QUOTE_EXPIRED'
  | 'QUOTE_USED'
  | 'BELOW_MINIMUM'
  | 'INSUFFICIENT_BALANCE'
  | 'PAIR_UNAVAILABLE'
  | 'VERIFICATION_REQUIRED'
  | 'PROFILE_INCOMPLETE'
  /** Where the customer pays tax must be certified before their first trade. */
  | 'TAX_RESIDENCE_REQUIRED'
  | 'WITHDRAWALS_HELD'
  | 'LIMIT_EXCEEDED'
  | 'ROUTE_UNAVAILABLE'
  /** A withdrawal that was sent, or has ended, can no longer be cancelled. */
  | 'NOT_CANCELLABLE'
  /** The address looks like one the customer knows but is a different one: to be checked again. */
  | 'ADDRESS_LOOKALIKE'
  /** Withdrawals go to saved recipients alone, which this one is not, or not yet. */
  | 'RECIPIENT_NOT_SAVED'
  /** The recipient's owner is not stated, or was stated anew after the review. */
  | 'COUNTERPARTY_UNKNOWN'
  /** The customer has not proved yet that they control the wallet. */
  | 'CONTROL_NEEDED'
  | 'BALANCE_NOT_EMPTY';

/** This page may not know a newer server's code; the refusal's message is shown all the same. */
const refusalCode = v.custom<RefusalCode>((code) => typeof code === 'string');

export const refusal = v.object({
  status: v.literal('error'),
  code: refusalCode,
  message: v.string(),
  /** The texts of single fields or rules, if there are several. */
  errors: v.optional(v.array(v.string())),
  /** The field of the request that is refused, if it is one: the page leads back to it. */
  field: v.optional(v.string()),
  /** False: the session is over (SESS-06). */
  security: v.optional(v.boolean()),
  /** False: the access token could not be refreshed. */
  securityRefresh: v.optional(v.boolean()),
  /** True with VERIFICATION_REQUIRED if the check was decided against: there is nothing to begin. */
  rejected: v.optional(v.boolean()),
  /** Seconds to wait, with TOO_MANY; with UNAVAILABLE: the server is busy, and nothing was done (OPS-10). */
  retryAfter: v.optional(v.number()),
  /** For mailed codes: whether the newest one that was sent to this browser is still valid. */
  codeCounts: v.optional(v.boolean()),
  /** True if a mailed code for this action is missing or wrong, rather than an authenticator's (KEEP-15). */
  mailed: v.optional(v.boolean()),
  /** True if the operator's code is asked for, with which staff set up their first factor (HARD-65). */
  enrols: v.optional(v.boolean()),
  /** With UNAVAILABLE: the reference under which the server's log has the failure. */
  reference: v.optional(v.string()),
});

export type Refusal = v.InferOutput<typeof refusal>;
