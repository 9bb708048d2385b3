import { matchRoute } from '#core/routes.ts';

interface Window {
  readonly url: string;
  readonly frameType: string;
}

/** Whether a window shows the app itself, not a frame, a document or a payment's return page. */
export function showsApp({ url, frameType }: Window): boolean {
  const access = matchRoute(new URL(url).pathname)?.access;
  return (
    frameType === 'top-level' &&
    access !== undefined &&
    access !== 'document' &&
    access !== 'return'
  );
}
