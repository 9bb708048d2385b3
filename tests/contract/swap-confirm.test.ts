import { beforeAll, expect, test } from 'vitest';
import { confirmSwap, swapCrypto } from '#core/contract/money/swap.ts';
import { getOperationOutcome } from '#core/contract/operation.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { MOVED_TOO_FAR } from '#core/money/quote-change.ts';
import { writePin } from '#server/adapters/market/pins.ts';
import { newKey } from '#tests/support/api-client.ts';
import { deposit, type PersonOptions } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();
beforeAll(async () => {
  await writePin(kopa.db, 'BTC', '100000');
  await writePin(kopa.db, 'USDC', '1');
});

const rich = (options: PersonOptions = {}) => kopa.person({ balances: { BTC: '1' }, ...options });

async function quoteFor(who: Member, amount = '0.5'): Promise<string> {
  const { data } = await who.must(swapCrypto, {
    sourceCurrencyId: 'BTC',
    targetCurrencyId: 'USDC',
    sourceCurrencyAmount: amount,
  });
  return data.conversion_quote_id;
}

const confirm = (who: Member, conversionQuoteId: string, key = newKey(), userId = who.id) =>
  who.call(confirmSwap, { conversionQuoteId, userId }, { idempotencyKey: key });

const outcome = (who: Member, idempotencyKey: string, operation: string = confirmSwap.path) =>
  who.call(getOperationOutcome, { idempotencyKey, operation });

async function balances(who: Member): Promise<Record<string, string>> {
  const { data } = await who.must(getWalletList, {});
  const held = data.filter(({ free_balance }) => free_balance !== '0');
  return Object.fromEntries(held.map((e) => [e.currency.currency_id, e.free_balance]));
}

test('SWAP-14 a confirmed quote moves exactly its amounts and appears in the statement as two legs', async () => {
  const who = await rich();
  const reply = await confirm(who, await quoteFor(who));
  expect(reply).toMatchObject({
    ok: true,
    value: {
      status: 'success',
      data: {
        source_currency_id: 'BTC',
        source_currency_amount: '0.5',
        target_currency_id: 'USDC',
        target_currency_amount: '49875',
      },
    },
  });
  expect(await balances(who)).toEqual({ BTC: '0.5', USDC: '49875' });
  const { data } = await who.must(getTransactionHistory, {});
  const legs = data.filter((entry) => entry.transaction_class === 'conversion');
  expect(legs.map(({ type, amount, currency_id }) => [type, amount, currency_id])).toEqual(
    expect.arrayContaining([
      ['credit', '49875', 'USDC'],
      ['debit', '0.5', 'BTC'],
    ]),
  );
  expect(new Set(legs.map(({ created_at }) => created_at)).size).toBe(1);
});

test('BEY-06 the price does not change after the quote', async () => {
  const who = await rich();
  const id = await quoteFor(who);
  await writePin(kopa.db, 'BTC', '50000');
  const reply = await confirm(who, id);
  await writePin(kopa.db, 'BTC', '100000');
  expect(reply).toMatchObject({ value: { data: { target_currency_amount: '49875' } } });
});

test('BEY-01 the same key and request get the original result again, as a success', async () => {
  const who = await rich();
  const id = await quoteFor(who);
  const key = newKey();
  const first = await confirm(who, id, key);
  kopa.clock.advance(60_000);
  expect(await confirm(who, id, key)).toEqual(first);
  expect(await balances(who)).toEqual({ BTC: '0.5', USDC: '49875' });
});

test('BEY-01 other parameters under a used key are refused and move nothing', async () => {
  const who = await rich();
  const key = newKey();
  await confirm(who, await quoteFor(who, '0.1'), key);
  const before = await balances(who);
  expect(await confirm(who, await quoteFor(who, '0.2'), key)).toMatchObject({
    status: 409,
    refusal: { code: 'KEY_CONFLICT' },
  });
  expect(await balances(who)).toEqual(before);
});

test('BEY-01 keys belong to their customer: the same key of another customer is a different key', async () => {
  const [one, two] = await Promise.all([rich(), rich()]);
  const key = newKey();
  expect(await confirm(one, await quoteFor(one), key)).toMatchObject({ ok: true });
  expect(await confirm(two, await quoteFor(two), key)).toMatchObject({ ok: true });
});

test('BEY-01 like a double tap, twenty confirmations under one key at once make one swap and get equal answers', async () => {
  const who = await rich();
  const id = await quoteFor(who, '0.01');
  const key = newKey();
  const replies = await Promise.all(Array.from({ length: 20 }, () => confirm(who, id, key)));
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
  expect(replies[0]).toMatchObject({ ok: true });
  expect(await balances(who)).toMatchObject({ BTC: '0.99' });
});

test('BEY-06 a quote is used only once, whatever the keys', async () => {
  const who = await rich();
  const id = await quoteFor(who, '0.01');
  const replies = await Promise.all(Array.from({ length: 20 }, () => confirm(who, id)));
  expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
  const codes = replies.map((reply) => (reply.ok ? 'ok' : reply.refusal.code));
  expect(new Set(codes)).toEqual(new Set(['ok', 'QUOTE_USED']));
  expect(await balances(who)).toMatchObject({ BTC: '0.99' });
});

test('BEY-06 the server decides when a quote has expired', async () => {
  const who = await rich();
  const [late, inTime] = [await quoteFor(who, '0.1'), await quoteFor(who, '0.2')];
  kopa.clock.advance(4_000);
  expect(await confirm(who, inTime)).toMatchObject({ ok: true });
  kopa.clock.advance(6_100);
  expect(await confirm(who, late)).toMatchObject({
    status: 422,
    refusal: { code: 'QUOTE_EXPIRED' },
  });
});

test('SWAP-13 with too little balance nothing happens, and quote and key stay unused', async () => {
  const who = await kopa.person({ balances: { BTC: '0.1' } });
  const id = await quoteFor(who, '0.5');
  const key = newKey();
  expect(await confirm(who, id, key)).toMatchObject({
    status: 422,
    refusal: { code: 'INSUFFICIENT_BALANCE' },
  });
  expect(await balances(who)).toEqual({ BTC: '0.1' });
  const rows = await kopa.db.selectFrom('operations').selectAll().execute();
  expect(rows.some((row) => row.key === key)).toBe(false);
  await deposit(kopa.deps, who.id, 'BTC', '0.4');
  expect(await confirm(who, id, key)).toMatchObject({ ok: true });
});

test('another customer’s quote is answered exactly like one that does not exist', async () => {
  const [owner, other] = await Promise.all([rich(), rich()]);
  const id = await quoteFor(owner);
  const strange = await confirm(other, id);
  expect(strange).toMatchObject({ status: 404, refusal: { code: 'NOT_FOUND' } });
  expect(await confirm(other, 'no-such-quote')).toEqual(strange);
  expect(await confirm(other, id, newKey(), owner.id)).toEqual(strange);
  expect(await confirm(owner, id, newKey(), other.id)).toEqual(strange);
  expect(await confirm(owner, id)).toMatchObject({ ok: true });
});

test('BEY-02 the outcome of a completed operation is its original answer', async () => {
  const who = await rich();
  const key = newKey();
  const answer = await confirm(who, await quoteFor(who), key);
  const asked = await outcome(who, key);
  expect(asked).toMatchObject({
    ok: true,
    value: { data: { outcome: 'done', answer: answer.ok ? answer.value : 'none' } },
  });
});

test('BEY-02 an operation that never happened is closed, and its late request is refused', async () => {
  const who = await rich();
  const id = await quoteFor(who);
  const key = newKey();
  for (let i = 0; i < 2; i++) {
    expect(await outcome(who, key)).toMatchObject({ value: { data: { outcome: 'never' } } });
  }
  expect(await confirm(who, id, key)).toMatchObject({
    status: 409,
    refusal: { code: 'KEY_CONFLICT' },
  });
  expect(await balances(who)).toEqual({ BTC: '1' });
});

test('BEY-02 when a question about an operation races its request, the answer given stays true', async () => {
  for (let round = 0; round < 20; round++) {
    const who = await rich();
    const id = await quoteFor(who);
    const key = newKey();
    const [done, asked] = await Promise.all([confirm(who, id, key), outcome(who, key)]);
    if (!asked.ok) throw new Error(JSON.stringify(asked));
    expect(asked.value.data.outcome).toBe(done.ok ? 'done' : 'never');
    expect((await balances(who)).USDC).toBe(done.ok ? '49875' : undefined);
  }
});

test('BEY-02 a key reveals nothing to another customer or for another operation', async () => {
  const [who, other] = await Promise.all([rich(), rich()]);
  const key = newKey();
  await confirm(who, await quoteFor(who), key);
  expect(await outcome(other, key)).toMatchObject({ value: { data: { outcome: 'never' } } });
  expect(await outcome(who, key, '/exchange/create-withdrawal-action')).toMatchObject({
    status: 409,
  });
  expect(await outcome(who, key)).toMatchObject({ value: { data: { outcome: 'done' } } });
});

test('TX-03 no two swaps of a customer share a moment', async () => {
  const who = await rich();
  const quotes = await Promise.all(Array.from({ length: 10 }, () => quoteFor(who, '0.01')));
  await Promise.all(quotes.map((id) => confirm(who, id)));
  const { data } = await who.must(getTransactionHistory, {});
  const legs = data.filter((entry) => entry.transaction_class === 'conversion');
  expect(legs).toHaveLength(20);
  expect(new Set(legs.map(({ created_at }) => created_at)).size).toBe(10);
});

test('EASE-04 a newer quote is taken instead of the one that was seen only if it gives at most 0.25 % less', async () => {
  const who = await rich();
  const confirmInstead = (conversionQuoteId: string, insteadOfQuoteId: string) =>
    who.call(confirmSwap, { conversionQuoteId, userId: who.id, insteadOfQuoteId });
  const seen = await quoteFor(who, '0.1');
  await writePin(kopa.db, 'BTC', '99740');
  const worse = await quoteFor(who, '0.1');
  expect(await confirmInstead(worse, seen)).toMatchObject({
    refusal: { code: 'QUOTE_EXPIRED', message: MOVED_TOO_FAR },
  });
  expect(await balances(who)).toEqual({ BTC: '1' });
  // Refused instead of another one, it can still be confirmed for itself.
  expect((await confirm(who, worse)).ok).toBe(true);
  await writePin(kopa.db, 'BTC', '99760');
  const close = await quoteFor(who, '0.1');
  expect((await confirmInstead(close, seen)).ok).toBe(true);
  await writePin(kopa.db, 'BTC', '100000');

  const another = await quoteFor(who, '0.2');
  const stranger = await rich();
  const theirs = await quoteFor(stranger, '0.1');
  const mine = await quoteFor(who, '0.1');
  for (const wrong of [another, theirs]) {
    expect(await confirmInstead(mine, wrong)).toMatchObject({
      refusal: { code: 'QUOTE_EXPIRED', message: 'The quote has expired.' },
    });
  }
  kopa.clock.advance(80_000);
  const late = await quoteFor(who, '0.1');
  expect(await confirmInstead(late, seen)).toMatchObject({
    refusal: { code: 'QUOTE_EXPIRED', message: 'The quote has expired.' },
  });
});
