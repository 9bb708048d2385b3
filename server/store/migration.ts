import type { RawBuilder } from 'kysely';

/** An index on a table that has rows: built beside the servers that use it (HARD-94). */
export interface LateIndex {
  readonly name: string;
  /** What follows `create index … on`: the table, its columns and the condition. */
  readonly on: string;
  readonly unique?: boolean;
}

/** One numbered step of the schema. A released migration is never edited. */
export interface Migration {
  /** The file's number and subject. */
  readonly name: string;
  /** Run in one transaction, whose locks the servers of the version before wait for: nothing that takes long. */
  readonly statements: readonly RawBuilder<unknown>[];
  /** Built after the statements, outside of any transaction. */
  readonly indexes?: readonly LateIndex[];
}
