import { promisifyRequest } from 'idb-keyval';
import { transact } from './device-store.ts';
import { isFresh, isSealedRecord, openRecord, snapshotRecord } from './vault/snapshot-record.ts';
import { dropSnapshot, writeSnapshot } from './vault/snapshots.ts';
import { isLocked, readVault, vaultIn } from './vault/vault-record.ts';

/** The total as the wallet showed it last. */
export interface LastTotal {
  /** With its currency, such as `AU$102,900.69`. */
  readonly text: string;
  readonly asOf: Date;
}

/** What the server's date header, in whole seconds, may differ by from the page's own clock. */
const SAME_ANSWER_MS = 1_000;

/**
 * This customer's last total. Read in one transaction and by the device's clock, for it is asked for
 * before anything else is there; with the app lock on there is none, nor after this device sent money.
 * Offline there is none either where a later answer was kept, by another page or after this one was
 * closed: that one's total is what the app is about to show, and to stay with.
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

/** Money is on its way: what there was in all before it is not shown again, be it with its time. */
export const forgetTotal = (): Promise<void> => dropSnapshot('total');
