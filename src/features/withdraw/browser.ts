import { describeRecipient, proveRecipient } from '#core/contract/counterparty.ts';
import { getPaymentRoutes } from '#core/contract/funds.ts';
import { createWithdrawal } from '#core/contract/withdrawal.ts';
import { checkWithdrawalAddress } from '#core/contract/withdrawal-address.ts';
import { holdFlow } from '#platform/flow-lock.ts';
import { readBalances } from '#transport/balances.ts';
import { call } from '#transport/call.ts';
import { loadKyc } from '#transport/kyc.ts';
import { endsWithScope } from '#transport/scope.ts';
import { sendingDeps } from '#withdrawal/sending-browser.ts';
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
