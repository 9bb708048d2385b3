/** The request from a page to a waiting worker to take over. */
const ACTIVATE = { type: 'activate' } as const;
/** The question whether a worker is one of ours. */
const HELLO = { type: 'hello' } as const;
const HERE = 'here';
/** The request to the worker that serves a page to look at every file that it keeps. */
const MEND = { type: 'mend' } as const;

/** `deferred`: a money flow is under way somewhere; nothing was changed. */
export type ActivateAnswer = 'applied' | 'deferred';

/** `whole`: every file was right. `mended`: all are now. `broken`: some could not be fetched. */
export type MendAnswer = 'whole' | 'mended' | 'broken';

const isOfType = (value: unknown, type: string): boolean =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === type;

export const isActivateRequest = (value: unknown): boolean => isOfType(value, ACTIVATE.type);
/** The answer that a worker gives at once to a greeting; undefined for other messages. */
export const greetingTo = (value: unknown): string | undefined =>
  isOfType(value, HELLO.type) ? HERE : undefined;

export const isMendRequest = (value: unknown): boolean => isOfType(value, MEND.type);

/** How long a page waits for the worker's answer, in milliseconds. */
const PATIENCE_MS = 10_000;
/** Some files may have to be fetched first. */
const MEND_MS = 20_000;

/** What a worker answers to a request; undefined if there is no answer in time. */
function ask(worker: ServiceWorker, request: object, patienceMs: number): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const settle = (answer: unknown): void => {
      clearTimeout(timer);
      port1.close();
      resolve(answer);
    };
    const timer = setTimeout(() => settle(undefined), patienceMs);
    port1.onmessage = ({ data }: MessageEvent<unknown>) => settle(data);
    worker.postMessage(request, [port2]);
  });
}

/** Asks a waiting worker to take over. No answer in time counts as deferred. */
export async function askToActivate(worker: ServiceWorker): Promise<ActivateAnswer> {
  return (await ask(worker, ACTIVATE, PATIENCE_MS)) === 'applied' ? 'applied' : 'deferred';
}

/** Whether a worker is ours: to the browser, an empty script is as good as any other. */
export const isOurs = async (worker: ServiceWorker): Promise<boolean> =>
  (await ask(worker, HELLO, PATIENCE_MS)) === HERE;

/** Asks a worker to mend its files. Undefined if it does not answer, as an older build's would not. */
export async function askToMend(worker: ServiceWorker): Promise<MendAnswer | undefined> {
  const answer = await ask(worker, MEND, MEND_MS);
  return answer === 'whole' || answer === 'mended' || answer === 'broken' ? answer : undefined;
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
