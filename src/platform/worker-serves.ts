/**
 * Whether the worker sees what this page asks for, and keeps what is to be kept of it. The first page
 * of a device begins without one and keeps it itself.
 */
export const workerServes = (): boolean =>
  typeof navigator !== 'undefined' && Boolean(navigator.serviceWorker?.controller);
