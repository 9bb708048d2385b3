import { ANYTHING, type Changed, type ChangeKind } from '#core/contract/market/live.ts';

/** Changes of one transaction arrive one by one; they are gathered for so long and read together. */
const GATHER_MS = 50;
/** The shortest time between two reads. */
const SPACE_MS = 500;

interface Reader {
  readonly kinds: readonly ChangeKind[];
  readonly soon: () => void;
  readonly run: () => unknown;
}

const readers = new Set<Reader>();

/**
 * Runs `run` when data of these kinds has changed on the server and the page is visible, until the returned
 * function is called. It only speeds things up: without a stream it never runs (LIVE-01).
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

/** Reports a change. A hidden page reads it when it becomes visible. */
export function tellChanged(what: Changed): void {
  if (document.visibilityState !== 'visible') return;
  for (const { kinds, soon } of readers) {
    if (what === ANYTHING || kinds.includes(what)) soon();
  }
}

/** Reads the data on screen again; settles once all reads have succeeded or failed. */
export const refreshShown = (): Promise<unknown> =>
  Promise.allSettled([...readers].map(async ({ run }) => run()));
