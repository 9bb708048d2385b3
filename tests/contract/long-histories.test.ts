import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Deps } from '#server/deps.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { readOwnData } from '#server/services/customers/account/own-data.ts';
import { bankDifferences } from '#server/services/money-in/bank/bank-differences.ts';
import { readGains } from '#server/services/records/gains/gains.ts';
import { readLine } from '#server/services/records/portfolio/line.ts';
import { readMonth } from '#server/services/records/portfolio/month.ts';
import { tellOfQuarter } from '#server/services/records/portfolio/quarter-statements.ts';
import { readStatement } from '#server/services/records/wallet/statement.ts';
import { yearLines, yearOf } from '#server/services/tax/carf/year-lines.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { pastGuards } from '#tests/support/past-guards.ts';
import { rowsAtOnce } from '#tests/support/rows-at-once.ts';
import { sharedWorld } from '#tests/support/world.ts';

/* Nothing reads a customer's whole history into memory (HARD-95), whatever is made of it. */

const HOUR = 3_600_000;
/** One an hour: 20,000 lines, of which 12,000 are the customer's. */
const SWAPS = 4_000;
const MOST = 3_000;

let who: Member;
let customer: Parameters<typeof readGains>[1];

const kopa = sharedWorld({ booksByHand: true });
beforeAll(async () => {
  const { db, clock } = kopa.deps;
  who = await kopa.person({ balances: {} });
  const first = new Date(clock.now() - SWAPS * HOUR);
  const at = sql`${first}::timestamptz + n * interval '1 hour'`;
  await pastGuards(db, async () => {
    await sql`insert into accounts (id, owner, kind, currency, balance) values
      (${`${who.id}/available/BTC`}, ${who.id}, 'available', 'BTC', ${5 * SWAPS}::integer),
      (${`${who.id}/available/USDC`}, ${who.id}, 'available', 'USDC', 0)
      on conflict (id) do update set balance = excluded.balance`.execute(db);
    await sql`insert into journals (id, class, kind, user_id, reference, comment, network, sender,
        recipient, payment_method, created_at)
      select 'swap-' || n, 'conversion', 'swap', ${who.id}, 'quote:long-' || n, 'USDC to BTC', '', '', '',
        '', ${at} from generate_series(1, ${SWAPS}::integer) as n`.execute(db);
    await sql`insert into postings (journal_id, line, account_id, currency, amount, statement_of, created_at)
      select 'swap-' || n, line, case when line < 3 then ${`${who.id}/available/`}::text || currency
          else 'house/spread/' || currency end,
        currency, amount, case when line < 3 then ${who.id}::text end, ${at}
      from generate_series(1, ${SWAPS}::integer) as n,
        (values (0, 'USDC', -7), (1, 'BTC', 2), (2, 'BTC', 3), (3, 'USDC', 7), (4, 'BTC', -5))
          as lines (line, currency, amount)`.execute(db);
    await sql`insert into entry_values (journal_id, line, currency, value, price)
      select 'swap-' || n, line, 'AUD', '1.00', '1' from generate_series(1, ${SWAPS}::integer) as n,
        generate_series(0, 2) as line`.execute(db);
  });
  customer = { userId: who.id, market: 'AUD' };
});

async function sessionOf(id: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from sessions where user_id = ${id}`.execute(
    kopa.db,
  );
  return rows[0]?.id ?? '';
}

/** How many rows one statement of this brought into memory at most. */
async function mostRows(work: (deps: Deps) => Promise<unknown>): Promise<number> {
  const counted = rowsAtOnce(kopa.db);
  const done = await work({ ...kopa.deps, db: counted.db });
  if (isRefused(done)) throw new Error(done.refusal.message);
  return counted.most();
}

test('HARD-95 own data of a long history are made part by part', async () => {
  let lines = 0;
  const most = await mostRows(async (deps) => {
    const owner = { userId: who.id, sessionId: await sessionOf(who.id) };
    const answer = await readOwnData(deps, owner, { password, otp: '' });
    if (isRefused(answer)) throw new Error(answer.refusal.message);
    const parts: string[] = [];
    await answer.write(
      async (part) => {
        parts.push(part);
      },
      async () => undefined,
    );
    const { data } = JSON.parse(`{"nonce":""${parts.join('')}}`);
    lines = data.tables.find(({ name }: { name: string }) => name === 'postings').rows.length;
  });
  expect(lines).toBe(3 * SWAPS);
  expect(most).toBeLessThan(MOST);
});

test('HARD-95 gains of a long history are computed part by part', async () => {
  let amount = '';
  const most = await mostRows(async (deps) => {
    const gains = await readGains(deps, customer, 'BTC');
    amount = gains.amount;
  });
  expect(Number(amount)).toBe((5 * SWAPS) / 1e8);
  expect(most).toBeLessThan(MOST);
});

test('HARD-95 the line of the portfolio has as many rows with a long history as with a short one', async () => {
  let hours = 0;
  const most = await mostRows(async (deps) => {
    const line = await readLine(deps, customer);
    hours = line.hours.length;
    expect(line.days.length).toBeGreaterThan(SWAPS / 24 - 2);
  });
  expect(hours).toBe(168);
  // Hours of a week and days of years, in two currencies.
  expect(most).toBeLessThan(1_000);
});

test('HARD-95 the lines of a year for a tax office are added up part by part', async () => {
  const year = new Date(kopa.clock.now()).getUTCFullYear();
  const change = { units: 0n };
  const most = await mostRows(async ({ db }) => {
    for (const one of [year - 1, year]) {
      const lines = await yearLines(db, who.id, 'AUD', yearOf(one));
      change.units += lines.change.get('BTC') ?? 0n;
    }
  });
  expect(change.units).toBe(BigInt(5 * SWAPS));
  expect(most).toBeLessThan(MOST);
});

test('HARD-95 a statement, a month and a quarter bring no history into memory', async () => {
  const now = new Date(kopa.clock.now());
  const month = (back: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back);
  const of = { userId: who.id, limit: 50, after: undefined, currency: undefined };
  expect(await mostRows((deps) => readStatement(deps, { ...of }))).toBeLessThan(MOST);
  const bounds = { from: month(2), until: month(1) };
  expect(await mostRows((deps) => readMonth(deps, customer, bounds))).toBeLessThan(MOST);
  await sql`update users set created_at = ${new Date(month(12))}`.execute(kopa.db);
  expect(await mostRows((deps) => tellOfQuarter(deps))).toBeLessThan(MOST);
  const { rows } = await sql<{ sent: boolean }>`select sent from quarter_statements
    where user_id = ${who.id}`.execute(kopa.db);
  expect(rows).toEqual([{ sent: true }]);
});

test('HARD-95 what agrees with the bank’s statements is compared without being in memory', async () => {
  const { db, clock } = kopa.deps;
  const many = 2_000;
  const numbers = sql`generate_series(1, ${many}::integer) as n`;
  const days = [3, 2, 1].map((back) =>
    new Date(clock.now() - back * 24 * HOUR).toISOString().slice(0, 10),
  );
  const at = new Date(`${days[1]}T12:00:00Z`);
  await pastGuards(db, async () => {
    await sql`insert into bank_transfers (id, external_id, currency, amount, payer, reference, state, reason,
        seen_at, ended_at, ask_at)
      select 'own' || n, 'bank' || n, 'AUD', '2.00', '', '', 'credited', '', ${at}, ${at}, ${at}
      from ${numbers}`.execute(db);
    await sql`insert into journals (id, class, kind, reference, comment, network, sender, recipient,
        payment_method, created_at)
      select 'many' || n, 'payment', 'cash-in', 'cash-in:own' || n, '', '', '', '', '', ${at}
      from ${numbers}`.execute(db);
    await sql`insert into postings (journal_id, line, account_id, currency, amount, created_at)
      select 'many' || n, line, case line when 0 then 'house/bank/AUD' else 'somebody/available/AUD' end,
        'AUD', -200 + 400 * line, ${at} from ${numbers}, generate_series(0, 1) as line`.execute(db);
    for (const [index, day] of days.entries()) {
      const [opening, closing] = [index < 2 ? 0 : 200 * many, index < 1 ? 0 : 200 * many];
      await sql`insert into bank_statements values
        ('a', ${day}, 'AUD', ${opening}::integer, ${closing}::integer, now())`.execute(db);
    }
    await sql`insert into bank_statement_entries
      select 'a', ${days[1]}, n, 200, array['bank' || n], false from ${numbers}`.execute(db);
  });
  const counted = rowsAtOnce(db);
  expect(await bankDifferences(counted.db)).toEqual([]);
  expect(await bankDifferences(counted.db, days[1])).toEqual([]);
  await sql`update bank_transfers set state = 'pending' where id = 'own8'`.execute(db);
  await sql`update bank_statement_entries set refs = array['nobody'] where line = 9`.execute(db);
  const about = { day: days[1], currency: 'AUD' };
  expect(await bankDifferences(counted.db)).toEqual([
    { ...about, kind: 'unknown', about: 'nobody', bank: 200n, books: undefined },
    { ...about, kind: 'not-in-books', about: 'own8', bank: 200n, books: undefined },
    { ...about, kind: 'lacking', about: 'own9', bank: undefined, books: 200n },
  ]);
  expect(counted.most()).toBeLessThan(100);
});
