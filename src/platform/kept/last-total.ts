import { promisifyRequest } from 'idb-keyval';
import {
  isFresh,
  isSealedRecord,
  openRecord,
  snapshotRecord,
} from '#platform/vault/snapshot-record.ts';
import { dropSnapshot, writeSnapshot } from '#platform/vault/snapshots.ts';
import { isLocked, readVault, vaultIn } from '#platform/vault/vault-record.ts';
import { transact } from './device-store.ts';

/** The total as the wallet last showed it. */
export interface LastTotal {
  /** With its currency, such as `AU$102,900.69`. */
  readonly text: string;
  readonly asOf: Date;
}

/** How far the server's date header, in whole seconds, may differ from the page's own clock. */
const SAME_ANSWER_MS = 1_000;

/**
 * This customer's last total. It is read in one transaction and judged by the device's clock,
 * because it is needed before anything else is loaded. There is none while the app lock is on, or
 * after this device sent money. Offline there is also none if a later answer was kept, by another
 * page or after this one was closed: the app is about to show that answer's total, and will keep
 * showing it.
 */
export async function readTotal(userId: string | undefined): Promise<LastTotal | undefined> {
  const [vault, record, answer] =
    (await transact('readonly', (store) =>
      Promise.all([
        vaultIn(store),
        promisifyRequest<unknown>(store.get(snapshotRecord('total'))),
        promisifyRequest<unknown>(store.get(snapshotRecord('wallet'))),
      ]),
    )) ?? [];
  if (!vault || vault.userId !== userId || isLocked(vault)) return undefined;
  if (!isSealedRecord(record) || !isFresh(record, Date.now())) return undefined;
  const later = isSealedRecord(answer) && answer.savedAt - record.savedAt > SAME_ANSWER_MS;
  if (later && !navigator.onLine) return undefined;
  const text = await openRecord('total', vault, record, vault.key);
  return text === undefined ? undefined : { text, asOf: new Date(record.savedAt) };
}

/**
 * Keeps the total as the wallet shows it, so that the next start can show it before the app runs.
 * It is encrypted like the kept answers and removed with them. With the app lock on it is not kept,
 * because it could not be shown before unlocking.
 */
export async function keepTotal(
  userId: string | undefined,
  { text, asOf }: LastTotal,
): Promise<void> {
  const vault = await readVault();
  if (!vault || vault.userId !== userId || isLocked(vault)) return;
  await writeSnapshot('total', vault.epoch, text, asOf);
}

/** Money is being sent: the earlier total is not shown again, not even with its time. */
export const forgetTotal = (): Promise<void> => dropSnapshot('total');
