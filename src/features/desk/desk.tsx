import { useLocation } from 'wouter';
import { normalizePath } from '#core/routes.ts';
import { CasePage } from './case-page.tsx';
import { ClosedAccountsPage } from './closed-accounts-page.tsx';
import { DeskPage } from './desk-page.tsx';

/** The desk's list, a case, or closed accounts. All in one file, which no customer loads. */
export function Desk() {
  const [path] = useLocation();
  switch (normalizePath(path)) {
    case '/admin/desk':
      return <DeskPage />;
    case '/admin/desk/closed':
      return <ClosedAccountsPage />;
    default:
      return <CasePage />;
  }
}
