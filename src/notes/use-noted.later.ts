import { type StatementEntry, statementOf } from '#core/statement/statement.ts';
import { findHistory } from '#history/history-store.ts';
import { loadNotes, notes } from '#transport/customer/sealed-notes.ts';

/** The notes of this customer, and all entries that have one. */
export interface Noted {
  readonly entries: readonly StatementEntry[];
  readonly noteOf: (entryId: string) => string | undefined;
  /** There are notes, but this device does not have their key. */
  readonly closed: boolean;
  readonly isClosed: (entryId: string) => boolean;
}

/**
 * Reads the notes for a search. The server is asked for all entries with a note, so it does not learn what is
 * searched for or what the notes say (EASE-16).
 */
export async function readNoted(): Promise<Noted> {
  await loadNotes();
  const { status, texts, ids } = notes;
  const known = {
    noteOf: (entryId: string) => texts.get(entryId)?.text,
    closed: status === 'closed' && ids.size > 0,
    isClosed: (entryId: string) => ids.has(entryId) && !texts.has(entryId),
  };
  if (texts.size === 0) return { ...known, entries: [] };
  const history = findHistory({ noted: true });
  await history.load();
  while (history.state.next !== undefined && history.state.failure === undefined) {
    await history.loadMore();
  }
  const { transactions, failed } = history.state;
  return { ...known, entries: statementOf(transactions, failed) };
}
