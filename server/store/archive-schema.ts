import type { ColumnType, GeneratedAlways } from 'kysely';
import type { ArchivePart } from '#core/contract/desk.ts';
import type { Moment } from './core-schema.ts';

interface Archived {
  former_id: string;
  part: ArchivePart;
  /** A keyed hash of the account's email address. */
  email_tag: string;
  /** A keyed hash of name and birth date; null if they are not known. */
  person_tag: ColumnType<string | null, string | null, never>;
  sealed: string;
  closed_at: Moment;
  erase_at: Moment;
  /** When an authority ordered a longer retention; null: none did. */
  extended_at: ColumnType<Date | null, undefined, Date>;
}

interface ArchiveActs {
  id: GeneratedAlways<string>;
  former_id: string;
  at: Moment;
  /** The officer's account. */
  officer: string;
  act: 'read' | 'extended';
  reason: string;
}

/** The archive of closed accounts. */
export interface ArchiveSchema {
  archived: Archived;
  archive_acts: ArchiveActs;
}
