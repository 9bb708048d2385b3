import type { getWalletList as endpoint } from '#core/contract/wallet.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { refuse } from '#server/refusal/refused.ts';
import { listWallet } from '#server/services/wallet/wallet.ts';

export const getWalletList: Handler<typeof endpoint> = async (call, request) => {
  if (request.quoteCurrencyId !== 'USD') {
    return refuse('INVALID_INPUT', 'Balances are quoted in USD.');
  }
  const data = await listWallet(call.deps, signedIn(call).userId);
  return { status: 'success', data, as_of: new Date(call.now).toISOString() };
};
