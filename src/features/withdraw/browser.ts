import { verifyTwoFactor } from '#core/contract/account.ts';
import { getPaymentRoutes } from '#core/contract/funds.ts';
import { checkWithdrawalAddress, createWithdrawal } from '#core/contract/withdrawal.ts';
import { ok } from '#core/failure.ts';
import { holdFlow } from '#platform/flow-lock.ts';
import { readBalances } from '#transport/balances.ts';
import { call } from '#transport/call.ts';
import { failureText } from '#transport/failure-text.ts';
import { type Intent, newIntent, openIntents } from '#transport/intents.ts';
import { loadKyc } from '#transport/kyc.ts';
import { sendable } from '#transport/once.ts';
import { session, setTwoFactor } from '#transport/session.ts';
import { toast } from '#ui/toasts.ts';
import type { WithdrawDeps, WithdrawIntent } from './withdraw-deps.ts';

const withdrawIntent = (intent: Intent): WithdrawIntent => ({
  summary: {
    currency: intent.summary.currency ?? '',
    amount: intent.summary.amount ?? '',
    address: intent.summary.address ?? '',
  },
  ...sendable(intent, createWithdrawal),
});

/**
 * The machine's dependencies in a browser. `mine`: whether the customer who began is still signed
 * in.
 */
export const withdrawDeps = (mine: () => boolean): WithdrawDeps => ({
  twoFactor: () => session.user?.is2FA === 1,
  setTwoFactor: (on) => {
    if (mine()) setTwoFactor(on);
  },
  routes: () => call(getPaymentRoutes, { limit: 100, offset: 0 }),
  balances: readBalances,
  kyc: loadKyc,
  async familiarity(paymentRouteId, cryptoAddress, tag) {
    const outcome = await call(checkWithdrawalAddress, { paymentRouteId, cryptoAddress, tag });
    return outcome.ok ? outcome.value.data : undefined;
  },
  async verifyCode(otp) {
    const outcome = await call(verifyTwoFactor, { otp });
    return outcome.ok ? ok(outcome.value.data.valid) : outcome;
  },
  failureText,
  newIntent: (summary) => withdrawIntent(newIntent(createWithdrawal.path, { ...summary })),
  openIntents: () => openIntents(createWithdrawal.path).map(withdrawIntent),
  hold: () => holdFlow('withdrawal'),
  tell: (kind, text, options) => {
    if (mine()) toast[kind](text, options);
  },
});
