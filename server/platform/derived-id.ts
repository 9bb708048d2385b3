import { createHash } from 'node:crypto';

/**
 * An id in the form of a UUID (version 8) made from what it is about. A party tells orders apart by it: a row
 * that was lost and comes again has the same id, so the same order is never carried out twice (HARD-82).
 */
export function derivedId(...about: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(about)).digest();
  hash.writeUInt8(0x80 | (hash.readUInt8(6) & 0x0f), 6);
  hash.writeUInt8(0x80 | (hash.readUInt8(8) & 0x3f), 8);
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Whether a text has the form of the ids that we derive for orders. Random ones (version 4) prove nothing: others who
 * use the same account at a party make them, too.
 */
export const looksLikeOurs = (reference: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(reference);

/** Whether a text has the form of any id of ours, of whichever version: an order of ours has no other reference. */
export const hasFormOfIds = (reference: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/.test(reference);
