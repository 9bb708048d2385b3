import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** A file of a build in the database, as the build's own servers send it. */
export interface OfferedFile {
  /** Below the root of the site. */
  readonly path: string;
  /** Empty for a file that is named after its content. */
  readonly revision: string;
  /** As JSON. */
  readonly headers: string;
  /** Compressed as the headers say. */
  readonly body: Uint8Array;
}

const sealKeys = new WeakMap<Uint8Array, Uint8Array>();

function sealKey(secret: Uint8Array): Uint8Array {
  const known = sealKeys.get(secret);
  if (known) return known;
  const made = new Uint8Array(hkdfSync('sha256', secret, '', 'kopa build files', 32));
  sealKeys.set(secret, made);
  return made;
}

/**
 * The file's HMAC under a key derived from SECRETS_KEY: write access to the database alone cannot forge a
 * file.
 */
export const sealOf = (
  secret: Uint8Array,
  { path, revision, headers, body }: OfferedFile,
): string =>
  createHmac('sha256', sealKey(secret))
    .update(`${JSON.stringify([path, revision, headers])}\0`)
    .update(body)
    .digest('base64url');

/** Whether the seal of this file was made with one of the keys. */
export function isSealed(secrets: readonly Uint8Array[], file: OfferedFile, seal: string): boolean {
  const given = Buffer.from(seal);
  return secrets.some((secret) => {
    const expected = Buffer.from(sealOf(secret, file));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
