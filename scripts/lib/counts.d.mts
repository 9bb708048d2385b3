export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** Counts of Lighthouse CI’s results, read from `file`; `code` is what the command exited with. */
export function lighthouseCounts(file: string, code: number): Counts;
