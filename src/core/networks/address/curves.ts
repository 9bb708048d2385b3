/**
 * Whether a public key stands for a point of its curve. Nobody can have the private key of one that does not.
 * Only field arithmetic, because a library of signatures is too large for a page.
 */

const power = (base: bigint, exponent: bigint, prime: bigint): bigint => {
  let result = 1n;
  let square = base % prime;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % prime;
    square = (square * square) % prime;
  }
  return result;
};

/** Euler's criterion; zero is its own root. */
const hasRoot = (value: bigint, prime: bigint): boolean =>
  power(value, (prime - 1n) / 2n, prime) <= 1n;

const numberOf = (bytes: readonly number[]): bigint =>
  bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);

const ED25519 = 2n ** 255n - 19n;
/** The constant d of edwards25519: −121665/121666 (RFC 8032). */
const D = (ED25519 - 121_665n) * power(121_666n, ED25519 - 2n, ED25519);

/** Ed25519: 32 bytes, the y coordinate little-endian below one bit for the sign of x. */
export function isOnEd25519(key: Uint8Array): boolean {
  const y = (numberOf([...key].reverse()) & (2n ** 255n - 1n)) % ED25519;
  const square = (y * y) % ED25519;
  // x² = (y² − 1) / (d·y² + 1). The divisor is never zero, and a fraction has a root when the product has.
  const product = (square + ED25519 - 1n) * ((D * square + 1n) % ED25519);
  return hasRoot(product % ED25519, ED25519);
}

const SECP256K1 = 2n ** 256n - 2n ** 32n - 977n;

/** Secp256k1, by the x coordinate of 32 bytes alone, as Taproot has it (BIP-340). */
export function isOnSecp256k1(key: Uint8Array): boolean {
  const x = numberOf([...key]);
  return x < SECP256K1 && hasRoot((((x * x) % SECP256K1) * x + 7n) % SECP256K1, SECP256K1);
}
