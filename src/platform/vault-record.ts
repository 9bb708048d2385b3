import { promisifyRequest } from 'idb-keyval';
import { transact } from './device-store.ts';

/** The key of one customer's snapshots. It cannot be exported; deleting it shreds what it sealed. */
export interface Vault {
  readonly userId: string;
  /** A random id, new for every vault: what belongs to an earlier one is never written. */
  readonly epoch: string;
  readonly key: CryptoKey;
}

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
