import { bech32, bech32m } from '@scure/base';
import { base58Payload } from './base58-check.ts';

/** Version bytes of base58check addresses with 20 bytes behind them, by chain. */
const versions = {
  main: [0x00, 0x05],
  test: [0x6f, 0xc4],
} as const;

/** Human-readable parts of SegWit addresses, by chain. */
const prefixes = { main: 'bc', test: 'tb' } as const;

type Chain = keyof typeof versions;

/**
 * Whether a program length is valid for a witness version. Versions that nobody can spend from yet are
 * refused.
 */
function programFits(version: number, length: number, modern: boolean): boolean {
  if (version === 0) return !modern && (length === 20 || length === 32);
  return version === 1 && modern && length === 32;
}

function decodedSegwit(text: string, prefix: string) {
  for (const coder of [bech32, bech32m]) {
    const found = coder.decodeUnsafe(text);
    if (found?.prefix === prefix) return { words: found.words, modern: coder === bech32m };
  }
  return undefined;
}

function isSegwit(text: string, chain: Chain): boolean {
  const found = decodedSegwit(text, prefixes[chain]);
  const [version, ...words] = found?.words ?? [];
  if (!found || version === undefined) return false;
  const program = bech32.fromWordsUnsafe(words);
  return program ? programFits(version, program.length, found.modern) : false;
}

/** P2PKH, P2SH, SegWit version 0 (BIP-173) and Taproot (BIP-350), each with its checksum. */
export function isBitcoinAddress(text: string, chain: Chain = 'main'): boolean {
  if (isSegwit(text, chain)) return true;
  const found = base58Payload(text);
  return found?.length === 21 && versions[chain].some((version) => version === found[0]);
}
