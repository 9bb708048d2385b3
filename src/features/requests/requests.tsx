import { useLocation } from 'wouter';
import { normalizePath } from '#core/routes.ts';
import { NewRequestPage } from './new-request-page.tsx';
import { RequestsPage } from './requests-page.tsx';

/** The list of requests and the form for a new one: one file, because each leads to the other. */
export function Requests() {
  const [path] = useLocation();
  return normalizePath(path) === '/requests' ? <RequestsPage /> : <NewRequestPage />;
}
