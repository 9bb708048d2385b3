import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listNotices } from '#core/contract/account/notifications.ts';
import { getCurrencyPrice } from '#core/contract/market/price.ts';
import {
  addPriceAlert,
  listPriceAlerts,
  removePriceAlert,
} from '#core/contract/wallet/price-alerts.ts';
import { eraseAccount } from '#server/services/customers/users/erase-account.ts';
import { evaluateAlerts } from '#server/services/messages/alerts/price-alerts.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { type InProcess, type Person, person, startInProcess } from '#tests/support/in-process.ts';
import { Sandbox } from '#tests/support/sandbox.ts';

let server: InProcess;
let sandbox: Sandbox;
beforeAll(async () => {
  server = await startInProcess();
  sandbox = new Sandbox(server.url);
});
afterAll(() => server.close());
beforeEach(() => sandbox.market('BTC', '60000'));

const american = (): Promise<Person> => person(server.deps, { market: 'USD' });

const add = ({ credential }: Person, more: object = {}) =>
  server.api.call(
    addPriceAlert,
    { currency_id: 'BTC', kind: 'above', value: '61000', channel: 'push', ...more },
    { credential },
  );

const list = async ({ credential }: Person) =>
  (await server.api.must(listPriceAlerts, { currency_id: 'BTC' }, { credential })).data;

/** The round that some process holds next. */
async function round(): Promise<void> {
  server.deps.clock.advance(16_000);
  await evaluateAlerts(server.deps);
}

async function told({ credential }: Person): Promise<readonly string[]> {
  const after = '2020-01-01T00:00:00.000Z';
  const { data } = await server.api.must(listNotices, { after }, { credential });
  return data.map(({ text }) => text);
}

const mailed = async ({ email }: Person): Promise<readonly string[]> =>
  (await sandbox.inbox(email)).map(({ subject }) => subject);

const ABOVE = 'Bitcoin is above the price you set.';

test('LIVE-05 an alert fires once when its price is reached, then rests, however many look at once', async () => {
  const who = await american();
  expect(await add(who)).toMatchObject({ ok: true });
  await round();
  expect(await told(who)).toEqual([]);
  await sandbox.market('BTC', '61000');
  server.deps.clock.advance(16_000);
  await Promise.all(Array.from({ length: 5 }, () => evaluateAlerts(server.deps)));
  expect(await told(who)).toEqual([ABOVE]);
  // No amount is in what a locked screen shows.
  expect(ABOVE).not.toMatch(/\d/);
  await sandbox.market('BTC', '60000');
  await round();
  await sandbox.market('BTC', '62000');
  await round();
  expect(await told(who)).toEqual([ABOVE]);
  expect(await list(who)).toMatchObject([
    { kind: 'above', value: '61000', money_id: 'USD', fired_at: expect.any(String) },
  ]);
});

test('LIVE-05 a round belongs to the process that takes it: nobody else looks before the next', async () => {
  const who = await american();
  await round();
  await add(who);
  await sandbox.market('BTC', '61000');
  await evaluateAlerts(server.deps);
  expect(await told(who)).toEqual([]);
  await round();
  expect(await told(who)).toEqual([ABOVE]);
});

test('LIVE-05 below, and a move of n % in a day in either direction', async () => {
  const who = await american();
  await add(who, { kind: 'below', value: '59000' });
  await sandbox.market('BTC', '59000');
  await round();
  expect(await told(who)).toEqual(['Bitcoin is below the price you set.']);
  const mover = await american();
  await add(mover, { kind: 'move', value: '900' });
  await sandbox.market('BTC', '10000000');
  await round();
  expect(await told(mover)).toEqual(['Bitcoin moved as far in a day as you set.']);
});

test('LIVE-05 by mail it is mailed and not pushed; a push that no browser takes any more is mailed, too', async () => {
  const byMail = await american();
  await add(byMail, { channel: 'mail' });
  const byPush = await american();
  await add(byPush);
  await sandbox.market('BTC', '61000');
  await round();
  expect(await told(byMail)).toEqual([]);
  expect(await mailed(byMail)).toEqual([ABOVE.slice(0, -1)]);
  expect(await told(byPush)).toEqual([ABOVE]);
  expect(await mailed(byPush)).toEqual([ABOVE.slice(0, -1)]);
});

test('LIVE-05 what holds already, no price, an asset not offered and too many are refused', async () => {
  const who = await american();
  expect(await add(who, { value: '60000' })).toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
  expect(await add(who, { value: '0' })).toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
  expect(await add(who, { currency_id: 'DOGE' })).toMatchObject({
    refusal: { code: 'PAIR_UNAVAILABLE' },
  });
  const european = await person(server.deps, { market: 'EUR' });
  expect(await add(european, { currency_id: 'USDT', value: '9' })).toMatchObject({
    refusal: { code: 'PAIR_UNAVAILABLE' },
  });
  for (let i = 0; i < 50; i++) await add(who, { value: String(70_000 + i) });
  expect(await add(who)).toMatchObject({ refusal: { code: 'LIMIT_EXCEEDED' } });
});

test('LIVE-05 an alert in another currency is held against the price in it', async () => {
  const who = await person(server.deps, { market: 'AUD' });
  const { data: prices } = await server.api.must(
    getCurrencyPrice,
    { base_currency: 'BTC', quote_currency: 'AUD' },
    { credential: who.credential },
  );
  const aud = Math.round(Number(prices[0]?.ask));
  expect(await add(who, { value: String(Math.round(aud * 0.9)) })).toMatchObject({ ok: false });
  expect(await add(who, { value: String(Math.round(aud * 1.1)) })).toMatchObject({ ok: true });
  await sandbox.market('BTC', '63000');
  await round();
  expect(await told(who)).toEqual([]);
  await sandbox.market('BTC', '68000');
  await round();
  expect(await told(who)).toEqual([ABOVE]);
});

test('LIVE-05 a price in doubt or gone fires nothing', async () => {
  const who = await american();
  await add(who);
  await sandbox.market('BTC', '6000000', { sudden: true });
  await round();
  expect(await told(who)).toEqual([]);
});

test('LIVE-05 an alert is removed by its owner alone', async () => {
  const who = await american();
  await add(who);
  const [alert] = await list(who);
  const remove = ({ credential }: Person) =>
    server.api.call(removePriceAlert, { alert_id: alert?.alert_id ?? '' }, { credential });
  expect(await remove(await american())).toMatchObject({ refusal: { code: 'NOT_FOUND' } });
  expect(await list(who)).toHaveLength(1);
  expect(await remove(who)).toMatchObject({ ok: true });
  expect(await list(who)).toEqual([]);
});

test('EYE-07 all of a customer’s alerts are one list, and nobody else’s are in it', async () => {
  const who = await american();
  await add(who);
  await add(who, { currency_id: 'ETH', kind: 'move', value: '10', channel: 'mail' });
  await add(await american());
  const { data } = await server.api.must(listPriceAlerts, {}, { credential: who.credential });
  expect(data.map(({ currency_id }) => currency_id).toSorted()).toEqual(['BTC', 'ETH']);
  expect(await list(who)).toHaveLength(1);
});

test('LIVE-05 the alerts of a deleted account are gone, and nobody is told', async () => {
  const who = await american();
  await add(who);
  const { db } = server.deps;
  expect(await inTransaction(db, (tx) => eraseAccount(server.deps, tx, who.id))).toBe('erased');
  await sandbox.market('BTC', '61000');
  await round();
  const rows = await db
    .selectFrom('price_alerts')
    .selectAll()
    .where('user_id', '=', who.id)
    .execute();
  expect(rows).toEqual([]);
  expect(await mailed(who)).toEqual([]);
});
