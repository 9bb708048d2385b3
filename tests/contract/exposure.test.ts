import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateProfile } from '#core/contract/account/account.ts';
import { initTransaction, insertTransaction } from '#core/contract/money/payment.ts';
import { confirmSwap, swapCrypto } from '#core/contract/money/swap.ts';
import { writePin } from '#server/adapters/market/pins.ts';
import { newKey } from '#tests/support/api-client.ts';
import { closeSound } from '#tests/support/close-sound.ts';
import { type InProcess, type Person, person, startInProcess } from '#tests/support/in-process.ts';
import { marketOrder } from '#tests/support/market-order.ts';

/** The house's position in an asset changes only so far within a minute (OPS-15). */

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess({ env: { EXPOSURE_CAPS: 'BTC=10000' } });
  await writePin(server.deps.db, 'BTC', '100000');
  await writePin(server.deps.db, 'USDC', '1');
});
afterAll(() => closeSound(server));

const MINUTE = 60_000;

/** To the beginning of the next minute, so that what follows is within one. */
const nextMinute = (): void => {
  const { clock } = server.deps;
  clock.advance(MINUTE - (clock.now() % MINUTE) + 1_000);
};

const quote = (who: Person, source: string, target: string, amount: string) =>
  server.api.call(
    swapCrypto,
    { sourceCurrencyId: source, targetCurrencyId: target, sourceCurrencyAmount: amount },
    { credential: who.credential },
  );

async function swap(who: Person, source: string, target: string, amount: string) {
  const given = await quote(who, source, target, amount);
  if (!given.ok) return given;
  return server.api.call(
    confirmSwap,
    { conversionQuoteId: given.value.data.conversion_quote_id, userId: who.id },
    { credential: who.credential, idempotencyKey: newKey() },
  );
}

const capped = {
  ok: false,
  status: 422,
  refusal: { code: 'LIMIT_EXCEEDED', message: expect.stringContaining('try again in a minute') },
};

/** In the newest minute, in cents. */
const exposed = async (): Promise<number> => {
  const row = await server.deps.db
    .selectFrom('exposures')
    .where('asset', '=', 'BTC')
    .select('usd_cents')
    .orderBy('minute', 'desc')
    .executeTakeFirst();
  return Number(row?.usd_cents);
};

test('OPS-15 however many sell at once, the house takes no more in a minute than its cap', async () => {
  const sellers = await Promise.all(
    Array.from({ length: 15 }, () => person(server.deps, { balances: { BTC: '1' } })),
  );
  nextMinute();
  const before = server.log.length;
  const answers = await Promise.all(sellers.map((who) => swap(who, 'BTC', 'USDC', '0.01')));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
  for (const answer of answers) if (!answer.ok) expect(answer).toMatchObject(capped);
  expect(await exposed()).toBe(1_000_000);
  const told = server.log.slice(before).filter((line) => line.includes('exposure cap reached'));
  expect(told).toHaveLength(5);
});

test('OPS-15 the other way is open meanwhile, and the next minute begins anew', async () => {
  const who = await person(server.deps, { balances: { BTC: '1', USDC: '50000' } });
  nextMinute();
  expect(await swap(who, 'BTC', 'USDC', '0.1')).toMatchObject({ ok: true });
  expect(await swap(who, 'BTC', 'USDC', '0.01')).toMatchObject(capped);
  expect(await swap(who, 'USDC', 'BTC', '5000')).toMatchObject({ ok: true });
  expect(await swap(who, 'BTC', 'USDC', '0.01')).toMatchObject({ ok: true });
  nextMinute();
  expect(await swap(who, 'BTC', 'USDC', '0.1')).toMatchObject({ ok: true });
});

test('OPS-15 a payment beyond the cap is not lost: it is bought in the next minute', async () => {
  const seller = await person(server.deps, { balances: { USDC: '50000' } });
  const who = await person(server.deps, { market: 'USD' });
  const { credential } = who;
  const profile = { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000' };
  await server.api.must(updateProfile, profile, { credential });
  const order = await marketOrder(server.api, credential, '100.00', 'USD');
  const urls = { success_url: '/', decline_url: '/', fail_url: '/', cancel_url: '/' };
  const { data } = await server.api.must(
    initTransaction,
    { ...order, ...urls, payment_test_env: true },
    { credential, idempotencyKey: newKey() },
  );
  nextMinute();
  expect(await swap(seller, 'USDC', 'BTC', '10000')).toMatchObject({ ok: true });
  await fetch(`${server.url}/sandbox/pay/${data.checkout.token}`, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'success' }),
    redirect: 'manual',
  });
  const record = () =>
    server.api.call(
      insertTransaction,
      { transaction_id: data.tracking_id, ...order, device_type: 'desktop', status: 'unknown' },
      { credential, idempotencyKey: newKey() },
    );
  expect(await record()).toMatchObject({ ok: false, refusal: { code: 'UNAVAILABLE' } });
  nextMinute();
  expect(await record()).toMatchObject({ ok: true, value: { data: { status: 'success' } } });
});

test('OPS-15 what no minute takes is said with the quote', async () => {
  const who = await person(server.deps, { balances: { BTC: '1' } });
  expect(await quote(who, 'BTC', 'USDC', '0.11')).toMatchObject(capped);
});
