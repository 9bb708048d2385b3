import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyOtpAndUpdatePassword } from '#core/contract/account/registration.ts';
import { login } from '#core/contract/account/session.ts';
import { endpoints } from '#core/contract/endpoints.ts';
import { facts } from '#server/adapters/party/party-facts.ts';
import { readConfig } from '#server/config.ts';
import { conditions } from '#server/platform/conditions.ts';
import { AT_ONCE, hashing } from '#server/services/access/credentials/passwords.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { partyWatch, watchBooks, watchQueues } from '#server/services/operation/watch/watch.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { startTelemetry } from '#server/telemetry/start.ts';
import { type InProcess, password, person, startInProcess } from '#tests/support/in-process.ts';
import { Provider } from '#tests/support/provider.ts';
import { readMetrics } from '#tests/support/read-metrics.ts';
import { withParties } from '#tests/support/with-parties.ts';

let server: InProcess;
beforeEach(async () => {
  server = await startInProcess({ env: { METRICS_PORT: '0' } });
});
afterEach(() => server.close());

/** What the database says is read again after some seconds of the server's clock. */
async function read() {
  server.deps.clock.advance(6_000);
  return readMetrics(server.metricsUrl);
}

test('OPS-07 metrics are off unless a port is set, and then on this machine alone', async () => {
  expect(readConfig({ METRICS_PORT: '9464' })).toMatchObject({
    config: { metrics: { port: 9464, host: '127.0.0.1' } },
  });
  expect(readConfig({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.1' })).toMatchObject({
    config: { metrics: { host: '10.0.0.1' } },
  });
  const { port } = new URL(server.metricsUrl ?? '');
  // Whatever listens on all addresses of a machine answers at this one, too.
  await expect(fetch(`http://127.0.0.2:${port}/metrics`)).rejects.toThrow();
  await server.close();
  server = await startInProcess();
  expect(server.metricsUrl).toBeUndefined();
});

test('OPS-07 the product’s own port has no metrics, and the port of metrics nothing else', async () => {
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  const { origin } = new URL(server.metricsUrl ?? '');
  for (const path of ['/', '/api/users/login', '/wallet', '/metrics/']) {
    expect((await fetch(`${origin}${path}`)).status, path).toBe(404);
  }
  expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(404);
  expect(readConfig({ PORT: '9464', METRICS_PORT: '9464' })).toMatchObject({ ok: false });
});

test('OPS-07 answers are counted by call, with their codes and how long they took', async () => {
  const before = await read();
  expect(before.of('kopa_calls_total{call="login",code="OK"}')).toBe(0);
  const { email } = await person(server.deps);
  await server.api.must(login, { email, password });
  await server.api.call(login, { email, password: 'wrong' });
  const after = await read();
  expect(after.of('kopa_calls_total{call="login",code="OK"}')).toBe(1);
  expect(after.of('kopa_calls_total{call="login",code="INVALID_CREDENTIALS"}')).toBe(1);
  expect(after.of('kopa_calls_total{call="login",code="UNAVAILABLE"}')).toBe(0);
  expect(after.of('kopa_call_duration_seconds_count{call="login"}')).toBe(2);
  expect(after.of('kopa_call_duration_seconds_sum{call="login"}')).toBeGreaterThan(0);
  await sql`set search_path to nowhere`.execute(server.deps.db);
  await server.api.call(login, { email, password });
  const failed = await read();
  expect(failed.of('kopa_calls_total{call="login",code="UNAVAILABLE"}')).toBe(1);
});

test('OPS-07 nothing that a stranger writes becomes a label', async () => {
  const before = await read();
  const headers = { 'x-request-id': 'evil-header', 'user-agent': 'evil-agent', host: 'localhost' };
  for (const path of ['/evil', '/api/evil', '/api/users/login?evil=1', '/%22%0Aevil{x="y"}']) {
    await fetch(`${server.url}${path}`, { method: 'POST', headers, body: '{"evil":1}' });
    await fetch(`${server.url}${path}`, { headers });
  }
  // A method that nobody knows, which `fetch` would not send.
  const { port } = new URL(server.url);
  await new Promise<void>((done) => {
    const options = { port, method: 'PROPFIND', path: '/evil' };
    request(options, (answer) => answer.resume().on('end', done)).end();
  });
  const after = await read();
  expect(after.text).not.toContain('evil');
  expect(after.text).not.toContain('PROPFIND');
  expect([...after.labels('call')].sort()).toEqual([...Object.keys(endpoints), 'none'].sort());
  const requests = 'kopa_call_duration_seconds_count{call="none"}';
  expect(Number(after.of(requests)) - Number(before.of(requests) ?? 0)).toBe(8);
  expect(after.of('kopa_calls_total{call="none",code="NOT_FOUND"}')).toBeGreaterThan(0);
  expect(after.of('kopa_calls_total{call="none",code="NOT_SERVED"}')).toBeGreaterThan(0);
});

test('OPS-07 wrong codes are counted', async () => {
  const sample = 'kopa_wrong_codes_total{call="verifyOtpAndUpdatePassword"}';
  expect((await read()).of(sample)).toBe(0);
  const reply = await server.api.call(verifyOtpAndUpdatePassword, {
    email: 'nobody@kopa.test',
    otp: '12345678',
    password: 'Other-demo-2026!',
  });
  expect(reply).toMatchObject({ refusal: { code: 'INVALID_CODE' } });
  expect((await read()).of(sample)).toBe(1);
});

/** One row of each queue, of all that holds a withdrawal, and of what a person must decide. */
async function fillQueues({ deps }: InProcess): Promise<void> {
  const { db, clock } = deps;
  const now = clock.sql;
  const [plain, frozen, held] = [await person(deps), await person(deps), await person(deps)];
  await sql`update users set withdrawals_frozen = true where id = ${frozen.id}`.execute(db);
  await sql`update users set withdrawals_held_until = ${clock.sqlIn(86_400)}
    where id = ${held.id}`.execute(db);
  const mail = { to: 'a@kopa.test', subject: 's', text: 't' };
  const mailId = await inTransaction(db, (tx) => queueMail(deps, tx, mail));
  const withdrawal = (owner: string, status: string, mailed: string | null, sending: boolean) =>
    sql`insert into withdrawals (id, user_id, payment_route_id, currency, units, fee_units,
      usd_cents, address, tag, status, created_at, cancellable_until, due_at, broadcast_at, mail_id,
      sending)
    select ${randomUUID()}, ${owner}, id, currency, 1, 1, 1, 'x', '', ${status}, ${now}, ${now},
      ${now}, ${now}, ${mailed}, ${sending} from payment_routes order by id limit 1`.execute(db);
  await withdrawal(plain.id, 'requested', null, true);
  await withdrawal(plain.id, 'requested', mailId, false);
  await withdrawal(frozen.id, 'requested', null, false);
  await withdrawal(held.id, 'requested', null, false);
  await withdrawal(plain.id, 'broadcast', null, true);
  await sql`insert into deposits (id, user_id, currency, network, units, confirmations,
      confirmations_needed, state, seen_at, ask_at)
    values ('d', ${plain.id}, 'BTC', 'Bitcoin', 1, 0, 3, 'pending', ${now}, ${now})`.execute(db);
  await sql`insert into notices (id, user_id, body, created_at, expires_at)
    values ('n', ${plain.id}, 'x', ${now}, ${clock.sqlIn(86_400)})`.execute(db);
  for (const status of ['pending', 'refunding']) {
    await sql`insert into purchases (id, user_id, amount, currency, crypto_units, crypto_currency,
        usdc, usdc_rate, token, status, created_at)
      values (${status}, ${plain.id}, '1', 'AUD', 1, 'BTC', '1', '1', ${status}, ${status}, ${now})`.execute(
      db,
    );
  }
  for (const answered of [0, -1]) {
    await sql`insert into provider_notices (digest, party, about, heard, answered, asked_at)
      values (${`p${answered}`}, 'payment', 'x', 1, ${answered}, ${now})`.execute(db);
  }
  await sql`insert into recoveries (id, user_id, stage, review, created_at, due_at, told_at, expires_at)
    values ('r', ${plain.id}, 'waiting', '', ${now}, ${now}, ${now}, ${clock.sqlIn(86_400)})`.execute(
    db,
  );
  await sql`insert into deposits_aside (id, external_id, reason, network, address, tag, currency,
      amount, transaction_hash, output_index, confirmations, status, seen_at, reported_at)
    values ('a', 'a', 'unknown-address', '', '', '', '', '', '', 0, 0, 'pending', ${now}, ${now})`.execute(
    db,
  );
}

const QUEUES = ['mails', 'pushes', 'withdrawals', 'transfers', 'deposits', 'purchases', 'refunds'];

test('OPS-07 every queue, hold and matter set aside is counted, with the age of the oldest', async () => {
  const samples = [
    ...[...QUEUES, 'notices', 'recoveries'].map((name) => ['kopa_queue', `{queue="${name}"}`]),
    ...['frozen', 'held', 'mail'].map((name) => ['kopa_withdrawals_held', `{reason="${name}"}`]),
    ...['deposits', 'purchases'].map((name) => ['kopa_set_aside', `{what="${name}"}`]),
  ] as const;
  const before = await read();
  expect(before.of('kopa_queues_known')).toBe(1);
  for (const [name, label] of samples) {
    expect(before.of(`${name}${label}`), `${name}${label}`).toBe(0);
    expect(before.of(`${name}_oldest_seconds${label}`)).toBe(0);
  }
  await fillQueues(server);
  server.deps.clock.advance(90_000);
  const after = await read();
  for (const [name, label] of samples) {
    expect(after.of(`${name}${label}`), `${name}${label}`).toBe(1);
    const age = after.of(`${name}_oldest_seconds${label}`);
    expect(age, label).toBeGreaterThanOrEqual(90);
    expect(age, label).toBeLessThan(600);
  }
});

test('OPS-07 a withdrawal that waits for the custodian’s books is told as held, and not as due', async () => {
  const { db, clock } = server.deps;
  const { id } = await person(server.deps);
  await sql`insert into withdrawals (id, user_id, payment_route_id, currency, units, fee_units,
      usd_cents, address, tag, status, created_at, cancellable_until, due_at)
    select 'w', ${id}, id, currency, 1, 1, 1, 'x', '', 'requested', ${clock.sql},
      ${clock.sqlIn(60)}, ${clock.sqlIn(60)} from payment_routes order by id limit 1`.execute(db);
  const due = 'kopa_queue{queue="withdrawals"}';
  const held = 'kopa_withdrawals_held{reason="transfers"}';
  // Its customer can still cancel it: it waits for nobody else.
  expect((await read()).of(due)).toBe(0);
  clock.advance(60_000);
  expect((await read()).of(due)).toBe(1);
  await sql`insert into transfers_aside (reference, seen_at) values ('t', ${clock.sql})`.execute(
    db,
  );
  const waiting = await read();
  expect([waiting.of(due), waiting.of(held)]).toEqual([0, 1]);
  expect(waiting.of('kopa_set_aside{what="transfers"}')).toBe(1);
});

test('OPS-07 one reading is shared for some seconds, and a database that fails takes nothing else along', async () => {
  const mails = 'kopa_queue{queue="mails"}';
  expect((await read()).of(mails)).toBe(0);
  const mail = { to: 'a@kopa.test', subject: 's', text: 't' };
  await inTransaction(server.deps.db, (tx) => queueMail(server.deps, tx, mail));
  expect((await readMetrics(server.metricsUrl)).of(mails)).toBe(0);
  expect((await read()).of(mails)).toBe(1);
  await sql`set search_path to nowhere`.execute(server.deps.db);
  const broken = await read();
  expect(broken.of('kopa_queues_known')).toBe(0);
  expect(broken.of(mails)).toBeUndefined();
  expect(broken.of('kopa_calls_total{call="login",code="OK"}')).toBe(0);
  expect(server.log.join('')).toContain('queues not measured');
});

test('OPS-07 the books are sound until a balance differs, and nobody says so before they were looked at', async () => {
  const { deps, told } = server;
  const { id } = await person(deps, { balances: { BTC: '1' } });
  const before = await read();
  expect(before.of('kopa_books_sound')).toBeUndefined();
  await watchBooks(deps, told);
  expect((await read()).of('kopa_books_sound')).toBe(1);
  await sql`update accounts set balance = balance + 1 where owner = ${id} and kind = 'available'`.execute(
    deps.db,
  );
  await watchBooks(deps, told);
  deps.clock.advance(3600_000);
  const after = await read();
  expect(after.of('kopa_books_sound')).toBe(0);
  expect(after.of('kopa_condition{condition="balances differ from their postings"}')).toBe(1);
  expect(after.of('kopa_books_checked_age_seconds')).toBeGreaterThanOrEqual(3600);
});

test('OPS-07 other things that watches look at are told by the log’s own words', async () => {
  await watchQueues(server.deps, server.told);
  const mails = 'mails cannot be opened with the configured keys';
  expect((await read()).of(`kopa_condition{condition="${mails}"}`)).toBe(0);
  server.told.tell('database unavailable', { state: 'no answer' });
  expect((await read()).of('kopa_database_up')).toBe(0);
  server.told.tell('database unavailable', undefined);
  expect((await read()).of('kopa_database_up')).toBe(1);
});

test('OPS-07 passwords that wait to be hashed, the event loop, memory and the build are told', async () => {
  // Tests before this one may have left passwords that are still being hashed.
  await expect.poll(() => hashing.waiting()).toBe(0);
  const free = Promise.withResolvers<void>();
  const places = Array.from({ length: AT_ONCE + 2 }, () => hashing.run(() => free.promise));
  const crowded = await read();
  free.resolve();
  await Promise.all(places);
  expect(crowded.of('kopa_passwords_waiting')).toBe(2);
  const calm = await read();
  expect(calm.of('kopa_passwords_waiting')).toBe(0);
  expect(calm.of('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  expect(calm.of('process_resident_memory_bytes')).toBeGreaterThan(0);
  expect(calm.of('kopa_build_info{version="test",build="test"}')).toBe(1);
});

const IDS = ['bitcoin', 'solana', 'ethereum', 'avalanche-2', 'ripple', 'tether', 'usd-coin'];

test('OPS-07 a price grows old where the market is silent, and a party that is down is told', async () => {
  let silent = false;
  const provider = new Provider(({ method }) => {
    if (silent) return { status: 503 };
    if (method === 'HEAD') return { status: 404 };
    const last_updated_at = Math.floor(server.deps.clock.now() / 1000);
    return JSON.stringify(
      Object.fromEntries(IDS.map((id) => [id, { usd: 100, usd_24h_change: 1, last_updated_at }])),
    );
  });
  const own = await withParties(server, {
    SANDBOX: 'forex,geolocation,mail,identity,payment,custody,bank,merchants,screening,travelRule',
    MARKET_URL: await provider.start(),
    MARKET_KEY: 'key',
  });
  const { deps } = own;
  const told = conditions(deps.log, deps.clock.now);
  const telemetry = await startTelemetry(
    { metrics: { port: 0, host: '127.0.0.1' }, tracesUrl: undefined },
    { deps, told, poolUse: () => undefined, version: '', build: '' },
  );
  const readOwn = async () => {
    deps.clock.advance(6_000);
    return readMetrics(telemetry.metricsUrl);
  };
  const [bitcoin, up] = ['kopa_price_age_seconds{asset="BTC"}', 'kopa_party_up{party="market"}'];
  const watch = partyWatch(deps);
  const first = await readOwn();
  expect(first.of(bitcoin)).toBe(Number.POSITIVE_INFINITY);
  expect(first.of(up)).toBeUndefined();
  await deps.parties.market.price('BTC');
  await watch(told);
  const fresh = await readOwn();
  expect(fresh.of(bitcoin)).toBeLessThan(30);
  expect(fresh.of(up)).toBe(1);
  silent = true;
  deps.clock.advance(3600_000);
  await watch(told);
  await watch(told);
  const old = await readOwn();
  expect(old.of(bitcoin)).toBeGreaterThanOrEqual(3600);
  expect(old.of(up)).toBe(0);
  await telemetry.stop();
  await own.close();
  await provider.stop();
});

test('READ-15 what questions to a party came to is counted, by party and fact, from zero on', async () => {
  const sample = (result: string) =>
    `kopa_party_questions_total{party="merchants",result="${result}"}`;
  const before = await read();
  // Each is there before anything was asked; other files of this process may have asked.
  for (const result of ['told', ...facts]) {
    expect(before.of(sample(result)), result).toBeGreaterThanOrEqual(0);
  }
  const provider = new Provider(() => '<html>');
  const own = await withParties(server, {
    SANDBOX: 'market,forex,geolocation,mail,identity,payment,custody,bank,screening,travelRule',
    MERCHANTS_URL: await provider.start(),
    MERCHANTS_KEY: 'key',
  });
  const ask = () =>
    own.deps.parties.merchants.list({
      ...{ page: 1, limit: 10, search_key: '', order: '', sourceSearch: '' },
      ...{ statusSearch: '', user_id: '' },
    });
  await ask();
  provider.answerWith(() => '{"status":"success","data":{"details":[]}}');
  await ask();
  await ask();
  const after = await read();
  const more = (result: string) =>
    (after.of(sample(result)) ?? 0) - (before.of(sample(result)) ?? 0);
  expect(more('unreadable')).toBe(1);
  expect(more('told')).toBe(2);
  expect([...after.labels('party')]).not.toContain('127.0.0.1');
  await own.close();
  await provider.stop();
});
