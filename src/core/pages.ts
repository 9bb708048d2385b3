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
  /**
   * What it says of itself above what it has to ask the server for (EASE-10): the build puts it into the frame of the
   * page, so that it is read while the rest is on its way.
   */
  readonly lead?: string;
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
    title: 'Choose a new password',
    parent: '/reset-password',
  },
  '/reset-password/success': { access: 'public', title: 'Password Changed', parent: '/' },
  '/verify-email': { access: 'public', title: 'Verify Your Email', parent: '/' },
  '/recover': { access: 'public', title: 'Get back into your account', parent: '/' },
  '/wallet': { access: user, title: 'Wallet', parent: '/wallet', nav: 'wallet', home: true },
  '/assets/send': { access: user, title: 'Select asset to send', parent: '/wallet', nav: 'wallet' },
  '/assets/receive': {
    access: user,
    title: 'Select asset to receive',
    parent: '/wallet',
    nav: 'wallet',
  },
  '/send': { access: user, title: 'Withdraw', parent: '/assets/send', nav: 'wallet' },
  '/receive': { access: user, title: 'Deposit', parent: '/assets/receive', nav: 'wallet' },
  '/swap': { access: user, title: 'Swap', parent: '/wallet', nav: 'wallet' },
  '/asset-detail': { access: user, title: 'Asset', parent: '/wallet', nav: 'wallet' },
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
    lead: 'What came to your addresses, newest first, and what is on its way.',
  },
  '/transaction-detail': {
    access: user,
    title: 'Transaction Details',
    parent: '/transactions',
    nav: 'transactions',
  },
  '/buy-sell': { access: user, title: 'Buy or sell', parent: '/wallet', nav: 'wallet' },
  '/waiting': {
    access: user,
    title: 'Under way',
    parent: '/transactions',
    nav: 'transactions',
    lead: 'Everything of yours that is held or on its way: why it waits, who acts next, and what you can do.',
  },
  '/is-this-kopa': { access: user, title: 'Is this really Kopa?', parent: '/help' },
  '/requests': {
    access: user,
    title: 'Your requests',
    parent: '/help',
    lead: 'What you asked of us, complained about or reported: where it stands, and by when we answer.',
  },
  '/requests/new': { access: user, title: 'Report a problem', parent: '/requests' },
  '/cash': {
    access: user,
    title: 'Cash',
    parent: '/wallet',
    nav: 'wallet',
    lead: 'Cash is held in euros or Australian dollars. It comes by bank transfer, buys crypto, and goes back to your bank.',
  },
  '/cash/add': {
    access: user,
    title: 'Add money',
    parent: '/cash',
    nav: 'wallet',
    lead: 'An account for your bank transfers. What you send to it from an account in your own name becomes cash here, which buys crypto or goes back to your bank.',
  },
  '/cash/out': {
    access: user,
    title: 'Cash out',
    parent: '/cash',
    nav: 'wallet',
    lead: 'Send cash to a bank account in your own name that you saved in your address book. What it costs stands below, and nothing leaves before you confirm it.',
  },
  '/cash/recurring': {
    access: user,
    title: 'Recurring buys',
    parent: '/cash',
    nav: 'wallet',
    lead: 'What you buy from your cash again and again, whatever the price is on the day: when it buys next, and what it bought.',
  },
  '/admin-transactions-history': {
    access: admin,
    title: 'Transaction History',
    parent: '/admin-transactions-history',
    nav: 'transactions',
    home: true,
    lead: 'The transactions of all merchants, newest first, with their totals. “By merchant” shows those of one.',
  },
  '/admin/transaction-detail': {
    access: admin,
    title: 'Transaction Details',
    parent: '/admin-transactions-history',
    nav: 'transactions',
  },
  '/admin/transaction-history': {
    access: admin,
    title: 'Merchant Transaction History',
    parent: '/admin-transactions-history',
    nav: 'transactions',
    lead: 'The transactions of one merchant, newest first, with their totals, on the screen or as a file.',
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
    lead: 'Your details, your security, and how this app looks.',
  },
  '/profile/mobile': { access: all, title: 'Profile', parent: '/wallet', nav: 'profile' },
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
    lead: 'What a link or another app asks you to pay. Nothing is sent before you have looked at it and confirmed it.',
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

/** The sections of the profile, each a page of its own, with what it says of itself. */
export const sectionLeads = {
  account:
    'Your name and date of birth stay as you registered them. Your address and your time zone can be changed.',
  verification:
    'The law requires us to know who our customers are and where they pay tax. Identity is checked with a document and your face, and again when your data has become old.',
  security:
    'How you sign in, what shows that it is really you, and on which devices you are signed in now.',
  checkUp:
    'What protects this account, and what would protect it better. Each line leads to what puts it right.',
  addressBook:
    'Where you send crypto and cash again and again. What is saved here can be picked when you withdraw.',
  notifications: 'What we tell you about, and whether in the app or by email.',
} as const;
