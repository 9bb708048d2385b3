import { type QueryExecutorProvider, sql } from 'kysely';
import type { Mailer } from './mail.ts';

/** A mail in the sandbox inbox (D5). */
export interface InboxMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly code: string | null;
  readonly at: string;
}

/** The sandbox twin: mails are stored in a table that `/sandbox/inbox` shows. */
export const inboxMailer = (db: QueryExecutorProvider): Mailer => ({
  async deliver({ to, subject, text, code }) {
    await sql`insert into sandbox_mails (recipient, subject, body, code)
      values (${to}, ${subject}, ${text}, ${code ?? null})`.execute(db);
  },
});

const SHOWN = 50;

/** The mails to an address, or all, newest first. */
export async function readInbox(
  db: QueryExecutorProvider,
  to: string | undefined,
): Promise<readonly InboxMail[]> {
  const { rows } = await sql<Omit<InboxMail, 'at'> & { at: Date }>`
    select recipient as "to", subject, body as text, code, sent_at as at from sandbox_mails
    where ${to ?? null}::text is null or recipient = ${to ?? null}
    order by mail_id desc limit ${SHOWN}`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
