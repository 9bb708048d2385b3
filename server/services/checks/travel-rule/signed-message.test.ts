import { ed25519 } from '@noble/curves/ed25519.js';
import { base58, base64 } from '@scure/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { controlMessage, isSigned } from './signed-message.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Signatures that other programs published with the address that made them. */
const ETHEREUM = {
  address: '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23',
  message: 'Some data',
  signature:
    '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
} as const;
const BITCOIN = {
  address: '1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV',
  message: 'This is an example of a signed message.',
  signature:
    'H9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk=',
} as const;

test('KEEP-07 a message that an Ethereum wallet signed shows its control, and no other text or address', () => {
  const { address, message, signature } = ETHEREUM;
  for (const network of ['Ethereum', 'Avalanche C-Chain'] as const) {
    expect(isSigned(network, address, message, signature)).toBe(true);
    expect(isSigned(network, address.toLowerCase(), message, ` ${signature}\n`)).toBe(true);
    expect(isSigned(network, address, 'Some data.', signature)).toBe(false);
    expect(
      isSigned(network, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', message, signature),
    ).toBe(false);
  }
});

test('KEEP-07 so does one of a Bitcoin wallet, for each kind of address of its key', () => {
  const { address, message, signature } = BITCOIN;
  expect(isSigned('Bitcoin', address, message, signature)).toBe(true);
  expect(isSigned('Bitcoin', address, `${message} `, signature)).toBe(false);
  expect(isSigned('Bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', message, signature)).toBe(false);
});

test('KEEP-07 so does one of a Solana wallet, in the two ways that wallets write it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.string(), (secret, text) => {
      const address = base58.encode(ed25519.getPublicKey(secret));
      const signature = ed25519.sign(utf8(text), secret);
      for (const written of [base58.encode(signature), base64.encode(signature)]) {
        expect(isSigned('Solana', address, text, written)).toBe(true);
        expect(isSigned('Solana', address, `${text}x`, written)).toBe(false);
      }
    }),
    { numRuns: 20 },
  );
});

test('KEEP-07 what is no signature is none, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('Bitcoin', 'Ethereum', 'Solana', 'XRP Ledger'),
      fc.oneof(
        fc.string(),
        fc.uint8Array({ minLength: 60, maxLength: 70 }).map((bytes) => base64.encode(bytes)),
        fc.uint8Array({ minLength: 60, maxLength: 70 }).map((bytes) => base58.encode(bytes)),
        fc
          .uint8Array({ minLength: 65, maxLength: 65 })
          .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
      ),
      (network, signature) => {
        const { address } = network === 'Bitcoin' ? BITCOIN : ETHEREUM;
        expect(isSigned(network, address, 'Mine', signature)).toBe(false);
      },
    ),
  );
});

test('KEEP-07 where wallets sign nothing there is no message: a deposit shows the control', () => {
  const of = (network: Parameters<typeof controlMessage>[0], address: string) =>
    controlMessage(network, address, 'n');
  expect(of('XRP Ledger', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh')).toBeUndefined();
  expect(
    of('Bitcoin', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'),
  ).toBeUndefined();
  expect(of('Bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')).toContain('Code: n');
});
