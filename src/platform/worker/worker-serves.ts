/**
 * Whether the service worker handles this page's requests and keeps those answers that are to be
 * kept. A device's first page starts without a worker and keeps them itself.
 */
export const workerServes = (): boolean =>
  typeof navigator !== 'undefined' && Boolean(navigator.serviceWorker?.controller);
