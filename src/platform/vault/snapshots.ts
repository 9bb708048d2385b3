import { promisifyRequest } from 'idb-keyval';
import type { SnapshotName } from '#core/snapshot.ts';
import { transact } from '#platform/kept/device-store.ts';
import { certainlyPast, notBefore, serverNow } from '#platform/time/server-clock.ts';
import {
  isFresh,
  isSealedRecord,
  LIFETIME_MS,
  openRecord,
  type RecordName,
  sealRecord,
  snapshotRecord,
} from './snapshot-record.ts';
import { lockNow, openerOf } from './unlocked-key.ts';
import { readVault, type Vault, vaultIn } from './vault-record.ts';

export interface Snapshot {
  /** The text that was kept (see `kept-answer.ts`). */
  readonly text: string;
  /** When the server sent the answer. */
  readonly savedAt: Date;
}

/** Answers may arrive out of order by this much; a larger step back is a corrected clock. */
const OUT_OF_ORDER_MS = 60_000;

const readRecord = (name: SnapshotName): Promise<unknown> =>
  transact('readonly', (store) => promisifyRequest<unknown>(store.get(snapshotRecord(name))));

export const dropSnapshot = (name: RecordName): Promise<void> =>
  transact('readwrite', async (store) => {
    store.delete(snapshotRecord(name));
    await promisifyRequest(store.transaction);
  });

/**
 * The last kept answer to one of this customer's reads. A record that is broken or sealed under
 * another key is removed silently: the next answer takes its place. `old`: the record is older than
 * seven days. It is removed only if that is certain: until the server has stated its time, the
 * device's clock may be wrong (HARD-04).
 */
export async function readSnapshot(
  name: SnapshotName,
  userId: string | undefined,
): Promise<Snapshot | 'old' | undefined> {
  const vault = await readVault();
  if (!vault || vault.userId !== userId) return undefined;
  const opener = openerOf(vault);
  if (!opener) {
    lockNow();
    return undefined;
  }
  const record = await readRecord(name);
  if (record === undefined) return undefined;
  const text = isSealedRecord(record) ? await openRecord(name, vault, record, opener) : undefined;
  if (!isSealedRecord(record) || text === undefined) {
    await dropSnapshot(name);
    return undefined;
  }
  notBefore(record.savedAt);
  if (isFresh(record, serverNow())) return { text, savedAt: new Date(record.savedAt) };
  if (certainlyPast(record.savedAt, LIFETIME_MS)) await dropSnapshot(name);
  return 'old';
}

/**
 * Seals a text under the vault's key and stores it, if `may` agrees. The vault is checked again
 * within the writing transaction, so that nothing is stored after its customer has signed out.
 * Returns whether it was.
 */
export async function writeSealed(
  name: RecordName,
  vault: Vault,
  text: string,
  savedAt: number,
  may: (store: IDBObjectStore) => Promise<boolean>,
): Promise<boolean> {
  const record = await sealRecord(name, vault, text, savedAt);
  const written = await transact('readwrite', async (store) => {
    if ((await vaultIn(store))?.epoch !== vault.epoch || !(await may(store))) return false;
    store.put(record, snapshotRecord(name));
    await promisifyRequest(store.transaction);
    return true;
  });
  return written ?? false;
}

/**
 * Keeps an answer that belongs to `epoch`. The worker calls this, or a page that has no worker yet.
 * Returns whether the answer was kept.
 */
export async function writeSnapshot(
  name: RecordName,
  epoch: string,
  text: string,
  savedAt: Date,
): Promise<boolean> {
  const vault = await readVault();
  if (vault?.epoch !== epoch) return false;
  return writeSealed(name, vault, text, savedAt.getTime(), async (store) => {
    const before = await promisifyRequest<unknown>(store.get(snapshotRecord(name)));
    const ahead = isSealedRecord(before) ? before.savedAt - savedAt.getTime() : 0;
    return ahead <= 0 || ahead >= OUT_OF_ORDER_MS;
  });
}
