import type { EndpointName, endpoints } from '#core/contract/endpoints.ts';
import { changePassword } from './account/change-password.ts';
import { confirmEmailChange } from './account/confirm-email-change.ts';
import { deleteAccount } from './account/delete-account.ts';
import { enableTwoFactor } from './account/enable-2fa.ts';
import { generateTwoFactorSecret } from './account/generate-2fa-secret.ts';
import { getRemainder } from './account/get-remainder.ts';
import { requestEmailChange } from './account/request-email-change.ts';
import { updateProfile } from './account/update-profile.ts';
import { verifyTwoFactor } from './account/verify-2fa.ts';
import { deleteAddress } from './address-book/delete-address.ts';
import { listAddresses } from './address-book/list-addresses.ts';
import { saveAddress } from './address-book/save-address.ts';
import { createWithdrawal } from './funds/create-withdrawal-action.ts';
import { generateAddress } from './funds/generate-address.ts';
import { getPaymentRoutes } from './funds/get-payment-route-id.ts';
import { listReceiving } from './funds/list-receiving.ts';
import type { Handler } from './handler.ts';
import { getTransactionHistory } from './history/transaction-history.ts';
import { getKycStatus } from './identity/get-kyc-status.ts';
import { getSumsubToken } from './identity/get-sumsub-token.ts';
import { updateKycStatus } from './identity/update-kyc-status.ts';
import { getMerchantList } from './merchant/get-merchant-list.ts';
import { getMerchantTransactions } from './merchant/get-transaction-listing.ts';
import { deletePushSubscription } from './notifications/delete-push-subscription.ts';
import { getNotifications } from './notifications/get-notifications.ts';
import { listNotices } from './notifications/list-notices.ts';
import { saveNotifications } from './notifications/save-notifications.ts';
import { savePushSubscription } from './notifications/save-push-subscription.ts';
import { getAttemptOutcome } from './operation/get-attempt-outcome.ts';
import { getOperationOutcome } from './operation/get-operation-outcome.ts';
import { getEquivalentUsdc } from './payment/get-equivalent-usdc.ts';
import { getPurchases } from './payment/get-purchases.ts';
import { initTransaction } from './payment/init-transaction.ts';
import { insertTransaction } from './payment/insert-transaction.ts';
import { seePurchase } from './payment/see-purchase.ts';
import { getRecovery } from './recovery/get-recovery.ts';
import { getRecoveryToken } from './recovery/get-recovery-token.ts';
import { reportRecoveryCheck } from './recovery/report-recovery-check.ts';
import { requestRecovery } from './recovery/request-recovery.ts';
import { stopOwnRecovery } from './recovery/stop-own-recovery.ts';
import { stopRecovery } from './recovery/stop-recovery.ts';
import { createUser } from './registration/create-user.ts';
import { sendEmailOtp } from './registration/send-email-otp.ts';
import { verifyOtpAndUpdatePassword } from './registration/verify-otp-and-update-password.ts';
import { disableTwoFactor } from './security/disable-2fa.ts';
import { endOtherSessions } from './security/end-other-sessions.ts';
import { endDeviceSession } from './security/end-session.ts';
import { freezeAccount } from './security/freeze-account.ts';
import { getSecurity } from './security/get-security.ts';
import { renewRecoveryCodes } from './security/renew-recovery-codes.ts';
import { setAntiPhishingCode } from './security/set-anti-phishing-code.ts';
import { endLeftSession } from './session/end-left-session.ts';
import { getNewToken } from './session/get-new-token.ts';
import { login } from './session/login.ts';
import { logout } from './session/logout.ts';
import { confirmSwap } from './swap/confirm-swap.ts';
import { getInstruments } from './swap/get-instruments.ts';
import { swapCrypto } from './swap/swap-crypto.ts';
import { getCurrencyPrice } from './wallet/get-currency-price.ts';
import { getPriceHistory } from './wallet/get-price-history.ts';
import { getWalletList } from './wallet/get-wallet-list.ts';
import { cancelWithdrawal } from './withdrawal/cancel-withdrawal.ts';
import { checkWithdrawalAddress } from './withdrawal/check-withdrawal-address.ts';
import { getWithdrawal } from './withdrawal/get-withdrawal.ts';

type Handlers = { readonly [K in EndpointName]: Handler<(typeof endpoints)[K]> };

/** The handler of every endpoint; one that is missing does not compile. */
export const handlers: Handlers = {
  login,
  getNewToken,
  logout,
  endLeftSession,
  getWalletList,
  getCurrencyPrice,
  getPriceHistory,
  getInstruments,
  swapCrypto,
  confirmSwap,
  getAttemptOutcome,
  getOperationOutcome,
  getTransactionHistory,
  sendEmailOtp,
  createUser,
  verifyOtpAndUpdatePassword,
  updateProfile,
  changePassword,
  requestEmailChange,
  confirmEmailChange,
  getRemainder,
  deleteAccount,
  generateTwoFactorSecret,
  enableTwoFactor,
  verifyTwoFactor,
  getSecurity,
  disableTwoFactor,
  renewRecoveryCodes,
  setAntiPhishingCode,
  freezeAccount,
  endDeviceSession,
  endOtherSessions,
  requestRecovery,
  getRecovery,
  getRecoveryToken,
  reportRecoveryCheck,
  stopRecovery,
  stopOwnRecovery,
  getSumsubToken,
  getKycStatus,
  updateKycStatus,
  listAddresses,
  saveAddress,
  deleteAddress,
  getNotifications,
  saveNotifications,
  listNotices,
  savePushSubscription,
  deletePushSubscription,
  initTransaction,
  insertTransaction,
  getPurchases,
  seePurchase,
  getEquivalentUsdc,
  getPaymentRoutes,
  generateAddress,
  listReceiving,
  createWithdrawal,
  checkWithdrawalAddress,
  getWithdrawal,
  cancelWithdrawal,
  getMerchantList,
  getMerchantTransactions,
};
