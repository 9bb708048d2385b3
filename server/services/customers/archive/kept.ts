import { sql } from 'kysely';
import type { ArchivePart } from '#core/contract/staff/desk.ts';
import { storedTables } from './personal-data.ts';

/** All tables from which the archive keeps something: which columns, and what is then written to rows that stay. */
const keptTables = storedTables.flatMap(({ table, part, only, first, columns }) => {
  if (!part) return [];
  const all = Object.entries(columns);
  return {
    ...{ table, part, only, first },
    columns: all.flatMap(([name, { kept }]) => (kept ? name : [])),
    blank: all.flatMap(([column, { blank: value }]) =>
      value === undefined ? [] : { column, value },
    ),
  };
});

export type KeptTable = (typeof keptTables)[number];

/** The row of the account itself, which whoever erases it blanks. */
export const accountKept = keptTables.filter(({ table }) => table === 'users');

/** Those of which somebody may have any number of rows. */
export const sealedInParts = keptTables.filter(({ table }) => table !== 'users');

/** Writes over what names somebody. */
export const blanking = (blank: KeptTable['blank']) =>
  sql.join(blank.map(({ column, value }) => sql`${sql.ref(column)} = ${value}`));

/** The tables that are removed as a whole. */
export const removedTables = storedTables.flatMap(({ table, removed }) => (removed ? table : []));

/** The parts that an authority can have kept longer. */
export const extendable: readonly ArchivePart[] = ['identity', 'correspondence'];
