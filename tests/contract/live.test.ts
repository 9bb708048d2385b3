import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logout } from '#core/contract/account/session.ts';
import { livePath } from '#core/contract/market/live.ts';
import { toldPrices } from '#core/contract/market/live-prices.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { stopTelling, telling } from '#server/platform/tell-changes.ts';
import { openSession } from '#server/services/access/sessions/sessions.ts';
import { tellingPrices } from '#server/services/exchange/offers/tell-prices.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { ApiClient, type Credential } from '#tests/support/api-client.ts';
import { eventually } from '#tests/support/eventually.ts';
import {
  deposit,
  type InProcess,
  type Person,
  person,
  startInProcess,
} from '#tests/support/in-process.ts';
import { followLive, type LiveStream } from '#tests/support/live-stream.ts';
import { Sandbox } from '#tests/support/sandbox.ts';
import { repriced } from '#transport/money/live-price.ts';

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => server.close());

const streams: LiveStream[] = [];

/** Opens a stream of somebody to whom nothing has happened lately. */
async function follow(who: Person, after?: string): Promise<LiveStream> {
  const stream = await followLive(server.url, who.credential, after ? { after } : {});
  streams.push(stream);
  expect(stream.status).toBe(200);
  await eventually(() => expect(stream.events.length).toBeGreaterThan(0));
  return stream;
}

/** The minute is over in which the process and the account are new. */
const laterOn = (): void => server.deps.clock.advance(61_000);

async function quietPerson(): Promise<Person> {
  const who = await person(server.deps, { balances: { BTC: '1' } });
  laterOn();
  return who;
}

/** Told after everything before it. */
const fence = (who: Person): Promise<void> =>
  inTransaction(server.deps.db, (tx) =>
    notify(server.deps, tx, who.id, { event: 'loginEvents', popup: 'fence' }),
  );

test('LIVE-01 a deposit is told as it is seen and as it is credited, and nothing of it is said', async () => {
  const who = await quietPerson();
  const stream = await follow(who);
  expect(stream.kinds()).toEqual([]);
  const sandbox = new Sandbox(server.url);
  await sandbox.deposit(who.email, 'BTC', '0.25');
  await eventually(() => expect(stream.kinds()).toContain('balances'));
  expect(stream.kinds()).toContain('deposits');
  const said = JSON.stringify(stream.events);
  for (const secret of ['0.25', 'BTC', who.email, who.id]) expect(said).not.toContain(secret);
});

test('LIVE-01 another customer hears nothing of it', async () => {
  const [who, other] = [await quietPerson(), await quietPerson()];
  const stream = await follow(other);
  await deposit(server.deps, who.id, 'BTC', '1');
  await fence(other);
  await eventually(() => expect(stream.kinds().length).toBeGreaterThan(0));
  expect(stream.kinds()).toEqual(['notices']);
});

test('LIVE-01 a change that is rolled back is told to nobody', async () => {
  const who = await quietPerson();
  const stream = await follow(who);
  const undone = inTransaction(server.deps.db, async (tx) => {
    await notify(server.deps, tx, who.id, { event: 'loginEvents', popup: 'never' });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await deposit(server.deps, who.id, 'BTC', '1');
  await eventually(() => expect(stream.kinds().length).toBeGreaterThan(0));
  expect(stream.kinds()).toEqual(['balances']);
});

test('HARD-96 what a transaction notes is told by the next round, once, and what it rolled back is not', async () => {
  const round = () => telling.round(server.deps, new AbortController().signal);
  const [who, other] = [await quietPerson(), await quietPerson()];
  const [stream, others] = [await follow(who), await follow(other)];
  await round();
  const undone = inTransaction(server.deps.db, async (tx) => {
    await notify(server.deps, tx, who.id, { event: 'loginEvents', popup: 'never' });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await deposit(server.deps, who.id, 'BTC', '1');
  await deposit(server.deps, who.id, 'BTC', '1');
  await round();
  await eventually(() => expect(stream.kinds()).toEqual(['balances']));
  await round();
  await fence(who);
  await round();
  await eventually(() => expect(stream.kinds()).toEqual(['balances', 'notices']));
  expect(others.kinds()).toEqual([]);
  // Nobody tells from here on, so every transaction does again.
  await stopTelling(server.deps);
  await fence(other);
  await eventually(() => expect(others.kinds()).toEqual(['notices']));
});

test('LIVE-01 with the last id a page hears of what it missed, and of nothing if it missed nothing', async () => {
  const who = await quietPerson();
  const first = await follow(who);
  await fence(who);
  await eventually(() => expect(first.kinds()).toEqual(['notices']));
  const last = first.lastId();
  first.leave();
  // What happens to others is nothing missed.
  await quietPerson();
  const again = await follow(who, last);
  expect(again.kinds()).toEqual([]);
  again.leave();
  await deposit(server.deps, who.id, 'BTC', '1');
  const missed = await follow(who, last);
  expect(missed.kinds()).toEqual(['anything']);
  // Of another process, or of this one before it lost its connection.
  expect((await follow(who, `${'0'.repeat(32)}-7`)).kinds()).toEqual(['anything']);
  expect((await follow(who, 'nonsense')).kinds()).toEqual(['anything']);
  server.deps.clock.advance(11 * 60_000);
  await fence(await quietPerson());
  // It is no longer known whose changes those were.
  expect((await follow(who, last)).kinds()).toEqual(['anything']);
});

test('LIVE-01 a page that opens without an id hears of what changed just before', async () => {
  const who = await quietPerson();
  await deposit(server.deps, who.id, 'BTC', '1');
  expect((await follow(who)).kinds()).toEqual(['anything']);
  laterOn();
  expect((await follow(who)).kinds()).toEqual([]);
});

test('LIVE-01 a session that ends is told so and its stream ends; those of its other devices go on', async () => {
  const who = await quietPerson();
  const opened = await inTransaction(server.deps.db, (tx) =>
    openSession(server.deps, tx, who.id, { info: 'other', place: '' }),
  );
  const stream = await follow(who);
  const other = await follow({ ...who, credential: opened });
  await server.api.must(logout, {}, { credential: who.credential });
  await stream.ended;
  expect(stream.kinds()).toEqual(['session']);
  expect(server.changes.open).toBeGreaterThan(0);
  await fence(who);
  await eventually(() => expect(other.kinds()).toEqual(['notices']));
});

test('LIVE-01 whoever has no session, comes from another site or is not a customer is refused', async () => {
  const who = await quietPerson();
  const admin = await person(server.deps, { role: 'admin' });
  const statusOf = async (
    credential: Credential | undefined,
    headers: Readonly<Record<string, string>> = {},
  ) => (await followLive(server.url, credential, { headers })).status;
  expect(await statusOf(undefined)).toBe(401);
  expect(await statusOf({ ...who.credential, refreshToken: 'x'.repeat(43) })).toBe(401);
  expect(await statusOf(admin.credential)).toBe(403);
  expect(await statusOf(who.credential, { cookie: '' })).toBe(403);
  expect(await statusOf(who.credential, { 'sec-fetch-site': 'cross-site' })).toBe(403);
  const head = await fetch(server.url + livePath, { method: 'HEAD' });
  expect(head.status).toBe(404);
});

test('LIVE-01 an account has so many streams, a session one', async () => {
  const who = await quietPerson();
  const first = await follow(who);
  const second = await follow(who);
  await first.ended;
  const devices = await Promise.all(
    Array.from({ length: 8 }, () =>
      inTransaction(server.deps.db, (tx) =>
        openSession(server.deps, tx, who.id, { info: 'other', place: '' }),
      ),
    ),
  );
  const statuses: number[] = [];
  for (const credential of devices) {
    const stream = await followLive(server.url, credential);
    streams.push(stream);
    statuses.push(stream.status);
  }
  expect(statuses).toEqual([...Array(7).fill(200), 503]);
  second.leave();
  const [last] = devices.slice(-1);
  await eventually(async () => {
    const stream = await followLive(server.url, last);
    streams.push(stream);
    expect(stream.status).toBe(200);
  });
});

test('LIVE-01 under too much the streams give way first, and an open one takes no place', async () => {
  const own = await startInProcess({ env: { CALLS_AT_ONCE: '1' } });
  const customer = await person(own.deps);
  const stream = await followLive(own.url, customer.credential);
  expect(stream.status).toBe(200);
  expect(own.calls.taken).toBe(0);
  const gate = Promise.withResolvers<void>();
  void own.calls.run('essential', () => gate.promise);
  own.deps.clock.advance(1_000);
  expect((await followLive(own.url, customer.credential)).status).toBe(503);
  const asked = await own.api.call(getWalletList, {}, { credential: customer.credential });
  expect(asked.ok).toBe(true);
  gate.resolve();
  await own.close();
  await stream.ended;
});

test('LIVE-01 OPS-03 open streams end with the server, and none begins any more', async () => {
  const own = await startInProcess();
  const who = await person(own.deps);
  const stream = await followLive(own.url, who.credential);
  own.changes.end();
  await stream.ended;
  expect(own.changes.open).toBe(0);
  expect((await followLive(own.url, who.credential)).status).toBe(503);
  await own.close();
});

test('LIVE-02 whoever listens is told the prices as the wallet says them, when one has moved', async () => {
  const { changes, deps, url } = server;
  const { round } = tellingPrices(changes);
  const nobody = tellingPrices({ open: 0, tellAll: () => expect.unreachable('nobody listens') });
  await nobody.round(deps, new AbortController().signal);

  const tell = () => round(deps, new AbortController().signal);
  const sandbox = new Sandbox(url);
  await sandbox.market('BTC', '50000');
  const who = await quietPerson();
  const [stream, other] = [await follow(who), await follow(await quietPerson())];
  await tell();
  await eventually(() => expect(stream.prices()).toHaveLength(1));
  const api = new ApiClient(url);
  const read = async () =>
    (await api.must(getWalletList, { quoteCurrencyId: 'USD' }, { credential: who.credential }))
      .data;
  const before = await read();

  await sandbox.market('BTC', '51000.5');
  await tell();
  await eventually(() => expect(other.prices()).toHaveLength(2));
  const told = v.parse(toldPrices, JSON.parse(stream.prices()[1] ?? ''));
  expect(told.of).toMatchObject({ BTC: { price: '51000.5' } });
  const now = await read();
  expect(Object.keys(told.of).toSorted()).toEqual(
    now.map(({ currency }) => currency.currency_id).toSorted(),
  );
  // What the page makes of it is what the server says.
  const bitcoin = (entries: typeof now) =>
    entries.find(({ currency }) => currency.currency_id === 'BTC');
  const [was, is] = [bitcoin(before), bitcoin(now)];
  if (!was || !is) throw new Error('no bitcoin');
  const { price, free_balance, free_balance_quoted, hold_balance } = is;
  expect(price).toBe('51000.5');
  expect(free_balance_quoted).toBe('51000.50000000');
  expect(repriced(was, told.of)).toMatchObject({
    price,
    free_balance,
    free_balance_quoted,
    hold_balance,
  });
  await sandbox.market('BTC', null);
  // It is no change of theirs, and nobody goes on from it.
  expect([stream.kinds(), other.kinds()]).toEqual([[], []]);
});
