/** What a page may ask of a waiting worker. */
export interface ActivateRequest {
  readonly type: 'activate';
  /** Only if the asking page is the only one of the product. */
  readonly alone: boolean;
}

/** `deferred`: a money flow is under way somewhere, or another page is open; nothing was changed. */
export type ActivateAnswer = 'applied' | 'deferred';

export const isActivateRequest = (value: unknown): value is ActivateRequest =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  value.type === 'activate' &&
  'alone' in value &&
  typeof value.alone === 'boolean';

/** How long a page waits for the worker's word, milliseconds. */
const PATIENCE_MS = 10_000;

/** Asks a waiting worker to take over. A worker that does not answer has changed nothing yet. */
export function askToActivate(
  worker: ServiceWorker,
  request: ActivateRequest,
  patienceMs = PATIENCE_MS,
): Promise<ActivateAnswer> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const settle = (answer: ActivateAnswer): void => {
      clearTimeout(timer);
      port1.close();
      resolve(answer);
    };
    const timer = setTimeout(() => settle('deferred'), patienceMs);
    port1.onmessage = (event: MessageEvent<unknown>) =>
      settle(event.data === 'applied' ? 'applied' : 'deferred');
    worker.postMessage(request, [port2]);
  });
}

/** Resolves to whether the worker became active in time. */
export function becomesActive(worker: ServiceWorker, patienceMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (active: boolean): void => {
      clearTimeout(timer);
      worker.removeEventListener('statechange', look);
      resolve(active);
    };
    const look = (): void => {
      if (worker.state === 'activated') settle(true);
      else if (worker.state === 'redundant') settle(false);
    };
    const timer = setTimeout(() => settle(false), patienceMs);
    worker.addEventListener('statechange', look);
    look();
  });
}
