import type { ReactNode } from 'react';
import { Router } from 'wouter';
import { AppLayout } from '#app/layout/app-layout.tsx';
import { OfflineBanner } from '#app/layout/offline-strip.tsx';
import { profileSections, type Role } from '#core/pages.ts';
import { type RoutePath, routes } from '#core/routes.ts';
import { naming, sectionsFor } from '#features/profile/sections.ts';
import { UpLink } from '#features/profile/way-up.tsx';
import { openings } from './page-openings.tsx';
import { drawsHeading, hasBack, metaOf, navItemOf } from './route-meta.ts';

const customer: Role = 'user';

/** The desk's pages are for officers alone: what they are called is no business of a customer's device (KEEP-10). */
const framed: readonly Role[] = [customer, 'admin'];

interface PageFrame {
  readonly path: string;
  /** Who may open it. */
  readonly roles: readonly Role[];
  readonly title: string;
  /** Which link of the navigation leads here, by the beginning of its path. */
  readonly current: string;
  readonly view: ReactNode;
}

interface Named {
  readonly path: string;
  readonly title: string;
  readonly roles: readonly Role[];
}

/** The addresses of the pages of customers and administrators but the wallet, which is prerendered whole. */
const named: readonly Named[] = routes.flatMap(({ path, access }): readonly Named[] => {
  const allowed = framed.filter(
    (role) => access === 'open' || (Array.isArray(access) && access.includes(role)),
  );
  if (allowed.length === 0 || path === '/wallet') return [];
  return path === '/profile/:section'
    ? profileSections.map((section) => ({
        path: `/profile/${section}`,
        title: naming[section].title,
        roles: allowed.filter((role) => sectionsFor(role, profileSections).includes(section)),
      }))
    : [{ path, title: metaOf(path).title, roles: allowed }];
});

/**
 * Opened without saying what they are about, these find nothing: their other frames are for a page that is opened
 * again.
 */
const details: readonly RoutePath[] = [
  '/asset-detail',
  '/transaction-detail',
  '/admin/transaction-detail',
];

const viewOf = (path: string, title: string): ReactNode => (
  <Router ssrPath={path}>
    <AppLayout
      path={path}
      role={customer}
      up={path.startsWith('/profile/') && !hasBack(path) && <UpLink awaited={false} />}
    >
      {drawsHeading(path) && <h1 className="vh-m">{title}</h1>}
      <div data-opening="" />
    </AppLayout>
    <template data-offline="">
      <OfflineBanner />
    </template>
  </Router>
);

const currentLink = { wallet: '/wallet', transactions: '/transactions', profile: '/profile' };

const frameOf = (page: Named, path = page.path): PageFrame => {
  const item = navItemOf(page.path);
  return {
    ...page,
    path,
    current: item ? currentLink[item] : '-',
    view: viewOf(page.path, page.title),
  };
};

/**
 * EASE-10: what stands around each page of a customer or an administrator until the app runs, as a customer sees
 * it; the build prerenders it. The shell makes an administrator's navigation of a customer's.
 */
export const pageFrames = (): readonly PageFrame[] => [
  ...named.map((page) => frameOf(page)),
  ...named
    .filter(({ path }) => details.some((detail) => detail === path))
    .map((page) => frameOf(page, `!${page.path}`)),
];

/** What stands inside these frames, by path; on pages without one, a skeleton. */
export const pageOpenings = openings;
