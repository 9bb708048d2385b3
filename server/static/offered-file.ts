import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** A file of a build, as its own servers answer it, in the database. */
export interface OfferedFile {
  /** Below the root of the site. */
  readonly path: string;
  /** Empty for a file that is named after its content. */
  readonly revision: string;
  /** JSON. */
  readonly headers: string;
  /** Packed as the headers say. */
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

/** The file's HMAC under a key made of SECRETS_KEY: who can only write to the database cannot make one. */
export const sealOf = (
  secret: Uint8Array,
  { path, revision, headers, body }: OfferedFile,
): string =>
  createHmac('sha256', sealKey(secret))
    .update(`${JSON.stringify([path, revision, headers])}\0`)
    .update(body)
    .digest('base64url');

/** Whether one of the keys has sealed exactly this file. */
export function isSealed(secrets: readonly Uint8Array[], file: OfferedFile, seal: string): boolean {
  const given = Buffer.from(seal);
  return secrets.some((secret) => {
    const expected = Buffer.from(sealOf(secret, file));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
