import type { ReactNode } from 'react';
import { matchRoute, type Role } from '#core/routes.ts';
import { AppLayout } from './app-layout.tsx';
import { AuthLayout } from './auth-layout.tsx';

interface Props {
  readonly path: string;
  readonly role: Role | undefined;
  readonly children: ReactNode;
}

/** SHELL-07: public pages are white with a side panel, all others light grey with the navigation. */
export const Shell = ({ path, role, children }: Props) => (
  <>
    <a className="skip" href="#main">
      Skip to content
    </a>
    {matchRoute(path)?.access === 'public' ? (
      <AuthLayout path={path} role={role}>
        {children}
      </AuthLayout>
    ) : (
      <AppLayout path={path} role={role}>
        {children}
      </AppLayout>
    )}
  </>
);
