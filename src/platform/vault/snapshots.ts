import { promisifyRequest } from 'idb-keyval';
import type { SnapshotName } from '#core/snapshot.ts';
import { serverNow } from '#platform/clock.ts';
import { transact } from '#platform/device-store.ts';
import {
  isFresh,
  isSealedRecord,
  openRecord,
  type RecordName,
  sealRecord,
  snapshotRecord,
} from './snapshot-record.ts';
import { lockNow, openerOf } from './unlocked-key.ts';
import { isLocked, readVault, vaultIn } from './vault-record.ts';

export interface Snapshot {
  /** The answer as it came, still sealed by the transport. */
  readonly sealed: string;
  /** When the server said it. */
  readonly savedAt: Date;
}

/** Answers may come out of order by this much; a greater step back is a clock that was corrected. */
const OUT_OF_ORDER_MS = 60_000;

const readRecord = (name: SnapshotName): Promise<unknown> =>
  transact('readonly', (store) => promisifyRequest<unknown>(store.get(snapshotRecord(name))));

export const dropSnapshot = (name: RecordName): Promise<void> =>
  transact('readwrite', async (store) => {
    store.delete(snapshotRecord(name));
    await promisifyRequest(store.transaction);
  });

/**
 * This customer's last answer to a read. A record that is too old, broken or sealed under another key
 * is removed without a word: the next answer takes its place.
 */
export async function readSnapshot(
  name: SnapshotName,
  userId: string | undefined,
): Promise<Snapshot | undefined> {
  const vault = await readVault();
  if (!vault || vault.userId !== userId) return undefined;
  const opener = isLocked(vault) ? openerOf(vault.epoch) : vault.key;
  if (!opener) {
    lockNow();
    return undefined;
  }
  const record = await readRecord(name);
  if (record === undefined) return undefined;
  const fresh = isSealedRecord(record) && isFresh(record, serverNow());
  const sealed = fresh ? await openRecord(name, vault, record, opener) : undefined;
  if (!fresh || sealed === undefined) {
    await dropSnapshot(name);
    return undefined;
  }
  return { sealed, savedAt: new Date(record.savedAt) };
}

/**
 * Keeps an answer that belongs to `epoch`: the worker does, or a page that has none yet. The epoch is checked again within the
 * writing transaction, so an answer that was on its way when the customer signed out writes nothing.
 * Answers whether it was kept.
 */
export async function writeSnapshot(
  name: RecordName,
  epoch: string,
  res: string,
  savedAt: Date,
): Promise<boolean> {
  const vault = await readVault();
  if (vault?.epoch !== epoch) return false;
  const record = await sealRecord(name, vault, res, savedAt.getTime());
  const written = await transact('readwrite', async (store) => {
    const now = await vaultIn(store);
    if (now?.epoch !== epoch) return false;
    const before = await promisifyRequest<unknown>(store.get(snapshotRecord(name)));
    const ahead = isSealedRecord(before) ? before.savedAt - record.savedAt : 0;
    if (ahead > 0 && ahead < OUT_OF_ORDER_MS) return false;
    store.put(record, snapshotRecord(name));
    await promisifyRequest(store.transaction);
    return true;
  });
  return written ?? false;
}
