import { promisifyRequest } from 'idb-keyval';
import { transact } from '#platform/kept/device-store.ts';

/**
 * The private key of a locked vault, as stored on the device: wrapped under the passkey's secret.
 */
export interface PasskeyLock {
  readonly credential: ArrayBuffer;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly box: ArrayBuffer;
}

/**
 * The key to one customer's snapshots. It cannot be exported; deleting it makes them unreadable.
 */
export interface Vault {
  readonly userId: string;
  /** A random id, new for every vault, so that answers from an earlier vault are never written. */
  readonly epoch: string;
  /** Seals and opens records; the public key of a locked vault only seals them. */
  readonly key: CryptoKey;
  readonly lock?: PasskeyLock;
}

/** Whether the vault's snapshots open only after the device's own unlock. */
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

/** Reads the vault within a transaction, so that decisions based on it hold until the commit. */
export async function vaultIn(store: IDBObjectStore): Promise<Vault | undefined> {
  const found: unknown = await promisifyRequest<unknown>(store.get(VAULT_RECORD));
  return isVault(found) ? found : undefined;
}

export const readVault = (): Promise<Vault | undefined> => transact('readonly', vaultIn);
