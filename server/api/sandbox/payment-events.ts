import { parseUnits } from '#core/money/decimal.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import {
  type CardPlan,
  cardPlans,
  type SettlementPlan,
  settlementPlans,
  writeSwitch,
} from '#server/adapters/party/sandbox-switches.ts';
import type { DisputeState } from '#server/adapters/payment/payment.ts';
import {
  decideSandboxPayment,
  disputeInSandbox,
  LATE_MINUTES,
  type SandboxOutcome,
  sandboxNotice,
} from '#server/adapters/payment/sandbox-payment.ts';
import { did, didNot, type Happening, ofCustomer, type SandboxEvent } from './told.ts';

export const cardSentences: Readonly<Record<CardPlan, string>> = {
  success: 'is paid, whichever card is chosen',
  declined: 'is declined, whichever card is chosen',
  late: `is paid only ${LATE_MINUTES} minutes after the customer presses Pay`,
  never: 'is never answered by the bank',
};

export function settlementSentence(plan: SettlementPlan | undefined): string {
  switch (plan) {
    case undefined:
      return 'are right';
    case 'cent':
      return 'have a cent too much';
    case 'silent':
      return 'do not come';
  }
}

/** A reason of a card's bank. */
const LONGEST_REASON = 200;

const card: SandboxEvent = async (deps, field) => {
  const plan = cardPlans.find((one) => one === field('plan'));
  await writeSwitch(deps.db, 'card', plan);
  return did(
    plan
      ? `The next card payment ${cardSentences[plan]}.`
      : 'The next card payment ends as its card says.',
  );
};

const refunds: SandboxEvent = async (deps, field) => {
  const refused = field('refunds') === 'refused';
  await writeSwitch(deps.db, 'refunds', refused ? 'refused' : undefined);
  return did(
    refused
      ? 'The card provider refuses to give payments back from now on.'
      : 'The card provider gives payments back when it is asked to.',
  );
};

const outcomes: ReadonlyMap<string, readonly [SandboxOutcome, string]> = new Map([
  ['paid', ['success', 'took']],
  ['declined', ['declined', 'declined']],
]);

/** Decides a payment and sends the notice like a real provider: signed, to the address for notices. */
const payment = ofCustomer(async (deps, field, { id, email }, app): Promise<Happening> => {
  const [outcome, verb] = outcomes.get(field('outcome')) ?? [];
  if (!outcome) return didNot('Choose how the payment ends.');
  const open = await deps.db
    .selectFrom('purchases')
    .select(['id', 'token'])
    .where('user_id', '=', id)
    .where('status', 'in', ['pending', 'unknown'])
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  const notice = open && (await sandboxNotice(deps.db, open.id));
  if (!open || !notice) {
    return didNot(`${email} has no card payment under way. Begin to buy something first.`);
  }
  await decideSandboxPayment(deps.db, open.token, outcome, deps.clock.now);
  const { status } = await app.request('/webhooks/payment', {
    method: 'POST',
    body: notice.body,
    headers: { 'x-sandbox-signature': notice.signature },
  });
  const what = `The bank ${verb} the card payment of ${email}`;
  if (status !== 204) return did(`${what}, but the provider is down and cannot say so.`);
  const now = await deps.db
    .selectFrom('purchases')
    .select('status')
    .where('id', '=', open.id)
    .executeTakeFirstOrThrow();
  return did(`${what}. The purchase is now: ${now.status}.`);
});

const disputeVerbs: ReadonlyMap<string, readonly [DisputeState, string]> = new Map([
  ['asked', ['asked', 'asks for papers about']],
  ['taken', ['taken', 'takes back']],
  ['lost', ['lost', 'keeps, for good,']],
  ['won', ['won', 'has to give back']],
  ['withdrawn', ['withdrawn', 'no longer disputes']],
]);

/** The card's bank disputes the newest payment that was made, and the provider sends a signed notice. */
const dispute = ofCustomer(async (deps, field, { id, email }, app): Promise<Happening> => {
  const [state, verb] = disputeVerbs.get(field('dispute')) ?? [];
  const paid = await deps.db
    .selectFrom('purchases')
    .select(['id', 'amount', 'currency'])
    .where('user_id', '=', id)
    .where('paid_at', 'is not', null)
    .orderBy('paid_at', 'desc')
    .executeTakeFirst();
  if (!state || !paid) return didNot(`${email} has paid nothing by card yet.`);
  const cents = parseUnits(field('amount') || paid.amount, FIAT_SCALE);
  if (!cents) return didNot('Type an amount, such as 100.00.');
  const done = await disputeInSandbox(deps.db, deps.clock.now, paid.id, {
    ...{ state, cents, reason: field('reason').slice(0, LONGEST_REASON) },
    isAnother: field('another') === 'yes',
  });
  const notice = done && (await sandboxNotice(deps.db, paid.id));
  if (!notice) return didNot(`${email} has paid nothing by card yet.`);
  const what = `The card’s bank ${verb} the payment of ${paid.amount} ${paid.currency} of ${email}`;
  if (field('notice') === 'lost') return did(`${what}, and the notice is lost.`);
  const { status } = await app.request('/webhooks/payment', {
    method: 'POST',
    body: notice.body,
    headers: { 'x-sandbox-signature': notice.signature },
  });
  return did(status === 204 ? `${what}.` : `${what}, but the notice was not taken.`);
});

const settlement: SandboxEvent = async (deps, field) => {
  const plan = settlementPlans.find((one) => one === field('plan'));
  await writeSwitch(deps.db, 'settlement', plan);
  return did(`The card provider’s settlements ${settlementSentence(plan)} from now on.`);
};

export const paymentEvents: Readonly<Record<string, SandboxEvent>> = {
  ...{ card, refunds, payment, dispute, settlement },
};
