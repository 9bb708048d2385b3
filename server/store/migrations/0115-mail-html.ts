import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** The sandbox's inbox shows a mail as a mailbox does (EYE-10). */
export const mailHtml: Migration = {
  name: '0115-mail-html',
  statements: [sql`alter table sandbox_mails add column html text`],
};
