import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import { empty, instant, line, success, text } from '#core/contract/schemas.ts';
import { LONGEST_TEXT, requestKinds, requestStates } from '#core/people/request-rules.ts';

/** A customer's request or complaint, with its deadline (KEEP-03). */
export const customerRequest = v.object({
  /** The reference used in mails and by staff. */
  reference: v.string(),
  kind: v.picklist(requestKinds),
  /** The id of the transaction concerned, as the app shows it; empty if there is none. */
  about: v.string(),
  /** A short description of that transaction, such as “Withdraw Bitcoin”. */
  title: v.string(),
  body: v.string(),
  state: v.picklist(requestStates),
  sent_at: instant,
  /** The deadline for the answer. */
  due_at: instant,
  /** Why the answer takes longer than first promised; empty if it does not. */
  later: v.string(),
  answer: v.string(),
  answered_at: v.nullable(instant),
});
export type CustomerRequest = v.InferOutput<typeof customerRequest>;

/** The customer's own requests, newest first. */
export const listRequests = endpoint({
  path: '/exchange/list-requests',
  access: 'user',
  effect: 'read',
  givesWay: 'histories',
  request: empty,
  answer: v.object({ ...success, data: v.array(customerRequest), as_of: instant }),
});

/** Sends a request. A repetition with the same key returns the request that was sent first. */
export const sendRequest = endpoint({
  path: '/exchange/send-request',
  access: 'user',
  effect: 'write',
  hourly: 30,
  request: v.object({
    key: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
    kind: v.picklist(requestKinds),
    about: v.optional(text(100), ''),
    title: v.optional(line(100), ''),
    body: text(LONGEST_TEXT),
  }),
  answer: v.object({ ...success, data: customerRequest }),
});
