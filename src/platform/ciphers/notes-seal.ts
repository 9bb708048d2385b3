import { LEAST_ROUNDS, type NotesKey } from '#core/contract/wallet/notes.ts';
import { fromBase64, toBase64 } from '#core/envelope/base64.ts';
import { trimmedEnd } from '#core/text/trimmed-of.ts';
import { randomBytes, randomHex } from './random.ts';

/** A customer's notes key while it is in this tab's memory (EASE-16). */
export interface OpenKey {
  readonly id: string;
  readonly raw: Uint8Array<ArrayBuffer>;
}

const IV_BYTES = 12;
/** Notes are padded to multiples of this, so that a sealed note shows its length only roughly. */
const STEP = 256;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Additional data that binds a sealed text to its kind and owner: it does not open anywhere else. */
const boundTo = (...parts: readonly string[]): Uint8Array<ArrayBuffer> => bytesOf(parts.join('\n'));

async function seal(
  key: CryptoKey,
  additionalData: Uint8Array<ArrayBuffer>,
  plain: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const iv = randomBytes(IV_BYTES);
  const box = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, plain);
  return toBase64(new Uint8Array([...iv, ...new Uint8Array(box)]));
}

/** Undefined if it was sealed with another key, for another place, or altered. */
async function open(
  key: CryptoKey,
  additionalData: Uint8Array<ArrayBuffer>,
  sealed: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const bytes = fromBase64(sealed);
    const iv = bytes.slice(0, IV_BYTES);
    const box = bytes.slice(IV_BYTES);
    const algorithm = { name: 'AES-GCM', iv, additionalData };
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, box));
  } catch {
    return undefined;
  }
}

const aes = (raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);

async function passwordKey(
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  rounds: number,
): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', bytesOf(password), 'PBKDF2', false, [
    'deriveKey',
  ]);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

const keyContext = (userId: string, keyId: string) => boundTo('notes key', userId, keyId);
const noteContext = (userId: string, key: OpenKey, entryId: string) =>
  boundTo('note', userId, key.id, entryId);

export const newKey = (): OpenKey => ({ id: randomHex(16), raw: randomBytes(32) });

/** The key as the server stores it: sealed with a password, with a new salt each time. */
export async function sealKey(userId: string, key: OpenKey, password: string): Promise<NotesKey> {
  const salt = randomBytes(16);
  const under = await passwordKey(password, salt, LEAST_ROUNDS);
  return {
    key_id: key.id,
    salt: toBase64(salt),
    rounds: LEAST_ROUNDS,
    wrapped: await seal(under, keyContext(userId, key.id), key.raw),
  };
}

/** Undefined if it was sealed with another password. */
export async function openKey(
  userId: string,
  { key_id, salt, rounds, wrapped }: NotesKey,
  password: string,
): Promise<OpenKey | undefined> {
  const under = await passwordKey(password, fromBase64(salt), rounds);
  const raw = await open(under, keyContext(userId, key_id), wrapped);
  return raw && { id: key_id, raw };
}

export async function sealText(
  userId: string,
  key: OpenKey,
  entryId: string,
  text: string,
): Promise<string> {
  const plain = bytesOf(text.replaceAll('\0', ''));
  const padded = new Uint8Array(Math.max(1, Math.ceil(plain.length / STEP)) * STEP);
  padded.set(plain);
  return seal(await aes(key.raw), noteContext(userId, key, entryId), padded);
}

/**
 * Opens notes that were sealed with one key. Undefined for a note that was sealed for another place, or
 * altered.
 */
export async function opener(
  userId: string,
  key: OpenKey,
): Promise<(entryId: string, sealed: string) => Promise<string | undefined>> {
  const aesKey = await aes(key.raw);
  return async (entryId, sealed) => {
    const padded = await open(aesKey, noteContext(userId, key, entryId), sealed);
    return padded && trimmedEnd(new TextDecoder().decode(padded), (sign) => sign === '\0');
  };
}
