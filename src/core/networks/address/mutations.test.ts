import { sha256 } from '@noble/hashes/sha2.js';
import { base58, base58xrp, bech32, bech32m, hex } from '@scure/base';
import { expect, test } from 'vitest';
import { checkAddress } from './check-address.ts';
import { isOnSecp256k1 } from './curves.ts';
import { mixedCase } from './evm.ts';

const MUTATIONS = process.env.LONG ? 20_000 : 2_000;

/** The same bytes on every run. */
const draw = (seed: string, length: number): Uint8Array =>
  sha256(new TextEncoder().encode(seed)).subarray(0, length);

/** The same for bytes that are a public key, as about every second ones are. */
const drawKey = (seed: string): Uint8Array => {
  const key = draw(seed, 32);
  return isOnSecp256k1(key) ? key : drawKey(`${seed}/`);
};

function withChecksum(...parts: readonly (number | Uint8Array)[]): Uint8Array {
  const body = Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'number' ? part : [...part])),
  );
  return Uint8Array.from([...body, ...sha256(sha256(body)).subarray(0, 4)]);
}

interface Chain {
  readonly name: string;
  readonly network: string;
  readonly alphabet: string;
  make(seed: string): string;
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

const chains: readonly Chain[] = [
  {
    name: 'Bitcoin base58check',
    network: 'Bitcoin',
    alphabet: BASE58,
    make: (seed) => base58.encode(withChecksum(0, draw(seed, 20))),
  },
  {
    name: 'Bitcoin SegWit',
    network: 'Bitcoin',
    alphabet: BECH32,
    make: (seed) => bech32.encode('bc', [0, ...bech32.toWords(draw(seed, 20))]),
  },
  {
    name: 'Bitcoin Taproot',
    network: 'Bitcoin',
    alphabet: BECH32,
    make: (seed) => bech32m.encode('bc', [1, ...bech32m.toWords(drawKey(seed))]),
  },
  {
    name: 'XRP classic',
    network: 'XRP Ledger',
    alphabet: BASE58,
    make: (seed) => base58xrp.encode(withChecksum(0, draw(seed, 20))),
  },
  {
    name: 'XRP X-address',
    network: 'XRP Ledger',
    alphabet: BASE58,
    make: (seed) =>
      base58xrp.encode(
        withChecksum(0x05, 0x44, draw(seed, 20), 1, draw(`${seed}/tag`, 4), 0, 0, 0, 0),
      ),
  },
  // EIP-55 has one bit per letter, so an address of few letters lets one slip in 2^letters pass: that
  // is the standard's own limit. These consist of letters only.
  ...['Ethereum', 'Avalanche C-Chain'].map((network) => ({
    name: `${network} EIP-55`,
    network,
    alphabet: '0123456789abcdefABCDEF',
    make: (seed: string) => {
      const letters = [...hex.encode(draw(seed, 20))].map(
        (digit) => 'abcdef'[Number.parseInt(digit, 16) % 6],
      );
      return `0x${mixedCase(letters.join(''))}`;
    },
  })),
];

/** Addresses of a chain, each with one character replaced by another of the alphabet. */
function* mutations({ alphabet, make }: Chain): Generator<readonly [string, string]> {
  for (let i = 0; ; i++) {
    const address = make(`address ${Math.floor(i / 40)}`);
    const bytes = new DataView(draw(`mutation ${i}`, 8).slice().buffer);
    const place = bytes.getUint32(0) % address.length;
    const letter = alphabet[bytes.getUint32(4) % alphabet.length] ?? '';
    if (address[place] === letter) continue;
    yield [address, address.slice(0, place) + letter + address.slice(place + 1)];
  }
}

test.each(chains)(
  `BEY-04 $name: of ${MUTATIONS} addresses with one wrong character none is taken`,
  (chain) => {
    const taken: string[] = [];
    let tried = 0;
    for (const [address, wrong] of mutations(chain)) {
      if (tried === 0) expect(checkAddress(chain.network, address).kind).toBe('valid');
      if (checkAddress(chain.network, wrong).kind === 'valid') taken.push(wrong);
      if (++tried === MUTATIONS) break;
    }
    expect(taken).toEqual([]);
  },
  120_000,
);
