import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, sendEmailOtp } from '#core/contract/account/registration.ts';
import { generateAddress } from '#core/contract/money/funds.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { simulatedMarket } from '#server/adapters/market/simulated.ts';
import { violations } from '#server/ledger/invariants.ts';
import { seedAccounts } from '#server/seed/accounts.ts';
import { seedIfEmpty } from '#server/seed/seed.ts';
import { queueMail, sendDue } from '#server/services/messages/notices/outbox.ts';
import { migrate } from '#server/store/migrate.ts';
import { openPostgres } from '#server/store/open.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { newKey } from '#tests/support/api-client.ts';
import { codeForTransfer } from '#tests/support/confirmed-transfer.ts';
import { type InProcess, password, person, startInProcess } from '#tests/support/in-process.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/postgres.ts';
import { Sandbox } from '#tests/support/sandbox.ts';

let database: FreshDatabase;
/** The accounts there were before any test added its own. */
let seeded: readonly string[];
/** Three servers with a pool each, as three API processes on one database are. */
let servers: readonly [InProcess, InProcess, InProcess];

beforeAll(async () => {
  database = await freshDatabase();
  const start = () => startInProcess({ databaseUrl: database.url });
  servers = await Promise.all([start(), start(), start()]);
  await Promise.all(servers.map(({ deps }) => seedIfEmpty(deps)));
  const users = servers[0].deps.db.selectFrom('users').select('email').orderBy('email');
  seeded = (await users.execute()).map(({ email }) => email);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await database.drop();
});

const spread = <T>(count: number, work: (server: InProcess) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => work(servers[i % 3] ?? servers[0])));

test('D6 three servers that start at once on an empty database seed it once', async () => {
  expect(seeded).toEqual([
    'admin@kopa.test',
    'customer@kopa.test',
    'desk@kopa.test',
    'new@kopa.test',
  ]);
  expect(await violations(servers[0].deps.db)).toEqual([]);
  await servers[1].api.signIn('customer@kopa.test', password);
});

test('D6 demo accounts that many processes make in the same moment are made by one of them', async () => {
  const empty = await freshDatabase();
  const store = openPostgres(empty.url, () => undefined);
  try {
    await migrate(store.db);
    for (let round = 0; round < 40; round++) {
      const made = await Promise.all(
        Array.from({ length: 8 }, () =>
          inTransaction(store.db, (tx) => seedAccounts(tx, 'hash', new Date(0))),
        ),
      );
      expect(made.filter(Boolean)).toHaveLength(1);
      await store.db.deleteFrom('users').execute();
    }
  } finally {
    await store.close();
    await empty.drop();
  }
});

test('D26 every server says the same price for the same moment and keeps one history', async () => {
  const at = Date.now();
  const markets = servers.map(({ deps }) =>
    simulatedMarket({ seed: 'kopa', db: deps.db, now: () => at }),
  );
  const tickers = await Promise.all(markets.map((market) => market.tickers()));
  expect(tickers[1]).toEqual(tickers[0]);
  const years = await Promise.all(markets.map((market) => market.candles('BTC', 'year')));
  expect(years[0]).toHaveLength(365);
  expect(years[1]).toEqual(years[0]);
  expect(years[2]).toEqual(years[0]);
});

test('D5 a pin set at one server counts at the others at once', async () => {
  await new Sandbox(servers[0].url).market('ETH', '4321.5');
  const prices = await Promise.all(servers.map(({ deps }) => deps.parties.market.price('ETH')));
  expect(prices.map((price) => price?.usd)).toEqual(['4321.5', '4321.5', '4321.5']);
  await new Sandbox(servers[2].url).market('ETH', null);
});

const registration = (email: string, otp: string) => ({
  email,
  password,
  otp,
  device_info: 'test',
  country_code: 'AU',
  currency_code: 'AUD',
  is_eu: false,
  ip: '127.0.0.1',
  first_name: 'Jo',
  last_name: 'Bloggs',
  dob: '1990-01-01',
});

async function codeFor(email: string): Promise<string> {
  await servers[0].api.must(sendEmailOtp, { email });
  return new Sandbox(servers[0].url).code(email);
}

test('AUTH-12 fifty wrong codes at three servers at once: exactly five are tried', async () => {
  const email = 'wrong@kopa.test';
  const otp = await codeFor(email);
  const wrong = otp === '000000' ? '000001' : '000000';
  const replies = await spread(50, ({ api }) => api.call(createUser, registration(email, wrong)));
  expect(replies.every((reply) => !reply.ok && reply.refusal.code === 'INVALID_CODE')).toBe(true);
  const row = await servers[0].deps.db
    .selectFrom('email_codes')
    .select('tries')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  expect(row.tries).toBe(5);
});

test('AUTH-12 one right code in twenty requests at three servers opens one account', async () => {
  const email = 'right@kopa.test';
  const otp = await codeFor(email);
  const replies = await spread(20, ({ api }) => api.call(createUser, registration(email, otp)));
  expect(replies.filter((reply) => reply.ok)).toHaveLength(1);
});

test('BEY-21 of twenty requests for a code at once one is sent', async () => {
  const email = 'busy@kopa.test';
  const replies = await spread(20, ({ api }) => api.call(sendEmailOtp, { email }));
  expect(replies.filter((reply) => reply.ok)).toHaveLength(1);
  expect(await new Sandbox(servers[0].url).inbox(email)).toHaveLength(1);
});

test('three servers that empty one outbox at once send each mail once', async () => {
  const to = 'outbox@kopa.test';
  await spread(60, ({ deps }) =>
    inTransaction(deps.db, (tx) => queueMail(deps, tx, { to, subject: randomUUID(), text: '' })),
  );
  await spread(12, ({ deps }) => sendDue(deps));
  const { db } = servers[0].deps;
  const { rows } = await sql<{ sent: string; distinct: string }>`
    select count(*)::text as sent, count(distinct subject)::text as distinct
    from sandbox_mails where recipient = ${to}`.execute(db);
  expect(rows).toEqual([{ sent: '60', distinct: '60' }]);
  expect(await db.selectFrom('mail_outbox').select('id').execute()).toEqual([]);
});

test('RCV-02 addresses made at the same moment are all different', async () => {
  const people = await spread(15, ({ deps }) => person(deps));
  const made = await Promise.all(
    people.map(({ credential }, i) =>
      (servers[i % 3] ?? servers[0]).api.must(
        generateAddress,
        { currencyId: 'ETH', paymentRouteId: 'eth-ethereum' },
        { credential },
      ),
    ),
  );
  expect(new Set(made.map(({ data }) => data.address)).size).toBe(15);
});

test('many withdrawals at three servers at once with funds for one: one happens', async () => {
  const { db } = servers[0].deps;
  for (let round = 0; round < 5; round += 1) {
    const { email, credential } = await person(servers[0].deps, { balances: { ETH: '1' } });
    await new Sandbox(servers[0].url).kyc(email, 'approved');
    const replies = await spread(12, ({ api }) =>
      api.call(
        createWithdrawal,
        {
          amount: '0.9',
          cryptoAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
          paymentRouteId: 'eth-ethereum',
          password,
        },
        { credential, idempotencyKey: newKey() },
      ),
    );
    expect(replies.filter((reply) => reply.ok)).toHaveLength(1);
  }
  expect(await violations(db)).toEqual([]);
});

test('KEEP-15 one code makes one withdrawal, and wrong ones are counted, however many servers are asked at once', async () => {
  const [first] = servers;
  const someone = await person(first.deps, { market: 'EUR', balances: { USDC: '1000' } });
  await new Sandbox(first.url).kyc(someone.email, 'approved');
  const { credential } = someone;
  const transfer = {
    amount: '25',
    cryptoAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    paymentRouteId: 'usdc-ethereum',
  };
  const transferCode = await codeForTransfer(first.api, someone, transfer);
  const send = ({ api }: InProcess, code: string) =>
    api.call(
      createWithdrawal,
      { ...transfer, password, transferCode: code },
      { credential, idempotencyKey: newKey() },
    );
  const [other, zeros] = [transferCode.replace(/\d/g, '1'), transferCode.replace(/\d/g, '0')];
  const wrong = transferCode === zeros ? other : zeros;
  await spread(3, (server) => send(server, wrong));
  const replies = await spread(9, (server) => send(server, transferCode));
  expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
  const kept = await first.deps.db
    .selectFrom('email_codes')
    .select('tries')
    .where('email', '=', someone.email)
    .executeTakeFirstOrThrow();
  expect(kept.tries).toBe(4);
  expect(await violations(first.deps.db)).toEqual([]);
});
