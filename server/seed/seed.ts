import type { Deps } from '#server/deps.ts';

/** Fills an empty database with the demo accounts and their year (D6). */
export async function seedIfEmpty(_deps: Deps): Promise<void> {}
