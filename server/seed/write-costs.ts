import { sql } from 'kysely';
import type { SeedScene } from './scene.ts';

/** Its deposits have no stated cost, so that the tax report shows both cases. */
const UNKNOWN = 'XRP';

/** Writes the costs that the demo customer states for deposits: their values on arrival (INS-02). */
export async function writeCosts({ deps, tx, userId }: SeedScene): Promise<void> {
  await sql`insert into stated_costs (user_id, journal_id, currency, cents, stated_at)
    select ${userId}, journals.id, entry_values.currency, round(value::numeric * 100),
      ${deps.clock.sql}
    from journals join postings on postings.journal_id = journals.id
      and statement_of = ${userId}
    join entry_values on entry_values.journal_id = journals.id
      and entry_values.line = postings.line
    where kind = 'deposit' and postings.currency <> ${UNKNOWN}`.execute(tx);
}
