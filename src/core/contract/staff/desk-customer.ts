import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import { decimal, instant, success, text } from '#core/contract/schemas.ts';
import { accountTransaction, failedPayment } from '#core/contract/wallet/history.ts';
import { caseRow, conversation } from './desk.ts';

/** A customer as an officer sees them (EYE-09): what is open, what they hold, and what moved. */
export const deskCustomer = v.object({
  /** The account. */
  id: v.string(),
  email: v.string(),
  name: v.string(),
  country: v.string(),
  since: instant,
  kyc_status: v.string(),
  /** Whether the relationship goes on, in words. */
  relationship: v.string(),
  /** Null before a group was decided. */
  risk: v.nullable(
    v.object({
      group: v.picklist(['low', 'medium', 'high']),
      /** Why they are in this group, and who said so: an officer's address, or empty for the rules. */
      reason: v.string(),
      by: v.string(),
      decided_at: instant,
      /** When their data is to be updated. */
      due_at: instant,
    }),
  ),
  /** In whole units, what is on hold included. */
  holdings: v.array(v.object({ currency_id: v.string(), amount: decimal })),
  /** Their open cases, what is due first; at most fifty. */
  cases: v.array(caseRow),
  /** Members of staff who are speaking with them now. */
  speaking: v.array(conversation),
  transactions: v.array(accountTransaction),
  failed_payments: v.array(failedPayment),
  /** Where older transactions go on. */
  next: v.optional(v.string()),
});
export type DeskCustomer = v.InferOutput<typeof deskCustomer>;

/**
 * A customer, by account or by email address, with a page of their history. Those whom no open case names can be looked
 * up only so often (READ-08).
 */
export const readCustomer = endpoint({
  path: '/desk/read-customer',
  access: 'compliance',
  effect: 'read',
  givesWay: 'histories',
  request: v.object({ id: text(254), after: v.optional(text(200)) }),
  answer: v.object({ ...success, data: deskCustomer, as_of: instant }),
});
