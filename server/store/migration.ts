import type { RawBuilder } from 'kysely';

/** One numbered step of the database's shape. What has been released is never edited. */
export interface Migration {
  /** Its number and subject, as in the file name. */
  readonly name: string;
  readonly statements: readonly RawBuilder<unknown>[];
}
