import { expect } from 'vitest';
import { violations } from '#server/ledger/invariants.ts';
import type { InProcess } from './in-process.ts';

/** Closes the server of a test, after checking that its ledger holds every invariant. */
export async function closeSound(server: InProcess): Promise<void> {
  expect(await violations(server.deps.db)).toEqual([]);
  await server.close();
}
