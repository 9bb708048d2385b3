import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateAddress, getPaymentRoutes, listReceiving } from '#core/contract/money/funds.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { violations } from '#server/ledger/invariants.ts';
import { stepDeposits } from '#server/services/money-in/deposits/deposit-worker.ts';
import { bookSeen, creditConfirmed } from '#server/services/money-in/deposits/deposits.ts';
import { depositCases } from '#server/services/staff/desk/deposit-cases.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { type InProcess, type Person, person, startInProcess } from '#tests/support/in-process.ts';
import { Sandbox } from '#tests/support/sandbox.ts';

let server: InProcess;
let sandbox: Sandbox;
beforeAll(async () => {
  server = await startInProcess();
  sandbox = new Sandbox(server.url);
});
afterAll(() => server.close());

const receiving = async ({ credential }: Person) =>
  (await server.api.must(listReceiving, {}, { credential })).data;
const held = async ({ credential }: Person, code: string) => {
  const { data } = await server.api.must(getWalletList, {}, { credential });
  const entry = data.find((one) => one.currency.currency_id === code);
  return { available: entry?.free_balance, pending: entry?.pending_balance };
};

test('BEY-18 BEY-16 a deposit is pending until it has its confirmations, then credited once', async () => {
  const someone = await person(server.deps);
  await sandbox.deposit(someone.email, 'BTC', '0.25', { confirmations: 0 });
  expect(await held(someone, 'BTC')).toEqual({ available: '0', pending: '0.25' });
  const [seen] = (await receiving(someone)).incoming;
  expect(seen).toMatchObject({
    currency_id: 'BTC',
    network: 'Bitcoin',
    amount: '0.25',
    confirmations: 0,
    confirmations_needed: 2,
    state: 'pending',
  });
  const { credential } = someone;
  const history = async () =>
    (await server.api.must(getTransactionHistory, {}, { credential })).data;
  expect(await history()).toEqual([]);

  // Blocks come as time passes, one at a time, however many processes look.
  for (const confirmations of [1, 2]) {
    server.deps.clock.advance(10_000);
    await Promise.all([stepDeposits(server.deps), stepDeposits(server.deps)]);
    expect((await receiving(someone)).incoming).toMatchObject([{ confirmations }]);
  }
  expect((await receiving(someone)).incoming).toMatchObject([{ state: 'credited' }]);
  expect(await held(someone, 'BTC')).toEqual({ available: '0.25', pending: '0' });
  expect(await history()).toMatchObject([
    { transaction_class: 'payment', type: 'credit', amount: '0.25', network: 'Bitcoin' },
  ]);
  server.deps.clock.advance(60_000);
  await stepDeposits(server.deps);
  expect(await held(someone, 'BTC')).toEqual({ available: '0.25', pending: '0' });
  expect(await violations(server.deps.db)).toEqual([]);
  // A credited deposit is shown for ten minutes.
  server.deps.clock.advance(600_000);
  expect((await receiving(someone)).incoming).toEqual([]);
});

test('D5 a sandbox deposit is credited at once if it has all its confirmations or does not say how many', async () => {
  const someone = await person(server.deps);
  await sandbox.deposit(someone.email, 'XRP', '5');
  await sandbox.deposit(someone.email, 'XRP', '7', { confirmations: 1 });
  expect(await held(someone, 'XRP')).toEqual({ available: '12', pending: '0' });
  server.deps.clock.advance(600_000);
  await sandbox.deposit(someone.email, 'USDT', '3', {
    confirmations: 0,
    network: 'Avalanche C-Chain',
  });
  expect((await receiving(someone)).incoming).toMatchObject([
    { network: 'Avalanche C-Chain', confirmations_needed: 12 },
  ]);
  await sandbox.blocks(someone.email, 11);
  expect(await held(someone, 'USDT')).toEqual({ available: '0', pending: '3' });
  await sandbox.blocks(someone.email, 1);
  expect(await held(someone, 'USDT')).toEqual({ available: '3', pending: '0' });
  await expect(sandbox.deposit(someone.email, 'BTC', '1', { network: 'Solana' })).rejects.toThrow(
    '400',
  );
});

test('HARD-17 a sandbox deposit follows the rules of a custodian’s: minimum, market, confirmations', async () => {
  const [someone, european] = [
    await person(server.deps),
    await person(server.deps, { market: 'EUR' }),
  ];
  const asideOf = async () =>
    server.deps.db
      .selectFrom('deposits_aside')
      .where('external_id', 'like', 'sandbox-%')
      .select(['reason', 'currency', 'amount'])
      .orderBy('seen_at')
      .execute();
  const before = (await asideOf()).length;
  // Too little is kept aside, and whoever made it is told.
  for (const confirmations of [undefined, 0]) {
    const more = confirmations === undefined ? {} : { confirmations };
    await expect(sandbox.deposit(someone.email, 'XRP', '0.9', more)).rejects.toThrow('400');
  }
  await expect(sandbox.deposit(european.email, 'USDT', '50')).rejects.toThrow('400');
  expect((await asideOf()).slice(before)).toEqual([
    { reason: 'below-minimum', currency: 'XRP', amount: '0.9' },
    { reason: 'below-minimum', currency: 'XRP', amount: '0.9' },
    { reason: 'not-offered', currency: 'USDT', amount: '50' },
  ]);
  expect(await held(someone, 'XRP')).toEqual({ available: '0', pending: '0' });
  // The least there may be is credited, and stands among what has just arrived.
  await sandbox.deposit(someone.email, 'XRP', '1');
  expect(await held(someone, 'XRP')).toEqual({ available: '1', pending: '0' });
  expect((await receiving(someone)).incoming).toMatchObject([{ amount: '1', state: 'credited' }]);
  expect(await violations(server.deps.db)).toEqual([]);
});

test('HARD-17 KEEP-10 a sandbox deposit that is set aside names the address it came to, its confirmations, and its customer to the desk', async () => {
  const someone = await person(server.deps);
  const { data: routes } = await server.api.must(
    getPaymentRoutes,
    {},
    { credential: someone.credential },
  );
  const route = routes.find(({ currency_id }) => currency_id === 'XRP');
  const which = { currencyId: 'XRP', paymentRouteId: route?.payment_route_id ?? '' } as const;
  const { data: own } = await server.api.must(generateAddress, which, {
    credential: someone.credential,
  });
  await expect(sandbox.deposit(someone.email, 'XRP', '0.9')).rejects.toThrow('400');
  await expect(sandbox.deposit(someone.email, 'XRP', '0.8', { confirmations: 0 })).rejects.toThrow(
    '400',
  );
  const asides = await server.deps.db
    .selectFrom('deposits_aside')
    .select(['id', 'address', 'tag', 'confirmations', 'status'])
    .where('address', '=', own.address)
    .where('tag', '=', own.tag ?? '')
    .orderBy('amount', 'desc')
    .execute();
  expect(asides).toMatchObject([
    { confirmations: route?.confirmations, status: 'confirmed' },
    { confirmations: 0, status: 'pending' },
  ]);
  const [first] = asides;
  const shown = await depositCases.read(server.deps.db, first?.id ?? '', server.deps);
  expect(shown).toMatchObject({ customer: someone.email });
  expect(
    Object.fromEntries(shown?.facts.map(({ label, value }) => [label, value]) ?? []),
  ).toMatchObject({ Address: own.address, Confirmations: String(route?.confirmations) });
  // What is credited says it as well.
  await sandbox.deposit(someone.email, 'XRP', '1');
  const credited = await server.deps.db
    .selectFrom('deposits')
    .select('address')
    .where('user_id', '=', someone.id)
    .execute();
  expect(credited).toEqual([{ address: own.address }]);
});

test('BEY-18 whatever deposits come in and however blocks are made, each deposit is credited once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ units: fc.integer({ min: 1, max: 9 }), blocks: fc.nat(3) }), {
        minLength: 1,
        maxLength: 5,
      }),
      async (steps) => {
        const someone = await person(server.deps);
        for (const { units, blocks } of steps) {
          await sandbox.deposit(someone.email, 'BTC', String(units), { confirmations: 0 });
          await sandbox.blocks(someone.email, blocks);
        }
        const sum = String(steps.reduce((total, { units }) => total + units, 0));
        await sandbox.blocks(someone.email, 2);
        await sandbox.blocks(someone.email, 2);
        expect(await held(someone, 'BTC')).toEqual({ available: sum, pending: '0' });
      },
    ),
    { numRuns: 8 },
  );
  expect(await violations(server.deps.db)).toEqual([]);
});

test('RCV-02 BEY-05 the addresses given to a customer are theirs and stay the same', async () => {
  const someone = await person(server.deps);
  const other = await person(server.deps);
  const { credential } = someone;
  expect((await receiving(someone)).addresses).toEqual([]);
  const { data: routes } = await server.api.must(getPaymentRoutes, {}, { credential });
  const made = await Promise.all(
    routes.map(async ({ currency_id: currencyId, payment_route_id: paymentRouteId }) => {
      const request = { currencyId, paymentRouteId };
      const [one, same] = await Promise.all([
        server.api.must(generateAddress, request, { credential }),
        server.api.must(generateAddress, request, { credential }),
      ]);
      expect(same.data).toEqual(one.data);
      return { payment_route_id: paymentRouteId, ...one.data };
    }),
  );
  const { addresses } = await receiving(someone);
  expect(new Set(addresses)).toEqual(new Set(made));
  for (const route of routes) {
    const address = made.find((one) => one.payment_route_id === route.payment_route_id);
    expect(address?.tag !== undefined).toBe(route.needs_tag);
  }
  expect((await receiving(other)).addresses).toEqual([]);
  // USDT is not offered in the EU, so its addresses are not listed either (D10).
  await server.deps.db
    .updateTable('users')
    .set({ currency_code: 'EUR' })
    .where('id', '=', someone.id)
    .execute();
  const left = (await receiving(someone)).addresses.map((one) => one.payment_route_id);
  expect(left).toHaveLength(7);
  expect(left.filter((id) => id.startsWith('usdt'))).toEqual([]);
});

test('BEY-18 a deposit that cannot be credited does not hold up the others', async () => {
  const own = await startInProcess();
  try {
    const parties = new Sandbox(own.url);
    const people = [await person(own.deps), await person(own.deps), await person(own.deps)];
    for (const { email } of people)
      await parties.deposit(email, 'BTC', '0.25', { confirmations: 0 });
    const [, broken] = people;
    // This is more than the ledger has pending for them, so it cannot be credited.
    await own.deps.db
      .updateTable('deposits')
      .set({ units: '50000000' })
      .where('user_id', '=', broken?.id ?? '')
      .execute();
    for (let block = 0; block < 2; block++) {
      own.deps.clock.advance(10_000);
      await stepDeposits(own.deps);
    }
    const available = people.map(async ({ credential }) => {
      const { data } = await own.api.must(getWalletList, {}, { credential });
      return data.find(({ currency }) => currency.currency_id === 'BTC')?.free_balance;
    });
    expect(await Promise.all(available)).toEqual(['0.25', '0', '0.25']);
    expect(own.log.some((line) => line.includes('deposit not credited'))).toBe(true);
  } finally {
    await own.close();
  }
});

test('BEY-18 deposits that cannot be credited, however many, do not block those behind them', async () => {
  const own = await startInProcess();
  try {
    const { db, clock } = own.deps;
    const { id: userId } = await person(own.deps);
    // These are not booked in the ledger, so none of them can be credited.
    const row = (id: string) => ({
      id,
      user_id: userId,
      currency: 'BTC',
      units: '1',
      network: 'Bitcoin',
      confirmations: 1,
      confirmations_needed: 1,
      state: 'pending' as const,
      seen_at: clock.sql,
      ask_at: clock.sql,
    });
    const ids = Array.from({ length: 100 }, (_, i) => `a${String(i).padStart(3, '0')}`);
    await db.insertInto('deposits').values(ids.map(row)).execute();
    const good = { ...row('b'), currency: 'ETH' as const };
    await inTransaction(db, async (tx) => {
      await tx.insertInto('deposits').values(good).execute();
      await bookSeen(own.deps, tx, good);
    });
    expect(await creditConfirmed(own.deps)).toBe(1);
  } finally {
    await own.close();
  }
});
