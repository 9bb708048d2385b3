import { getBankDetails } from '#core/contract/money/bank.ts';
import { getPaymentRoutes } from '#core/contract/money/funds.ts';
import { checkPayee, type Payee } from '#core/contract/money/payee.ts';
import { createPayout } from '#core/contract/money/withdrawal.ts';
import { holdFlow } from '#platform/page/flow-lock.ts';
import { call } from '#transport/calls/call.ts';
import { readThrough } from '#transport/calls/read-through.ts';
import { readBalances } from '#transport/money/balances.ts';
import { loadKyc } from '#transport/session/kyc.ts';
import { endsWithScope } from '#transport/session/scope.ts';
import { sendingDeps } from '#withdrawal/sending-wiring.ts';
import type { CashOutDeps } from './cash-out-machine.ts';

/** Longer than the server waits for the bank. */
const PATIENCE_MS = 8_000;

const UNKNOWN: Payee = { answer: 'unknown', name: '' };

async function asked(addressId: string): Promise<Payee> {
  const outcome = await call(checkPayee, { address_id: addressId });
  return outcome.ok ? outcome.value.data : UNKNOWN;
}

const silence = (): Promise<Payee> =>
  new Promise((resolve) => setTimeout(() => resolve(UNKNOWN), PATIENCE_MS));

/** The machine's dependencies in a browser. */
export const cashOutDeps = (): CashOutDeps => ({
  ...sendingDeps(createPayout),
  payout: (show) =>
    readThrough('bank', getBankDetails, {}, ({ data }, { source }) =>
      show(data.payout, source === 'server'),
    ),
  payee: (addressId) => Promise.race([asked(addressId), silence()]),
  routes: () => call(getPaymentRoutes, { limit: 100, offset: 0 }),
  balances: readBalances,
  kyc: loadKyc,
  hold: () => endsWithScope(holdFlow('withdrawal')),
});
