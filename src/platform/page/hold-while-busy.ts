import { subscribe } from 'valtio/vanilla';

interface Flow<S extends object> {
  /** The flow's state, a valtio proxy. */
  readonly state: S;
  /** Begins to hold updates off; the returned function ends that. */
  readonly hold: () => () => void;
  /**
   * Whether a request or a question about its outcome is under way, which continues after the page is left.
   */
  readonly busy: (state: S) => boolean;
  /** Whether the page shows something that a reload would lose. */
  readonly filled: (state: S) => boolean;
}

/**
 * Holds updates off while a reload would lose something of a flow (PWA-06). Returns the function to call when
 * the page is left; from then on only `busy` counts.
 */
export function holdWhileBusy<S extends object>({
  state,
  hold,
  busy,
  filled,
}: Flow<S>): () => void {
  let release: (() => void) | undefined;
  let left = false;
  const follow = (): void => {
    if (busy(state) || (!left && filled(state))) release ??= hold();
    else {
      release?.();
      release = undefined;
    }
  };
  subscribe(state, follow, true);
  return () => {
    left = true;
    follow();
  };
}
