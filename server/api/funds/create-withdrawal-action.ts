import type { AnswerOf } from '#core/contract/endpoint.ts';
import { createWithdrawal as endpoint } from '#core/contract/funds.ts';
import { parsePrice } from '#core/domain/price.ts';
import { withdrawalRequestedMail } from '#server/adapters/mail/texts.ts';
import { type Handler, keyOf, signedIn } from '#server/api/handler.ts';
import { unavailable } from '#server/refusal/refusals.ts';
import { isRefused, refuse } from '#server/refusal/refused.ts';
import { notify } from '#server/services/notify.ts';
import { earlierAnswer, once } from '#server/services/once.ts';
import { queueMail } from '#server/services/outbox.ts';
import { findRoute } from '#server/services/payment-routes.ts';
import { alarmedRecipientOf } from '#server/services/recipients.ts';
import {
  forgetSecondFactorAttempts,
  limitSecondFactor,
} from '#server/services/second-factor-limit.ts';
import { requestWithdrawal } from '#server/services/withdraw.ts';
import { checkWithdrawal } from '#server/services/withdrawal-checks.ts';

export const createWithdrawal: Handler<typeof endpoint> = async (
  call,
  { otp = '', addressCompared: looked = false, ...request },
) => {
  const { deps } = call;
  const { userId, sessionId } = signedIn(call);
  // Without the code: a repetition with another code is still the same withdrawal.
  const intent = { userId, key: keyOf(call), operation: endpoint.path, request };
  const before = await earlierAnswer<AnswerOf<typeof endpoint>>(deps.db, intent);
  if (before) return before;
  const route = await findRoute(deps.db, userId, request.paymentRouteId);
  if (!route) {
    return refuse('ROUTE_UNAVAILABLE', 'Payment route not found for selected network');
  }
  const checked = checkWithdrawal(request, route);
  if (isRefused(checked)) return checked;
  const limited = otp ? await limitSecondFactor(deps, userId) : undefined;
  if (limited) return limited;
  const found = await deps.parties.market.price(checked.asset.code);
  const price = found && parsePrice(found.usd);
  if (!price) return unavailable();
  const withdrawal = { userId, sessionId, route, checked, price, otp, looked };
  const answer = await once(deps, intent, async (tx) => {
    const data = await requestWithdrawal(deps, tx, withdrawal);
    if (isRefused(data)) return data;
    const { amount, currency_id: currency } = data;
    const mail = { amount, currency, address: checked.address };
    const recipient = await alarmedRecipientOf(deps, tx, userId);
    await queueMail(deps, tx, withdrawalRequestedMail(recipient, mail));
    await notify(deps, tx, userId, {
      event: 'transactionCreated',
      popup: 'A withdrawal was requested.',
    });
    return { status: 'success' as const, data };
  });
  if (otp && !isRefused(answer)) await forgetSecondFactorAttempts(deps, userId);
  return answer;
};
