import { beforeAll, expect, test } from 'vitest';
import { cancelWithdrawal, createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { type AccountTransaction, getTransactionHistory } from '#core/contract/wallet/history.ts';
import { findAsset } from '#core/money/currencies.ts';
import { formatDecimal } from '#core/money/format.ts';
import { filterTypeOf, labelOf, statementOf, trackingIdOf } from '#core/statement/statement.ts';
import { formatInstantInFull, monthName, timestampOf } from '#core/time/date-text.ts';
import { seedIfEmpty } from '#server/seed/seed.ts';
import { type Credential, newKey } from '#tests/support/api-client.ts';
import { deposit, password } from '#tests/support/in-process.ts';
import { sharedWorld } from '#tests/support/world.ts';

const ZONE = 'Australia/Sydney';
const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

let demo: Credential;
let all: readonly AccountTransaction[];
const kopa = sharedWorld();
beforeAll(async () => {
  // Only an empty database is seeded.
  await seedIfEmpty(kopa.deps);
  demo = await kopa.api.signIn('customer@kopa.test', 'Kopa-demo-2026!');
  all = await found({});
});

/** All pages of what is found, each of this many entries. */
async function found(request: object, limit = 500, credential = demo) {
  const entries: AccountTransaction[] = [];
  for (let after: string | undefined; ; ) {
    const page = await kopa.api.must(
      getTransactionHistory,
      { ...request, limit, ...(after !== undefined && { after }) },
      { credential },
    );
    entries.push(...page.data);
    after = page.next;
    if (after === undefined) return entries;
  }
}

const HOUR = 3_600_000;

/** The dates of an instant as the page writes them, and searches for them. */
const datesOf = (at: number): readonly string[] => [
  formatInstantInFull(at, ZONE),
  monthName(at, ZONE),
  timestampOf(at, ZONE).local,
];

/** The same in both offsets that the zone has in a year: the server looks at either. */
const datesOfYear = (at: number): readonly string[] => [at - HOUR, at, at + HOUR].flatMap(datesOf);

/** What a customer can see of a journal, from the answers alone. */
function textOf(legs: readonly AccountTransaction[], dates = datesOf): string {
  const [first] = legs;
  if (!first) return '';
  const at = Date.parse(first.created_at);
  const swap = first.transaction_class === 'conversion';
  const { label, status } = labelOf(first);
  return [
    label,
    status,
    swap ? 'to' : findAsset(first.currency_id)?.name,
    trackingIdOf(first.comment),
    ...dates(at),
    ...legs.flatMap((leg) => [
      leg.account_transaction_id,
      leg.currency_id,
      leg.amount,
      formatDecimal(leg.amount),
      leg.value?.amount,
      leg.value && formatDecimal(leg.value.amount),
      leg.paid?.amount,
      ...(swap ? [] : [leg.network, leg.sender, leg.recipient]),
    ]),
  ]
    .join('\n')
    .toLowerCase();
}

const journalOf = (entry: AccountTransaction): string =>
  entry.account_transaction_id.replace(/-\d+$/, '');

function expected(words: readonly string[], dates = datesOf): readonly string[] {
  const journals = Map.groupBy(all, journalOf);
  return [...journals]
    .filter(([, legs]) => words.every((word) => textOf(legs, dates).includes(word)))
    .map(([id]) => id)
    .sort();
}

const ids = (entries: readonly AccountTransaction[]): readonly string[] =>
  [...new Set(entries.map(journalOf))].sort();

test.each([
  ...['BTC', 'bitcoin', 'ETH', 'usd', 'swap', 'to', 'buy', 'deposit', 'withdrawn', 'november'],
  ...['withdraw', 'by hand', 'booked xrp', 'recalled', 'given up', 'forfeited'],
  ...['BTC usdt', 'swap btc', 'deposit sol 2026', '10:', 'at pm', 'completed', '2026-', 'xrp 1'],
])('INS-04 “%s” finds on the server what the page finds on the device', async (search) => {
  const entries = await found({ search, time_zone: ZONE });
  const words = search.toLowerCase().split(' ');
  const wanted = expected(words);
  expect(ids(entries)).toEqual(expect.arrayContaining([...wanted]));
  // The server may find more, in the time of the other half of the year: the page leaves it out.
  const most = expected(words, datesOfYear);
  expect(most).toEqual(expect.arrayContaining([...ids(entries)]));
});

test('INS-04 every amount, value, address and id of the history is found by its text', async () => {
  for (const entry of all.filter((_, at) => at % 23 === 0)) {
    const texts = [
      entry.amount,
      formatDecimal(entry.amount),
      entry.value && formatDecimal(entry.value.amount),
      entry.account_transaction_id,
      trackingIdOf(entry.comment),
      trackingIdOf(entry.comment).toUpperCase(),
      entry.recipient.slice(2, 20),
    ];
    for (const search of texts.filter((one) => one !== undefined && one !== '')) {
      expect(ids(await found({ search })), search).toContain(journalOf(entry));
    }
  }
});

test('INS-04 what is found comes in pages of any size, each entry once and both legs of a swap', async () => {
  const whole = await found({ search: 'btc' });
  expect(whole.length).toBeGreaterThan(20);
  for (const limit of [1, 2, 7]) expect(await found({ search: 'btc' }, limit)).toEqual(whole);
  for (const entry of whole.filter((one) => one.transaction_class === 'conversion')) {
    expect(whole.filter((one) => one.created_at === entry.created_at)).toHaveLength(2);
  }
});

test('INS-04 a range has what is in it, to the millisecond, and types what the list calls so', async () => {
  const [newest, oldest] = [all[10]?.created_at ?? '', all[30]?.created_at ?? ''];
  const between = all.filter((one) => one.created_at >= oldest && one.created_at < newest);
  expect(await found({ from: oldest, until: newest }, 3)).toEqual(between);
  for (const type of ['Swap', 'Buy', 'Deposit', 'Withdraw'] as const) {
    const listed = statementOf(all).filter((entry) => filterTypeOf(entry) === type);
    expect(statementOf(await found({ type }))).toEqual(listed);
  }
  const wrong = { from: 'yesterday' };
  expect(await kopa.api.call(getTransactionHistory, wrong, { credential: demo })).toMatchObject({
    ...{ status: 400, refusal: { code: 'MALFORMED' } },
  });
});

test('INS-04 a withdrawal that came back is found as returned, also without the entry that brought it', async () => {
  const who = await kopa.customer({ balances: { BTC: '1' } });
  const { credential } = who;
  const sent = {
    ...{ amount: '0.05', cryptoAddress: BTC, paymentRouteId: 'btc-bitcoin', fee: '0.00005' },
    password,
  };
  const made = await kopa.api.must(createWithdrawal, sent, {
    ...{ credential, idempotencyKey: newKey() },
  });
  const id = made.data.withdrawal_id;
  const pending = await found({ search: 'pending' }, 10, credential);
  expect(statementOf(pending).map(({ status }) => status)).toEqual(['Not sent yet']);
  kopa.clock.advance(1000);
  const withdrawal = { withdrawal_id: id };
  await kopa.api.must(cancelWithdrawal, withdrawal, { credential, idempotencyKey: newKey() });
  const debit = await found({ search: BTC }, 10, credential);
  const alone = debit.filter((one) => one.type === 'debit');
  expect(statementOf(alone).map(({ status }) => status)).toEqual(['Returned']);
  expect(await found({ search: 'returned' }, 10, credential)).toHaveLength(2);
  expect(await found({ search: 'pending' }, 10, credential)).toEqual([]);
});

test('INS-04 nobody finds what is another’s, and no text is more than a text', async () => {
  const who = await kopa.person();
  await deposit(kopa.deps, who.id, 'XRP', '5');
  expect(await found({ search: journalOf(all[0] ?? expect.fail()) }, 9, who.credential)).toEqual(
    [],
  );
  for (const search of [
    "'; drop table journals; --",
    '%',
    '_',
    '\\',
    '(',
    '🙂',
    'qq '.repeat(60),
  ]) {
    expect(await found({ search, time_zone: 'Nowhere/At All' }, 9, who.credential)).toEqual([]);
  }
});
