import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ArchivePart } from '#core/contract/staff/desk.ts';
import type { Moment } from './core-schema.ts';

export interface Archived {
  former_id: string;
  part: ArchivePart;
  /** A keyed hash of the account's email address. */
  email_tag: string;
  /** A keyed hash of name and birth date; null if they are not known. */
  person_tag: ColumnType<string | null, undefined, never>;
  sealed: string;
  closed_at: Moment;
  erase_at: Moment;
  /** When an authority ordered a longer retention; null: none did. */
  extended_at: ColumnType<Date | null, Date | undefined, Date>;
}

/** What a part has beyond its first slice. */
interface ArchivedPieces {
  former_id: string;
  part: ArchivePart;
  piece: number;
  sealed: string;
}

/** A closed account of which rows are left that name somebody. */
interface Erasures {
  former_id: string;
  due_at: Moment;
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

/** Money that came for a closed account. */
export interface ClosedMoney {
  id: string;
  former_id: string;
  currency: string;
  /** Minor units. */
  units: ColumnType<string, string, never>;
  /** A payout that came back, a withdrawal that was not sent, a card payment settled late, or what was found later. */
  cause: 'payout' | 'withdrawal' | 'card' | 'left';
  /** The payout, withdrawal or purchase that it comes from. */
  about: string;
  came_at: Moment;
  due_at: Moment;
  /** Whether a mail was written to the sealed address. */
  told: boolean;
  decision: ColumnType<'pay' | 'refund' | 'book' | null, undefined, 'pay' | 'refund' | 'book'>;
  decided_at: ColumnType<Date | null, undefined, Date>;
  decided_by: Generated<string>;
  decided_why: Generated<string>;
  /** The withdrawal that pays it out. */
  withdrawal_id: ColumnType<string | null, undefined, string>;
  /** Where it goes, sealed. */
  paid_to: Generated<string>;
}

/** The archive of closed accounts, and what came for them. */
export interface ArchiveSchema {
  archived: Archived;
  archived_pieces: ArchivedPieces;
  erasures: Erasures;
  archive_acts: ArchiveActs;
  closed_money: ClosedMoney;
}
