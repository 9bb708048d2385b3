import { subscribe } from 'valtio/vanilla';
import { scope } from '#transport/session/scope.ts';
import { sessionExpired } from '#transport/session/session-expired.ts';
import { type DraftName, dropDraft, keepDraft } from './drafts.ts';

interface Form<S extends object> {
  readonly name: DraftName;
  readonly state: S;
  /** The draft to keep now; undefined if the form is empty or was sent. */
  readonly draft: (state: S) => unknown;
  /** Whether the customer leaves to do something first and comes back by a link. */
  readonly returns?: () => boolean;
}

/**
 * Keeps a form's draft as the form changes, and drops it as soon as the form is sent. Returns the
 * function to call when the page is left. If the session ends while the form is being sent, the
 * page is left before it is certain that nothing was sent; in that case the draft can still be kept
 * afterwards.
 */
export function followDraft<S extends object>({
  name,
  state,
  draft,
  returns,
}: Form<S>): () => void {
  const { isTheirs } = scope();
  let left = false;
  const keep = (): void => {
    const expired = sessionExpired.peek();
    if (!isTheirs() || (left && !expired)) return;
    const value = draft(state);
    if (value === undefined) dropDraft(name);
    else keepDraft(name, value);
  };
  keep();
  subscribe(state, keep, true);
  return () => {
    const value = isTheirs() ? draft(state) : undefined;
    if (value !== undefined) keepDraft(name, value, !sessionExpired.peek() && !returns?.());
    left = true;
  };
}
