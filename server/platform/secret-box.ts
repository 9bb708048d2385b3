import { gcm } from '@noble/ciphers/aes.js';
import { bytesToUtf8, utf8ToBytes } from '@noble/ciphers/utils.js';
import { base64urlnopad } from '@scure/base';
import type { Deps } from '#server/deps.ts';

const NONCE_BYTES = 12;

/**
 * Seals what the database must not show: AES-GCM under the configured key. `context` says what it is
 * and whose; a sealed text moved to another row does not open there.
 */
export function sealSecret(
  { config, random }: Pick<Deps, 'config' | 'random'>,
  context: string,
  text: string,
): string {
  const nonce = random(NONCE_BYTES);
  const sealed = gcm(config.secretsKeys[0], nonce, utf8ToBytes(context)).encrypt(utf8ToBytes(text));
  return base64urlnopad.encode(Uint8Array.from([...nonce, ...sealed]));
}

/** Opens it with the current or an older key; undefined where none fits. */
export function openSecret(
  { config }: Pick<Deps, 'config'>,
  context: string,
  sealed: string,
): string | undefined {
  for (const key of config.secretsKeys) {
    try {
      const bytes = base64urlnopad.decode(sealed);
      const cipher = gcm(key, bytes.subarray(0, NONCE_BYTES), utf8ToBytes(context));
      return bytesToUtf8(cipher.decrypt(bytes.subarray(NONCE_BYTES)));
    } catch {
      // Sealed with another key, or not sealed at all.
    }
  }
  return undefined;
}
