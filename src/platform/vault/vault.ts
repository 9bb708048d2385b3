import { promisifyRequest } from 'idb-keyval';
import { randomHex } from '#platform/ciphers/random.ts';
import { transact } from '#platform/kept/device-store.ts';
import { STORE_KEY } from '#platform/kept/kept-names.ts';
import { keepForLong } from '#platform/kept/persistence.ts';
import { deviceStorage } from '#platform/kept/storage.ts';
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

/**
 * Deletes the vault and what it sealed where `concerns` is true; it is asked in each transaction. The key is
 * removed first: without it the rest cannot be read, even if the second step fails. False if a step failed or
 * is not done yet.
 */
async function destroyWhere(concerns: Concerns): Promise<boolean> {
  const keyGone = await transact('readwrite', async (store) => {
    if (!(await concerns(store))) return true;
    forgetLock();
    store.delete(VAULT_RECORD);
    await promisifyRequest(store.transaction);
    return true;
  });
  const allGone = await transact('readwrite', async (store) => {
    if (!(await concerns(store))) return true;
    await deleteSealed(store);
    await promisifyRequest(store.transaction);
    return true;
  });
  return keyGone === true && allGone === true;
}

/** Marks that the customer of the vault has signed out, until the vault is destroyed. */
const LEFT_VAULT_KEY = 'kopa-left-vault';

const isLeft = (): boolean => deviceStorage.get(LEFT_VAULT_KEY) !== undefined;

/**
 * Destroys the vault. Pages and the worker read the key from the database each time, so this takes effect in
 * every tab. A page that ends or is put aside meanwhile leaves it to the next one that starts.
 */
export async function destroyVault(): Promise<void> {
  forgetLock();
  const isMarked = deviceStorage.set(LEFT_VAULT_KEY, '');
  // A page that is put aside goes on when it is shown again: by then the vault may be that of the next customer.
  const gone = await destroyWhere(() => Promise.resolve(!isMarked || isLeft()));
  if (gone) deviceStorage.remove(LEFT_VAULT_KEY);
}

/** Destroys a vault whose customer has signed out, if the page that did so could not (SESS-08). */
export async function destroyLeftVault(): Promise<void> {
  if (isLeft()) await destroyVault();
}

/**
 * Destroys a vault whose owner this device has forgotten: the browser has evicted the session and kept the database,
 * so nobody could open what is sealed, nor sign out of it (HARD-72). A session that has only ended leaves its store.
 */
export async function destroyForgottenVault(): Promise<void> {
  await destroyLeftVault();
  const isForgotten = deviceStorage.get(STORE_KEY) === undefined;
  if (!isForgotten || !(await readVault())) return;
  // Where nothing can be stored, a page's session is in its memory only.
  if (!deviceStorage.set(LEFT_VAULT_KEY, '')) return;
  if (deviceStorage.get(STORE_KEY) === undefined) await destroyVault();
  else deviceStorage.remove(LEFT_VAULT_KEY);
}

/**
 * Opens the vault of the customer who signs in. If they never signed out, they keep their own, with
 * what it holds; otherwise they get a new one, and whatever an earlier customer left is destroyed.
 * Whose vault it is is asked in each transaction: a database that is slow has not said that there is none.
 */
export async function openVault(userId: string): Promise<void> {
  await destroyLeftVault();
  deviceStorage.remove(LEFT_VAULT_KEY);
  const isAnothers: Concerns = async (store) => (await vaultIn(store))?.userId !== userId;
  if ((await readVault())?.userId === userId) return void keepForLong({ meant: false });
  await destroyWhere(isAnothers);
  const key = await makeKey();
  if (!key) return;
  const vault: Vault = { userId, epoch: randomHex(16), key };
  await transact('readwrite', async (store) => {
    if (!(await isAnothers(store))) return;
    store.put(vault, VAULT_RECORD);
    await promisifyRequest(store.transaction);
  });
  void keepForLong({ meant: false });
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
