import type { ProfilePath, RoutePath } from '#core/routes.ts';

const profile = '/src/app/pages/profile.tsx';

/**
 * The modules that each page behind the sign-in loads, as `app/pages/signed-in-pages.ts` and, for the profile's sections,
 * `app/pages/profile.tsx` import them. The build lists their files in the shell, so that they are requested before the app
 * runs. The desk's pages are missing on purpose: everybody gets the shell, and only officers may learn the names of
 * the desk's files (KEEP-10).
 */
export const insideFiles: Readonly<Partial<Record<RoutePath | ProfilePath, readonly string[]>>> = {
  '/assets/send': ['/src/features/wallet/picker/picker-page.tsx', '/src/transport/money/saved-recipients.ts'],
  '/assets/receive': ['/src/features/wallet/picker/picker-page.tsx'],
  '/send': ['/src/features/withdraw/withdraw-page.tsx'],
  '/receive': ['/src/features/receive/receive-page.tsx'],
  '/swap': ['/src/conversion/swap-page.tsx'],
  '/asset-detail': ['/src/features/asset/asset-detail-page.tsx'],
  '/transactions': ['/src/features/transactions/transactions-page.tsx'],
  '/transactions/recieve': ['/src/features/asset/received-page.tsx'],
  '/transaction-detail': ['/src/features/entry/transaction-detail-page.tsx'],
  '/buy-sell': ['/src/features/trade/trade-page.tsx'],
  '/waiting': ['/src/features/waiting/waiting-page.tsx'],
  '/is-this-kopa': ['/src/features/help/is-this-kopa-page.tsx'],
  '/requests': ['/src/features/requests/requests.tsx'],
  '/requests/new': ['/src/features/requests/requests.tsx'],
  '/cash': ['/src/features/asset/cash-page.tsx'],
  '/cash/add': ['/src/features/receive/add-money-page.tsx'],
  '/cash/out': ['/src/features/cash-out/cash-out-page.tsx'],
  '/cash/recurring': ['/src/features/recurring/recurring-page.tsx'],
  '/admin-transactions-history': ['/src/features/admin/merchants.tsx'],
  '/admin/transaction-detail': ['/src/features/admin/merchants.tsx'],
  '/admin/transaction-history': ['/src/features/admin/merchants.tsx'],
  '/profile': [profile],
  '/profile/mobile': [profile],
  '/profile/account': [profile, '/src/features/profile/account-section.tsx'],
  '/profile/verification': [profile, '/src/features/profile/verification-section.tsx'],
  '/profile/security': [profile, '/src/features/security/security-section.tsx'],
  '/profile/checkUp': [profile, '/src/features/security/check-up-section.tsx'],
  '/profile/addressBook': [profile, '/src/features/address-book/address-book-section.tsx'],
  '/profile/notifications': [profile, '/src/features/notifications/notifications-section.tsx'],
  '/help': ['/src/features/help/help-page.tsx'],
  '/pay': ['/src/features/pay-link/pay-link-page.tsx'],
};
