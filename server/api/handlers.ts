import type { EndpointName, endpoints } from '#core/contract/endpoints.ts';
import type { Handler } from './handler.ts';
import { getTransactionHistory } from './history/transaction-history.ts';
import { getOperationOutcome } from './operation/get-operation-outcome.ts';
import { getNewToken } from './session/get-new-token.ts';
import { login } from './session/login.ts';
import { logout } from './session/logout.ts';
import { confirmSwap } from './swap/confirm-swap.ts';
import { getInstruments } from './swap/get-instruments.ts';
import { swapCrypto } from './swap/swap-crypto.ts';
import { getCurrencyPrice } from './wallet/get-currency-price.ts';
import { getWalletList } from './wallet/get-wallet-list.ts';

type Handlers = { readonly [K in EndpointName]: Handler<(typeof endpoints)[K]> };

/** The handler of every endpoint; one that is missing does not compile. */
export const handlers: Partial<Handlers> = {
  login,
  getNewToken,
  logout,
  getWalletList,
  getCurrencyPrice,
  getInstruments,
  swapCrypto,
  confirmSwap,
  getOperationOutcome,
  getTransactionHistory,
};
