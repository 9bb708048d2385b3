import * as v from 'valibot';
import { LONGEST_TEXT, requestKinds, requestStates } from '#core/domain/request-rules.ts';
import { endpoint } from './endpoint.ts';
import { empty, instant, line, success, text } from './schemas.ts';

/** What a customer asked of us or told us, with its clock (KEEP-03). */
export const customerRequest = v.object({
  /** What it is called in mails and by whoever answers. */
  reference: v.string(),
  kind: v.picklist(requestKinds),
  /** The id of the transaction it is about, as the app shows it; empty where it is about none. */
  about: v.string(),
  /** That transaction in the customer's words. */
  title: v.string(),
  body: v.string(),
  state: v.picklist(requestStates),
  sent_at: instant,
  /** By when it is answered; once it is, by when it was due. */
  due_at: instant,
  /** Why it takes longer than was said first; empty where it does not. */
  later: v.string(),
  answer: v.string(),
  answered_at: v.nullable(instant),
});
export type CustomerRequest = v.InferOutput<typeof customerRequest>;

/** A customer's own, the newest first. */
export const listRequests = endpoint({
  path: '/exchange/list-requests',
  access: 'user',
  effect: 'read',
  request: empty,
  answer: v.object({ ...success, data: v.array(customerRequest), as_of: instant }),
});

/** Sends one. Under a key that was used before it answers with the one that was sent under it. */
export const sendRequest = endpoint({
  path: '/exchange/send-request',
  access: 'user',
  effect: 'write',
  request: v.object({
    key: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
    kind: v.picklist(requestKinds),
    about: v.optional(text(100), ''),
    title: v.optional(line(100), ''),
    body: text(LONGEST_TEXT),
  }),
  answer: v.object({ ...success, data: customerRequest }),
});
