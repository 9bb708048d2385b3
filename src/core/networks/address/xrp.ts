import { base58XrpPayload } from './base58-check.ts';

export const CLASSIC_VERSION = 0x00;
/** First two bytes of an X-address (XLS-5d): of the main network “X…”, of the test network “T…”. */
const X_MAIN = [0x05, 0x44] as const;
const X_TEST = [0x04, 0x93] as const;

export interface XrpAddress {
  readonly form: 'classic' | 'x';
  /** The account's 20 bytes, which both forms of the address contain. */
  readonly account: Uint8Array;
  /** The tag in an X-address; undefined if it says that there is none. */
  readonly tag: string | undefined;
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, i) => bytes[i] === byte);

/** 2 bytes of prefix, 20 of the account, a flag, the tag in 4 bytes little-endian, 4 zeros. */
function xAddress(bytes: Uint8Array, prefix: readonly number[]): XrpAddress | undefined {
  if (bytes.length !== 31 || !startsWith(bytes, prefix)) return undefined;
  const flag = bytes[22];
  const tag = new DataView(bytes.buffer, bytes.byteOffset).getUint32(23, true);
  if (bytes.subarray(27).some((byte) => byte !== 0)) return undefined;
  const account = bytes.subarray(2, 22);
  if (flag === 1) return { form: 'x', account, tag: String(tag) };
  return flag === 0 && tag === 0 ? { form: 'x', account, tag: undefined } : undefined;
}

export function readXrpAddress(text: string): XrpAddress | undefined {
  const bytes = base58XrpPayload(text);
  if (!bytes) return undefined;
  if (bytes.length === 21 && bytes[0] === CLASSIC_VERSION)
    return { form: 'classic', account: bytes.subarray(1), tag: undefined };
  return xAddress(bytes, X_MAIN);
}

export function isXrpTestAddress(text: string): boolean {
  const bytes = base58XrpPayload(text);
  return bytes !== undefined && xAddress(bytes, X_TEST) !== undefined;
}

/** A destination tag: an unsigned 32-bit number (BEY-05). */
export const isDestinationTag = (tag: string): boolean =>
  /^\d{1,10}$/.test(tag) && Number(tag) <= 0xffff_ffff;
