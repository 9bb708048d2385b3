import { cameByHistory } from '#platform/history-state.ts';
import { visitStorage } from '#platform/storage.ts';
import { session } from './session.ts';
import { endedUser } from './session-expired.ts';

/**
 * What a customer typed but has not sent, while they look elsewhere or sign in again (BEY-11). In memory
 * only, for the one who typed it: somebody else who signs in finds nothing, and signing out forgets it.
 */
const drafts = new Map<string, { readonly value: unknown; readonly left: boolean }>();
let owner: string | undefined;

/** `left`: whoever follows a link to the form starts afresh; whoever comes back finds it as it was. */
export function keepDraft(name: string, value: unknown, left = false): void {
  const writer = session.user?.id ?? endedUser();
  if (writer !== owner) drafts.clear();
  owner = writer;
  if (writer !== undefined) drafts.set(name, { value, left });
}

export function draftOf(name: string): unknown {
  const draft = drafts.get(name);
  const mine = owner !== undefined && owner === session.user?.id;
  return draft && mine && (!draft.left || cameByHistory()) ? draft.value : undefined;
}

export const dropDraft = (name: string): void => {
  drafts.delete(name);
};

/** A draft to continue with; it can be taken only once. */
export function takeDraft(name: string): unknown {
  const draft = draftOf(name);
  dropDraft(name);
  return draft;
}

/** What survives a reload of the form to create an account: never a password. */
export const REGISTRATION_KEY = 'kopa-registration';

export function forgetDrafts(): void {
  drafts.clear();
  visitStorage.remove(REGISTRATION_KEY);
}
