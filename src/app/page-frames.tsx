import type { ReactNode } from 'react';
import { Router } from 'wouter';
import { profileSections, type Role, routes } from '#core/routes.ts';
import { naming } from '#features/profile/sections.ts';
import { UpLink } from '#features/profile/way-up.tsx';
import { AppLayout } from './app-layout.tsx';
import { OfflineBanner } from './offline-strip.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { drawsHeading, hasBack, metaOf } from './route-meta.ts';

const customer: Role = 'user';

/** The customer's pages with their titles; without the wallet, which is prerendered completely. */
const named: readonly (readonly [path: string, title: string])[] = routes.flatMap(
  ({ path, access }): (readonly [string, string])[] => {
    const isOwn = access === 'open' || (Array.isArray(access) && access.includes(customer));
    if (!isOwn || path === '/wallet') return [];
    return path === '/profile/:section'
      ? profileSections.map((section) => [`/profile/${section}`, naming[section].title])
      : [[path, metaOf(path).title]];
  },
);

interface PageFrame {
  readonly path: string;
  readonly title: string;
  readonly view: ReactNode;
}

/** EASE-10: the frames of customers' pages, shown until the app runs; the build prerenders them. */
export const pageFrames = (): readonly PageFrame[] =>
  named.map(([path, title]) => ({
    path,
    title,
    view: (
      <Router ssrPath={path}>
        <AppLayout
          path={path}
          role={customer}
          up={path.startsWith('/profile/') && !hasBack(path) && <UpLink awaited={false} />}
        >
          {drawsHeading(path) && <h1 className="vh-m">{title}</h1>}
          <PageSkeleton />
        </AppLayout>
        <template data-offline="">
          <OfflineBanner />
        </template>
      </Router>
    ),
  }));
