import { promisifyRequest } from 'idb-keyval';
import { transact } from '#platform/device-store.ts';
import { keepForLong } from '#platform/persistence.ts';
import { randomHex } from '#platform/random.ts';
import { forgetLock, lockIsOn } from './app-lock.ts';
import { recordNames, snapshotRecord } from './snapshot-record.ts';
import { readVault, VAULT_RECORD, type Vault, vaultIn } from './vault-record.ts';

/** Puts a vault in place of one of `epoch`, without what that one sealed; not once it is gone. */
export async function replaceVault(epoch: string, vault: Vault): Promise<boolean> {
  const replaced = await transact('readwrite', async (store) => {
    if ((await vaultIn(store))?.epoch !== epoch) return false;
    store.put(vault, VAULT_RECORD);
    for (const name of recordNames) store.delete(snapshotRecord(name));
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
    // No WebCrypto outside a secure context; then nothing is kept.
    return undefined;
  }
}

/**
 * Removes the key, and only then what it sealed: without the key the rest is noise, even where the
 * second step fails. Pages and worker read the key from here each time, so this ends it in every tab.
 */
export async function destroyVault(): Promise<void> {
  forgetLock();
  await transact('readwrite', async (store) => {
    store.delete(VAULT_RECORD);
    await promisifyRequest(store.transaction);
  });
  await transact('readwrite', async (store) => {
    for (const name of recordNames) store.delete(snapshotRecord(name));
    await promisifyRequest(store.transaction);
  });
}

/**
 * The vault of who signs in: their own where they never signed out, for what it holds is still theirs;
 * else a new one, and whatever an earlier customer left is shredded.
 */
export async function openVault(userId: string): Promise<void> {
  if ((await readVault())?.userId === userId) return keepForLong();
  await destroyVault();
  const key = await makeKey();
  if (!key) return;
  const vault: Vault = { userId, epoch: randomHex(16), key };
  await transact('readwrite', async (store) => {
    store.put(vault, VAULT_RECORD);
    await promisifyRequest(store.transaction);
  });
  keepForLong();
}

let looked = false;

/**
 * The epoch in which this customer's answers may be kept. Undefined where nothing can be kept, and
 * where the vault is somebody else's. A visit that begins without one makes one: the browser took it, or
 * had no room for it. Not later: then it is gone because its customer signed out in another tab.
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
