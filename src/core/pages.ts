import { GET_BACK_IN, NEW_PASSWORD } from '#core/words/titles.ts';

/**
 * The pages: for each the path, who may open it, and what is said of it before its code is there. Router, guards, worker,
 * server and build read it. A path that is not here is a 404.
 */
export type Role = 'user' | 'admin' | 'compliance';
/**
 * `public`: for visitors who are not signed in, in the layout of the sign-in page. `open`: a page of the
 * app for everybody. `document`: a page of its own, without the app. `return`: where a payment comes back to.
 */
export type RouteAccess = 'public' | 'open' | 'document' | 'return' | readonly Role[];

export type NavItem = 'wallet' | 'transactions' | 'profile';

interface Page {
  readonly access: RouteAccess;
  /** Missing of documents, which have titles of their own. */
  readonly title?: string;
  /** Where the back button leads if no page was visited before. */
  readonly parent?: string;
  /** Which item of the navigation it belongs to (SHELL-08). */
  readonly nav?: NavItem;
  /** The navigation, or the profile's tabs, lead to it: it has no back button (SHELL-09, SHELL-12). */
  readonly home?: true;
  /** Another page leads to it and says what it is about, so it is not among what one can open by name (EYE-12). */
  readonly within?: true;
}

const all: readonly Role[] = ['user', 'admin', 'compliance'];
const user: readonly Role[] = ['user'];
const admin: readonly Role[] = ['admin'];
const compliance: readonly Role[] = ['compliance'];

export const pages = {
  '/': { access: 'public', title: 'Sign in', parent: '/' },
  '/reset-password': { access: 'public', title: 'Reset your password', parent: '/' },
  '/reset-password/confirm': {
    access: 'public',
    title: NEW_PASSWORD,
    parent: '/reset-password',
    within: true,
  },
  '/reset-password/success': {
    access: 'public',
    title: 'Password Changed',
    parent: '/',
    within: true,
  },
  '/verify-email': { access: 'public', title: 'Verify Your Email', parent: '/', within: true },
  '/recover': { access: 'public', title: GET_BACK_IN, parent: '/' },
  '/wallet': { access: user, title: 'Wallet', parent: '/wallet', nav: 'wallet', home: true },
  '/assets/send': { access: user, title: 'Select asset to send', parent: '/wallet', nav: 'wallet' },
  '/assets/receive': {
    access: user,
    title: 'Select asset to receive',
    parent: '/wallet',
    nav: 'wallet',
  },
  '/send': { access: user, title: 'Withdraw', parent: '/assets/send', nav: 'wallet', within: true },
  '/receive': {
    access: user,
    title: 'Deposit',
    parent: '/assets/receive',
    nav: 'wallet',
    within: true,
  },
  '/swap': { access: user, title: 'Swap', parent: '/wallet', nav: 'wallet' },
  '/asset-detail': { access: user, title: 'Asset', parent: '/wallet', nav: 'wallet', within: true },
  '/transactions': {
    access: user,
    title: 'Transaction History',
    parent: '/wallet',
    nav: 'transactions',
    home: true,
  },
  // Spelled this way in the specification.
  '/transactions/recieve': {
    access: user,
    title: 'Received',
    parent: '/transactions',
  },
  '/transaction-detail': {
    access: user,
    title: 'Transaction Details',
    parent: '/transactions',
    nav: 'transactions',
    within: true,
  },
  '/buy-sell': { access: user, title: 'Buy or sell', parent: '/wallet', nav: 'wallet' },
  '/waiting': {
    access: user,
    title: 'Under way',
    parent: '/transactions',
    nav: 'transactions',
  },
  '/is-this-kopa': { access: user, title: 'Is this really Kopa?', parent: '/help' },
  '/requests': {
    access: user,
    title: 'Your requests',
    parent: '/help',
  },
  '/requests/new': { access: user, title: 'Report a problem', parent: '/requests' },
  '/cash': {
    access: user,
    title: 'Cash',
    parent: '/wallet',
    nav: 'wallet',
  },
  '/cash/add': {
    access: user,
    title: 'Add money',
    parent: '/cash',
    nav: 'wallet',
  },
  '/cash/out': {
    access: user,
    title: 'Cash out',
    parent: '/cash',
    nav: 'wallet',
  },
  '/cash/recurring': {
    access: user,
    title: 'Recurring buys',
    parent: '/cash',
    nav: 'wallet',
  },
  // Of our own: what happens by itself.
  '/automatic': {
    access: user,
    title: 'Automatic',
    parent: '/wallet',
    nav: 'wallet',
  },
  '/admin-transactions-history': {
    access: admin,
    title: 'Transaction History',
    parent: '/admin-transactions-history',
    nav: 'transactions',
    home: true,
  },
  '/admin/transaction-detail': {
    access: admin,
    title: 'Transaction Details',
    parent: '/admin-transactions-history',
    nav: 'transactions',
    within: true,
  },
  '/admin/transaction-history': {
    access: admin,
    title: 'Merchant Transaction History',
    parent: '/admin-transactions-history',
    nav: 'transactions',
  },
  '/admin/desk': {
    access: compliance,
    title: 'Desk',
    parent: '/admin/desk',
    nav: 'transactions',
    home: true,
  },
  '/admin/desk/closed': {
    access: compliance,
    title: 'Closed accounts',
    parent: '/admin/desk',
    nav: 'transactions',
  },
  '/admin/desk/position': {
    access: compliance,
    title: 'Position',
    parent: '/admin/desk',
    nav: 'transactions',
  },
  '/admin/desk/customer/:id': {
    access: compliance,
    title: 'Customer',
    parent: '/admin/desk',
    nav: 'transactions',
  },
  '/admin/desk/:kind/:id': {
    access: compliance,
    title: 'Case',
    parent: '/admin/desk',
    nav: 'transactions',
  },
  '/profile': {
    access: all,
    title: 'Profile',
    parent: '/wallet',
    nav: 'profile',
    home: true,
  },
  '/profile/mobile': {
    access: all,
    title: 'Profile',
    parent: '/wallet',
    nav: 'profile',
    within: true,
  },
  '/profile/:section': {
    access: all,
    title: 'Profile',
    parent: '/profile',
    nav: 'profile',
    home: true,
  },
  '/help': { access: 'open', title: 'Help', parent: '/' },
  '/pay': {
    access: 'open',
    title: 'Payment link',
    parent: '/',
    within: true,
  },
  '/privacy-policy': { access: 'document' },
  '/cookie-policy': { access: 'document' },
  '/aml-cft-policy': { access: 'document' },
  '/terms-and-conditions': { access: 'document' },
  '/au/terms-and-conditions': { access: 'document' },
  '/terms-and-conditions/:version': { access: 'document' },
  '/au/terms-and-conditions/:version': { access: 'document' },
  '/msa-statement': { access: 'document' },
  '/accessibility': { access: 'document' },
  '/status': { access: 'document' },
  '/success': { access: 'return', title: 'Payment', parent: '/wallet' },
  '/decline': { access: 'return', title: 'Payment', parent: '/wallet' },
  '/fail': { access: 'return', title: 'Payment', parent: '/wallet' },
  '/cancel': { access: 'return', title: 'Payment', parent: '/wallet' },
} as const satisfies Readonly<Record<string, Page>>;

/** The sections of the profile, each a page of its own. */
export const profileSections = [
  'account',
  'verification',
  'security',
  'checkUp',
  'addressBook',
  'statements',
  'taxReport',
  'notifications',
] as const;
