import { inTime } from '#platform/time/deadline.ts';

/** How long the request that was ended may take to give the browser free; then the new one is tried anyway. */
const ENDED_MS = 1_000;

/**
 * Why the browser gave no passkey: the person or the device refused, the device has one of the account already, the
 * request was ended in favour of another or by its page, or the browser itself could not.
 */
export type NoPasskey = 'refused' | 'known' | 'stopped' | 'failed';

interface Turn {
  readonly control: AbortController;
  readonly ended: Promise<unknown>;
}

let current: Turn | undefined;

const nameOf = (error: unknown): string =>
  error instanceof Error || error instanceof DOMException ? error.name : '';

const causeOf = (error: unknown): NoPasskey => {
  switch (nameOf(error)) {
    case 'AbortError':
      return 'stopped';
    case 'InvalidStateError':
      return 'known';
    case 'NotAllowedError':
      return 'refused';
    default:
      return 'failed';
  }
};

/**
 * Makes a request for a passkey; all of them are made through here (READ-03). A browser allows a page one at a
 * time and fails a second, so a new request ends the one before, whoever made it. A `suggested` one, which waits
 * in a form until somebody chooses it, ends nobody's.
 */
export async function inTurn<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  {
    signal,
    suggested = false,
  }: { readonly signal?: AbortSignal; readonly suggested?: boolean } = {},
): Promise<T | NoPasskey> {
  if (signal?.aborted || (suggested && current)) return 'stopped';
  const before = current;
  const control = new AbortController();
  const end = (): void => control.abort();
  signal?.addEventListener('abort', end);
  let finish = (): void => {};
  const turn: Turn = {
    control,
    ended: new Promise<void>((resolve) => {
      finish = resolve;
    }),
  };
  current = turn;
  try {
    if (before) {
      before.control.abort();
      await inTime(before.ended, ENDED_MS).catch(() => undefined);
    }
    return control.signal.aborted ? 'stopped' : await ask(control.signal);
  } catch (error) {
    return causeOf(error);
  } finally {
    signal?.removeEventListener('abort', end);
    finish();
    if (current === turn) current = undefined;
  }
}
