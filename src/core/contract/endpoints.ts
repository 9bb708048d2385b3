import * as account from './account/account.ts';
import * as addressBook from './account/address-book.ts';
import * as identity from './account/identity.ts';
import * as notifications from './account/notifications.ts';
import * as passkeys from './account/passkeys.ts';
import * as recovery from './account/recovery.ts';
import {
  checkPasswordChoice,
  createUser,
  sendEmailOtp,
  verifyOtpAndUpdatePassword,
} from './account/registration.ts';
import { listRequests, sendRequest } from './account/request.ts';
import * as security from './account/security.ts';
import { endLeftSession, getNewToken, login, logout } from './account/session.ts';
import { certifyTaxResidence } from './account/tax-residence.ts';
import { getTerms } from './account/terms.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { getCurrencyPrice, getPriceHistory } from './market/price.ts';
import { getBankDetails, openBankAccount } from './money/bank.ts';
import { answerDeposit, describeRecipient, proveRecipient } from './money/counterparty.ts';
import * as funds from './money/funds.ts';
import { checkPayee } from './money/payee.ts';
import * as payment from './money/payment.ts';
import { addRecurringBuy, changeRecurringBuy, listRecurringBuys } from './money/recurring-buys.ts';
import { confirmSwap, getInstruments, swapCrypto } from './money/swap.ts';
import { sendTransferCode } from './money/transfer.ts';
import { listWaiting } from './money/waiting.ts';
import {
  cancelWithdrawal,
  createPayout,
  createWithdrawal,
  getWithdrawal,
} from './money/withdrawal.ts';
import { checkWithdrawalAddress } from './money/withdrawal-address.ts';
import { getAttemptOutcome, getOperationOutcome } from './operation.ts';
import {
  decideCase,
  endConversation,
  eraseArchive,
  exportEvidence,
  exportRegister,
  extendArchive,
  getCase,
  listCases,
  openRegister,
  readArchive,
  readPosition,
  startConversation,
} from './staff/desk.ts';
import { readCustomer } from './staff/desk-customer.ts';
import { getMerchantList, getMerchantTransactions } from './staff/merchant.ts';
import { getGains, getTaxJournals, openTaxReport, stateCost } from './wallet/gains.ts';
import { getTransactionHistory } from './wallet/history.ts';
import * as notes from './wallet/notes.ts';
import { getMonthBalances, getPortfolioHistory } from './wallet/portfolio.ts';
import { addPriceAlert, listPriceAlerts, removePriceAlert } from './wallet/price-alerts.ts';
import { getWalletList } from './wallet/wallet.ts';

/**
 * Every call of the product by its name. The server must have a handler for each (a missing one does not
 * compile), and tests take the endpoint × role matrix from here. Pages import single endpoints.
 */
export const endpoints = {
  login,
  getNewToken,
  logout,
  endLeftSession,
  checkPasswordChoice,
  sendEmailOtp,
  createUser,
  verifyOtpAndUpdatePassword,
  updateProfile: account.updateProfile,
  changePassword: account.changePassword,
  requestEmailChange: account.requestEmailChange,
  confirmEmailChange: account.confirmEmailChange,
  getRemainder: account.getRemainder,
  deleteAccount: account.deleteAccount,
  downloadOwnData: account.downloadOwnData,
  generateTwoFactorSecret: account.generateTwoFactorSecret,
  enableTwoFactor: account.enableTwoFactor,
  verifyTwoFactor: account.verifyTwoFactor,
  getSecurity: security.getSecurity,
  noteSecondFactorAsked: security.noteSecondFactorAsked,
  disableTwoFactor: security.disableTwoFactor,
  renewRecoveryCodes: security.renewRecoveryCodes,
  setAntiPhishingCode: security.setAntiPhishingCode,
  setAddressBookOnly: security.setAddressBookOnly,
  slowWaysOut: security.slowWaysOut,
  freezeAccount: security.freezeAccount,
  endDeviceSession: security.endDeviceSession,
  endOtherSessions: security.endOtherSessions,
  passkeySignInChallenge: passkeys.passkeySignInChallenge,
  passkeySignIn: passkeys.passkeySignIn,
  passkeyAddChallenge: passkeys.passkeyAddChallenge,
  addPasskey: passkeys.addPasskey,
  renamePasskey: passkeys.renamePasskey,
  removePasskey: passkeys.removePasskey,
  passkeyProofChallenge: passkeys.passkeyProofChallenge,
  showPasskey: passkeys.showPasskey,
  requestRecovery: recovery.requestRecovery,
  getRecovery: recovery.getRecovery,
  getRecoveryToken: recovery.getRecoveryToken,
  reportRecoveryCheck: recovery.reportRecoveryCheck,
  stopRecovery: recovery.stopRecovery,
  stopOwnRecovery: recovery.stopOwnRecovery,
  getSumsubToken: identity.getSumsubToken,
  getKycStatus: identity.getKycStatus,
  updateKycStatus: identity.updateKycStatus,
  certifyTaxResidence,
  getWalletList,
  listWaiting,
  getContact: security.getContact,
  listRequests,
  sendRequest,
  getTerms,
  getBankDetails,
  openBankAccount,
  getCurrencyPrice,
  getPriceHistory,
  listNotes: notes.listNotes,
  openNotesKey: notes.openNotesKey,
  putNotesKey: notes.putNotesKey,
  saveNote: notes.saveNote,
  removeNotes: notes.removeNotes,
  listRecurringBuys,
  addRecurringBuy,
  changeRecurringBuy,
  listPriceAlerts,
  addPriceAlert,
  removePriceAlert,
  getInstruments,
  swapCrypto,
  confirmSwap,
  getAttemptOutcome,
  getOperationOutcome,
  getTransactionHistory,
  getGains,
  stateCost,
  openTaxReport,
  getTaxJournals,
  getMonthBalances,
  getPortfolioHistory,
  initTransaction: payment.initTransaction,
  insertTransaction: payment.insertTransaction,
  getPurchases: payment.getPurchases,
  seePurchase: payment.seePurchase,
  getEquivalentUsdc: payment.getEquivalentUsdc,
  getPaymentRoutes: funds.getPaymentRoutes,
  generateAddress: funds.generateAddress,
  listReceiving: funds.listReceiving,
  createWithdrawal,
  createPayout,
  sendTransferCode,
  checkPayee,
  checkWithdrawalAddress,
  describeRecipient,
  proveRecipient,
  answerDeposit,
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
  listCases,
  getCase,
  readCustomer,
  decideCase,
  openRegister,
  exportEvidence,
  exportRegister,
  readPosition,
  readArchive,
  eraseArchive,
  extendArchive,
  startConversation,
  endConversation,
} as const satisfies Record<string, AnyEndpoint>;

export type EndpointName = keyof typeof endpoints;
