import { type ReactNode, Suspense, useState } from 'react';
import { matchRoute, type Role } from '#core/routes.ts';
import { AppLayout } from './app-layout.tsx';
import type { FrameProps } from './auth-layout.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { authLayout } from './pages.ts';

interface Props {
  readonly path: string;
  readonly role: Role | undefined;
  readonly children: ReactNode;
}

function PublicLayout(props: FrameProps) {
  const [Layout] = useState(authLayout.view);
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Layout {...props} />
    </Suspense>
  );
}

/** SHELL-07: public pages are white with a side panel, all others light grey with the navigation. */
export const Shell = ({ path, role, children }: Props) => (
  <>
    <a className="skip" href="#main">
      Skip to content
    </a>
    {matchRoute(path)?.access === 'public' ? (
      <PublicLayout path={path}>{children}</PublicLayout>
    ) : (
      <AppLayout path={path} role={role}>
        {children}
      </AppLayout>
    )}
  </>
);
