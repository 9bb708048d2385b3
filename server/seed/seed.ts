import { setSandboxReview } from '#server/adapters/identity/sandbox-identity.ts';
import type { Deps } from '#server/deps.ts';
import { hashPassword } from '#server/services/access/credentials/passwords.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { DEMO_PASSWORD, demoIds, seedAccounts } from './accounts.ts';
import { seedMerchants } from './merchants.ts';
import { seedCertification } from './tax-residences.ts';
import { writeCosts } from './write-costs.ts';
import { writeEvent } from './write-event.ts';
import { writeValues } from './write-values.ts';
import { planYear } from './year.ts';

const YEAR_MS = 366 * 24 * 3_600_000;

/**
 * Fills an empty database with the demo accounts and their year (D6), in one transaction. Of several
 * processes that start at once, one does; the others wait and find it done.
 */
export async function seedIfEmpty(deps: Deps): Promise<void> {
  if (await deps.db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const now = deps.clock.now();
  const events = planYear(deps.config.parties.marketSeed, now);
  await inTransaction(deps.db, async (tx) => {
    const began = new Date(now - YEAR_MS);
    if (!(await seedAccounts(tx, passwordHash, began))) return;
    await seedCertification(tx, { userId: demoIds.customer, country: 'AU', at: began });
    await setSandboxReview(tx, demoIds.customer, { status: 'approved' });
    const routes = await tx.selectFrom('payment_routes').selectAll().orderBy('position').execute();
    const scene = { deps, tx, userId: demoIds.customer, routes };
    for (const [index, event] of events.entries()) await writeEvent(scene, event, index);
    await writeValues(scene);
    await writeCosts(scene);
    await seedMerchants(tx, now);
  });
}
