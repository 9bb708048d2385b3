import * as v from 'valibot';
import { requestKinds } from '#core/people/request-rules.ts';
import { carried } from './carried.ts';

const text = v.pipe(v.string(), v.maxLength(100));

const transaction = v.object({
  /** A description of the transaction, such as “Withdraw Bitcoin”. */
  title: text,
  /** Its id, as the app shows it. */
  id: v.pipe(text, v.minLength(1)),
  /** When it happened, in milliseconds. */
  at: v.pipe(v.number(), v.finite()),
});

/** The subject of a request, for its form: the kind that is chosen already, and what it is about. */
export const reportTopic = carried(
  'report',
  v.object({
    kind: v.fallback(v.optional(v.picklist(requestKinds)), undefined),
    transaction: v.fallback(v.optional(transaction), undefined),
  }),
);
export type ReportTopic = NonNullable<ReturnType<typeof reportTopic.read>>;
