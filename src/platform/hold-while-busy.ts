import { subscribe } from 'valtio/vanilla';

interface Flow<S extends object> {
  /** The state of the flow, a valtio proxy. */
  readonly state: S;
  /** Begins to hold updates off; the returned function ends it. */
  readonly hold: () => () => void;
  /** Whether something is being sent or found out, which goes on after the page is left. */
  readonly busy: (state: S) => boolean;
  /** Whether the page shows something that a reload would lose. */
  readonly filled: (state: S) => boolean;
}

/**
 * Keeps updates from reloading the page while a flow would lose something by it (PWA-06). Returns what
 * to call when the page is left: from then on only `busy` counts.
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
