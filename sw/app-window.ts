import { matchRoute } from '#core/routes.ts';

interface Window {
  readonly url: string;
  readonly frameType: string;
}

/** Whether a window is one in which the customer is in the app: no frame, no document of its own. */
export function showsApp({ url, frameType }: Window): boolean {
  const access = matchRoute(new URL(url).pathname)?.access;
  return (
    frameType === 'top-level' && access !== undefined && access !== 'legal' && access !== 'return'
  );
}
