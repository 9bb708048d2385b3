import { brand } from '#core/brand.ts';
import { matchRoute, normalizePath, type RoutePath } from '#core/routes.ts';

interface Meta {
  readonly title: string;
  /** Where the back button leads if no page was visited before. */
  readonly parent: RoutePath;
}

/** The pages that a payment comes back to. */
const payment: Meta = { title: 'Payment', parent: '/wallet' };

const meta: Readonly<Partial<Record<string, Meta>>> = {
  '/': { title: 'Sign in', parent: '/' },
  '/reset-password': { title: 'Reset your password', parent: '/' },
  '/reset-password/confirm': { title: 'Choose a new password', parent: '/reset-password' },
  '/reset-password/success': { title: 'Password Changed', parent: '/' },
  '/verify-email': { title: 'Verify Your Email', parent: '/' },
  '/recover': { title: 'Get back into your account', parent: '/' },
  '/wallet': { title: 'Wallet', parent: '/wallet' },
  '/assets/send': { title: 'Select asset to send', parent: '/wallet' },
  '/assets/receive': { title: 'Select asset to receive', parent: '/wallet' },
  '/send': { title: 'Withdraw', parent: '/assets/send' },
  '/receive': { title: 'Deposit', parent: '/assets/receive' },
  '/swap': { title: 'Swap', parent: '/wallet' },
  '/asset-detail': { title: 'Asset', parent: '/wallet' },
  '/transactions': { title: 'Transaction History', parent: '/wallet' },
  '/transactions/recieve': { title: 'Received', parent: '/transactions' },
  '/transaction-detail': { title: 'Transaction Details', parent: '/transactions' },
  '/buy-sell': { title: 'Buy or sell', parent: '/wallet' },
  '/waiting': { title: 'Under way', parent: '/transactions' },
  '/is-this-kopa': { title: 'Is this really Kopa?', parent: '/help' },
  '/requests': { title: 'Your requests', parent: '/help' },
  '/requests/new': { title: 'Report a problem', parent: '/requests' },
  '/cash': { title: 'Cash', parent: '/wallet' },
  '/cash/add': { title: 'Add money', parent: '/cash' },
  '/cash/out': { title: 'Cash out', parent: '/cash' },
  '/cash/recurring': { title: 'Recurring buys', parent: '/cash' },
  '/admin-transactions-history': {
    title: 'Transaction History',
    parent: '/admin-transactions-history',
  },
  '/admin/transaction-detail': {
    title: 'Transaction Details',
    parent: '/admin-transactions-history',
  },
  '/admin/transaction-history': {
    title: 'Merchant Transaction History',
    parent: '/admin-transactions-history',
  },
  '/admin/desk': { title: 'Desk', parent: '/admin/desk' },
  '/admin/desk/closed': { title: 'Closed accounts', parent: '/admin/desk' },
  '/admin/desk/position': { title: 'Position', parent: '/admin/desk' },
  '/admin/desk/:kind/:id': { title: 'Case', parent: '/admin/desk' },
  '/profile': { title: 'Profile', parent: '/wallet' },
  '/profile/mobile': { title: 'Profile', parent: '/wallet' },
  '/profile/:section': { title: 'Profile', parent: '/profile' },
  '/pay': { title: 'Payment link', parent: '/' },
  '/help': { title: 'Help', parent: '/' },
  '/success': payment,
  '/decline': payment,
  '/fail': payment,
  '/cancel': payment,
};

const notFound: Meta = { title: 'Page not found', parent: '/' };

export const metaOf = (path: string): Meta => meta[matchRoute(path)?.path ?? ''] ?? notFound;

/** The title of the browser's tab. It never contains amounts (BEY-20). */
export const documentTitle = (path: string, named?: string): string =>
  `${named ?? metaOf(path).title} · ${brand.name}`;

const withoutBack: readonly string[] = [
  '/wallet',
  '/transactions',
  // An admin's home page, as the wallet is a customer's.
  '/admin-transactions-history',
  '/admin/desk',
  '/profile',
  '/profile/verification',
  '/profile/account',
  '/profile/security',
  '/profile/checkUp',
  '/profile/addressBook',
  '/profile/notifications',
];

/** SHELL-09, SHELL-12: every page except these has a back button. */
export const hasBack = (path: string): boolean => !withoutBack.includes(normalizePath(path));

const underWallet: readonly string[] = [
  '/wallet',
  '/assets/send',
  '/send',
  '/swap',
  '/buy-sell',
  '/assets/receive',
  '/receive',
  '/asset-detail',
  '/cash',
  '/cash/add',
  '/cash/out',
  '/cash/recurring',
];

export type NavItem = 'wallet' | 'transactions' | 'profile';

/** SHELL-08: which item of the navigation a page belongs to. */
export function navItemOf(path: string): NavItem | undefined {
  const clean = normalizePath(path);
  if (underWallet.includes(clean)) return 'wallet';
  if (clean === '/profile' || clean.startsWith('/profile/')) return 'profile';
  const inHistory =
    ['/transactions', '/transaction-detail', '/waiting'].includes(clean) ||
    clean.startsWith('/admin');
  return inHistory ? 'transactions' : undefined;
}

/** Whether a page draws its own main heading; the profile's pages draw it below their tabs. */
export function drawsHeading(path: string): boolean {
  if (matchRoute(path)?.access === 'public') return true;
  const home = ['/wallet', '/transactions', '/admin-transactions-history', '/admin/desk'];
  return !hasBack(path) && (home.includes(normalizePath(path)) || navItemOf(path) === 'profile');
}
