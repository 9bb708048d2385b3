import { verifyTwoFactor } from '#core/contract/account/account.ts';
import type { RequestOf } from '#core/contract/endpoint.ts';
import type { createPayout, createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { ok } from '#core/failure.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { sendable } from '#transport/calls/once.ts';
import { type Intent, newIntent, openIntents } from '#transport/customer/intents.ts';
import { session, setTwoFactor } from '#transport/session/session.ts';
import { toast } from '#ui/feedback/toasts.ts';
import type { SendingDeps, SendingIntent } from './sending.ts';

type Withdrawing = typeof createWithdrawal | typeof createPayout;

/** What sending needs, in a browser. */
export function sendingDeps<E extends Withdrawing>(endpoint: E): SendingDeps<RequestOf<E>> {
  const intentOf = (intent: Intent): SendingIntent<RequestOf<E>> => ({
    summary: {
      currency: intent.summary.currency ?? '',
      amount: intent.summary.amount ?? '',
      address: intent.summary.address ?? '',
    },
    ...sendable(intent, endpoint),
  });
  return {
    twoFactor: () => session.user?.is2FA === 1,
    setTwoFactor,
    async verifyCode(otp) {
      const outcome = await call(verifyTwoFactor, { otp });
      return outcome.ok ? ok(outcome.value.data.valid) : outcome;
    },
    failureText,
    newIntent: (summary) => intentOf(newIntent(endpoint.path, { ...summary })),
    openIntents: () => openIntents(endpoint.path).map(intentOf),
    tell: (kind, text, options) => void toast[kind](text, options),
  };
}
