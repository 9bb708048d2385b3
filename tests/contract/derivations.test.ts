import { beforeEach, expect, test } from 'vitest';
import { getCurrencyPrice } from '#core/contract/market/price.ts';
import { confirmSwap, swapCrypto } from '#core/contract/money/swap.ts';
import { getGains } from '#core/contract/wallet/gains.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { receivedDerivation } from '#core/derivation/conversion.ts';
import type { Derivation } from '#core/derivation/derivation.ts';
import { realisedDerivation, unrealisedDerivation } from '#core/derivation/gains.ts';
import { valueThenDerivation } from '#core/derivation/history.ts';
import { checkWithPencil, valueIn } from '#core/derivation/pencil.fixture.ts';
import { askDerivation } from '#core/derivation/purchase.ts';
import { linesOf } from '#core/derivation/text.ts';
import { valueEntries } from '#server/services/records/wallet/entry-values.ts';
import { deposit } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

let who: Member;
const kopa = sharedWorld();
beforeEach(async () => {
  who = await kopa.person({ balances: { BTC: '0.3', ETH: '2' } });
});

/** The pencil comes to what the server said; `step`: in which line that stands. */
function comesTo(derivation: Derivation | undefined, told: string, step = -1): void {
  const lines = derivation ? linesOf(derivation) : [];
  expect(checkWithPencil(lines).wrong).toEqual([]);
  expect(valueIn(lines.at(step)?.result ?? 'none')).toBe(valueIn(told.replace('-', '\u2212')));
}

async function swap(source: string, target: string, amount: string) {
  const wanted = {
    sourceCurrencyId: source,
    targetCurrencyId: target,
    sourceCurrencyAmount: amount,
  };
  const { data } = await who.must(swapCrypto, wanted);
  const confirmed = { conversionQuoteId: data.conversion_quote_id, userId: who.id };
  await who.must(confirmSwap, confirmed);
  return data;
}

test('EASE-14 a quote tells the prices it was made from, and they give what it gives', async () => {
  for (const [source, target, amount] of [
    ['BTC', 'USDT', '0.01234567'],
    ['BTC', 'USDC', '0.1'],
    ['USDT', 'XRP', '100.000001'],
  ] as const) {
    const quote = await swap(source, target, amount);
    const made = receivedDerivation({
      ...{
        source,
        sourceAmount: quote.source_currency_amount,
        sourcePrice: quote.source_price ?? '',
      },
      ...{ target, targetPrice: quote.target_price ?? '', targetScale: 6 },
      spreadBps: quote.spread_bps,
    });
    comesTo(made, quote.target_currency_amount);
  }
});

test('EASE-14 a price tells what it was made from', async () => {
  for (const code of ['BTC', 'SOL', 'XRP', 'USDC']) {
    for (const currency of ['AUD', 'EUR', 'USD']) {
      const asked = { base_currency: code, quote_currency: currency };
      const { data } = await who.must(getCurrencyPrice, asked);
      const { ask = '', spread_bps: spreadBps = 0, usd = '', rate = '' } = data[0] ?? {};
      comesTo(askDerivation({ code, currency, usd, rate, spreadBps, at: 'now' }), ask, 1);
    }
  }
  const between = { base_currency: 'BTC', quote_currency: 'ETH' };
  const { data } = await who.must(getCurrencyPrice, between);
  expect(data[0]).not.toHaveProperty('usd');
});

test('EASE-14 the value of an entry keeps the price it was made with, and an older one says that it has none', async () => {
  await deposit(kopa.deps, who.id, 'ETH', '1.23456789');
  await valueEntries(kopa.deps);
  const read = async () => (await who.must(getTransactionHistory, {})).data;
  const entries = await read();
  expect(entries).toHaveLength(3);
  for (const { amount, currency_id: currency, value } of entries) {
    if (!value?.price) throw new Error('an entry has no price');
    const told = { amount: value.amount, currency: value.currency_id, price: value.price };
    comesTo(valueThenDerivation({ amount, currency }, told, 'then'), value.amount);
  }
  await kopa.db.updateTable('entry_values').set({ price: null }).execute();
  for (const { value } of await read()) {
    expect(value?.amount).toMatch(/^\d+\.\d\d$/);
    expect(value).not.toHaveProperty('price');
  }
});

test('EASE-14 gains tell the sums and the price they were made from', async () => {
  await swap('ETH', 'USDC', '0.5');
  await valueEntries(kopa.deps);
  for (const currency_id of ['BTC', 'ETH', 'USDC']) {
    const { data } = await who.must(getGains, { currency_id });
    comesTo(realisedDerivation(data, '', ''), data.realised);
    if (data.unrealised !== undefined) comesTo(unrealisedDerivation(data, '', ''), data.unrealised);
  }
});
