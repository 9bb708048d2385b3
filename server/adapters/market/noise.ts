/**
 * Integer value noise: the same seed and time give the same number on every machine and in every process,
 * since no binary float is involved.
 */
export const ONE = 1_000_000_000n;

/** A 32-bit hash of a text (FNV-1a with a final mix). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return mix(hash);
}

/** Spreads every bit of a 32-bit integer over all of them (the finaliser of MurmurHash3). */
export function mix(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The value of a lattice point between −1 and 1, in 1e-9. */
const lattice = (seed: number, index: number): bigint =>
  (BigInt(mix(seed ^ mix(index))) * 2n * ONE) / 0xffff_ffffn - ONE;

/** Smooth noise between −1 and 1, in 1e-9, that changes direction about once per `period`. */
export function noise(seed: number, at: number, period: number): bigint {
  const index = Math.floor(at / period);
  const fraction = (BigInt(at - index * period) * ONE) / BigInt(period);
  const ease = (fraction * fraction * (3n * ONE - 2n * fraction)) / (ONE * ONE);
  const from = lattice(seed, index);
  const to = lattice(seed, index + 1);
  return from + ((to - from) * ease) / ONE;
}
