/** One stream of chance: the same name under the same seed always draws the same. */
export interface Chance {
  /** At least 0, less than 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  /** True so often in the long run. */
  oneIn(times: number): boolean;
  pick<T>(choices: readonly [T, ...T[]]): T;
  bytes(count: number): Uint8Array<ArrayBuffer>;
  /** As `crypto.randomUUID`. */
  uuid(): string;
}

/** FNV-1a with a final mix, so that names that differ in one character start far apart. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}

/** The generator sfc32: small, fast, and good enough for what is not a secret. */
export function chanceOf(seed: number, name: string): Chance {
  const start = `${seed}/${name}`;
  let [a, b, c, d] = [hash(`${start}/a`), hash(`${start}/b`), hash(`${start}/c`), 1];
  const word = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 12; round++) word();
  const next = (): number => word() / 2 ** 32;
  const between = (least: number, most: number): number =>
    least + Math.floor(next() * (most - least + 1));
  const bytes = (count: number): Uint8Array<ArrayBuffer> =>
    Uint8Array.from({ length: count }, () => word() & 0xff);
  return {
    next,
    between,
    bytes,
    oneIn: (times) => next() * times < 1,
    pick: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
    uuid() {
      const hex = Buffer.from(bytes(16)).toString('hex');
      const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}
