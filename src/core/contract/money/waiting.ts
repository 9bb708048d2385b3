import * as v from 'valibot';
import { holdReasons } from '#core/contract/account/security.ts';
import { endpoint } from '#core/contract/endpoint.ts';
import { decimal, empty, instant, success, text } from '#core/contract/schemas.ts';
import { requestKinds } from '#core/people/request-rules.ts';

const money = { reference: text(100), amount: decimal, currency: v.string() };
const onChain = { ...money, network: v.string() };

/** Everything of a customer's that is held or under way, and since when (EASE-15). */
export const waiting = v.variant('kind', [
  /** A withdrawal that can be cancelled until then. */
  v.object({ kind: v.literal('withdrawal-held'), since: instant, until: instant, ...onChain }),
  v.object({ kind: v.literal('withdrawal-sending'), since: instant, ...onChain }),
  /** A withdrawal that is delayed, for a reason that the customer is not told. */
  v.object({ kind: v.literal('withdrawal-delayed'), since: instant, ...onChain }),
  /** A withdrawal that was sent to the network. */
  v.object({ kind: v.literal('withdrawal-confirming'), since: instant, ...onChain }),
  /** A withdrawal that failed, and whose money is returning to the wallet. */
  v.object({ kind: v.literal('withdrawal-returning'), since: instant, ...onChain }),
  v.object({
    kind: v.literal('deposit'),
    since: instant,
    ...onChain,
    confirmations: v.number(),
    needed: v.number(),
  }),
  /** A deposit that is confirmed but delayed, for a reason that the customer is not told. */
  v.object({ kind: v.literal('deposit-delayed'), since: instant, ...onChain }),
  /** A deposit that is held until the customer states who sent it (KEEP-07). */
  v.object({ kind: v.literal('deposit-asks'), since: instant, ...onChain }),
  /** A bank transfer that has not arrived, or that came from somebody else and is being sent back. */
  v.object({ kind: v.literal('transfer-arriving'), since: instant, ...money }),
  v.object({ kind: v.literal('transfer-returning'), since: instant, ...money }),
  /** A card purchase; the amount is what the card is charged. */
  v.object({ kind: v.literal('purchase'), since: instant, ...money }),
  v.object({ kind: v.literal('refund'), since: instant, ...money }),
  /** The identity check is being reviewed. */
  v.object({ kind: v.literal('identity') }),
  /** No withdrawal is sent until then; null: until the password is reset. */
  v.object({
    kind: v.literal('hold'),
    until: v.nullable(instant),
    reason: v.picklist(holdReasons),
  }),
  /** A request of the customer's that is not answered yet. */
  v.object({
    kind: v.literal('request'),
    since: instant,
    until: instant,
    reference: text(100),
    request: v.picklist(requestKinds),
  }),
  /** The second factor will be removed then, because the customer lost it. */
  v.object({ kind: v.literal('recovery'), since: instant, until: v.nullable(instant) }),
]);
export type Waiting = v.InferOutput<typeof waiting>;

/** Everything that waits: matters of the account first, then those that have waited longest. */
export const listWaiting = endpoint({
  path: '/exchange/list-waiting',
  access: 'user',
  effect: 'read',
  givesWay: 'histories',
  request: empty,
  answer: v.object({ ...success, data: v.array(waiting) }),
});
