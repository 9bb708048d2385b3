import { promisifyRequest } from 'idb-keyval';
import { SNAPSHOT_DAYS, type SnapshotName, snapshotPaths } from '#core/snapshot.ts';
import { randomBytes } from '#platform/ciphers/random.ts';
import { isLocked, type Vault } from './vault-record.ts';

/** One snapshot as stored in the device's database. Its content cannot be read without the key. */
export interface SealedRecord {
  /** When the server sent the answer, in milliseconds since the epoch. */
  readonly savedAt: number;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly box: ArrayBuffer;
  /** The record's own key, wrapped so that only the private key of a locked vault unwraps it. */
  readonly wrapped?: ArrayBuffer;
}

/**
 * A kept answer, the total as the wallet last showed it (see `last-total.ts`), what was typed into a form
 * (see `sealed-drafts.ts`), or a customer's notes and their key (see `kept-notes.ts`).
 */
export type RecordName = SnapshotName | 'total' | 'notes' | 'notes-key' | `draft-${string}`;

const SEALED = 'snapshot-';

export const snapshotRecord = (name: RecordName): string => SEALED + name;

/** Deletes everything that was sealed under the vault's key. */
export async function deleteSealed(store: IDBObjectStore): Promise<void> {
  for (const key of await promisifyRequest(store.getAllKeys())) {
    if (String(key).startsWith(SEALED)) store.delete(key);
  }
}

export const isSealedRecord = (value: unknown): value is SealedRecord =>
  typeof value === 'object' &&
  value !== null &&
  'savedAt' in value &&
  typeof value.savedAt === 'number' &&
  'iv' in value &&
  value.iv instanceof Uint8Array &&
  'box' in value &&
  value.box instanceof ArrayBuffer;

/** Older records are not shown. */
export const LIFETIME_MS = SNAPSHOT_DAYS * 24 * 3_600_000;

/** Whether the record may still be shown at `now`, in milliseconds since the epoch. */
export const isFresh = (record: SealedRecord, now: number): boolean =>
  now - record.savedAt <= LIFETIME_MS;

const isSnapshot = (name: RecordName): name is SnapshotName => Object.hasOwn(snapshotPaths, name);

/** Binds a record to its read, customer, sign-in and time; it opens as nothing else. */
const boundTo = (name: RecordName, vault: Vault, savedAt: number): Uint8Array<ArrayBuffer> => {
  const of = isSnapshot(name) ? snapshotPaths[name] : name;
  return new TextEncoder().encode([of, vault.userId, vault.epoch, savedAt].join('\n'));
};

export async function sealRecord(
  name: RecordName,
  vault: Vault,
  text: string,
  savedAt: number,
): Promise<SealedRecord> {
  const iv = randomBytes(12);
  const additionalData = boundTo(name, vault, savedAt);
  const own = isLocked(vault)
    ? await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt'])
    : undefined;
  const box = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData },
    own ?? vault.key,
    new TextEncoder().encode(text),
  );
  if (!own) return { savedAt, iv, box };
  const wrapped = await crypto.subtle.wrapKey('raw', own, vault.key, 'RSA-OAEP');
  return { savedAt, iv, box, wrapped };
}

async function keyOf(record: SealedRecord, opener: CryptoKey): Promise<CryptoKey> {
  if (opener.type !== 'private') return opener;
  const { wrapped = new ArrayBuffer() } = record;
  const use: KeyUsage[] = ['decrypt'];
  return crypto.subtle.unwrapKey('raw', wrapped, opener, 'RSA-OAEP', 'AES-GCM', false, use);
}

/** The sealed text, or undefined if the record is truncated, altered or from another vault. */
export async function openRecord(
  name: RecordName,
  vault: Vault,
  record: SealedRecord,
  opener: CryptoKey,
): Promise<string | undefined> {
  try {
    const additionalData = boundTo(name, vault, record.savedAt);
    const text = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: record.iv, additionalData },
      await keyOf(record, opener),
      record.box,
    );
    return new TextDecoder().decode(text);
  } catch {
    return undefined;
  }
}
