import { useLocation } from 'wouter';
import { CasePage } from './case-page.tsx';
import { DeskPage } from './desk-page.tsx';

/** The desk's list or one of its cases: one file, which no customer loads. */
export function Desk() {
  const [path] = useLocation();
  return path === '/admin/desk' ? <DeskPage /> : <CasePage />;
}
