import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { savePushSubscription } from '#core/contract/notifications.ts';
import { pushDue } from '#server/services/notices/push.ts';
import { carryOutRecoveries } from '#server/services/recovery/carry-out.ts';
import { placeOthers } from '#server/services/risk/risk-worker.ts';
import { endSuspensions } from '#server/services/screening/suspensions.ts';
import { findToAsk } from '#server/services/tax/tax-worker.ts';
import { placeTerms } from '#server/services/terms/announce.ts';
import { askAgain } from '#server/services/webhooks/heed-notice.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { type InProcess, person, startInProcess } from '#tests/support/in-process.ts';
import { subscription } from '#tests/support/push-subscription.ts';

/* Loops go on while there is work, and a row that throws stops nobody behind it. */

let server: InProcess;
beforeEach(async () => {
  server = await startInProcess();
});
afterEach(() => server.close());

/** More than any loop takes at a time. */
const MANY = 120;
/** As many as one takes at a time, all of them before the others. */
const BAD = 110;

const idOf = (at: number): string => `c-${String(at).padStart(4, '0')}`;

/** Customers, the first of whom cannot be written about in a table. */
async function customers(table: string, column = 'user_id', first = ''): Promise<void> {
  const { db } = server.deps;
  await sql`insert into users (id, email, password_hash, role, first_name, last_name, dob,
      currency_code, country_code, is_eu, kyc_status, created_at)
    select 'c-' || lpad(n::text, 4, '0'), 'c' || n || '@kopa.test', '', 'user', 'One', 'Of Many',
      '1990-01-01', 'EUR', 'LT', true, 'approved', now()
    from generate_series(0, ${MANY - 1}::integer) as n`.execute(db);
  await fails(table, column, first);
}

/** Writes about the first ones throw. */
async function fails(table: string, column: string, first = ''): Promise<void> {
  await sql
    .raw(`create function refuse_first() returns trigger language plpgsql as $$
      begin
        if new.${column} < '${first}${idOf(BAD)}' and new.${column} like '${first}c-%' then
          raise exception 'refused by the test';
        end if;
        return new;
      end $$`)
    .execute(server.deps.db);
  await sql
    .raw(`create trigger refused before insert or update on ${table}
      for each row execute function refuse_first()`)
    .execute(server.deps.db);
}

const found = async (table: string): Promise<number> => {
  const { rows } = await sql
    .raw(`select from ${table} where user_id like 'c-%'`)
    .execute(server.deps.db);
  return rows.length;
};

test('customers who cannot be placed in a risk group stop nobody behind them', async () => {
  await customers('data_updates');
  await placeOthers(server.deps);
  expect(await found('data_updates')).toBe(MANY - BAD);
  expect(server.log.join('\n')).toContain('customer not placed in a risk group');
});

test('customers who cannot be asked where they pay tax stop nobody behind them', async () => {
  await customers('tax_asks');
  await inTransaction(server.deps.db, async (tx) => {
    await sql`insert into journals (id, class, kind, user_id, comment, network, sender, recipient,
        payment_method, created_at)
      select 'j-' || id, 'manual', 'swap', id, '', '', '', '', '', now() from users`.execute(tx);
    await sql`insert into postings (journal_id, line, account_id, currency, amount, created_at)
      select 'j-' || id, line, id || '/available/BTC', 'BTC', 1 - 2 * line, now()
      from users, generate_series(0, 1) as line`.execute(tx);
  });
  await findToAsk(server.deps);
  expect(await found('tax_asks')).toBe(MANY - BAD);
});

test('customers whose terms cannot be taken down stop nobody behind them', async () => {
  await customers('customer_terms');
  await placeTerms(server.deps);
  expect(await found('customer_terms')).toBe(MANY - BAD);
});

test('a suspension that cannot be ended stops none behind it', async () => {
  await customers('screenings', 'id', 'customer:');
  await sql`alter table screenings disable trigger refused`.execute(server.deps.db);
  await sql`insert into screenings (id, subject, reference, user_id, state, matched, asked_at,
      suspended_until)
    select 'customer:' || id, 'customer', id, id, 'match', 'rule:through', now(), now()
    from users where id like 'c-%'`.execute(server.deps.db);
  await sql`alter table screenings enable trigger refused`.execute(server.deps.db);
  server.deps.clock.advance(60_000);
  await endSuspensions(server.deps);
  const { rows } = await sql`select from screenings where state = 'released'`.execute(
    server.deps.db,
  );
  expect(rows).toHaveLength(MANY - BAD);
});

test('a recovery that cannot be told of stops none behind it', async () => {
  await customers('recoveries', 'id');
  await sql`alter table recoveries disable trigger refused`.execute(server.deps.db);
  const [due, told] = [server.deps.clock.now() + 3600_000, server.deps.clock.now() - 90_000_000];
  await sql`insert into recoveries (id, user_id, stage, review, created_at, due_at, told_at,
      expires_at)
    select id, id, 'waiting', '', now(), ${new Date(due)}, ${new Date(told)}, ${new Date(due)}
    from users where id like 'c-%'`.execute(server.deps.db);
  await sql`alter table recoveries enable trigger refused`.execute(server.deps.db);
  await carryOutRecoveries(server.deps);
  const { rows } =
    await sql`select from recoveries where told_at > ${new Date(told + 1000)}`.execute(
      server.deps.db,
    );
  expect(rows).toHaveLength(MANY - BAD);
});

test('all pushes that wait leave in one round', async () => {
  const who = await person(server.deps);
  await server.api.must(savePushSubscription, subscription(), who);
  await sql`insert into notices (id, user_id, body, created_at, expires_at)
    select ${randomUUID()} || n, ${who.id}, 'Something', ${server.deps.clock.sql},
      ${server.deps.clock.sqlIn(3600)} from generate_series(1, 65) as n`.execute(server.deps.db);
  let sent = 0;
  await pushDue(server.deps, async () => {
    sent++;
    return 'delivered';
  });
  expect(sent).toBeGreaterThanOrEqual(65);
});

test('all notices of providers that wait are asked about in one round', async () => {
  await sql`insert into provider_notices (digest, party, about, heard, answered, asked_at)
    select 'digest ' || n, 'payment', 'unknown ' || n, 1, 0, ${new Date(0)}
    from generate_series(1, 65) as n`.execute(server.deps.db);
  await askAgain(server.deps);
  const { rows } = await sql`select from provider_notices where answered <> 0`.execute(
    server.deps.db,
  );
  expect(rows).toHaveLength(65);
});
