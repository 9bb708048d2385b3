import * as account from './account.ts';
import * as addressBook from './address-book.ts';
import type { AnyEndpoint } from './endpoint.ts';
import * as funds from './funds.ts';
import { getTransactionHistory } from './history.ts';
import * as identity from './identity.ts';
import { getMerchantList, getMerchantTransactions } from './merchant.ts';
import * as notifications from './notifications.ts';
import { getAttemptOutcome, getOperationOutcome } from './operation.ts';
import * as payment from './payment.ts';
import { getCurrencyPrice, getPriceHistory } from './price.ts';
import * as recovery from './recovery.ts';
import { createUser, sendEmailOtp, verifyOtpAndUpdatePassword } from './registration.ts';
import * as security from './security.ts';
import { endLeftSession, getNewToken, login, logout } from './session.ts';
import { confirmSwap, getInstruments, swapCrypto } from './swap.ts';
import { getWalletList } from './wallet.ts';
import {
  cancelWithdrawal,
  checkWithdrawalAddress,
  createWithdrawal,
  getWithdrawal,
} from './withdrawal.ts';

/**
 * Every call of the product by its name. The server must have a handler for each (a missing one does not
 * compile), and tests take the endpoint × role matrix from here. Pages import single endpoints.
 */
export const endpoints = {
  login,
  getNewToken,
  logout,
  endLeftSession,
  sendEmailOtp,
  createUser,
  verifyOtpAndUpdatePassword,
  updateProfile: account.updateProfile,
  changePassword: account.changePassword,
  requestEmailChange: account.requestEmailChange,
  confirmEmailChange: account.confirmEmailChange,
  getRemainder: account.getRemainder,
  deleteAccount: account.deleteAccount,
  generateTwoFactorSecret: account.generateTwoFactorSecret,
  enableTwoFactor: account.enableTwoFactor,
  verifyTwoFactor: account.verifyTwoFactor,
  getSecurity: security.getSecurity,
  disableTwoFactor: security.disableTwoFactor,
  renewRecoveryCodes: security.renewRecoveryCodes,
  setAntiPhishingCode: security.setAntiPhishingCode,
  freezeAccount: security.freezeAccount,
  endDeviceSession: security.endDeviceSession,
  endOtherSessions: security.endOtherSessions,
  requestRecovery: recovery.requestRecovery,
  getRecovery: recovery.getRecovery,
  getRecoveryToken: recovery.getRecoveryToken,
  reportRecoveryCheck: recovery.reportRecoveryCheck,
  stopRecovery: recovery.stopRecovery,
  stopOwnRecovery: recovery.stopOwnRecovery,
  getSumsubToken: identity.getSumsubToken,
  getKycStatus: identity.getKycStatus,
  updateKycStatus: identity.updateKycStatus,
  getWalletList,
  getCurrencyPrice,
  getPriceHistory,
  getInstruments,
  swapCrypto,
  confirmSwap,
  getAttemptOutcome,
  getOperationOutcome,
  getTransactionHistory,
  initTransaction: payment.initTransaction,
  insertTransaction: payment.insertTransaction,
  getPurchases: payment.getPurchases,
  seePurchase: payment.seePurchase,
  getEquivalentUsdc: payment.getEquivalentUsdc,
  getPaymentRoutes: funds.getPaymentRoutes,
  generateAddress: funds.generateAddress,
  listReceiving: funds.listReceiving,
  createWithdrawal,
  checkWithdrawalAddress,
  getWithdrawal,
  cancelWithdrawal,
  listAddresses: addressBook.listAddresses,
  saveAddress: addressBook.saveAddress,
  deleteAddress: addressBook.deleteAddress,
  getNotifications: notifications.getNotifications,
  saveNotifications: notifications.saveNotifications,
  listNotices: notifications.listNotices,
  savePushSubscription: notifications.savePushSubscription,
  deletePushSubscription: notifications.deletePushSubscription,
  getMerchantList,
  getMerchantTransactions,
} as const satisfies Record<string, AnyEndpoint>;

export type EndpointName = keyof typeof endpoints;
