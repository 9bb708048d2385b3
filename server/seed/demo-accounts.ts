import { passwordMatches } from '#server/services/access/credentials/passwords.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { DEMO_PASSWORD, demoIds } from './accounts.ts';

/** Throws if the database has demo accounts and one still has the publicly known password (HARD-12). */
export async function refuseDemoAccounts(reader: Reader): Promise<void> {
  const accounts = await reader
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('id', 'in', Object.values(demoIds))
    .where('deleted_at', 'is', null)
    .orderBy('email')
    .execute();
  const open: string[] = [];
  for (const { email, password_hash } of accounts) {
    if (await passwordMatches(password_hash, DEMO_PASSWORD)) open.push(email);
  }
  if (open.length === 0) return;
  throw new Error(
    `The database has demo accounts whose password is public: ${open.join(', ')}. Use a database that was never seeded, or set ALLOW_DEMO=yes for a public demonstration.`,
  );
}
