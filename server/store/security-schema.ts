import type { ColumnType, Generated } from 'kysely';
import type { Moment } from './core-schema.ts';

interface MailOutbox {
  id: string;
  sealed: string;
  attempts: Generated<number>;
  next_attempt_at: Moment;
  expires_at: Moment;
  created_at: Moment;
}

interface ReportLinks {
  token_hash: string;
  user_id: string;
  expires_at: Moment;
  used_at: Moment | null;
  /** The address the account had before it was changed: the link brings it back. */
  previous_email: ColumnType<string | null, string | undefined, string>;
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
  expires_at: Moment;
}

export interface SecuritySchema {
  email_changes: EmailChanges;
  known_devices: KnownDevices;
  mail_outbox: MailOutbox;
  report_links: ReportLinks;
}
