/**
 * The route table: one list for the router, the guards, and the navigation allow-lists
 * of worker and server. A path that is not here is a 404.
 */
export type Role = 'user' | 'admin' | 'compliance';
/**
 * `public`: for visitors who are not signed in, in the layout of the sign-in page. `open`: a page of the
 * app for everybody. `document`: a page of its own, without the app.
 */
export type RouteAccess = 'public' | 'open' | 'document' | 'return' | readonly Role[];

export interface Route {
  readonly path: string;
  readonly access: RouteAccess;
}

const all: readonly Role[] = ['user', 'admin', 'compliance'];
const user: readonly Role[] = ['user'];
const admin: readonly Role[] = ['admin'];
const compliance: readonly Role[] = ['compliance'];

export const profileSections = [
  'account',
  'verification',
  'security',
  'checkUp',
  'addressBook',
  'notifications',
] as const;

export type ProfilePath = `/profile/${(typeof profileSections)[number]}`;

export const routes = [
  { path: '/', access: 'public' },
  { path: '/reset-password', access: 'public' },
  { path: '/reset-password/confirm', access: 'public' },
  { path: '/reset-password/success', access: 'public' },
  { path: '/verify-email', access: 'public' },
  { path: '/recover', access: 'public' },
  { path: '/wallet', access: user },
  { path: '/assets/send', access: user },
  { path: '/assets/receive', access: user },
  { path: '/send', access: user },
  { path: '/receive', access: user },
  { path: '/swap', access: user },
  { path: '/asset-detail', access: user },
  { path: '/transactions', access: user },
  // Spelled this way in the specification.
  { path: '/transactions/recieve', access: user },
  { path: '/transaction-detail', access: user },
  { path: '/buy-sell', access: user },
  { path: '/waiting', access: user },
  { path: '/is-this-kopa', access: user },
  { path: '/requests', access: user },
  { path: '/requests/new', access: user },
  { path: '/cash', access: user },
  { path: '/cash/add', access: user },
  { path: '/cash/out', access: user },
  { path: '/cash/recurring', access: user },
  { path: '/admin-transactions-history', access: admin },
  { path: '/admin/transaction-detail', access: admin },
  { path: '/admin/transaction-history', access: admin },
  { path: '/admin/desk', access: compliance },
  { path: '/admin/desk/closed', access: compliance },
  { path: '/admin/desk/position', access: compliance },
  { path: '/admin/desk/:kind/:id', access: compliance },
  { path: '/profile', access: all },
  { path: '/profile/mobile', access: all },
  { path: '/profile/:section', access: all },
  { path: '/help', access: 'open' },
  { path: '/pay', access: 'open' },
  { path: '/privacy-policy', access: 'document' },
  { path: '/cookie-policy', access: 'document' },
  { path: '/aml-cft-policy', access: 'document' },
  { path: '/terms-and-conditions', access: 'document' },
  { path: '/au/terms-and-conditions', access: 'document' },
  { path: '/terms-and-conditions/:version', access: 'document' },
  { path: '/au/terms-and-conditions/:version', access: 'document' },
  { path: '/msa-statement', access: 'document' },
  { path: '/accessibility', access: 'document' },
  { path: '/status', access: 'document' },
  { path: '/success', access: 'return' },
  { path: '/decline', access: 'return' },
  { path: '/fail', access: 'return' },
  { path: '/cancel', access: 'return' },
] as const satisfies readonly Route[];

export type RoutePath = (typeof routes)[number]['path'];

/** The tabs of the sign-in page (AUTH-01). */
export type AuthTab = 'signin' | 'signup';

/** Addresses that people type, and the tab of the sign-in page that each means (SPEC-03). */
const entrances: Readonly<Record<string, AuthTab>> = {
  '/login': 'signin',
  '/register': 'signup',
  '/signup': 'signup',
};

/** The tab of the sign-in page that an address means which is no page of its own. */
export const entranceOf = (path: string): AuthTab | undefined => {
  const plain = normalizePath(path);
  return Object.hasOwn(entrances, plain) ? entrances[plain] : undefined;
};

/** A page for signed-in users. */
export type InsidePath = Extract<
  (typeof routes)[number],
  { readonly access: readonly Role[] }
>['path'];

export const insidePaths: readonly InsidePath[] = routes
  .filter((route) => typeof route.access !== 'string')
  .map(({ path }) => path);

/** The accessibility statement, beside the legal documents (KEEP-17). */
export const accessibilityPath = '/accessibility' satisfies RoutePath;

export const legalPaths: readonly RoutePath[] = routes
  .filter(
    ({ access, path }) =>
      access === 'document' &&
      path !== accessibilityPath &&
      path !== '/status' &&
      !path.includes(':'),
  )
  .map((route) => route.path);

/** The documents that a customer accepts (KEEP-02). */
export const termsPaths = ['/terms-and-conditions', '/au/terms-and-conditions'] as const;
export type TermsPath = (typeof termsPaths)[number];

/** The terms that apply to a customer or visitor, by country. */
export const termsOf = (country: string | undefined): TermsPath =>
  country === 'AU' ? '/au/terms-and-conditions' : '/terms-and-conditions';

/** The page that opens payment links and content shared by other apps (LIVE-04). */
export const sharePath = '/pay' satisfies RoutePath;

/** Where each role lands after signing in, and where its guard sends it (SHELL-03, SHELL-04). */
export const landing: Readonly<Record<Role, RoutePath>> = {
  user: '/wallet',
  admin: '/admin-transactions-history',
  compliance: '/admin/desk',
};

const matches = (pattern: string, path: string): boolean => {
  const want = pattern.split('/');
  const have = path.split('/');
  return (
    want.length === have.length &&
    want.every((part, i) => (part.startsWith(':') ? have[i] !== '' : part === have[i]))
  );
};

/** A path without its trailing slash or the name of its document; `/` stays. */
export const normalizePath = (path: string): string =>
  path.replace(/\/(?:index\.html)?$/, '') || '/';

/** The route of a path, or undefined if there is none. */
export const matchRoute = (path: string): Route | undefined =>
  routes.find((route) => matches(route.path, normalizePath(path)));

/** The page where an administrator sets up a second factor (HARD-13). */
const securityPath = '/profile/security';

/**
 * Where the guard redirects a visitor, or undefined if they may stay. `role` is undefined if nobody is signed
 * in. `needsSecondFactor`: the visitor must set one up before anything else.
 */
export function guard(
  path: string,
  role: Role | undefined,
  needsSecondFactor = false,
): RoutePath | typeof securityPath | undefined {
  const route = matchRoute(path);
  if (
    !route ||
    route.access === 'open' ||
    route.access === 'document' ||
    route.access === 'return'
  ) {
    return undefined;
  }
  if (role && needsSecondFactor && (route.access !== 'public' || route.path === '/')) {
    return normalizePath(path) === securityPath ? undefined : securityPath;
  }
  if (route.access === 'public') {
    return role && route.path === '/' ? landing[role] : undefined;
  }
  if (!role) return '/';
  return route.access.includes(role) ? undefined : landing[role];
}
