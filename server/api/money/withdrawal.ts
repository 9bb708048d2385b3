import { createPayout, createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { checkAddress } from '#core/networks/address/check-address.ts';
import { cleanAddress } from '#core/networks/address/clean-address.ts';
import { accountOperation, type Handlers, signedIn } from '#server/api/handling/handler.ts';
import { notFound, routeUnavailable } from '#server/refusal/refusals.ts';
import { isRefused, refuse } from '#server/refusal/refused.ts';
import { findRoute, type RouteRow } from '#server/services/exchange/offers/payment-routes.ts';
import { cancelWithdrawal } from '#server/services/money-out/withdrawals/cancel-withdrawal.ts';
import {
  createWithdrawal as create,
  createPayout as payOut,
} from '#server/services/money-out/withdrawals/create-withdrawal.ts';
import { checkPayee } from '#server/services/money-out/withdrawals/payee.ts';
import {
  describeRecipient,
  proveRecipient,
  type Recipient,
  reviewRecipient,
} from '#server/services/money-out/withdrawals/recipients.ts';
import { mailTransferCode } from '#server/services/money-out/withdrawals/transfer-confirmation.ts';
import { plainTag } from '#server/services/money-out/withdrawals/withdrawal-checks.ts';
import { readWithdrawal } from '#server/services/money-out/withdrawals/withdrawal-view.ts';

/** The recipient of a request's address on its route. */
const recipientOf = (
  route: RouteRow,
  { cryptoAddress, tag }: { readonly cryptoAddress: string; readonly tag: string },
): Recipient => ({
  network: route.network,
  address: cleanAddress(cryptoAddress),
  tag: plainTag(tag),
});

export const withdrawalHandlers = {
  cancelWithdrawal: async (call, { withdrawal_id: id }) => {
    const data = await cancelWithdrawal(call.deps, signedIn(call), id);
    return isRefused(data) ? data : { status: 'success', data };
  },

  checkPayee: async (call, { address_id: id }) => {
    const data = await checkPayee(call.deps, signedIn(call).userId, id);
    return isRefused(data) ? data : { status: 'success', data };
  },

  checkWithdrawalAddress: async (call, request) => {
    const data = await reviewRecipient(call.deps, signedIn(call), {
      routeId: request.paymentRouteId,
      address: cleanAddress(request.cryptoAddress),
      tag: plainTag(request.tag),
      amount: request.amount,
    });
    return isRefused(data) ? data : { status: 'success', data };
  },

  createPayout: async (
    call,
    { otp = '', transferCode = '', password, payee: saw = '', payeeConfirmed, ...request },
  ) => {
    const operation = accountOperation(call, createPayout, request);
    return payOut(call.deps, operation, {
      ...{ otp, transferCode, password },
      payee: { saw, confirmed: payeeConfirmed === true },
    });
  },

  createWithdrawal: async (
    call,
    { otp = '', transferCode = '', password, addressCompared: looked = false, saidAt, ...request },
  ) => {
    // Without codes, password and reviewed figures: a repetition with different ones is still the same
    // withdrawal.
    const operation = accountOperation(call, createWithdrawal, request);
    return create(call.deps, operation, { otp, transferCode, password, looked, saidAt });
  },

  describeRecipient: async (call, { counterparty, ...request }) => {
    const owner = signedIn(call);
    const route = await findRoute(call.deps.db, owner.userId, request.paymentRouteId);
    if (!route) return routeUnavailable();
    const to = recipientOf(route, request);
    const wrong = checkAddress(route.network, to.address).kind !== 'valid';
    if (wrong) return refuse('INVALID_INPUT', `This is not an address of ${route.network}.`);
    const refused = await describeRecipient(call.deps, owner, to, counterparty);
    return refused ?? { status: 'success' };
  },

  proveRecipient: async (call, { signature, ...request }) => {
    const owner = signedIn(call);
    const route = await findRoute(call.deps.db, owner.userId, request.paymentRouteId);
    if (!route) return routeUnavailable();
    const refused = await proveRecipient(call.deps, owner, recipientOf(route, request), signature);
    return refused ?? { status: 'success' };
  },

  getWithdrawal: async (call, { withdrawal_id: id }) => {
    const { deps } = call;
    const data = await readWithdrawal(deps, deps.db, signedIn(call).userId, id);
    return data ? { status: 'success', data } : notFound();
  },

  sendTransferCode: async (call, { transfer }) => {
    const data = await mailTransferCode(call.deps, signedIn(call), transfer);
    return isRefused(data)
      ? data
      : { status: 'success', message: 'The code was sent to your email', data };
  },
} satisfies Partial<Handlers>;
