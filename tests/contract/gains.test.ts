import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { certifyTaxResidence } from '#core/contract/account/tax-residence.ts';
import { confirmSwap, swapCrypto } from '#core/contract/money/swap.ts';
import { cancelWithdrawal, createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { getGains, getTaxJournals, openTaxReport, stateCost } from '#core/contract/wallet/gains.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { readTaxLines } from '#core/contract/wallet/tax-lines.ts';
import { assetCodes } from '#core/money/currencies.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { costBasis, costMethods } from '#core/statement/cost-basis.ts';
import { readTaxJournal } from '#core/statement/tax-journal.ts';
import { meaningOf, type TaxJournal } from '#core/statement/tax-meaning.ts';
import { type Account, customer, house } from '#server/ledger/accounts.ts';
import { readBalances } from '#server/ledger/balances.ts';
import { postJournal } from '#server/ledger/post.ts';
import { seedIfEmpty } from '#server/seed/seed.ts';
import { eraseAccount } from '#server/services/customers/users/erase-account.ts';
import { valueEntries } from '#server/services/records/wallet/entry-values.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { type Credential, newKey } from '#tests/support/api-client.ts';
import { password } from '#tests/support/in-process.ts';
import { randomJournal, randomOf } from '#tests/support/ledger-model.ts';
import { tryJournal } from '#tests/support/ledger-run.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

const kopa = sharedWorld();
beforeAll(async () => {
  // Only an empty database is seeded.
  await seedIfEmpty(kopa.deps);
});

const gainsOf = async (credential: Credential, currency_id: string) =>
  (await kopa.api.must(getGains, { currency_id }, { credential })).data;

/** Everything a report is made of, in pages of this size. */
async function journalsOf(credential: Credential, limit = 3, before?: string) {
  const all: TaxJournal[] = [];
  for (let after: string | undefined; ; ) {
    const asked = { limit, ...(after !== undefined && { after }), ...(before && { before }) };
    const page = await kopa.api.must(getTaxJournals, asked, { credential });
    const short = await kopa.api.must(getTaxJournals, { ...asked, as_lines: true }, { credential });
    expect(page.lines).toBe(undefined);
    expect({ ...short, as_of: '', data: readTaxLines(short.lines ?? 'none') }).toEqual({
      ...{ ...page, as_of: '' },
      lines: short.lines,
    });
    for (const told of page.data) {
      const read = readTaxJournal(told);
      if (!read) throw new Error(`unreadable: ${JSON.stringify(told)}`);
      all.push(read);
    }
    after = page.next;
    if (after === undefined) return all;
  }
}

const approved = (): Promise<Member> => kopa.customer();

async function swap(who: Member, from: string, to: string, amount: string) {
  const wanted = { sourceCurrencyId: from, targetCurrencyId: to, sourceCurrencyAmount: amount };
  const { data } = await who.must(swapCrypto, wanted);
  const confirmed = { conversionQuoteId: data.conversion_quote_id, userId: who.id };
  await who.must(confirmSwap, confirmed);
  await valueEntries(kopa.deps);
}

const cents = (text: string | undefined): bigint => {
  const units = parseUnits((text ?? '').replace('-', ''), 2);
  if (units === undefined) throw new Error(`not money: ${text}`);
  return text?.startsWith('-') ? -units : units;
};

test('INS-02 a deposit is of unknown cost until its owner says it, once for all', async () => {
  const who = await approved();
  const { credential } = who;
  await kopa.sandbox.deposit(who.email, 'ETH', '2');
  await valueEntries(kopa.deps);
  const before = await gainsOf(credential, 'ETH');
  expect(before).toMatchObject({
    amount: '2',
    unknown_amount: '2',
    cost: '0.00',
    realised: '0.00',
  });
  expect(before.average_cost).toBeUndefined();
  const [asked] = before.asked;
  expect(asked).toMatchObject({ amount: '2' });
  expect(asked?.value).toMatch(/^\d+\.\d\d$/);
  expect(asked?.stated).toBeUndefined();

  await swap(who, 'ETH', 'USDC', '0.5');
  const uncounted = await gainsOf(credential, 'ETH');
  expect(uncounted).toMatchObject({ realised: '0.00', unknown_amount: '1.5' });
  expect(cents(uncounted.uncounted)).toBeGreaterThan(0n);

  const stated = { journal_id: asked?.journal_id ?? '', cost: '3000.40' };
  await kopa.api.must(stateCost, { ...stated, cost: '1' }, { credential });
  await kopa.api.must(stateCost, stated, { credential });
  const after = await gainsOf(credential, 'ETH');
  expect(after).toMatchObject({
    ...{ amount: '1.5', unknown_amount: '0', cost: '2250.30', average_cost: '1500.2' },
    ...{ uncounted: '0.00', unvalued: 0, asked: [{ stated: '3000.40' }] },
  });
  // The quarter that was swapped had cost 750.10; what it brought is what the USDC were worth.
  const history = await kopa.api.must(getTransactionHistory, {}, { credential });
  const got = history.data.find((one) => one.type === 'credit' && one.currency_id === 'USDC');
  expect(cents(after.realised)).toBe(cents(got?.value?.amount) - 75_010n);
  const price = await gainsOf(credential, 'USDC');
  expect(price).toMatchObject({ cost: got?.value?.amount, unknown_amount: '0', asked: [] });
});

test('INS-02 nobody states the cost of what is not theirs, is no deposit, or with a wrong amount', async () => {
  const who = await approved();
  const other = await approved();
  await kopa.sandbox.deposit(who.email, 'ETH', '2');
  await swap(who, 'ETH', 'USDC', '1');
  const [deposit, swapped] = await journalsOf(who.credential);
  const state = (credential: Credential, journal_id: string | undefined, cost: string) =>
    kopa.api.call(stateCost, { journal_id: journal_id ?? '', cost }, { credential });
  for (const refused of [
    await state(other.credential, deposit?.id, '1'),
    await state(who.credential, swapped?.id, '1'),
    await state(who.credential, 'nothing', '1'),
  ]) {
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'NOT_FOUND' } });
  }
  for (const wrong of ['1.001', '9'.repeat(30)]) {
    expect(await state(who.credential, deposit?.id, wrong)).toMatchObject({
      ...{ ok: false, refusal: { code: 'INVALID_INPUT' } },
    });
  }
  const rows = await kopa.db.selectFrom('stated_costs').where('user_id', '=', who.id);
  expect(await rows.selectAll().execute()).toEqual([]);
  for (const wrong of ['x', '1.2.3', `${'9'.repeat(15)}.a`]) {
    expect(await who.call(getTaxJournals, { after: wrong })).toMatchObject({
      ok: false,
      refusal: { code: 'MALFORMED' },
    });
  }
});

test('INS-02 a withdrawal that is held or cancelled means nothing', async () => {
  const who = await approved();
  const { credential } = who;
  await kopa.sandbox.deposit(who.email, 'ETH', '2');
  const before = await journalsOf(credential);
  const asked = await kopa.api.must(
    createWithdrawal,
    { amount: '0.5', cryptoAddress: ETH, paymentRouteId: 'eth-ethereum', password },
    { credential, idempotencyKey: newKey() },
  );
  expect(await journalsOf(credential)).toEqual(before);
  expect(await gainsOf(credential, 'ETH')).toMatchObject({ amount: '2' });
  const { withdrawal_id } = asked.data;
  await kopa.api.must(cancelWithdrawal, { withdrawal_id }, { credential });
  expect(await journalsOf(credential)).toEqual(before);
});

test.each([1, 2, 3, 4])(
  'INS-03 over random histories the lots are the ledger’s balances, in pages of any size (%i)',
  async (seed) => {
    const { db } = kopa.deps;
    const who = await kopa.person();
    const random = randomOf(seed);
    for (let step = 0; step < 60; step++) {
      const journal = randomJournal(random, [who.id]);
      const own = journal.postings.filter(({ account }) => account.owner === who.id);
      const isOneAsset = new Set(own.map(({ account }) => account.currency)).size < 2;
      if (journal.kind === 'swap' && isOneAsset) continue;
      await tryJournal(db, {
        ...journal,
        ...(journal.reference && { reference: `${who.id}${step}` }),
      });
      if (step % 3 === 0) await valueEntries(kopa.deps);
    }
    const journals = await journalsOf(who.credential, 1 + seed);
    expect(journals).toEqual(await journalsOf(who.credential, 2_000));
    const events = journals.flatMap(meaningOf);
    const balances = await readBalances(db, who.id);
    for (const method of costMethods) {
      const { positions, disposals, moved } = costBasis(events, method);
      for (const code of assetCodes) {
        const { available = 0n, hold = 0n } = balances.get(code) ?? {};
        expect(positions.get(code)?.units ?? 0n, code).toBe(available + hold);
      }
      // Everything that left the books of this customer is in the report, to the last unit.
      const left = await sql<{ asset: string; units: string }>`
      select postings.currency as asset, sum(-amount)::text as units
      from postings join journals on journals.id = journal_id
      where account_id like ${`${who.id}/%`} and amount < 0
        and kind in ('swap', 'withdrawal-sent') group by 1`.execute(db);
      for (const { asset, units } of left.rows) {
        const reported = [...disposals, ...moved].filter((one) => one.asset === asset);
        expect(reported.reduce((sum, one) => sum + one.units, 0n)).toBe(BigInt(units));
      }
      // And to the cent: what was paid is what was sold, moved or is left.
      const paid = events.reduce(
        (sum, one) => sum + (one.kind === 'acquired' ? (one.cost ?? 0n) : 0n),
        0n,
      );
      const spent = [...positions.values(), ...disposals, ...moved];
      expect(spent.reduce((sum, { cost }) => sum + cost, 0n)).toBe(paid);
    }
  },
);

test('INS-03 the demo customer’s report is what the ledger says, and ends before the instant asked for', async () => {
  const { db } = kopa.deps;
  const credential = await kopa.api.signIn('customer@kopa.test', 'Kopa-demo-2026!');
  const journals = await journalsOf(credential, 40);
  const { positions, disposals } = costBasis(journals.flatMap(meaningOf), 'fifo');
  const balances = await readBalances(db, credential.user.id);
  for (const code of assetCodes) {
    const { available = 0n, hold = 0n } = balances.get(code) ?? {};
    expect(positions.get(code)?.units ?? 0n, code).toBe(available + hold);
  }
  expect(disposals.length).toBeGreaterThan(10);
  for (const code of assetCodes) {
    const gains = await gainsOf(credential, code);
    const realised = disposals
      .filter(({ asset }) => asset === code)
      .reduce((sum, { gain }) => sum + (gain ?? 0n), 0n);
    expect(gains.realised).toBe(formatUnits(realised, 2, 2));
  }
  const half = journals[Math.floor(journals.length / 2)];
  const early = await journalsOf(credential, 40, new Date(half?.at ?? 0).toISOString());
  expect(early).toEqual(journals.filter(({ at }) => at < (half?.at ?? 0)));
});

test('INS-02 what was said of costs goes with the account', async () => {
  const { db, clock } = kopa.deps;
  const who = await approved();
  await kopa.sandbox.deposit(who.email, 'ETH', '2');
  const [deposit] = await journalsOf(who.credential);
  await who.must(stateCost, { journal_id: deposit?.id ?? '', cost: '10' });
  await inTransaction(db, (tx) =>
    postJournal(tx, clock, {
      ...{ class: 'manual', kind: 'manual', userId: who.id },
      postings: [
        { account: customer(who.id, 'available', 'ETH'), units: -200_000_000n },
        { account: house('manual', 'ETH'), units: 200_000_000n },
      ],
    }),
  );
  await inTransaction(db, (tx) => eraseAccount(kopa.deps, tx, who.id));
  const rows = await db
    .selectFrom('stated_costs')
    .where('user_id', '=', who.id)
    .selectAll()
    .execute();
  expect(rows).toEqual([]);
});

test('INS-03 three disposals of the demo customer, reckoned by hand from the ledger’s lines', async () => {
  const { db } = kopa.deps;
  const credential = await kopa.api.signIn('customer@kopa.test', 'Kopa-demo-2026!');
  // The first bitcoin came by a deposit. It is said to have cost AU$20,000.00.
  const [deposit] = (await gainsOf(credential, 'BTC')).asked.toReversed();
  const stated = { journal_id: deposit?.journal_id ?? '', cost: '20000' };
  await kopa.api.must(stateCost, stated, { credential });
  const lot = parseUnits(deposit?.amount ?? '', 8) ?? 0n;

  const { rows } = await sql<{
    id: string;
    gave: string;
    got: string;
    spread: string;
    value: string;
  }>`
    select journals.id, -gave.amount as gave, got.amount as got,
      coalesce((select sum(amount) from postings where journal_id = journals.id
        and account_id like 'house/spread/%'), 0) as spread,
      (select value from entry_values where journal_id = journals.id and line = got.line) as value
    from journals
    join postings as gave on gave.journal_id = journals.id and gave.currency = 'BTC'
      and gave.account_id like ${`${credential.user.id}/available/%`} and gave.amount < 0
    join postings as got on got.journal_id = journals.id and got.currency <> 'BTC'
      and got.account_id like ${`${credential.user.id}/available/%`}
    where kind = 'swap' and user_id = ${credential.user.id}
    order by journals.created_at limit 3`.execute(db);
  expect(rows).toHaveLength(3);

  const { disposals } = costBasis((await journalsOf(credential, 500)).flatMap(meaningOf), 'fifo');
  let used = 0n;
  for (const { id, gave, got, spread, value } of rows) {
    // What was received, and for how much of it was kept as the spread, to the nearest cent.
    const received = BigInt(value.replace('.', ''));
    const fees = (2n * received * BigInt(spread) + BigInt(got)) / (2n * BigInt(got));
    // Its part of the deposit’s 2,000,000 cents, counted from the beginning of the deposit.
    const before = (2_000_000n * used) / lot;
    used += BigInt(gave);
    const cost = (2_000_000n * used) / lot - before;
    expect(disposals.find((one) => one.id === id && one.asset === 'BTC')).toMatchObject({
      ...{ units: BigInt(gave), proceeds: received + fees, fees, cost, gain: received - cost },
      ...{ unknownUnits: 0n, uncounted: 0n },
    });
  }
  expect(used).toBeLessThan(lot);
});

test('INS-03 what ended a withdrawal is worth what its entry was, and a purchase cost what the card was charged', async () => {
  const { db, clock } = kopa.deps;
  const { id: userId, credential } = await kopa.person({ balances: { ETH: '2' } });
  const [id, units] = [userId, 150_000_000n];
  const move = (
    kind: 'withdrawal' | 'withdrawal-sent' | 'purchase',
    from: Account,
    to: Account,
  ): Promise<unknown> =>
    inTransaction(db, (tx) =>
      postJournal(tx, clock, {
        ...{ class: 'payment', kind, userId, reference: `${kind}:${id}` },
        postings: [
          { account: from, units: -units },
          { account: to, units },
        ],
      }),
    );
  const [free, held] = [customer(userId, 'available', 'ETH'), customer(userId, 'hold', 'ETH')];
  await move('withdrawal', free, held);
  await sql`insert into entry_values (journal_id, line, currency, value)
    select journals.id, line, 'AUD', '4500.67' from journals
    join postings on postings.journal_id = journals.id and statement_of = ${userId}
    where reference = ${`withdrawal:${id}`}`.execute(db);
  await move('withdrawal-sent', held, house('chain', 'ETH'));
  await sql`insert into purchases (id, user_id, amount, currency, crypto_units, crypto_currency, usdc,
    usdc_rate, token, status, created_at) values (${id}, ${userId}, '3333.21', 'AUD', ${String(units)},
    'ETH', '7', '1', ${id}, 'success', ${new Date(clock.now())})`.execute(db);
  await move('purchase', house('card', 'ETH'), free);
  const told = await journalsOf(credential);
  const [sent] = told.filter(({ kind }) => kind === 'withdrawal-sent');
  expect(sent?.legs).toEqual([{ asset: 'ETH', units: -units, value: 450_067n }]);
  expect(told.map(({ kind, paid }) => [kind, paid])).toContainEqual(['purchase', 333_321n]);
});

const certify = (credential: Credential, country: string, state = '') =>
  kopa.api.must(
    certifyTaxResidence,
    {
      ...{ address: 'Ring 1', city: 'City', state, postal: '1010', country },
      residences: [{ country, number: '', without: 'not-yet' }],
    },
    { credential },
  );

test('HARD-58 the residence’s rule counts, not the registration’s: Austria has averages, and a swap carries the cost over', async () => {
  const who = await approved();
  const { credential } = who;
  await kopa.sandbox.deposit(who.email, 'ETH', '2');
  await certify(credential, 'AT');
  const [asked] = (await gainsOf(credential, 'ETH')).asked;
  const stated = { journal_id: asked?.journal_id ?? '', cost: '3000' };
  await kopa.api.must(stateCost, stated, { credential });
  await swap(who, 'ETH', 'USDC', '0.5');
  const [eth, usdc] = [await gainsOf(credential, 'ETH'), await gainsOf(credential, 'USDC')];
  expect(eth).toMatchObject({ method: 'average', cost: '2250.00', realised: '0.00' });
  expect(usdc).toMatchObject({ method: 'average', cost: '750.00', unknown_amount: '0' });
  await certify(credential, 'IT');
  // A token that follows a currency is of another kind.
  const italian = await gainsOf(credential, 'ETH');
  expect(italian.method).toBe('lifo');
  expect(italian.sold?.count).toBe(1);
});

test('HARD-58 the zone of tax years is the residence’s, else that of the first report, and stays', async () => {
  const who = await approved();
  const { credential } = who;
  const open = async (time_zone: string, keep = false) =>
    (await kopa.api.must(openTaxReport, { time_zone, keep }, { credential })).data;
  await certify(credential, 'AU', 'WA');
  const perth = { country: 'AU', residences: 1, time_zone: 'Australia/Perth' };
  expect(await open('Europe/London')).toEqual(perth);
  expect(await open('Europe/London', true)).toEqual(perth);
  await certify(credential, 'AU', 'NSW');
  expect(await open('Australia/Sydney', true)).toEqual(perth);

  // A country of several zones, of which none is known.
  await certify(credential, 'US');
  expect(await open('America/Denver')).toMatchObject({ time_zone: 'America/Denver' });
  expect(await open('Nowhere/City')).toMatchObject({ time_zone: 'UTC' });
  expect(await open('America/New_York', true)).toMatchObject({ time_zone: 'America/New_York' });
  expect(await open('Europe/London', true)).toMatchObject({ time_zone: 'America/New_York' });
});
