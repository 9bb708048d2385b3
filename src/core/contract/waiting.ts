import * as v from 'valibot';
import { requestKinds } from '#core/domain/request-rules.ts';
import { endpoint } from './endpoint.ts';
import { decimal, empty, instant, success, text } from './schemas.ts';
import { holdReasons } from './security.ts';

const money = { reference: text(100), amount: decimal, currency: v.string() };
const onChain = { ...money, network: v.string() };

/** What of a customer's is held or under way, and since when (EASE-15). */
export const waiting = v.variant('kind', [
  /** A withdrawal that can still be cancelled, until then. */
  v.object({ kind: v.literal('withdrawal-held'), since: instant, until: instant, ...onChain }),
  v.object({ kind: v.literal('withdrawal-sending'), since: instant, ...onChain }),
  /** It could be sent, and takes longer than usual; why is not told. */
  v.object({ kind: v.literal('withdrawal-delayed'), since: instant, ...onChain }),
  /** It is on the network. */
  v.object({ kind: v.literal('withdrawal-confirming'), since: instant, ...onChain }),
  /** It failed, and its money is on the way back to the wallet. */
  v.object({ kind: v.literal('withdrawal-returning'), since: instant, ...onChain }),
  v.object({
    kind: v.literal('deposit'),
    since: instant,
    ...onChain,
    confirmations: v.number(),
    needed: v.number(),
  }),
  /** It has its confirmations, and takes longer than usual; why is not told. */
  v.object({ kind: v.literal('deposit-delayed'), since: instant, ...onChain }),
  /** It is held until the customer says who sent it (KEEP-07). */
  v.object({ kind: v.literal('deposit-asks'), since: instant, ...onChain }),
  /** A bank transfer that has not arrived, or that is not the customer's and goes back to who sent it. */
  v.object({ kind: v.literal('transfer-arriving'), since: instant, ...money }),
  v.object({ kind: v.literal('transfer-returning'), since: instant, ...money }),
  /** By card; the amount is what the card is charged. */
  v.object({ kind: v.literal('purchase'), since: instant, ...money }),
  v.object({ kind: v.literal('refund'), since: instant, ...money }),
  /** The identity check is with the reviewer. */
  v.object({ kind: v.literal('identity') }),
  /** No withdrawal is sent until then; null: until the password is reset. */
  v.object({
    kind: v.literal('hold'),
    until: v.nullable(instant),
    reason: v.picklist(holdReasons),
  }),
  /** Something asked of us that is not answered yet. */
  v.object({
    kind: v.literal('request'),
    since: instant,
    until: instant,
    reference: text(100),
    request: v.picklist(requestKinds),
  }),
  /** The second factor is removed then, for somebody who lost it. */
  v.object({ kind: v.literal('recovery'), since: instant, until: v.nullable(instant) }),
]);
export type Waiting = v.InferOutput<typeof waiting>;

/** Everything of a customer's that waits for something: the account itself first, then the longest. */
export const listWaiting = endpoint({
  path: '/exchange/list-waiting',
  access: 'user',
  effect: 'read',
  request: empty,
  answer: v.object({ ...success, data: v.array(waiting) }),
});
