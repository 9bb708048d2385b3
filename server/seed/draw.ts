import { createHash } from 'node:crypto';
import { hashText, mix } from '#server/adapters/market/noise.ts';

/** Pseudorandom numbers, the same for the same name. */
export interface Draw {
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** True with this probability in percent. */
  chance(percent: number): boolean;
}

export function drawOf(name: string): Draw {
  const seed = hashText(name);
  let count = 0;
  const next = (): number => {
    count += 1;
    return mix(seed ^ mix(count));
  };
  const between = (min: number, max: number): number => min + (next() % (max - min + 1));
  return {
    between,
    pick: (items) => items[between(0, items.length - 1)] ?? items[0],
    chance: (percent) => between(1, 100) <= percent,
  };
}

/** An id in the format of a UUID, the same for the same name. */
export function idOf(name: string): string {
  const hex = createHash('sha256').update(`kopa demo/${name}`).digest('hex');
  const part = (from: number, to: number): string => hex.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-8${part(13, 16)}-8${part(17, 20)}-${part(20, 32)}`;
}
