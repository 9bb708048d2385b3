import { beforeAll, expect, test } from 'vitest';
import { getKycStatus } from '#core/contract/account/identity.ts';
import { getEquivalentUsdc } from '#core/contract/money/payment.ts';
import { getTaxJournals } from '#core/contract/wallet/gains.ts';
import { type AccountTransaction, getTransactionHistory } from '#core/contract/wallet/history.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { assets } from '#core/money/currencies.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { costBasis } from '#core/statement/cost-basis.ts';
import { statementOf } from '#core/statement/statement.ts';
import { totalsOf } from '#core/statement/statement-totals.ts';
import { readTaxJournal } from '#core/statement/tax-journal.ts';
import { meaningOf } from '#core/statement/tax-meaning.ts';
import { violations } from '#server/ledger/invariants.ts';
import { seedIfEmpty } from '#server/seed/seed.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();
beforeAll(async () => {
  await seedIfEmpty(kopa.deps);
});

const password = 'Kopa-demo-2026!';

async function statement(): Promise<readonly AccountTransaction[]> {
  const credential = await kopa.api.signIn('customer@kopa.test', password);
  const all: AccountTransaction[] = [];
  for (let after: string | undefined; ; ) {
    const page = await kopa.api.must(getTransactionHistory, after === undefined ? {} : { after }, {
      credential,
    });
    all.push(...page.data);
    after = page.next;
    if (after === undefined) return all;
  }
}

test('D6 D31 the demo customer is verified and has a balance in every asset', async () => {
  const credential = await kopa.api.signIn('customer@kopa.test', password);
  expect(credential.user).toMatchObject({ currency_code: 'AUD', country_code: 'AU' });
  const { data } = await kopa.api.must(getWalletList, {}, { credential });
  expect(data).toHaveLength(assets.length);
  expect(data.every((entry) => Number(entry.free_balance_quoted) > 10)).toBe(true);
  const kyc = await kopa.api.must(getKycStatus, {}, { credential });
  expect(kyc.data.kyc_data[0]?.kyc_value).toBe('approved');
});

test('D6 the demo year has every transaction class as credit and as debit, and the ledger is sound', async () => {
  const entries = await statement();
  const seen = new Set(entries.map((entry) => `${entry.transaction_class} ${entry.type}`));
  expect(seen).toEqual(
    new Set(
      ['conversion', 'payment', 'manual', 'trade'].flatMap((name) => [
        `${name} credit`,
        `${name} debit`,
      ]),
    ),
  );
  expect(entries.some((entry) => entry.comment.startsWith('Transfer from admin'))).toBe(true);
  const oldest = Date.parse(entries.at(-1)?.created_at ?? '');
  const days = (kopa.clock.now() - oldest) / 86_400_000;
  expect(days).toBeGreaterThan(340);
  expect(days).toBeLessThan(366);
  expect(await violations(kopa.db)).toEqual([]);
});

test('TX-05 a demo purchase has its USDC equivalent', async () => {
  const credential = await kopa.api.signIn('customer@kopa.test', password);
  const bought = (await statement()).find((entry) => entry.comment.startsWith('Card purchase'));
  const transaction_id = bought?.comment.split('/').at(-1) ?? '';
  const { data } = await kopa.api.must(getEquivalentUsdc, { transaction_id }, { credential });
  expect(data).toMatchObject({ currency: 'AUD', usdcRate: '1.61' });
});

test('D31 the third account is empty and not verified', async () => {
  const credential = await kopa.api.signIn('new@kopa.test', password);
  const { data } = await kopa.api.must(getWalletList, {}, { credential });
  expect(data.every((entry) => entry.free_balance === '0')).toBe(true);
  const kyc = await kopa.api.must(getKycStatus, {}, { credential });
  expect(kyc.data.kyc_data[0]?.kyc_value).toBe('not_started');
});

test('seeding again changes nothing', async () => {
  const before = await statement();
  await seedIfEmpty(kopa.deps);
  expect(await statement()).toEqual(before);
});

test('TX-02 TX-03 the entries of the statement add up to the balances, asset by asset', async () => {
  const credential = await kopa.api.signIn('customer@kopa.test', password);
  const { data } = await kopa.api.must(getWalletList, {}, { credential });
  const shown = totalsOf(statementOf(await statement()));
  expect(shown.length).toBeGreaterThan(5);
  for (const { currency, free_balance, hold_balance } of data) {
    const { currency_id } = currency;
    const owned = (parseUnits(free_balance, 18) ?? 0n) + (parseUnits(hold_balance, 18) ?? 0n);
    const net = shown.find((total) => total.currency === currency_id)?.net ?? '0';
    expect([currency_id, net]).toEqual([currency_id, formatUnits(owned, 18)]);
  }
});

test('HARD-16 D6 every entry of the demo has what it was worth on its day', async () => {
  const all = await statement();
  expect(all.length).toBeGreaterThan(50);
  for (const { value } of all) expect(value).toMatchObject({ currency_id: 'AUD' });
  const usdc = all.find(({ currency_id }) => currency_id === 'USDC');
  const worth = Number(usdc?.value?.amount) / Number(usdc?.amount);
  expect(worth).toBeGreaterThan(1.59);
  expect(worth).toBeLessThan(1.63);
});

test('INS-03 the demo customer has disposals of known cost and, of one asset, of unknown cost', async () => {
  const credential = await kopa.api.signIn('customer@kopa.test', password);
  const { data } = await kopa.api.must(getTaxJournals, { limit: 2000 }, { credential });
  const journals = data.flatMap((told) => readTaxJournal(told) ?? []);
  const { disposals } = costBasis(journals.flatMap(meaningOf), 'fifo');
  const unknown = disposals.filter(({ unknownUnits }) => unknownUnits > 0n);
  expect(new Set(unknown.map(({ asset }) => asset))).toEqual(new Set(['XRP']));
  expect(disposals.length - unknown.length).toBeGreaterThan(50);
});
