import type { EndpointName } from './endpoints.ts';

/** The kinds of calls in the order in which they give way under more than the server can serve (OPS-10). */
export const callClasses = ['prices', 'exports', 'quotes', 'histories', 'essential'] as const;
export type CallClass = (typeof callClasses)[number];

/**
 * Which kind each call is. `histories` are also the other lists that can wait. `essential` is the rest:
 * signing in, balances, money under way and what protects an account. The pages of a history that are
 * read for a file are `exports`, which they say themselves (`for-export.ts`).
 */
export const classOfCall: Readonly<Record<EndpointName, CallClass>> = {
  login: 'essential',
  getNewToken: 'essential',
  logout: 'essential',
  endLeftSession: 'essential',
  sendEmailOtp: 'essential',
  createUser: 'essential',
  verifyOtpAndUpdatePassword: 'essential',
  updateProfile: 'essential',
  changePassword: 'essential',
  requestEmailChange: 'essential',
  confirmEmailChange: 'essential',
  getRemainder: 'essential',
  deleteAccount: 'essential',
  generateTwoFactorSecret: 'essential',
  enableTwoFactor: 'essential',
  verifyTwoFactor: 'essential',
  getSecurity: 'essential',
  disableTwoFactor: 'essential',
  renewRecoveryCodes: 'essential',
  setAntiPhishingCode: 'essential',
  freezeAccount: 'essential',
  endDeviceSession: 'essential',
  endOtherSessions: 'essential',
  requestRecovery: 'essential',
  getRecovery: 'essential',
  getRecoveryToken: 'essential',
  reportRecoveryCheck: 'essential',
  stopRecovery: 'essential',
  stopOwnRecovery: 'essential',
  getSumsubToken: 'essential',
  getKycStatus: 'essential',
  updateKycStatus: 'essential',
  getWalletList: 'essential',
  getCurrencyPrice: 'prices',
  getPriceHistory: 'prices',
  getInstruments: 'quotes',
  swapCrypto: 'quotes',
  // A quote that was given is honoured.
  confirmSwap: 'essential',
  getAttemptOutcome: 'essential',
  getOperationOutcome: 'essential',
  getTransactionHistory: 'histories',
  // Begins a purchase at a price: nothing is paid before it.
  initTransaction: 'quotes',
  insertTransaction: 'essential',
  getPurchases: 'essential',
  seePurchase: 'essential',
  getEquivalentUsdc: 'quotes',
  getPaymentRoutes: 'essential',
  generateAddress: 'essential',
  listReceiving: 'histories',
  createWithdrawal: 'essential',
  checkWithdrawalAddress: 'essential',
  getWithdrawal: 'essential',
  cancelWithdrawal: 'essential',
  listAddresses: 'essential',
  saveAddress: 'essential',
  deleteAddress: 'essential',
  getNotifications: 'histories',
  saveNotifications: 'essential',
  listNotices: 'histories',
  savePushSubscription: 'essential',
  deletePushSubscription: 'essential',
  getMerchantList: 'histories',
  getMerchantTransactions: 'histories',
};
