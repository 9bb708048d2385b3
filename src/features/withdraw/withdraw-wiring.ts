import { describeRecipient, proveRecipient } from '#core/contract/money/counterparty.ts';
import { getPaymentRoutes } from '#core/contract/money/funds.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { checkWithdrawalAddress } from '#core/contract/money/withdrawal-address.ts';
import { holdFlow } from '#platform/page/flow-lock.ts';
import { call } from '#transport/calls/call.ts';
import { readBalances } from '#transport/money/balances.ts';
import { loadKyc } from '#transport/session/kyc.ts';
import { endsWithScope } from '#transport/session/scope.ts';
import { sendingDeps } from '#withdrawal/sending-wiring.ts';
import type { To, WithdrawDeps } from './withdraw-deps.ts';

const destinationOf = ({ routeId, address, tag }: To) => ({
  paymentRouteId: routeId,
  cryptoAddress: address,
  tag,
});

/** The machine's dependencies in a browser. */
export const withdrawDeps = (): WithdrawDeps => ({
  ...sendingDeps(createWithdrawal),
  routes: () => call(getPaymentRoutes, { limit: 100, offset: 0 }),
  balances: readBalances,
  kyc: loadKyc,
  async familiarity(to) {
    const { amount } = to;
    const outcome = await call(checkWithdrawalAddress, { ...destinationOf(to), amount });
    return outcome.ok ? outcome.value.data : undefined;
  },
  describe: (to, counterparty) => call(describeRecipient, { ...destinationOf(to), counterparty }),
  prove: (to, signature) => call(proveRecipient, { ...destinationOf(to), signature }),
  hold: () => endsWithScope(holdFlow('withdrawal')),
});
