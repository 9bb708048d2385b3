import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { TransportKey } from './envelope.ts';

const BYTES = 16;

/** A hash that identifies a transport key where the key itself must not be shown, as hex. */
export const fingerprintOf = ({ key, iv }: TransportKey): string =>
  bytesToHex(sha256(concatBytes(utf8ToBytes('kopa transport '), key, iv))).slice(0, 2 * BYTES);
