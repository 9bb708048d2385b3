import { promisifyRequest } from 'idb-keyval';
import { transact } from '#platform/device-store.ts';
import { keepForLong } from '#platform/persistence.ts';
import { randomHex } from '#platform/random.ts';
import { forgetLock, lockIsOn } from './app-lock.ts';
import { deleteSealed } from './snapshot-record.ts';
import { readVault, VAULT_RECORD, type Vault, vaultIn } from './vault-record.ts';

/** Replaces the vault of `epoch` and deletes its snapshots; does nothing if that vault is gone. */
export async function replaceVault(epoch: string, vault: Vault): Promise<boolean> {
  const replaced = await transact('readwrite', async (store) => {
    if ((await vaultIn(store))?.epoch !== epoch) return false;
    store.put(vault, VAULT_RECORD);
    await deleteSealed(store);
    await promisifyRequest(store.transaction);
    return true;
  });
  return replaced ?? false;
}

export async function makeKey(): Promise<CryptoKey | undefined> {
  try {
    return await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]);
  } catch {
    // There is no WebCrypto outside a secure context; nothing is kept then.
    return undefined;
  }
}

type Concerns = (store: IDBObjectStore) => Promise<boolean>;

/** Deletes the vault and what it sealed where `concerns` is true; it is asked in each transaction. */
async function destroyWhere(concerns: Concerns): Promise<void> {
  await transact('readwrite', async (store) => {
    if (!(await concerns(store))) return;
    forgetLock();
    store.delete(VAULT_RECORD);
    await promisifyRequest(store.transaction);
  });
  await transact('readwrite', async (store) => {
    if (!(await concerns(store))) return;
    await deleteSealed(store);
    await promisifyRequest(store.transaction);
  });
}

/**
 * Removes the key first, then what it sealed: without the key the rest cannot be read, even if the
 * second step fails. Pages and the worker read the key from the database each time, so this takes
 * effect in every tab.
 */
export async function destroyVault(): Promise<void> {
  forgetLock();
  await destroyWhere(() => Promise.resolve(true));
}

/**
 * Opens the vault of the customer who signs in. If they never signed out, they keep their own, with
 * what it holds; otherwise they get a new one, and whatever an earlier customer left is destroyed.
 * Whose vault it is is asked in each transaction: a database that is slow has not said that there is none.
 */
export async function openVault(userId: string): Promise<void> {
  const isAnothers: Concerns = async (store) => (await vaultIn(store))?.userId !== userId;
  if ((await readVault())?.userId === userId) return keepForLong();
  await destroyWhere(isAnothers);
  const key = await makeKey();
  if (!key) return;
  const vault: Vault = { userId, epoch: randomHex(16), key };
  await transact('readwrite', async (store) => {
    if (!(await isAnothers(store))) return;
    store.put(vault, VAULT_RECORD);
    await promisifyRequest(store.transaction);
  });
  keepForLong();
}

let looked = false;

/**
 * The epoch in which this customer's answers may be kept. Undefined if nothing can be kept or the
 * vault is another customer's. A page load that begins without a vault makes one, because the
 * browser evicted it or had no room for it. Later calls do not: by then a vault is missing because
 * its customer signed out in another tab.
 */
export async function currentEpoch(userId: string | undefined): Promise<string | undefined> {
  const begins = !looked;
  looked = true;
  const vault = await readVault();
  if (begins && userId && !vault && !lockIsOn()) {
    await openVault(userId);
    return currentEpoch(userId);
  }
  return vault && vault.userId === userId ? vault.epoch : undefined;
}
