import { useLocation } from 'wouter';
import { normalizePath } from '#core/routes.ts';
import { CasePage } from './case-page.tsx';
import { ClosedAccountsPage } from './closed-accounts-page.tsx';
import { CustomerPage } from './customer-page.tsx';
import { DeskPage } from './desk-page.tsx';
import { customerOf } from './desk-texts.ts';
import { PositionPage } from './position-page.tsx';

/** The desk's list, a case, a customer, closed accounts, or the position. All in one file, which no customer loads. */
export function Desk() {
  const [path] = useLocation();
  const plain = normalizePath(path);
  const customer = customerOf(plain);
  if (customer !== undefined) return <CustomerPage key={customer} id={customer} />;
  switch (plain) {
    case '/admin/desk':
      return <DeskPage />;
    case '/admin/desk/closed':
      return <ClosedAccountsPage />;
    case '/admin/desk/position':
      return <PositionPage />;
    default:
      return <CasePage />;
  }
}
