import { ed25519 } from '@noble/curves/ed25519.js';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOnEd25519, isOnSecp256k1 } from './curves.ts';

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });

const reads = (work: () => unknown): boolean => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};

test('HARD-60 any 32 bytes are a key of Ed25519 exactly when a library of signatures reads them', () => {
  fc.assert(
    fc.property(bytes, (key) => {
      // As validators do, which also read a y that is not reduced (ZIP-215).
      expect(isOnEd25519(key)).toBe(reads(() => ed25519.Point.fromBytes(key, true)));
    }),
  );
});

test('HARD-60 every public key is on its curve', () => {
  fc.assert(
    fc.property(bytes, (secret) => {
      expect(isOnEd25519(ed25519.getPublicKey(secret))).toBe(true);
      fc.pre(secp256k1.utils.isValidSecretKey(secret));
      expect(isOnSecp256k1(schnorr.getPublicKey(secret))).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('HARD-60 any 32 bytes are a key of Taproot exactly when a library of signatures lifts them', () => {
  fc.assert(
    fc.property(bytes, (key) => {
      const point = Uint8Array.of(2, ...key);
      expect(isOnSecp256k1(key)).toBe(reads(() => secp256k1.Point.fromBytes(point)));
    }),
  );
  expect(isOnSecp256k1(new Uint8Array(32).fill(0xff))).toBe(false);
});
