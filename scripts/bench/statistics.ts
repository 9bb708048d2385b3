/** The median; for an even number of values, the higher of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}

export const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/**
 * `BENCH=smallest`: each benchmark does everything once, in the least size, to show that it runs; what it
 * then prints says nothing about speed.
 */
export const smallest = process.env.BENCH === 'smallest';

/** What a benchmark measures, or the least of it. */
export const sized = <T>(full: T, least: T): T => (smallest ? least : full);
