import { beforeAll, expect, test } from 'vitest';
import { deleteAccount, getRemainder } from '#core/contract/account/account.ts';
import { confirmSwap, getInstruments } from '#core/contract/money/swap.ts';
import { getGains } from '#core/contract/wallet/gains.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { assets } from '#core/money/currencies.ts';
import { entriesOf, holdingsOf, totalUsd } from '#core/statement/portfolio.ts';
import { writePin } from '#server/adapters/market/pins.ts';
import { valueEntries } from '#server/services/records/wallet/entry-values.ts';
import { newKey } from '#tests/support/api-client.ts';
import { deposit, password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();
beforeAll(async () => {
  await writePin(kopa.db, 'BTC', '100000');
  await writePin(kopa.db, 'USDC', '1');
});

const walletOf = (who: Member) => who.must(getWalletList, {});

/** Converts at the quote of the moment, and once more with the same key. */
async function convert(who: Member, source: string, target: string, amount: string) {
  const quote = await who.quotes(source, target, amount);
  if (!quote.ok) throw new Error(quote.refusal.message);
  const request = { conversionQuoteId: quote.value.data.conversion_quote_id, userId: who.id };
  const options = { credential: who.credential, idempotencyKey: newKey() };
  const { data } = await kopa.api.must(confirmSwap, request, options);
  expect((await kopa.api.must(confirmSwap, request, options)).data).toEqual(data);
  return { quote: quote.value.data, done: data };
}

const rateOf = async (code: string): Promise<number> =>
  Number((await kopa.deps.parties.forex.current())?.rates[code]);

test('BANK-01 cash stands beside the assets, with its value, and is in the total', async () => {
  const who = await kopa.person({ market: 'EUR', balances: { EUR: '1234.56' } });
  const answer = await walletOf(who);
  expect(answer.data.map(({ currency }) => currency.currency_id)).toEqual(
    assets.map(({ code }) => code),
  );
  expect(answer.cash).toMatchObject([
    { currency: { currency_id: 'EUR', precision: 2 }, free_balance: '1234.56', change_24h: '0' },
  ]);
  const total = Number(totalUsd(holdingsOf(entriesOf(answer), 'EUR')));
  expect(total * (await rateOf('EUR'))).toBeCloseTo(1234.56, 6);
});

test('BANK-01 D37 cash is that of the market: none in USD, and what is held of another stays to be seen', async () => {
  const codes = async (who: Member) =>
    (await walletOf(who)).cash.map(({ currency }) => currency.currency_id);
  expect(await codes(await kopa.person({ market: 'USD' }))).toEqual([]);
  const aussie = await kopa.person({ market: 'AUD' });
  expect(await codes(aussie)).toEqual(['AUD']);
  await deposit(kopa.deps, aussie.id, 'EUR', '5');
  expect((await codes(aussie)).sort()).toEqual(['AUD', 'EUR']);
  expect(await aussie.quotes('EUR', 'BTC', '5')).toMatchObject({
    refusal: { code: 'PAIR_UNAVAILABLE' },
  });
});

test('BANK-01 what came from the bank is in the history, worth itself to the cent', async () => {
  const who = await kopa.person({ market: 'AUD', balances: { AUD: '0.07' } });
  await valueEntries(kopa.deps);
  const { data } = await who.must(getTransactionHistory, {});
  expect(data).toMatchObject([
    { currency_id: 'AUD', amount: '0.07', value: { amount: '0.07', currency_id: 'AUD' } },
  ]);
});

test('BANK-03 crypto is sold for the market’s cash at a quote, once', async () => {
  const who = await kopa.person({ market: 'AUD', balances: { BTC: '1' } });
  const { quote, done } = await convert(who, 'BTC', 'AUD', '0.1');
  const fair = 10_000 * (await rateOf('AUD'));
  expect(Number(quote.target_currency_amount)).toBeCloseTo(fair * 0.9975, 1);
  expect(quote.target_currency_amount).toMatch(/^\d+(\.\d{1,2})?$/);
  expect(done).toMatchObject({ target_currency_amount: quote.target_currency_amount });
  const { cash } = await walletOf(who);
  expect(cash[0]?.free_balance).toBe(quote.target_currency_amount);
  const { data } = await who.must(getTransactionHistory, { currency_id: 'AUD' });
  expect(data.map(({ type, currency_id }) => [type, currency_id]).sort()).toEqual([
    ['credit', 'AUD'],
    ['debit', 'BTC'],
  ]);
});

test('BANK-04 crypto is bought with cash at a quote without a fee, and cost what was paid', async () => {
  const who = await kopa.person({ market: 'EUR', balances: { EUR: '100' } });
  const { quote } = await convert(who, 'EUR', 'BTC', '100');
  const fair = 100 / (await rateOf('EUR')) / 100_000;
  expect(Number(quote.target_currency_amount)).toBeCloseTo(fair * 0.9975, 6);
  expect((await walletOf(who)).cash[0]?.free_balance).toBe('0');
  await valueEntries(kopa.deps);
  const gains = await who.must(getGains, { currency_id: 'BTC' });
  expect(JSON.stringify(gains)).toContain('100.00');
});

test('BANK-04 what cash cannot do is refused and moves nothing', async () => {
  const who = await kopa.person({ market: 'EUR', balances: { EUR: '10' } });
  const refusalOf = async (source: string, target: string, amount: string) => {
    const reply = await who.quotes(source, target, amount);
    return reply.ok ? undefined : reply.refusal.code;
  };
  expect(await refusalOf('EUR', 'BTC', '0.99')).toBe('BELOW_MINIMUM');
  expect(await refusalOf('EUR', 'BTC', '1.001')).toBe('INVALID_INPUT');
  expect(await refusalOf('EUR', 'USDT', '5')).toBe('PAIR_UNAVAILABLE');
  expect(await refusalOf('EUR', 'AUD', '5')).toBe('PAIR_UNAVAILABLE');
  const quote = await who.quotes('EUR', 'BTC', '10.01');
  if (!quote.ok) throw new Error('a quote needs no balance');
  const request = { conversionQuoteId: quote.value.data.conversion_quote_id, userId: who.id };
  const options = { credential: who.credential, idempotencyKey: newKey() };
  expect(await kopa.api.call(confirmSwap, request, options)).toMatchObject({
    refusal: { code: 'INSUFFICIENT_BALANCE' },
  });
  expect((await walletOf(who)).cash[0]?.free_balance).toBe('10');
});

test('BANK-03 BANK-04 every asset of a market goes to its cash and comes from it', async () => {
  const who = await kopa.person({ market: 'EUR' });
  const { data } = await who.must(getInstruments, {});
  const ids = data.instruments.map(({ instrument_id }) => instrument_id);
  for (const { code } of assets) {
    expect(ids.includes(`${code}-EUR`)).toBe(code !== 'USDT');
    expect(ids.includes(`EUR-${code}`)).toBe(code !== 'USDT');
  }
  expect(ids.filter((id) => id.includes('AUD'))).toEqual([]);
});

test('BANK-04 a rate that is wrong by more than it moves is not honoured', async () => {
  const who = await kopa.person({ market: 'EUR', balances: { EUR: '100' } });
  const quote = await who.quotes('EUR', 'BTC', '100');
  if (!quote.ok) throw new Error('no quote');
  const id = quote.value.data.conversion_quote_id;
  const kept = await kopa.db
    .selectFrom('quotes')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await kopa.db
    .updateTable('quotes')
    .set({ target_units: String((BigInt(kept.target_units) * 3n) / 2n) })
    .where('id', '=', id)
    .execute();
  expect(await who.call(confirmSwap, { conversionQuoteId: id, userId: who.id })).toMatchObject({
    refusal: { code: 'QUOTE_EXPIRED' },
  });
});

test('BANK-01 cash that buys nothing can be given up with the account; more cannot', async () => {
  const little = await kopa.person({ market: 'AUD', balances: { AUD: '0.99' } });
  const { data } = await little.must(getRemainder, {});
  expect(data).toMatchObject([{ currency_id: 'AUD', amount: '0.99' }]);
  const give_up = data.map(({ currency_id, amount }) => ({ currency_id, amount }));
  await little.must(deleteAccount, { password, give_up });
  const more = await kopa.person({ market: 'AUD', balances: { AUD: '1' } });
  expect((await more.must(getRemainder, {})).data).toEqual([]);
  expect(await more.call(deleteAccount, { password, give_up: [] })).toMatchObject({
    refusal: { code: 'BALANCE_NOT_EMPTY' },
  });
});
