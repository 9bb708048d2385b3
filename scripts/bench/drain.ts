import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { downloadOwnData } from '#core/contract/account/account.ts';
import { API_BASE } from '#core/contract/endpoint.ts';
import { nonceOf, seal } from '#core/envelope/envelope.ts';
import { DECLARATION } from '#core/tax/certification.ts';
import { buyDue } from '#server/services/exchange/recurring/recurring-worker.ts';
import { stepBank } from '#server/services/money-in/bank/bank-worker.ts';
import { headersOf, newKey, transport } from '#tests/support/api-client.ts';
import { type InProcess, password, person, startInProcess } from '#tests/support/in-process.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { residentMb } from './resident.ts';
import { print, sized, smallest } from './statistics.ts';

// It is started with the limits of a server's heap (scripts/lib/server-arguments.mjs), on which its memory depends.
const BUYS = sized(100_000, 30);
const TRANSFERS = sized(10_000, 30);
const SWAPS = sized(100_000, 30);
/** A swap moves five lines of the customer's and the house's, of which two are the customer's. */
const ENTRIES = SWAPS * 5;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ALLOWED_MB = 100;
const ALLOWED_STILL_MS = 50;
/** A round of the bank that finds nothing new, of the first one. */
const ALLOWED_SECOND = 0.05;

const CUSTOMERS = Math.max(BUYS, TRANSFERS);
const id = sql`'c-' || lpad(n::text, 6, '0')`;

/** Customers who may trade, with cash and an account at the bank. */
async function customers({ deps: { db } }: InProcess): Promise<void> {
  const numbers = sql`generate_series(1, ${CUSTOMERS}::integer) as n`;
  await sql`insert into users (id, email, password_hash, role, first_name, last_name, dob,
      currency_code, country_code, is_eu, kyc_status, created_at)
    select ${id}, 'c' || n || '@kopa.test', '', 'user', 'Test', 'Person', '1990-01-01', 'AUD', 'AU',
      false, 'approved', now() from ${numbers}`.execute(db);
  await sql`insert into accounts (id, owner, kind, currency, balance)
    select ${id} || '/available/AUD', ${id}, 'available', 'AUD', 100000 from ${numbers}`.execute(
    db,
  );
  await sql`insert into tax_certifications (user_id, address, city, state, postal, country, residences,
      declaration, certified_at)
    select ${id}, 'Street 1', 'Sydney', '', '2000', 'AU', '[{"country":"AU","number":"123456782"}]',
      ${DECLARATION}, now() from ${numbers}`.execute(db);
  await sql`insert into screenings (id, subject, reference, user_id, state, asked_at)
    select 'customer:' || ${id}, 'customer', ${id}, ${id}, 'clear', now() from ${numbers}`.execute(
    db,
  );
  await sql`insert into bank_accounts select ${id}, 'AUD', 'bank-' || n, 'Test Person', 'Bank', '', '',
      '802999', n::text, '', now() from ${numbers}`.execute(db);
  await sql`analyze`.execute(db);
}

const seconds = (since: number): number => (performance.now() - since) / 1000;

/** After ten at night, what is due would be told as missed. */
function toTheMorning({ clock }: InProcess['deps']): void {
  const now = clock.now();
  clock.advance(DAY_MS - ((now - 3 * HOUR_MS) % DAY_MS));
}

async function recurring({ deps }: InProcess): Promise<void> {
  toTheMorning(deps);
  const today = new Date(deps.clock.now()).toISOString().slice(0, 10);
  await sql`insert into recurring_buys
    select 'b-' || n, ${id}, 'BTC', 'AUD', 500, 'weekly', ${today}::text, ${today}::text, 500,
      'active', now(), ${new Date(deps.clock.now() - 1000)}
    from generate_series(1, ${BUYS}::integer) as n`.execute(deps.db);
  const since = performance.now();
  await buyDue(deps);
  const took = seconds(since);
  const { rows } = await sql<{ outcome: string; count: string }>`select outcome, count(*) as count
    from recurring_runs group by outcome`.execute(deps.db);
  const told = rows.map(({ outcome, count }) => `${count} ${outcome}`).join(', ');
  print(
    `${BUYS} recurring buys due at one moment: ${told || 'none made'} in one round of ${took.toFixed(0)} s, ${(BUYS / took).toFixed(0)} a second`,
  );
  const isMade = rows[0]?.outcome === 'bought' && rows[0].count === String(BUYS);
  if (!smallest && !isMade) process.exitCode = 1;
}

async function bank({ deps }: InProcess): Promise<void> {
  await sql`insert into sandbox_bank_transfers (id, account_id, currency, amount, payer, reference,
      status, created_at)
    select 'transfer-' || n, 'bank-' || n, 'AUD', '10', 'TEST PERSON', '', 'settled', ${new Date(deps.clock.now() - 1000)}
    from generate_series(1, ${TRANSFERS}::integer) as n`.execute(deps.db);
  const round = async (): Promise<number> => {
    const since = performance.now();
    await stepBank(deps);
    return seconds(since);
  };
  const first = await round();
  deps.clock.advance(31_000);
  const second = await round();
  const { rows } = await sql<{ state: string; count: string }>`select state, count(*) as count
    from bank_transfers group by state`.execute(deps.db);
  const told = rows.map(({ state, count }) => `${count} ${state}`).join(', ');
  print(
    `${TRANSFERS} bank transfers within three days: ${told} in a round of ${first.toFixed(1)} s; the next round, which finds them unchanged, ${second.toFixed(2)} s`,
  );
  if (!smallest && second > ALLOWED_SECOND * first) process.exitCode = 1;
}

/** The processor's longest stretch between two turns of the event loop, in milliseconds. */
function stillness() {
  let longest = 0;
  let going = true;
  const look = async (): Promise<void> => {
    while (going) {
      const before = process.threadCpuUsage();
      await pause(1);
      const { user, system } = process.threadCpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
    }
  };
  const looking = look();
  return async (): Promise<number> => {
    going = false;
    await looking;
    return longest;
  };
}

async function ownData(server: InProcess): Promise<void> {
  const { deps } = server;
  const who = await person(deps);
  await sql`insert into accounts (id, owner, kind, currency, balance) values
    (${`${who.id}/available/BTC`}, ${who.id}, 'available', 'BTC', 0),
    (${`${who.id}/available/USDC`}, ${who.id}, 'available', 'USDC', 0)
    on conflict do nothing`.execute(deps.db);
  await deps.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into journals (id, class, kind, user_id, reference, comment, network, sender,
        recipient, payment_method, created_at)
      select 'swap-' || n, 'conversion', 'swap', ${who.id}, 'quote:bench-' || n, 'BTC to USDC', '', '',
        '', '', timestamptz '2020-01-01' + n * interval '1 second'
      from generate_series(1, ${SWAPS}::integer) as n`.execute(tx);
    await sql`insert into postings (journal_id, line, account_id, currency, amount, statement_of,
        created_at)
      select 'swap-' || n, line, case when line < 5 then ${`${who.id}/available/`}::text || currency
          else 'house/spread/' || currency end,
        currency, amount, case when line < 5 then ${who.id}::text end,
        timestamptz '2020-01-01' + n * interval '1 second'
      from generate_series(1, ${SWAPS}::integer) as n,
        (values (0, 'BTC', -5), (1, 'USDC', 7), (2, 'BTC', 2), (3, 'BTC', 3), (4, 'USDC', -7))
          as lines (line, currency, amount)`.execute(tx);
  });
  await sql`vacuum analyze postings`.execute(deps.db);
  const before = await residentMb(process.pid);
  let most = before;
  const sampling = setInterval(() => {
    void residentMb(process.pid).then((mb) => {
      most = Math.max(most, mb);
    });
  }, 20);
  const still = stillness();
  const since = performance.now();
  const response = await fetch(`${server.url}${API_BASE}${downloadOwnData.path}`, {
    method: 'POST',
    headers: headersOf(newKey(), { credential: who.credential }),
    body: JSON.stringify({ req: seal(transport, { password }, nonceOf(deps.random(16))) }),
  });
  let bytes = 0;
  for await (const part of response.body ?? []) bytes += part.byteLength;
  const took = seconds(since);
  const longest = await still();
  clearInterval(sampling);
  const more = most - before;
  print(
    `own data of ${ENTRIES} entries (${(bytes / 1e6).toFixed(0)} MB): ${took.toFixed(1)} s, ${more.toFixed(0)} MB more memory, allowed ${ALLOWED_MB}; the event loop still for at most ${longest.toFixed(0)} ms, allowed ${ALLOWED_STILL_MS}`,
  );
  const isOver = response.status !== 200 || more > ALLOWED_MB || longest > ALLOWED_STILL_MS;
  if (!smallest && isOver) process.exitCode = 1;
}

const database = await startCluster();
const server = await startInProcess({ databaseUrl: database.url });
/** All parts, or the ones that are named: `npm run bench:drain -- own-data`. */
const named = process.argv.slice(2);
const wanted = (part: 'own-data' | 'bank' | 'recurring') =>
  named.length === 0 || named.includes(part);
if (wanted('own-data')) await ownData(server);
if (wanted('bank') || wanted('recurring')) await customers(server);
if (wanted('bank')) await bank(server);
if (wanted('recurring')) await recurring(server);
await server.close();
await database.stop();
