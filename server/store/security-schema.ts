import type { Generated } from 'kysely';
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
}

interface KnownDevices {
  user_id: string;
  device_hash: string;
  expires_at: Moment;
}

export interface SecuritySchema {
  known_devices: KnownDevices;
  mail_outbox: MailOutbox;
  report_links: ReportLinks;
}
