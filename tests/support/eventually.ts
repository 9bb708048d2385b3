import { vi } from 'vitest';

/**
 * Repeats an attempt until it no longer throws, and returns its result. After `timeout` milliseconds it throws what
 * the last attempt threw; the default of `vi.waitFor`, one second, is too short on a busy machine.
 */
export const eventually = <T>(
  attempt: () => T | Promise<T>,
  timeout: number = 20_000,
): Promise<T> => vi.waitFor(attempt, { timeout });
