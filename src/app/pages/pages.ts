import { type InsidePath, insidePaths, type RoutePath } from '#core/routes.ts';
import { type Page, page } from './page.ts';

const auth = page(async () => (await import('#features/auth/auth-page.tsx')).AuthPage);
const verifyEmail = page(
  async () => (await import('#features/auth/sign-up/verify-email-page.tsx')).VerifyEmailPage,
);
const resetPassword = page(
  async () => (await import('#features/auth/recovery/reset-password-page.tsx')).ResetPasswordPage,
);
const resetConfirm = page(
  async () => (await import('#features/auth/recovery/reset-confirm-page.tsx')).ResetConfirmPage,
);
const resetSuccess = page(
  async () => (await import('#features/auth/recovery/reset-success-page.tsx')).ResetSuccessPage,
);
const recover = page(
  async () => (await import('#features/auth/recovery/recover-page.tsx')).RecoverPage,
);
const help = page(async () => (await import('#features/help/help-page.tsx')).HelpPage);
const payLink = page(
  async () => (await import('#features/pay-link/pay-link-page.tsx')).PayLinkPage,
);
const paymentReturn = page(
  async () => (await import('#features/trade/payment/payment-return-page.tsx')).PaymentReturnPage,
);

/** The page shown at every other address. */
export const notFound = page(async () => (await import('./not-found.tsx')).NotFound);

/**
 * The table of pages for signed-in users is loaded with the wallet, so that the sign-in page does not load
 * it.
 */
function inside(path: InsidePath): Page {
  const find = async () => (await import('./signed-in-pages.ts')).signedInPages[path];
  return page(
    async () => (await find()).load(),
    async () => (await find()).begin?.(),
  );
}

/** Every route's page. A document is served without the app. */
export const pages: Readonly<Partial<Record<RoutePath, Page>>> = {
  '/': auth,
  '/reset-password': resetPassword,
  '/reset-password/confirm': resetConfirm,
  '/reset-password/success': resetSuccess,
  '/verify-email': verifyEmail,
  '/recover': recover,
  '/help': help,
  '/pay': payLink,
  '/success': paymentReturn,
  '/decline': paymentReturn,
  '/fail': paymentReturn,
  '/cancel': paymentReturn,
  ...Object.fromEntries(insidePaths.map((path) => [path, inside(path)])),
};
