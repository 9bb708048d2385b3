import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { empty, instant, success } from './schemas.ts';

const termsVersion = v.object({
  version: v.string(),
  /** From when it counts for this customer. */
  counts_at: instant,
  /** When they were told of it; null: they accepted it by registering. */
  told_at: v.nullable(instant),
  /** What is new in it, a sentence each; empty for the first version. */
  changes: v.array(v.string()),
  /** Where its text is read. */
  path: v.string(),
});
export type TermsVersion = v.InferOutput<typeof termsVersion>;

const customerTerms = v.object({
  /** Null only until a server has taken down the versions it has. */
  current: v.nullable(termsVersion),
  coming: v.array(termsVersion),
  former: v.array(termsVersion),
  /** We end the agreement: when, and until when the customer can take what they hold (KEEP-12). */
  ending: v.nullable(v.object({ ends_at: instant, claim_until: instant })),
});
export type CustomerTerms = v.InferOutput<typeof customerTerms>;

/** Which version of the terms the customer has accepted, and which comes (KEEP-02). That they saw it is noted. */
export const getTerms = endpoint({
  path: '/users/get-terms',
  access: 'user',
  effect: 'write',
  repeatable: true,
  request: empty,
  answer: v.object({ ...success, data: customerTerms }),
});
