import type { Migration } from './migration.ts';
import { core } from './migrations/0001-core.ts';
import { instruments } from './migrations/0002-instruments.ts';

/** Every migration, in the order they run. New ones go to the end. */
export const migrations: readonly Migration[] = [core, instruments];
