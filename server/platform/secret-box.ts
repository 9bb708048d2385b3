import { gcm } from '@noble/ciphers/aes.js';
import { bytesToUtf8, concatBytes, utf8ToBytes } from '@noble/ciphers/utils.js';
import { base64urlnopad } from '@scure/base';
import type { Deps } from '#server/deps.ts';

const NONCE_BYTES = 12;

/**
 * Seals a text with AES-GCM under a key of 32 bytes. `context` says what it is and whose, so that a sealed
 * text copied to another row does not open.
 */
export function sealUnder(
  key: Uint8Array,
  { random }: Pick<Deps, 'random'>,
  context: string,
  text: string,
): string {
  const nonce = random(NONCE_BYTES);
  const sealed = gcm(key, nonce, utf8ToBytes(context)).encrypt(utf8ToBytes(text));
  return base64urlnopad.encode(concatBytes(nonce, sealed));
}

/** Opens a sealed text with the first key that fits; undefined if none does. */
export function openUnder(
  keys: readonly Uint8Array[],
  context: string,
  sealed: string,
): string | undefined {
  for (const key of keys) {
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

/** Seals a secret for the database under the configured key. */
export const sealSecret = (
  deps: Pick<Deps, 'config' | 'random'>,
  context: string,
  text: string,
): string => sealUnder(deps.config.secretsKeys[0], deps, context, text);

/** Opens a secret with the current or an older key; undefined if none fits. */
export const openSecret = (
  { config }: Pick<Deps, 'config'>,
  context: string,
  sealed: string,
): string | undefined => openUnder(config.secretsKeys, context, sealed);
