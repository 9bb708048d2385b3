import { promisifyRequest } from 'idb-keyval';
import { DRAFT_LIFE_MS } from '#core/snapshot.ts';
import { transact } from '#platform/kept/device-store.ts';
import { isAnchored, serverNow } from '#platform/time/server-clock.ts';
import { isSealedRecord, openRecord, type RecordName, snapshotRecord } from './snapshot-record.ts';
import { dropSnapshot, writeSealed } from './snapshots.ts';
import { openerOf } from './unlocked-key.ts';
import { readVault } from './vault-record.ts';

const DRAFTS = 'draft-';

/** A draft belongs to one tab, so that two open forms do not take each other's place. */
const recordOf = (tab: string, name: string): RecordName => `${DRAFTS}${tab}-${name}`;

const keysOf = async (store: IDBObjectStore, beginning: RecordName): Promise<readonly string[]> =>
  (await promisifyRequest(store.getAllKeys()))
    .map(String)
    .filter((key) => key.startsWith(snapshotRecord(beginning)));

/** Removes what tabs that are long closed have left, by the server's time only. */
async function dropOld(store: IDBObjectStore): Promise<void> {
  if (!isAnchored()) return;
  for (const key of await keysOf(store, DRAFTS)) {
    const record = await promisifyRequest<unknown>(store.get(key));
    if (!isSealedRecord(record) || serverNow() - record.savedAt > DRAFT_LIFE_MS) store.delete(key);
  }
}

/** Seals a draft under this customer's key. Does nothing once they have signed out. */
export async function writeDraft(
  tab: string,
  name: string,
  userId: string,
  text: string,
): Promise<void> {
  const vault = await readVault();
  if (vault?.userId !== userId) return;
  await writeSealed(recordOf(tab, name), vault, text, serverNow(), async (store) => {
    await dropOld(store);
    return true;
  });
}

export const removeDraft = (tab: string, name: string): Promise<void> =>
  dropSnapshot(recordOf(tab, name));

/** This customer's drafts of this tab, by name. Drafts that are too old are left out. */
export async function readDrafts(
  tab: string,
  userId: string,
): Promise<ReadonlyMap<string, string>> {
  const drafts = new Map<string, string>();
  const vault = await readVault();
  if (vault?.userId !== userId) return drafts;
  const opener = openerOf(vault);
  if (!opener) return drafts;
  const beginning = recordOf(tab, '');
  const found = await transact('readonly', async (store) => {
    const keys = await keysOf(store, beginning);
    return Promise.all(
      keys.map(async (key) => [key, await promisifyRequest<unknown>(store.get(key))] as const),
    );
  });
  for (const [key, record] of found ?? []) {
    const name = key.slice(snapshotRecord(beginning).length);
    if (!isSealedRecord(record) || serverNow() - record.savedAt > DRAFT_LIFE_MS) continue;
    const text = await openRecord(recordOf(tab, name), vault, record, opener);
    if (text !== undefined) drafts.set(name, text);
  }
  return drafts;
}
