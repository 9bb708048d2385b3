import type { Log } from '#server/log.ts';

/** Why there was no answer: a status, or the code or kind of an error; never its text. */
export type Failure = { readonly status: number } | { readonly code: string };

type Told = Failure & { readonly host: string };

const listeners = new Set<(told: Told) => void>();

/** A lasting outage is logged again after this long, not with every call. */
const QUIET_MS = 10 * 60_000;

/** The code of a failed request's cause, such as that of DNS or a certificate. */
const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
};

export const failureOf = (error: unknown): Failure => ({ code: codeOf(error) });

/**
 * Reports that a provider gave no answer. Only the host of its address is reported: paths and queries name
 * customers, and some contain a key.
 */
export function tellFailure(url: string, failure: Failure): void {
  const told = { host: URL.parse(url)?.host ?? '', ...failure };
  for (const listener of listeners) listener(told);
}

/** Logs which providers give no answer, and why; returns the function that stops it. */
export function logProviderFailures(log: Log): () => void {
  const loggedAt = new Map<string, number>();
  const write = (told: Told): void => {
    const what = JSON.stringify(told);
    const now = Date.now();
    if (now - (loggedAt.get(what) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return;
    loggedAt.set(what, now);
    log.warn('provider gave no answer', told);
  };
  listeners.add(write);
  return () => void listeners.delete(write);
}
