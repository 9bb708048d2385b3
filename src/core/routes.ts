import { pages, type profileSections, type Role, type RouteAccess } from './pages.ts';

/** What follows from the table of pages: which page a path opens, and who is sent where. */

export interface Route {
  readonly path: RoutePath;
  readonly access: RouteAccess;
}

export type ProfileSection = (typeof profileSections)[number];

const namesOf = <T extends object>(table: T): readonly (keyof T & string)[] =>
  Object.keys(table) as (keyof T & string)[];

export type ProfilePath = `/profile/${ProfileSection}`;

export type RoutePath = keyof typeof pages;

export const routes: readonly Route[] = namesOf(pages).map((path) => ({
  path,
  access: pages[path].access,
}));

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
export type InsidePath = {
  [Path in RoutePath]: (typeof pages)[Path]['access'] extends readonly Role[] ? Path : never;
}[RoutePath];

const isInside = (path: RoutePath): path is InsidePath => typeof pages[path].access !== 'string';

export const insidePaths: readonly InsidePath[] = namesOf(pages).filter(isInside);

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
