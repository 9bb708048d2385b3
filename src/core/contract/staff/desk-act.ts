import * as v from 'valibot';
import { id, sentInstant, text } from '#core/contract/schemas.ts';
import { channels } from '#core/people/channels.ts';
import { LONGEST_TEXT } from '#core/people/request-rules.ts';

/**
 * The kinds of cases that officers decide at the desk (KEEP-10). `held`: by screening; `suspended`: by our own rules;
 * `monitoring`: what rules found in what has happened.
 */
export const caseKinds = [
  'request',
  'held',
  'suspended',
  'monitoring',
  'deposit-aside',
  'bank-aside',
  'closed-money',
  'payee',
  'risk',
  'ending',
  'debt',
  'charge-back',
  'card-holder',
  'identity',
  'stuck',
] as const;
export type CaseKind = (typeof caseKinds)[number];

/**
 * What an officer can do with a case. `no-error`: nothing wrong was found, and the written explanation
 * follows; `later`: the answer is due later; `close`: nothing is left to do; `release`: what is held goes on;
 * `report`: it was reported to the authority, and stays held; `confirm`: the authority wants it held; `nothing`:
 * there is nothing to report; `low`, `medium`, `high`: the customer's risk
 * group from now on; `end`, `end-now`, `go-on`: the relationship ends with notice, or at once, or the notice is
 * taken back; `pay`, `refund`, `book`: what came for a closed account is paid to its owner, goes back to the card it
 * came from, or is booked as the house's; `theirs`, `not-theirs`: whether what a closed account owes is owed by this
 * customer, or a document or a card is this customer's; `take-back`: they were taken for somebody else, and get back what was taken; `waive`:
 * what is owed for a card payment was paid in another way, or is given up; `give-back`: what does not leave is in its
 * customer's balance again.
 */
export const caseDecisions = [
  'answer',
  'reject',
  'no-error',
  'later',
  'close',
  'release',
  'report',
  'confirm',
  'nothing',
  'low',
  'medium',
  'high',
  'end',
  'end-now',
  'go-on',
  'pay',
  'refund',
  'book',
  'theirs',
  'not-theirs',
  'take-back',
  'waive',
  'give-back',
] as const;
export type CaseDecision = (typeof caseDecisions)[number];

/** The decisions that cases of each kind can have at all; `getCase` says which of them a case has now. */
interface Decisions extends Readonly<Record<CaseKind, CaseDecision>> {
  readonly request: 'answer' | 'reject' | 'no-error' | 'later';
  readonly held: 'release' | 'reject' | 'report' | 'confirm' | 'nothing';
  readonly suspended: Decisions['held'];
  readonly monitoring: 'nothing' | 'report';
  readonly 'deposit-aside': 'close';
  readonly 'bank-aside': 'close' | 'release' | 'reject';
  readonly 'closed-money': 'pay' | 'refund' | 'book';
  readonly payee: 'release' | 'close';
  readonly risk: 'low' | 'medium' | 'high';
  readonly ending: 'end' | 'end-now' | 'later' | 'go-on';
  readonly debt: 'theirs' | 'not-theirs' | 'take-back';
  readonly 'charge-back': 'close' | 'waive';
  readonly 'card-holder': 'theirs' | 'not-theirs' | 'close';
  readonly identity: 'theirs' | 'not-theirs';
  readonly stuck: 'go-on' | 'give-back' | 'release' | 'reject' | 'refund' | 'close';
}
export type DecisionOf<Kind extends CaseKind> = Decisions[Kind];

/** Where `pay` sends it: a bank account (an IBAN, or BSB and account number), or an address with its network and tag. */
export const payTo = v.object({
  account: text(200),
  network: v.optional(text(40), ''),
  tag: v.optional(text(20), ''),
});

/** The registers that an officer may download. */
export const registers = [
  'requests',
  'held',
  'monitoring',
  'large',
  'ended',
  'aside',
  'log',
] as const;
export type Register = (typeof registers)[number];

/**
 * What an officer does with a fresh proof of their second factor, which counts for this alone (READ-08): decides a case,
 * has what is kept of a closed account erased or kept longer, takes a register or the evidence about a card payment
 * along, reads what is kept of a closed account, or says that they speak with a customer.
 */
export const deskAct = v.variant('act', [
  v.object({
    act: v.literal('decide'),
    kind: v.picklist(caseKinds),
    id,
    decision: v.picklist(caseDecisions),
    reason: text(LONGEST_TEXT),
    due_at: v.optional(sentInstant),
    to: v.optional(payTo),
  }),
  v.object({ act: v.picklist(['erase', 'extend']), id, reason: text(LONGEST_TEXT) }),
  v.object({ act: v.literal('register'), register: v.picklist(registers) }),
  v.object({ act: v.literal('evidence'), id }),
  v.object({ act: v.literal('read'), about: text(254) }),
  v.object({
    act: v.literal('speak'),
    id,
    channel: v.picklist(channels),
    reason: text(LONGEST_TEXT),
  }),
]);
export type DeskAct = v.InferOutput<typeof deskAct>;
