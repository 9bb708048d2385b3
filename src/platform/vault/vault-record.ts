import { promisifyRequest } from 'idb-keyval';
import { transact } from '#platform/device-store.ts';

/** The private key of a locked vault, as the device keeps it: wrapped under what the passkey gives. */
export interface PasskeyLock {
  readonly credential: ArrayBuffer;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly box: ArrayBuffer;
}

/** The key of one customer's snapshots. It cannot be exported; deleting it shreds what it sealed. */
export interface Vault {
  readonly userId: string;
  /** A random id, new for every vault: what belongs to an earlier one is never written. */
  readonly epoch: string;
  /** Seals and opens; the public key of a locked vault only seals. */
  readonly key: CryptoKey;
  readonly lock?: PasskeyLock;
}

/** What it holds opens with the device's own unlock only. */
export const isLocked = (vault: Vault): boolean => vault.key.type === 'public';

export const VAULT_RECORD = 'vault';

function isVault(value: unknown): value is Vault {
  return (
    typeof value === 'object' &&
    value !== null &&
    'userId' in value &&
    typeof value.userId === 'string' &&
    'epoch' in value &&
    typeof value.epoch === 'string' &&
    'key' in value &&
    value.key instanceof CryptoKey
  );
}

/** The vault within a transaction, so that what is decided by it stays true until the commit. */
export async function vaultIn(store: IDBObjectStore): Promise<Vault | undefined> {
  const found: unknown = await promisifyRequest<unknown>(store.get(VAULT_RECORD));
  return isVault(found) ? found : undefined;
}

export const readVault = (): Promise<Vault | undefined> => transact('readonly', vaultIn);
