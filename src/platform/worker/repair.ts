import { fetchInTime } from '#platform/time/deadline.ts';
import { serverAnswers } from './server-answers.ts';
import { askToMend, type MendAnswer } from './worker-messages.ts';

const PART = /\/assets\/[\w./-]+\.(?:js|css)/g;

/** The scripts and styles that this document has asked for. */
const askedFor = (): readonly string[] =>
  performance.getEntriesByType('resource').flatMap(({ name }) => name.match(PART) ?? []);

/** Fetches files past the HTTP cache, which keeps a bad one for as long as a right one: a year. */
async function renew(paths: readonly string[]): Promise<void> {
  const fetchAnew = async (path: string): Promise<unknown> =>
    (await fetchInTime(path, { cache: 'reload' })).arrayBuffer();
  await Promise.allSettled([...new Set(paths)].map(fetchAnew));
}

/**
 * Replaces bad files of the app. The worker looks at all that it keeps; without one that answers,
 * only the browser's own cache can hold a bad file, and what this document uses is fetched anew.
 */
export async function mendApp(): Promise<MendAnswer | undefined> {
  const worker = navigator.serviceWorker?.controller;
  const answer = worker ? await askToMend(worker) : undefined;
  if (answer === undefined) await renew(askedFor());
  return answer;
}

async function renewWorker(answers: boolean): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  // A worker that answers is kept, and with it the customer's push subscription.
  if (answers) await registration?.update();
  else await registration?.unregister();
}

async function renewFiles(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  const shell = await (await fetchInTime('/', { cache: 'reload' })).text();
  await renew([...askedFor(), ...(shell.match(PART) ?? [])]);
}

/**
 * Renews the worker and every file of the app; the next load starts from the server. The session
 * and the sealed snapshots are elsewhere and stay. Returns false, and changes nothing, if the server
 * cannot be reached.
 */
export async function repairApp(): Promise<boolean> {
  if (!(await serverAnswers())) return false;
  const answers = (await mendApp()) !== undefined;
  // Whatever fails here, the reload that follows still has the network.
  await renewFiles().catch(() => undefined);
  await renewWorker(answers).catch(() => undefined);
  return true;
}
