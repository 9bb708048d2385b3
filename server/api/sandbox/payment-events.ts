import {
  decideSandboxPayment,
  LATE_MINUTES,
  type SandboxOutcome,
  sandboxNotice,
} from '#server/adapters/payment/sandbox.ts';
import { type CardPlan, cardPlans, writeSwitch } from '#server/adapters/sandbox-switches.ts';
import { did, didNot, ofCustomer, type SandboxEvent, type Told } from './told.ts';

export const cardSentences: Readonly<Record<CardPlan, string>> = {
  success: 'is paid, whichever card is chosen',
  declined: 'is declined, whichever card is chosen',
  late: `is paid only ${LATE_MINUTES} minutes after the customer presses Pay`,
  never: 'is never answered by the bank',
};

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
const payment = ofCustomer(async (deps, field, { id, email }, app): Promise<Told> => {
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

export const paymentEvents: Readonly<Record<string, SandboxEvent>> = { card, refunds, payment };
