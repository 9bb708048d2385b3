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

/** What money can be locked to by an address: its kind and the hash or key in it. */
export interface BitcoinProgram {
  readonly kind: 'legacy' | 'segwit' | 'taproot';
  readonly bytes: Uint8Array;
}

function segwitProgram(text: string, chain: Chain): BitcoinProgram | undefined {
  const found = decodedSegwit(text, prefixes[chain]);
  const [version, ...words] = found?.words ?? [];
  if (!found || version === undefined) return undefined;
  const bytes = bech32.fromWordsUnsafe(words);
  if (!bytes || !programFits(version, bytes.length, found.modern)) return undefined;
  return { kind: version === 1 ? 'taproot' : 'segwit', bytes };
}

/** P2PKH, P2SH, SegWit version 0 (BIP-173) and Taproot (BIP-350), each with its checksum. */
export function bitcoinProgram(text: string, chain: Chain = 'main'): BitcoinProgram | undefined {
  const segwit = segwitProgram(text, chain);
  if (segwit) return segwit;
  const found = base58Payload(text);
  return found?.length === 21 && versions[chain].some((version) => version === found[0])
    ? { kind: 'legacy', bytes: found.subarray(1) }
    : undefined;
}

export const isBitcoinAddress = (text: string, chain: Chain = 'main'): boolean =>
  bitcoinProgram(text, chain) !== undefined;
