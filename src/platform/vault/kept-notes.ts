import { promisifyRequest } from 'idb-keyval';
import { transact } from '#platform/kept/device-store.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { isFresh, isSealedRecord, openRecord, snapshotRecord } from './snapshot-record.ts';
import { dropSnapshot, writeSealed } from './snapshots.ts';
import { openerOf } from './unlocked-key.ts';
import { readVault } from './vault-record.ts';

/**
 * The device's copy of a customer's notes: the key, so that the password is asked for once, and the sealed
 * notes, so that they can be read offline. Both are sealed like snapshots and removed with them; a copy of
 * the notes that is too old is not shown.
 */
type NotesRecord = 'notes-key' | 'notes';

export async function readKept(name: NotesRecord, userId: string): Promise<string | undefined> {
  const vault = await readVault();
  const opener = vault?.userId === userId ? openerOf(vault) : undefined;
  if (!vault || !opener) return undefined;
  const record = await transact('readonly', (store) =>
    promisifyRequest<unknown>(store.get(snapshotRecord(name))),
  );
  if (!isSealedRecord(record)) return undefined;
  if (name === 'notes' && !isFresh(record, serverNow())) return undefined;
  return openRecord(name, vault, record, opener);
}

export async function writeKept(name: NotesRecord, userId: string, text: string): Promise<void> {
  const vault = await readVault();
  if (vault?.userId !== userId) return;
  await writeSealed(name, vault, text, serverNow(), () => Promise.resolve(true));
}

export async function dropKept(): Promise<void> {
  await Promise.all([dropSnapshot('notes'), dropSnapshot('notes-key')]);
}
