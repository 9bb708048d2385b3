import { ANYTHING, type Changed, type ChangeKind } from '#core/contract/live.ts';

/** What changes in one transaction is told one by one, and read together. */
const GATHER_MS = 50;
/** Between two reads, however often something changes. */
const SPACE_MS = 500;

interface Reader {
  readonly kinds: readonly ChangeKind[];
  readonly soon: () => void;
  readonly run: () => unknown;
}

const readers = new Set<Reader>();

/**
 * Runs when something of these kinds has changed on the server, while the page is visible, until the returned
 * function is called. Nothing depends on it: without a stream from the server it never runs (LIVE-01).
 */
export function onChanged(kinds: readonly ChangeKind[], run: () => unknown): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ranAt = Number.NEGATIVE_INFINITY;
  const reader: Reader = {
    kinds,
    run,
    soon: () => {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          ranAt = performance.now();
          run();
        },
        Math.max(GATHER_MS, ranAt + SPACE_MS - performance.now()),
      );
    },
  };
  readers.add(reader);
  return () => {
    clearTimeout(timer);
    readers.delete(reader);
  };
}

/** Something has changed. A hidden page reads when it is seen again. */
export function tellChanged(what: Changed): void {
  if (document.visibilityState !== 'visible') return;
  for (const { kinds, soon } of readers) {
    if (what === ANYTHING || kinds.includes(what)) soon();
  }
}

/** Reads again what is shown; settles once all of it has been read, or could not be. */
export const refreshShown = (): Promise<unknown> =>
  Promise.allSettled([...readers].map(async ({ run }) => run()));
