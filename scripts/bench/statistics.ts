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
 * With `BENCH=smallest` each benchmark does everything once, in the smallest size, only to show that it works: the
 * figures that it prints then say nothing about speed.
 */
export const smallest = process.env.BENCH === 'smallest';

/** The size of something in a benchmark, or its smallest size with `BENCH=smallest`. */
export const sized = <T>(full: T, least: T): T => (smallest ? least : full);

/** Lighthouse's limit of a long task: what a task takes beyond it counts as blocking time. */
export const LONG_TASK_MS = 50;
