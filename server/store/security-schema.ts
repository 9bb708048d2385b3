import type { ColumnType, Generated } from 'kysely';
import type { Json, Moment } from './core-schema.ts';

interface MailOutbox {
  id: string;
  sealed: string;
  attempts: Generated<number>;
  next_attempt_at: Moment;
  expires_at: Moment;
  created_at: Moment;
  /** About security: it is sent before all others. */
  urgent: Generated<boolean>;
  /** Who caused it, as a hash: a customer or a network. */
  turn_of: Generated<string>;
  /**
   * The mails of the same cause that waited when this one was written, including it: those with a low
   * number leave first.
   */
  turn: Generated<number>;
}

interface ReportLinks {
  token_hash: string;
  user_id: string;
  expires_at: Moment;
  used_at: Moment | null;
  /** The address the account had before it was changed: the link brings it back. */
  previous_email: ColumnType<string | null, string | undefined, string>;
  /** The sign-in it reports; null: when the link was made. */
  reported_since: ColumnType<Date | null, Date | undefined, never>;
}

/** The address an account is to move to, once the code sent there is shown. */
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
}

interface Passkeys {
  /** The credential's id, as the browser writes it. */
  id: string;
  user_id: string;
  name: string;
  /** COSE, base64url. */
  public_key: string;
  /** Of the last signature; 0 where the authenticator does not count. */
  counter: string | number | bigint;
  /** How browsers reach it, separated by commas. */
  transports: string;
  /** What kind of authenticator it says it is. */
  aaguid: string;
  /** Whether a copy of it is kept beside the device. */
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
  /** The transfer it counts for, as a fingerprint; empty: it confirms none. */
  about: Generated<string>;
  expires_at: Moment;
}

interface Recoveries {
  id: string;
  user_id: string;
  stage: 'asked' | 'waiting' | 'done' | 'stopped';
  /** What the provider last said of its identity check. */
  review: string;
  created_at: Moment;
  /** When the second factor goes. */
  due_at: Moment | null;
  /** When its customer was last mailed of it. */
  told_at: Moment | null;
  /** From then on its links no longer work, and an identity check that was not passed is over. */
  expires_at: Moment;
}

interface RecoveryLinks {
  token_hash: string;
  recovery_id: string;
}

/** What staff saw and changed: only ever added to. */
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

interface AuditHead {
  id: ColumnType<number, never, never>;
  seq: ColumnType<string | number | bigint, never, number>;
  hash: string;
}

export interface SecuritySchema {
  audit_head: AuditHead;
  audit_log: AuditLog;
  email_changes: EmailChanges;
  known_devices: KnownDevices;
  mail_outbox: MailOutbox;
  passkey_challenges: PasskeyChallenges;
  passkeys: Passkeys;
  recoveries: Recoveries;
  recovery_links: RecoveryLinks;
  report_links: ReportLinks;
}
