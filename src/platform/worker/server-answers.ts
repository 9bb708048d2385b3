import { deadline } from '#platform/time/deadline.ts';

/**
 * A probe is given up after this long: on a connection that drops everything it would never end.
 */
const PROBE_MS = 10_000;

/** Whether our server answers right now. */
export async function serverAnswers(): Promise<boolean> {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: deadline(PROBE_MS) });
    // Its connection is free for other requests only once it is read.
    await answer.text();
    // A captive portal also answers, but with a page of its own.
    return answer.ok && (answer.headers.get('content-type')?.includes('json') ?? false);
  } catch {
    return false;
  }
}
