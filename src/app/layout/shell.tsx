import type { ReactNode } from 'react';
import type { Role } from '#core/pages.ts';
import { matchRoute } from '#core/routes.ts';
import { AppLayout } from './app-layout.tsx';
import { AuthLayout } from './auth-layout.tsx';

interface Props {
  readonly path: string;
  readonly role: Role | undefined;
  /** The account must set up a second factor first, so there is nowhere else to go. */
  readonly setsUp?: boolean;
  readonly children: ReactNode;
}

/** SHELL-07: public pages are white with a side panel, all others light grey with the navigation. */
export const Shell = ({ path, role, setsUp = false, children }: Props) => (
  <>
    <a className="skip" href="#main">
      Skip to content
    </a>
    {matchRoute(path)?.access === 'public' ? (
      <AuthLayout path={path} role={role}>
        {children}
      </AuthLayout>
    ) : (
      <AppLayout path={path} role={role} setsUp={setsUp}>
        {children}
      </AppLayout>
    )}
  </>
);
