import { getBankDetails } from '#core/contract/bank.ts';
import { getPaymentRoutes } from '#core/contract/funds.ts';
import { createPayout } from '#core/contract/withdrawal.ts';
import { holdFlow } from '#platform/flow-lock.ts';
import { readBalances } from '#transport/balances.ts';
import { call } from '#transport/call.ts';
import { loadKyc } from '#transport/kyc.ts';
import { readThrough } from '#transport/read-through.ts';
import { sendingDeps } from '#withdrawal/sending-browser.ts';
import type { CashOutDeps } from './cash-out-machine.ts';

/**
 * The machine's dependencies in a browser. `mine`: whether the customer who began is still signed
 * in.
 */
export const cashOutDeps = (mine: () => boolean): CashOutDeps => ({
  ...sendingDeps(createPayout, mine),
  payout: (show) =>
    readThrough('bank', getBankDetails, {}, ({ data }, { source }) =>
      show(data.payout, source === 'server'),
    ),
  routes: () => call(getPaymentRoutes, { limit: 100, offset: 0 }),
  balances: readBalances,
  kyc: loadKyc,
  hold: () => holdFlow('withdrawal'),
});
