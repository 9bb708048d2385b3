import { type QueryExecutorProvider, sql } from 'kysely';
import type { Mailer } from './mail.ts';
import { mailHtml } from './mail-html.ts';

/** A mail in the sandbox inbox (D5). */
export interface InboxMail {
  /** The number under which its HTML is found. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly code: string | null;
  readonly at: string;
}

/** The sandbox twin: mails are stored in a table that `/sandbox/inbox` shows. */
export const inboxMailer = (db: QueryExecutorProvider): Mailer => ({
  async deliver({ to, subject, text, code, letter }) {
    const html = letter ? await mailHtml(subject, letter) : null;
    await sql`insert into sandbox_mails (recipient, subject, body, code, html)
      values (${to}, ${subject}, ${text}, ${code ?? null}, ${html})`.execute(db);
  },
});

const SHOWN = 50;

/** The mails to an address, or all, newest first. */
export async function readInbox(
  db: QueryExecutorProvider,
  to: string | undefined,
): Promise<readonly InboxMail[]> {
  const { rows } = await sql<Omit<InboxMail, 'at'> & { at: Date }>`
    select mail_id::text as id, recipient as "to", subject, body as text, code, sent_at as at from sandbox_mails
    where ${to ?? null}::text is null or recipient = ${to ?? null}
    order by mail_id desc limit ${SHOWN}`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** A mail as a mailbox shows it; undefined if there is none of this number. */
export async function readMailHtml(
  db: QueryExecutorProvider,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ html: string | null }>`
    select html from sandbox_mails where mail_id::text = ${id}`.execute(db);
  return rows[0]?.html ?? undefined;
}
