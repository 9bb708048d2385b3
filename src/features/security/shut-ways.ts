import type { OpenDialog } from './security-dialogs.tsx';
import type { Security } from './security-state.ts';

/** The changes that the server refuses while nothing but the mailbox speaks for the session (READ-14). */
const refused: ReadonlySet<OpenDialog['kind']> = new Set([
  'set-up',
  'move',
  'add-passkey',
  'email',
]);

/** Whether a change has to wait until the customer has confirmed that it is them; the server says so. */
export const isShut = (
  { mailboxAlone }: Pick<Security, 'mailboxAlone'>,
  kind: OpenDialog['kind'],
): boolean => mailboxAlone === true && refused.has(kind);
