import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** When an account was frozen last, so that its owner is told afterwards what was stopped (EYE-05). */
export const frozenAt: Migration = {
  name: '0110-frozen-at',
  statements: [sql`alter table users add column frozen_at timestamptz(3)`],
};
