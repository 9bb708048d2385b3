import { beforeAll, expect, test } from 'vitest';
import { updateProfile } from '#core/contract/account/account.ts';
import { initTransaction, insertTransaction } from '#core/contract/money/payment.ts';
import { confirmSwap } from '#core/contract/money/swap.ts';
import { writePin } from '#server/adapters/market/pins.ts';
import { newKey } from '#tests/support/api-client.ts';
import { marketOrder } from '#tests/support/market-order.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld({ env: { EXPOSURE_CAPS: 'BTC=10000' } });
beforeAll(async () => {
  await writePin(kopa.db, 'BTC', '100000');
  await writePin(kopa.db, 'USDC', '1');
});

const MINUTE = 60_000;

/** To the beginning of the next minute, so that what follows is within one. */
const nextMinute = (): void => {
  const { clock } = kopa.deps;
  clock.advance(MINUTE - (clock.now() % MINUTE) + 1_000);
};

async function swap(who: Member, source: string, target: string, amount: string) {
  const given = await who.quotes(source, target, amount);
  if (!given.ok) return given;
  return who.call(confirmSwap, {
    conversionQuoteId: given.value.data.conversion_quote_id,
    userId: who.id,
  });
}

const capped = {
  ok: false,
  status: 422,
  refusal: { code: 'LIMIT_EXCEEDED', message: expect.stringContaining('try again in a minute') },
};

/** In the newest minute, in cents. */
const exposed = async (): Promise<number> => {
  const row = await kopa.db
    .selectFrom('exposures')
    .where('asset', '=', 'BTC')
    .select('usd_cents')
    .orderBy('minute', 'desc')
    .executeTakeFirst();
  return Number(row?.usd_cents);
};

test('OPS-15 however many sell at once, the house takes no more in a minute than its cap', async () => {
  const sellers = await Promise.all(
    Array.from({ length: 15 }, () => kopa.person({ balances: { BTC: '1' } })),
  );
  nextMinute();
  const before = kopa.log.length;
  const answers = await Promise.all(sellers.map((who) => swap(who, 'BTC', 'USDC', '0.01')));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
  for (const answer of answers) if (!answer.ok) expect(answer).toMatchObject(capped);
  expect(await exposed()).toBe(1_000_000);
  const told = kopa.log.slice(before).filter((line) => line.includes('exposure cap reached'));
  expect(told).toHaveLength(5);
});

test('OPS-15 the other way is open meanwhile, and the next minute begins anew', async () => {
  const who = await kopa.person({ balances: { BTC: '1', USDC: '50000' } });
  nextMinute();
  expect(await swap(who, 'BTC', 'USDC', '0.1')).toMatchObject({ ok: true });
  expect(await swap(who, 'BTC', 'USDC', '0.01')).toMatchObject(capped);
  expect(await swap(who, 'USDC', 'BTC', '5000')).toMatchObject({ ok: true });
  expect(await swap(who, 'BTC', 'USDC', '0.01')).toMatchObject({ ok: true });
  nextMinute();
  expect(await swap(who, 'BTC', 'USDC', '0.1')).toMatchObject({ ok: true });
});

test('OPS-15 a payment beyond the cap is not lost: it is bought in the next minute', async () => {
  const seller = await kopa.person({ balances: { USDC: '50000' } });
  const who = await kopa.person({ market: 'USD' });
  const { credential } = who;
  const profile = { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000' };
  await kopa.api.must(updateProfile, profile, { credential });
  const order = await marketOrder(kopa.api, credential, '100.00', 'USD');
  const urls = { success_url: '/', decline_url: '/', fail_url: '/', cancel_url: '/' };
  const { data } = await kopa.api.must(
    initTransaction,
    { ...order, ...urls, payment_test_env: true },
    { credential, idempotencyKey: newKey() },
  );
  nextMinute();
  expect(await swap(seller, 'USDC', 'BTC', '10000')).toMatchObject({ ok: true });
  await kopa.decidesCard(data.checkout.token, 'success');
  const record = () =>
    kopa.api.call(
      insertTransaction,
      { transaction_id: data.tracking_id, ...order, device_type: 'desktop', status: 'unknown' },
      { credential, idempotencyKey: newKey() },
    );
  expect(await record()).toMatchObject({ ok: false, refusal: { code: 'UNAVAILABLE' } });
  nextMinute();
  expect(await record()).toMatchObject({ ok: true, value: { data: { status: 'success' } } });
});

test('OPS-15 what no minute takes is said with the quote', async () => {
  const who = await kopa.person({ balances: { BTC: '1' } });
  expect(await who.quotes('BTC', 'USDC', '0.11')).toMatchObject(capped);
});
