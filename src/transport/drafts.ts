import { session } from './session.ts';
import { endedUser } from './session-expired.ts';

/**
 * What a customer typed and has not sent, while they look elsewhere or sign in again (BEY-11). In
 * memory only, for the one who typed it: somebody else who signs in finds nothing, and signing out
 * forgets it.
 */
const drafts = new Map<string, unknown>();
let owner: string | undefined;

export function keepDraft(name: string, value: unknown): void {
  const writer = session.user?.id ?? endedUser();
  if (writer !== owner) drafts.clear();
  owner = writer;
  if (writer !== undefined) drafts.set(name, value);
}

export const draftOf = (name: string): unknown =>
  owner !== undefined && owner === session.user?.id ? drafts.get(name) : undefined;

export const dropDraft = (name: string): void => {
  drafts.delete(name);
};

/** A draft to go on with: a second time there is nothing. */
export function takeDraft(name: string): unknown {
  const draft = draftOf(name);
  dropDraft(name);
  return draft;
}

export const forgetDrafts = (): void => drafts.clear();
