import type { Deps } from '#server/deps.ts';

const HOUR_MS = 3600_000;
/** What was written in a transaction has its moment before others can see it, and clocks differ. */
const MARGIN_SECONDS = 600;

interface Looked {
  /** When the last round began that left nothing over, and the last one that looked back all the way. */
  readonly last: number;
  readonly wholly: number;
}

const looked = new WeakMap<Deps['db'], Map<string, Looked>>();

/**
 * Looks for what has happened since this process last looked, and once an hour all the way back: for what was
 * told of late. `look` is told how far, in seconds, and says whether it left nothing over; otherwise the next call
 * looks there again.
 */
export async function sinceLast(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  what: string,
  wholeSeconds: number,
  look: (seconds: number) => Promise<boolean>,
): Promise<void> {
  const all = looked.get(db) ?? new Map<string, Looked>();
  looked.set(db, all);
  const now = clock.now();
  const before = all.get(what);
  const partly = before && now >= before.last && now < before.wholly + HOUR_MS ? before : undefined;
  const since = partly ? (now - partly.last) / 1000 + MARGIN_SECONDS : wholeSeconds;
  if (await look(Math.min(since, wholeSeconds))) {
    all.set(what, { last: now, wholly: partly?.wholly ?? now });
  }
}
