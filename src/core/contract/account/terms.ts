import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import { empty, instant, success } from '#core/contract/schemas.ts';

const termsVersion = v.object({
  version: v.string(),
  /** When it starts to apply to this customer. */
  counts_at: instant,
  /** When the customer was told of it; null if they accepted it by registering. */
  told_at: v.nullable(instant),
  /** The changes in it, a sentence each; empty for the first version. */
  changes: v.array(v.string()),
  /** The path of its text. */
  path: v.string(),
});
export type TermsVersion = v.InferOutput<typeof termsVersion>;

const customerTerms = v.object({
  /** Null only until the server has recorded the versions it has. */
  current: v.nullable(termsVersion),
  coming: v.array(termsVersion),
  former: v.array(termsVersion),
  /**
   * For a customer whose agreement we end: when it ends, and until when they can withdraw what they hold
   * (KEEP-12).
   */
  ending: v.nullable(v.object({ ends_at: instant, claim_until: instant })),
});
export type CustomerTerms = v.InferOutput<typeof customerTerms>;

/**
 * The version of the terms that the customer has accepted, and the next one (KEEP-02). The server records
 * that they saw it.
 */
export const getTerms = endpoint({
  path: '/users/get-terms',
  access: 'user',
  effect: 'write',
  givesWay: 'histories',
  repeatable: true,
  request: empty,
  answer: v.object({ ...success, data: customerTerms }),
});
