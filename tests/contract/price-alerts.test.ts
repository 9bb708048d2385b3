import { beforeEach, expect, test } from 'vitest';
import { listNotices, savePushSubscription } from '#core/contract/account/notifications.ts';
import { getCurrencyPrice } from '#core/contract/market/price.ts';
import {
  addPriceAlert,
  listPriceAlerts,
  removePriceAlert,
} from '#core/contract/wallet/price-alerts.ts';
import { eraseAccount } from '#server/services/customers/users/erase-account.ts';
import { evaluateAlerts } from '#server/services/messages/alerts/price-alerts.ts';
import { inTransaction } from '#server/store/transaction.ts';
import type { Member } from '#tests/support/member.ts';
import { subscription } from '#tests/support/push-subscription.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();
beforeEach(() => kopa.sandbox.market('BTC', '60000'));

const american = (): Promise<Member> => kopa.person({ market: 'USD' });

const add = (who: Member, more: object = {}) =>
  who.call(addPriceAlert, {
    currency_id: 'BTC',
    kind: 'above',
    value: '61000',
    channel: 'push',
    ...more,
  });

const list = async (who: Member) => (await who.must(listPriceAlerts, { currency_id: 'BTC' })).data;

/** The round that some process holds next. */
async function round(): Promise<void> {
  kopa.clock.advance(16_000);
  await evaluateAlerts(kopa.deps);
}

async function told(who: Member): Promise<readonly string[]> {
  const after = '2020-01-01T00:00:00.000Z';
  const { data } = await who.must(listNotices, { after });
  return data.map(({ text }) => text);
}

const ABOVE = 'Bitcoin is above the price you set.';

test('LIVE-05 an alert fires once when its price is reached, then rests, however many look at once', async () => {
  const who = await american();
  expect(await add(who)).toMatchObject({ ok: true });
  await round();
  expect(await told(who)).toEqual([]);
  await kopa.sandbox.market('BTC', '61000');
  kopa.clock.advance(16_000);
  await Promise.all(Array.from({ length: 5 }, () => evaluateAlerts(kopa.deps)));
  expect(await told(who)).toEqual([ABOVE]);
  // No amount is in what a locked screen shows.
  expect(ABOVE).not.toMatch(/\d/);
  await kopa.sandbox.market('BTC', '60000');
  await round();
  await kopa.sandbox.market('BTC', '62000');
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
  await kopa.sandbox.market('BTC', '61000');
  await evaluateAlerts(kopa.deps);
  expect(await told(who)).toEqual([]);
  await round();
  expect(await told(who)).toEqual([ABOVE]);
});

test('LIVE-05 below, and a move of n % in a day in either direction', async () => {
  const who = await american();
  await add(who, { kind: 'below', value: '59000' });
  await kopa.sandbox.market('BTC', '59000');
  await round();
  expect(await told(who)).toEqual(['Bitcoin is below the price you set.']);
  const mover = await american();
  await add(mover, { kind: 'move', value: '900' });
  await kopa.sandbox.market('BTC', '10000000');
  await round();
  expect(await told(mover)).toEqual(['Bitcoin moved as far in a day as you set.']);
});

test('LIVE-05 by mail it is mailed and not pushed; a push that no browser takes any more is mailed, too', async () => {
  const byMail = await american();
  await add(byMail, { channel: 'mail' });
  const byPush = await american();
  await add(byPush);
  await kopa.sandbox.market('BTC', '61000');
  await round();
  expect(await told(byMail)).toEqual([]);
  expect(await byMail.subjects()).toEqual([ABOVE.slice(0, -1)]);
  expect(await told(byPush)).toEqual([ABOVE]);
  expect(await byPush.subjects()).toEqual([ABOVE.slice(0, -1)]);
});

test('EYE-07 an alert by notification is listed with how it would tell: by mail, until a browser takes notifications', async () => {
  const who = await american();
  await add(who);
  expect(await list(who)).toMatchObject([{ channel: 'push', tells_by: 'mail' }]);
  await who.must(savePushSubscription, subscription());
  await add(who, { value: '62000', channel: 'mail' });
  expect(await list(who)).toMatchObject([
    { channel: 'mail', tells_by: 'mail' },
    { channel: 'push', tells_by: 'push' },
  ]);
});

test('LIVE-05 what holds already, no price, an asset not offered and too many are refused', async () => {
  const who = await american();
  expect(await add(who, { value: '60000' })).toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
  expect(await add(who, { value: '0' })).toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
  expect(await add(who, { currency_id: 'DOGE' })).toMatchObject({
    refusal: { code: 'PAIR_UNAVAILABLE' },
  });
  const european = await kopa.person({ market: 'EUR' });
  expect(await add(european, { currency_id: 'USDT', value: '9' })).toMatchObject({
    refusal: { code: 'PAIR_UNAVAILABLE' },
  });
  for (let i = 0; i < 50; i++) await add(who, { value: String(70_000 + i) });
  expect(await add(who)).toMatchObject({ refusal: { code: 'LIMIT_EXCEEDED' } });
});

test('LIVE-05 an alert in another currency is held against the price in it', async () => {
  const who = await kopa.person({ market: 'AUD' });
  const { data: prices } = await who.must(getCurrencyPrice, {
    base_currency: 'BTC',
    quote_currency: 'AUD',
  });
  const aud = Math.round(Number(prices[0]?.ask));
  expect(await add(who, { value: String(Math.round(aud * 0.9)) })).toMatchObject({ ok: false });
  expect(await add(who, { value: String(Math.round(aud * 1.1)) })).toMatchObject({ ok: true });
  await kopa.sandbox.market('BTC', '63000');
  await round();
  expect(await told(who)).toEqual([]);
  await kopa.sandbox.market('BTC', '68000');
  await round();
  expect(await told(who)).toEqual([ABOVE]);
});

test('LIVE-05 a price in doubt or gone fires nothing', async () => {
  const who = await american();
  await add(who);
  await kopa.sandbox.market('BTC', '6000000', { sudden: true });
  await round();
  expect(await told(who)).toEqual([]);
});

test('LIVE-05 an alert is removed by its owner alone', async () => {
  const who = await american();
  await add(who);
  const [alert] = await list(who);
  const remove = (one: Member) => one.call(removePriceAlert, { alert_id: alert?.alert_id ?? '' });
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
  const { data } = await who.must(listPriceAlerts, {});
  expect(data.map(({ currency_id }) => currency_id).toSorted()).toEqual(['BTC', 'ETH']);
  expect(await list(who)).toHaveLength(1);
});

test('LIVE-05 the alerts of a deleted account are gone, and nobody is told', async () => {
  const who = await american();
  await add(who);
  const { db } = kopa.deps;
  expect(await inTransaction(db, (tx) => eraseAccount(kopa.deps, tx, who.id))).toBe('erased');
  await kopa.sandbox.market('BTC', '61000');
  await round();
  const rows = await db
    .selectFrom('price_alerts')
    .selectAll()
    .where('user_id', '=', who.id)
    .execute();
  expect(rows).toEqual([]);
  expect(await who.subjects()).toEqual([]);
});
