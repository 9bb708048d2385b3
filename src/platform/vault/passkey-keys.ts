import { randomBytes, randomHex } from '#platform/ciphers/random.ts';
import type { PasskeyLock, Vault } from './vault-record.ts';

const text = (value: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(value);

/** Binds a wrapped private key to its customer and vault; it unwraps as nothing else. */
const wrapping = (vault: Pick<Vault, 'userId' | 'epoch'>, iv: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: text(['app-lock', vault.userId, vault.epoch].join('\n')),
});

async function wrappingKey(
  secret: BufferSource,
  salt: Uint8Array<ArrayBuffer>,
): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: text('kopa app lock') },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['wrapKey', 'unwrapKey'],
  );
}

/** Makes a locked vault. It contains its private key, wrapped under the passkey's secret. */
export async function makeLockedVault(
  userId: string,
  passkey: { readonly credential: ArrayBuffer; readonly secret: BufferSource },
  salt: Uint8Array<ArrayBuffer>,
): Promise<Vault> {
  const pair = await crypto.subtle.generateKey(
    {
      name: 'RSA-OAEP',
      modulusLength: 3072,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    },
    // Extractable only so that it can be wrapped: the key unwrapped later cannot be exported.
    true,
    ['wrapKey', 'unwrapKey'],
  );
  const owner = { userId, epoch: randomHex(16) };
  const iv = randomBytes(12);
  const under = await wrappingKey(passkey.secret, salt);
  const box = await crypto.subtle.wrapKey('pkcs8', pair.privateKey, under, wrapping(owner, iv));
  return {
    ...owner,
    key: pair.publicKey,
    lock: { credential: passkey.credential, salt, iv, box },
  };
}

/** The key that opens the vault's snapshots; undefined if the secret is not its passkey's. */
export async function unwrapOpener(
  vault: Vault,
  lock: PasskeyLock,
  secret: BufferSource,
): Promise<CryptoKey | undefined> {
  try {
    return await crypto.subtle.unwrapKey(
      'pkcs8',
      lock.box,
      await wrappingKey(secret, lock.salt),
      wrapping(vault, lock.iv),
      { name: 'RSA-OAEP', hash: 'SHA-256' },
      false,
      ['unwrapKey'],
    );
  } catch {
    return undefined;
  }
}
