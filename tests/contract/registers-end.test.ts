import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sweep } from '#server/platform/sweep.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

const registers = [
  'monitoring_hits',
  'large_transfers',
  'transfer_values',
  'risk_decisions',
  'screenings',
] as const;

/** What registers have of a customer, nine years old, and an account that was closed so many years ago, if at all. */
async function registered(closedYearsAgo?: number): Promise<string> {
  const { db } = kopa.deps;
  const { id } = await kopa.person();
  const old = sql`now() - interval '9 years'`;
  const transfer = `withdrawal:${id}`;
  await sql`insert into transfer_values (id, user_id, direction, happened_at, eur_cents, valued_at)
    values (${transfer}, ${id}, 'out', ${old}, 2000000, ${old})`.execute(db);
  await sql`insert into large_transfers values (${transfer}, 2000000, ${old})`.execute(db);
  await sql`insert into monitoring_hits (id, rule, transfer, transfers, found, hit_at, suspends)
    values (${`through:${transfer}`}, 'through', ${transfer}, array[${transfer}], 'x', ${old}, false)`.execute(
    db,
  );
  await sql`insert into risk_decisions (user_id, risk_group, reason, decided_at)
    values (${id}, 'high', 'Lives in two countries', ${old})`.execute(db);
  await sql`insert into screenings (id, subject, reference, user_id, state, asked_at, due_at)
    values (${`customer:${id}`}, 'customer', ${id}, ${id}, 'clear', ${old}, null)
    on conflict (id) do update set asked_at = excluded.asked_at`.execute(db);
  if (closedYearsAgo !== undefined) {
    await sql`update users set deleted_at = now() - make_interval(years => ${closedYearsAgo})
      where id = ${id}`.execute(db);
  }
  return id;
}

/** The registers that still have something of a customer. */
async function left(id: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const table of registers) {
    const { rows } = await sql`select 1 from ${sql.table(table)} as register
      where to_jsonb(register)::text like ${`%${id}%`}`.execute(kopa.db);
    if (rows.length > 0) found.push(table);
  }
  return found;
}

test('READ-12 registers end eight years after the relationship did, and not before', async () => {
  const ended = await registered(9);
  const late = await registered(7);
  const open = await registered();
  const longer = await registered(9);
  await sql`insert into archived (former_id, part, email_tag, sealed, closed_at, erase_at)
    values (${longer}, 'identity', 'x', 'x', now() - interval '9 years', now() + interval '1 year')`.execute(
    kopa.db,
  );
  await sweep(kopa.deps);
  expect(await left(ended)).toEqual([]);
  for (const id of [late, open, longer]) expect(await left(id)).toEqual(registers);
});

test('READ-12 nobody removes a register of a relationship that has not ended for so long', async () => {
  const id = await registered(7);
  for (const table of registers.slice(0, 4)) {
    const gone = sql`delete from ${sql.table(table)} as register
      where to_jsonb(register)::text like ${`%${id}%`}`.execute(kopa.db);
    await expect(gone, table).rejects.toThrow('the register cannot be changed');
  }
});
