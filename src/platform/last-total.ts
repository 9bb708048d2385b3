import { promisifyRequest } from 'idb-keyval';
import { transact } from './device-store.ts';
import { isFresh, isSealedRecord, openRecord, snapshotRecord } from './vault/snapshot-record.ts';
import { writeSnapshot } from './vault/snapshots.ts';
import { isLocked, readVault, vaultIn } from './vault/vault-record.ts';

/** The total as the wallet showed it last. */
export interface LastTotal {
  /** With its currency, such as `AU$102,900.69`. */
  readonly text: string;
  readonly asOf: Date;
}

/**
 * This customer's last total. Read in one transaction and by the device's clock, for it is asked for
 * before anything else is there; with the app lock on there is none.
 */
export async function readTotal(userId: string | undefined): Promise<LastTotal | undefined> {
  const [vault, record] =
    (await transact('readonly', (store) =>
      Promise.all([vaultIn(store), promisifyRequest<unknown>(store.get(snapshotRecord('total')))]),
    )) ?? [];
  if (!vault || vault.userId !== userId || isLocked(vault)) return undefined;
  if (!isSealedRecord(record) || !isFresh(record, Date.now())) return undefined;
  const text = await openRecord('total', vault, record, vault.key);
  return text === undefined ? undefined : { text, asOf: new Date(record.savedAt) };
}

/**
 * Keeps the total as the wallet shows it, so that the next start can show it before the app runs. Sealed
 * like the answers, and gone with them; not with the app lock on, for nothing could be shown then.
 */
export async function keepTotal(
  userId: string | undefined,
  { text, asOf }: LastTotal,
): Promise<void> {
  const vault = await readVault();
  if (!vault || vault.userId !== userId || isLocked(vault)) return;
  await writeSnapshot('total', vault.epoch, text, asOf);
}
