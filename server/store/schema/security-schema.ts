import type { ColumnType, Generated } from 'kysely';
import type { Json, Moment } from './core-schema.ts';

interface MailOutbox {
  id: string;
  sealed: string;
  attempts: Generated<number>;
  next_attempt_at: Moment;
  expires_at: Moment;
  created_at: Moment;
  /** A mail about security, which is sent before all others. */
  urgent: Generated<boolean>;
  /** The hash of its cause: a customer or a network. */
  turn_of: Generated<string>;
  /**
   * How many mails of the same cause waited when this one was written, including it: those with a low number
   * are sent first.
   */
  turn: Generated<number>;
}

interface ReportLinks {
  token_hash: string;
  user_id: string;
  expires_at: Moment;
  used_at: Moment | null;
  /** The account's address before a change: the link restores it. */
  previous_email: ColumnType<string | null, string | undefined, string>;
  /** When the reported sign-in happened; null: when the link was made. */
  reported_since: ColumnType<Date | null, Date | undefined, never>;
  /** The first step that it undoes; none before it (READ-07). */
  undoes_from: ColumnType<number, number | undefined, never>;
}

/** The new address of an account, until the code sent there is entered. */
interface EmailChanges {
  user_id: string;
  email: string;
  expires_at: Moment;
}

interface KnownDevices {
  user_id: string;
  device_hash: string;
  met_at: ColumnType<Date | null, Date | undefined, never>;
  expires_at: Moment;
  /** The last sign-in on it at which the account had known it; null: none yet. */
  trusted_at: ColumnType<Date | null, Date | null | undefined, Date>;
}

interface Passkeys {
  /** The credential's id in the browser's spelling. */
  id: string;
  user_id: string;
  name: string;
  /** A COSE key in base64url. */
  public_key: string;
  /** The counter of the last signature; 0 if the authenticator does not count. */
  counter: string | number | bigint;
  /** The ways in which browsers reach it, separated by commas. */
  transports: string;
  /** The model that the authenticator claims to be. */
  aaguid: string;
  /** Whether it is synchronised to other devices. */
  backed_up: boolean;
  added_at: Moment;
  /** The session that added it. */
  added_by: string;
  used_at: Moment | null;
}

interface PasskeyChallenges {
  hash: string;
  purpose: string;
  user_id: string | null;
  session_id: string | null;
  /** A fingerprint of the transfer that it confirms; empty: none. */
  about: Generated<string>;
  expires_at: Moment;
}

/** What staff have confirmed anew in a session, and until when it counts (READ-08). */
interface Proofs {
  session_id: string;
  user_id: string;
  about: string;
  expires_at: Moment;
}

interface Recoveries {
  id: string;
  user_id: string;
  stage: 'asked' | 'waiting' | 'done' | 'stopped';
  /** The provider's last state of the identity check. */
  review: string;
  created_at: Moment;
  /** When the second factor will be removed. */
  due_at: Moment | null;
  /** When the customer was last mailed about it. */
  told_at: Moment | null;
  /** When its links and an identity check that has not passed expire. */
  expires_at: Moment;
  /** The address that an operator gives the account after the check; null: it recovers a lost factor (READ-07). */
  gives_address: ColumnType<string | null, string | undefined, never>;
  /** The operator who began that. */
  begun_by: ColumnType<string | null, string | undefined, never>;
}

interface RecoveryLinks {
  token_hash: string;
  recovery_id: string;
}

/** What staff saw and changed. Append-only. */
interface AuditLog {
  seq: ColumnType<string | number | bigint, number, never>;
  at: ColumnType<Date, Date, never>;
  actor: ColumnType<string, string, never>;
  action: ColumnType<string, string, never>;
  subject: ColumnType<string, string, never>;
  detail: ColumnType<Json, Json, never>;
  previous: ColumnType<string, string, never>;
  hash: ColumnType<string, string, never>;
}

/** Words about persons, whose fingerprint an entry of the log has (READ-12). */
interface AuditWords {
  seq: ColumnType<string | number | bigint, number, never>;
  name: ColumnType<string, string, never>;
  user_id: ColumnType<string | null, string | null, never>;
  words: ColumnType<string, string, never>;
  written_at: ColumnType<Date, Date, never>;
}

interface AuditHead {
  id: ColumnType<number, never, never>;
  seq: ColumnType<string | number | bigint, never, number>;
  hash: string;
}

export interface SecuritySchema {
  audit_head: AuditHead;
  audit_log: AuditLog;
  audit_words: AuditWords;
  email_changes: EmailChanges;
  known_devices: KnownDevices;
  mail_outbox: MailOutbox;
  passkey_challenges: PasskeyChallenges;
  passkeys: Passkeys;
  proofs: Proofs;
  recoveries: Recoveries;
  recovery_links: RecoveryLinks;
  report_links: ReportLinks;
}
