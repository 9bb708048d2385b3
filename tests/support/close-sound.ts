import { expect } from 'vitest';
import { violations } from '#server/ledger/invariants.ts';
import type { InProcess } from './in-process.ts';

/** Checks that every invariant of the ledger holds, then closes the test's server. */
export async function closeSound(server: InProcess): Promise<void> {
  expect(await violations(server.deps.db)).toEqual([]);
  await server.close();
}
