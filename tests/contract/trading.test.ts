import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { updateProfile } from '#core/contract/account/account.ts';
import { initTransaction, insertTransaction } from '#core/contract/money/payment.ts';
import { confirmSwap, swapCrypto } from '#core/contract/money/swap.ts';
import { createWithdrawal, getWithdrawal } from '#core/contract/money/withdrawal.ts';
import { violations } from '#server/ledger/invariants.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { moveDue } from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { closeTrading, listClosed, openTrading } from '#server/services/staff/admin/trading.ts';
import { proofOf } from '#server/services/staff/audit/proof.ts';
import { verifyAudit } from '#server/services/staff/audit/verify.ts';
import { newKey } from '#tests/support/api-client.ts';
import { type InProcess, password } from '#tests/support/in-process.ts';
import { marketOrder } from '#tests/support/market-order.ts';
import type { Member } from '#tests/support/member.ts';
import { withParties } from '#tests/support/with-parties.ts';
import { world } from '#tests/support/world.ts';

let other: InProcess;
const kopa = world();
beforeEach(async () => {
  other = await withParties(kopa, {});
  await kopa.sandbox.market('BTC', '100000');
  await kopa.sandbox.market('USDC', '1');
});
afterEach(async () => {
  expect(await violations(kopa.db)).toEqual([]);
  await other.close();
});

const by = { actor: 'operator test' } as const;
const close = (what: string, reason = 'a test') => closeTrading(kopa.deps, { what, reason }, by);
const open = (what: string, reason = 'a test') => openTrading(kopa.deps, { what, reason }, by);

const quote = (who: Member, source: string, target: string, from: InProcess = kopa) =>
  from.api.call(
    swapCrypto,
    { sourceCurrencyId: source, targetCurrencyId: target, sourceCurrencyAmount: '1' },
    { credential: who.credential },
  );

const paused = (text: string) => ({
  ok: false,
  status: 422,
  refusal: { code: 'PAIR_UNAVAILABLE', message: expect.stringContaining(text) },
});

test('OPS-15 a pair is closed in both directions, an asset with all its pairs, and everything with all', async () => {
  const who = await kopa.person({ balances: { BTC: '5', USDC: '5000', ETH: '5' } });
  const closed = async (source: string, target: string) => !(await quote(who, source, target)).ok;
  expect(await close('USDC-BTC')).toBe('done');
  expect(await quote(who, 'BTC', 'USDC')).toMatchObject(
    paused('Trading Bitcoin to USDC is paused'),
  );
  expect(await closed('USDC', 'BTC')).toBe(true);
  expect(await closed('BTC', 'USDT')).toBe(false);
  expect(await open('BTC-USDC')).toBe('done');
  expect(await closed('BTC', 'USDC')).toBe(false);
  expect(await close('BTC')).toBe('done');
  expect(await closed('BTC', 'USDT')).toBe(true);
  expect(await closed('ETH', 'USDT')).toBe(false);
  expect(await close('everything')).toBe('done');
  expect(await closed('ETH', 'USDT')).toBe(true);
  expect(await open('everything')).toBe('done');
  expect(await closed('ETH', 'USDT')).toBe(false);
  expect(await closed('BTC', 'USDT')).toBe(true);
});

test('OPS-15 a quote that another process gave before is not confirmed once its pair is closed', async () => {
  const who = await kopa.person({ balances: { BTC: '1' } });
  const given = await quote(who, 'BTC', 'USDC', other);
  if (!given.ok) throw new Error('no quote');
  const request = { conversionQuoteId: given.value.data.conversion_quote_id, userId: who.id };
  const confirm = () =>
    other.api.call(confirmSwap, request, { credential: who.credential, idempotencyKey: newKey() });
  await close('BTC-USDC');
  expect(await confirm()).toMatchObject(paused('Nothing was exchanged'));
  // It was not used up.
  await open('BTC-USDC');
  expect(await confirm()).toMatchObject({ ok: true });
});

test('OPS-15 a quote far from the price that is believed by now is not confirmed', async () => {
  const who = await kopa.person({ balances: { BTC: '1' } });
  const given = await quote(who, 'BTC', 'USDC');
  if (!given.ok) throw new Error('no quote');
  await sql`update prices set usd = usd / 2 where asset = 'BTC'`.execute(kopa.db);
  const request = { conversionQuoteId: given.value.data.conversion_quote_id, userId: who.id };
  const options = { credential: who.credential, idempotencyKey: newKey() };
  expect(await kopa.api.call(confirmSwap, request, options)).toMatchObject({
    ok: false,
    refusal: { code: 'QUOTE_EXPIRED', message: expect.stringContaining('moved far') },
  });
});

test('OPS-15 paused withdrawals refuse new ones clearly, and those under way go on', async () => {
  const who = await kopa.customer({ balances: { ETH: '2' } });
  const cryptoAddress = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  const withdraw = () =>
    other.api.call(
      createWithdrawal,
      { amount: '0.5', cryptoAddress, paymentRouteId: 'eth-ethereum', password },
      { credential: who.credential, idempotencyKey: newKey() },
    );
  const first = await withdraw();
  if (!first.ok) throw new Error(first.refusal.message);
  for (const what of ['withdrawals', 'everything']) {
    await close(what);
    expect(await withdraw()).toMatchObject({
      ok: false,
      status: 422,
      refusal: {
        code: 'WITHDRAWALS_HELD',
        message: expect.stringContaining('paused for everybody'),
      },
    });
    if (what === 'withdrawals') await open(what);
  }
  await sendDue(kopa.deps);
  kopa.clock.advance(301_000);
  await moveDue(kopa.deps);
  const { data } = await who.must(getWithdrawal, { withdrawal_id: first.value.data.withdrawal_id });
  expect(data.status).toBe('broadcast');
  await open('everything');
  expect(await withdraw()).toMatchObject({ ok: true });
});

test('OPS-15 a closed asset cannot be bought, and what was paid before waits until it is open', async () => {
  const who = await kopa.person({ market: 'USD' });
  const { credential } = who;
  const profile = { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000' };
  await kopa.api.must(updateProfile, profile, { credential });
  const order = await marketOrder(kopa.api, credential, '100.00', 'USD');
  const urls = { success_url: '/', decline_url: '/', fail_url: '/', cancel_url: '/' };
  const opening = () =>
    kopa.api.call(
      initTransaction,
      { ...order, ...urls, payment_test_env: true },
      { credential, idempotencyKey: newKey() },
    );
  const opened = await opening();
  if (!opened.ok) throw new Error('not opened');
  const { tracking_id: transaction_id, checkout } = opened.value.data;
  await close('BTC');
  expect(await opening()).toMatchObject(paused('Trading Bitcoin is paused'));
  await kopa.decidesCard(checkout.token, 'success');
  const record = () =>
    kopa.api.call(
      insertTransaction,
      { transaction_id, ...order, device_type: 'desktop', status: 'unknown' },
      { credential, idempotencyKey: newKey() },
    );
  expect(await record()).toMatchObject({ ok: false, refusal: { code: 'UNAVAILABLE' } });
  await open('BTC');
  expect(await record()).toMatchObject({ ok: true, value: { data: { status: 'success' } } });
});

test('OPS-15 every closing and opening has a reason in the audit log', async () => {
  expect(await close('BTC', ' ')).toBe('no-reason');
  expect(await close('DOGE')).toBe('unknown');
  expect(await close('BTC-BTC')).toBe('unknown');
  expect(await close('BTC', 'chain halted')).toBe('done');
  expect(await close('BTC')).toBe('already');
  const { halts } = await listClosed(kopa.db);
  expect(halts).toMatchObject([{ scope: 'BTC', reason: 'chain halted', closed_by: by.actor }]);
  expect(await open('BTC', '')).toBe('no-reason');
  expect(await open('BTC', 'runs again')).toBe('done');
  expect(await open('BTC')).toBe('already');
  const { rows } = await sql<{ action: string; detail: string }>`
    select action, detail from audit_log order by seq`.execute(kopa.db);
  expect(rows.map(({ action, detail }) => [action, JSON.parse(detail)])).toEqual([
    ['closed trading', { what: 'BTC', reason: proofOf('chain halted') }],
    ['opened trading', { what: 'BTC', reason: proofOf('runs again') }],
  ]);
  expect(await verifyAudit(kopa.db)).toMatchObject({ wrong: [] });
});

test('OPS-15 whoever asks what works is told what an operator has closed for everybody', async () => {
  const works = async () => (await (await fetch(`${kopa.url}/readyz`)).json()).works;
  await open('everything');
  await close('BTC');
  await expect.poll(works).toMatchObject({ trading: 'yes', withdrawals: 'yes' });
  await close('withdrawals');
  await expect.poll(works).toMatchObject({ trading: 'yes', withdrawals: 'no' });
  await open('withdrawals');
  await close('everything');
  const closed = { signIn: 'yes', prices: 'yes', trading: 'no', withdrawals: 'no' };
  await expect.poll(works).toEqual(closed);
  await open('everything');
  await expect.poll(works).toMatchObject({ trading: 'yes', withdrawals: 'yes' });
});
