import { useLocation } from 'wouter';
import { normalizePath } from '#core/routes.ts';
import { NewRequestPage } from './new-request-page.tsx';
import { RequestsPage } from './requests-page.tsx';

/** What a customer asked of us, and the form that asks: one file, as the one leads to the other. */
export function Requests() {
  const [path] = useLocation();
  return normalizePath(path) === '/requests' ? <RequestsPage /> : <NewRequestPage />;
}
