import { brand } from '#core/brand.ts';
import { type NavItem, pages } from '#core/pages.ts';
import { matchRoute, type RoutePath } from '#core/routes.ts';

interface Meta {
  readonly title: string;
  /** Where the back button leads if no page was visited before. */
  readonly parent: RoutePath;
  readonly nav?: NavItem;
  readonly home?: true;
}

const notFound: Meta = { title: 'Page not found', parent: '/' };

/** What is said of the page that a path opens. */
export function metaOf(path: string): Meta {
  const route = matchRoute(path);
  const row = route && pages[route.path];
  return row && 'title' in row ? row : notFound;
}

/** The title of the browser's tab. It never contains amounts (BEY-20). */
export const documentTitle = (path: string, named?: string): string =>
  `${named ?? metaOf(path).title} · ${brand.name}`;

/** SHELL-09, SHELL-12: every page has a back button but those that the navigation and the profile's tabs lead to. */
export const hasBack = (path: string): boolean => !metaOf(path).home;

/** SHELL-08: which item of the navigation a page belongs to. */
export const navItemOf = (path: string): NavItem | undefined => metaOf(path).nav;

/** Whether a page draws its own main heading; the profile's pages draw it below their tabs. */
export const drawsHeading = (path: string): boolean =>
  matchRoute(path)?.access === 'public' || !hasBack(path);
