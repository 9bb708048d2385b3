import { keccak_256 } from '@noble/hashes/sha3.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { hex } from '@scure/base';

export const hasEvmForm = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text);

/** The mixed-case form (EIP-55) of 40 lower-case hexadecimal digits. */
export function mixedCase(digits: string): string {
  const hash = hex.encode(keccak_256(utf8ToBytes(digits)));
  return [...digits]
    .map((digit, i) => (Number.parseInt(hash[i] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit))
    .join('');
}

/**
 * Whether the checksum of an EVM address is right. `none`: all letters are lower case, so there is no
 * checksum (D24). Undefined: not an address, or a mistyped one.
 */
export function evmChecksum(text: string): 'checked' | 'none' | undefined {
  if (!hasEvmForm(text)) return undefined;
  const digits = text.slice(2);
  const plain = digits.toLowerCase();
  if (mixedCase(plain) === digits) return 'checked';
  return digits === plain ? 'none' : undefined;
}
