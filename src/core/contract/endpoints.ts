import * as account from './account.ts';
import * as addressBook from './address-book.ts';
import { getBankDetails, openBankAccount } from './bank.ts';
import { answerDeposit, describeRecipient, proveRecipient } from './counterparty.ts';
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
} from './desk.ts';
import type { AnyEndpoint } from './endpoint.ts';
import * as funds from './funds.ts';
import { getGains, getTaxJournals, openTaxReport, stateCost } from './gains.ts';
import { getTransactionHistory } from './history.ts';
import * as identity from './identity.ts';
import { getMerchantList, getMerchantTransactions } from './merchant.ts';
import * as notes from './notes.ts';
import * as notifications from './notifications.ts';
import { getAttemptOutcome, getOperationOutcome } from './operation.ts';
import * as passkeys from './passkeys.ts';
import { checkPayee } from './payee.ts';
import * as payment from './payment.ts';
import { getMonthBalances, getPortfolioHistory } from './portfolio.ts';
import { getCurrencyPrice, getPriceHistory } from './price.ts';
import { addPriceAlert, listPriceAlerts, removePriceAlert } from './price-alerts.ts';
import * as recovery from './recovery.ts';
import { addRecurringBuy, changeRecurringBuy, listRecurringBuys } from './recurring-buys.ts';
import {
  checkPasswordChoice,
  createUser,
  sendEmailOtp,
  verifyOtpAndUpdatePassword,
} from './registration.ts';
import { listRequests, sendRequest } from './request.ts';
import * as security from './security.ts';
import { endLeftSession, getNewToken, login, logout } from './session.ts';
import { confirmSwap, getInstruments, swapCrypto } from './swap.ts';
import { certifyTaxResidence } from './tax-residence.ts';
import { getTerms } from './terms.ts';
import { sendTransferCode } from './transfer.ts';
import { listWaiting } from './waiting.ts';
import { getWalletList } from './wallet.ts';
import { cancelWithdrawal, createPayout, createWithdrawal, getWithdrawal } from './withdrawal.ts';
import { checkWithdrawalAddress } from './withdrawal-address.ts';

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
