/** The request from a page to a waiting worker to take over. */
const ACTIVATE = { type: 'activate' } as const;

/** `deferred`: a money flow is under way somewhere; nothing was changed. */
export type ActivateAnswer = 'applied' | 'deferred';

export const isActivateRequest = (value: unknown): value is typeof ACTIVATE =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === ACTIVATE.type;

/** How long a page waits for the worker's answer, in milliseconds. */
const PATIENCE_MS = 10_000;

/** Asks a waiting worker to take over. No answer in time counts as deferred. */
export function askToActivate(worker: ServiceWorker): Promise<ActivateAnswer> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const settle = (answer: ActivateAnswer): void => {
      clearTimeout(timer);
      port1.close();
      resolve(answer);
    };
    const timer = setTimeout(() => settle('deferred'), PATIENCE_MS);
    port1.onmessage = ({ data }: MessageEvent<unknown>) =>
      settle(data === 'applied' ? 'applied' : 'deferred');
    worker.postMessage(ACTIVATE, [port2]);
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
