import type { RawBuilder } from 'kysely';

/** One numbered step of the schema. A released migration is never edited. */
export interface Migration {
  /** The file's number and subject. */
  readonly name: string;
  readonly statements: readonly RawBuilder<unknown>[];
}
