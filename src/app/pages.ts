import type { ComponentType } from 'react';
import type { RoutePath } from '#core/routes.ts';
import { type Part, part } from '#ui/part.tsx';

export interface Page extends Part {
  /** Requests the page's data; settles when it has arrived or is known not to come. */
  readonly begin?: (() => Promise<unknown>) | undefined;
}

const page = (load: () => Promise<ComponentType>, begin?: () => Promise<unknown>): Page => ({
  ...part(load),
  begin,
});

const auth = page(async () => (await import('#features/auth/auth-page.tsx')).AuthPage);
const verifyEmail = page(
  async () => (await import('#features/auth/verify-email-page.tsx')).VerifyEmailPage,
);
const resetPassword = page(
  async () => (await import('#features/auth/reset-password-page.tsx')).ResetPasswordPage,
);
const resetConfirm = page(
  async () => (await import('#features/auth/reset-confirm-page.tsx')).ResetConfirmPage,
);
const resetSuccess = page(
  async () => (await import('#features/auth/reset-success-page.tsx')).ResetSuccessPage,
);
const recover = page(async () => (await import('#features/auth/recover-page.tsx')).RecoverPage);
const wallet = page(
  async () => (await import('#features/wallet/wallet-page.tsx')).WalletPage,
  async () => (await import('#features/wallet/wallet-page.tsx')).firstKnown(),
);
const pickToSend = page(
  async () => (await import('#features/wallet/picker-page.tsx')).PickToSendPage,
);
const pickToReceive = page(
  async () => (await import('#features/wallet/picker-page.tsx')).PickToReceivePage,
);
const receive = page(async () => (await import('#features/receive/receive-page.tsx')).ReceivePage);
const withdraw = page(
  async () => (await import('#features/withdraw/withdraw-page.tsx')).WithdrawPage,
);
const swap = page(async () => (await import('#conversion/swap-page.tsx')).SwapPage);
const transactions = page(
  async () => (await import('#features/transactions/transactions-page.tsx')).TransactionsPage,
);
const received = page(
  async () => (await import('#features/transactions/received-page.tsx')).ReceivedPage,
);
const transaction = page(
  async () =>
    (await import('#features/transactions/transaction-detail-page.tsx')).TransactionDetailPage,
);
const asset = page(
  async () => (await import('#features/transactions/asset-detail-page.tsx')).AssetDetailPage,
);
const profile = page(async () => (await import('./profile.tsx')).Profile);
const allMerchants = page(
  async () => (await import('#features/admin/all-merchants-page.tsx')).AllMerchantsPage,
);
const merchantHistory = page(
  async () => (await import('#features/admin/merchant-history-page.tsx')).MerchantHistoryPage,
);
const merchantDetail = page(
  async () => (await import('#features/admin/merchant-detail-page.tsx')).MerchantDetailPage,
);
const trade = page(async () => (await import('#features/trade/trade-page.tsx')).TradePage);
const help = page(async () => (await import('#features/help/help-page.tsx')).HelpPage);
const paymentReturn = page(
  async () => (await import('#features/trade/payment-return-page.tsx')).PaymentReturnPage,
);

/** The page shown at every other address. */
export const notFound = page(async () => (await import('./not-found.tsx')).NotFound);

/** Every route's page. A document is served without the app. */
export const pages: Readonly<Partial<Record<RoutePath, Page>>> = {
  '/': auth,
  '/reset-password': resetPassword,
  '/reset-password/confirm': resetConfirm,
  '/reset-password/success': resetSuccess,
  '/verify-email': verifyEmail,
  '/recover': recover,
  '/wallet': wallet,
  '/assets/send': pickToSend,
  '/assets/receive': pickToReceive,
  '/send': withdraw,
  '/receive': receive,
  '/swap': swap,
  '/asset-detail': asset,
  '/transactions': transactions,
  '/transactions/recieve': received,
  '/transaction-detail': transaction,
  '/buy-sell': trade,
  '/admin-transactions-history': allMerchants,
  '/admin/transaction-detail': merchantDetail,
  '/admin/transaction-history': merchantHistory,
  '/profile': profile,
  '/profile/mobile': profile,
  '/profile/:section': profile,
  '/help': help,
  '/success': paymentReturn,
  '/decline': paymentReturn,
  '/fail': paymentReturn,
  '/cancel': paymentReturn,
};
