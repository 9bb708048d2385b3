import { promisifyRequest } from 'idb-keyval';
import { SNAPSHOT_DAYS } from '#core/snapshot.ts';
import { transact } from './device-store.ts';
import { isSealedRecord, openRecord, snapshotRecord } from './snapshot-record.ts';
import { isLocked, vaultIn } from './vault-record.ts';

const LIFETIME_MS = SNAPSHOT_DAYS * 24 * 3_600_000;

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
  if (!isSealedRecord(record) || Date.now() - record.savedAt > LIFETIME_MS) return undefined;
  const text = await openRecord('total', vault, record, vault.key);
  return text === undefined ? undefined : { text, asOf: new Date(record.savedAt) };
}
