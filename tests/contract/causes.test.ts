import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { openBankAccount } from '#core/contract/money/bank.ts';
import { confirmSwap, swapCrypto } from '#core/contract/money/swap.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { endSandboxTransfer, transferInSandbox } from '#server/adapters/bank/sandbox-bank.ts';
import { depositInSandbox } from '#server/adapters/custody/sandbox-deposits.ts';
import { movableClock } from '#server/base/clock.ts';
import { disagreeing } from '#server/ledger/agreement.ts';
import { causeless } from '#server/ledger/causes.ts';
import { conditions } from '#server/platform/conditions.ts';
import { sweep } from '#server/platform/sweep.ts';
import { seedIfEmpty } from '#server/seed/seed.ts';
import { stepBank } from '#server/services/money-in/bank/bank-worker.ts';
import { stepDeposits } from '#server/services/money-in/deposits/deposit-worker.ts';
import { watchBooks } from '#server/services/operation/watch/watch.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { newKey } from '#tests/support/api-client.ts';
import { password } from '#tests/support/in-process.ts';
import { sharedWorld } from '#tests/support/world.ts';

/** A year of the demo customer, and one with a deposit and a withdrawal under way, a swap and a recalled transfer. */
const kopa = sharedWorld();
beforeAll(async () => {
  const { deps, api } = kopa;
  await seedIfEmpty(deps);
  await kopa.sandbox.market('ETH', '4000');
  await kopa.sandbox.market('USDC', '1');
  const who = await kopa.customer({ balances: { ETH: '1', USDC: '100' } });
  const keyed = () => ({ credential: who.credential, idempotencyKey: newKey() });
  await who.must(openBankAccount, {});
  const { external_id: accountId } = await deps.db
    .selectFrom('bank_accounts')
    .select('external_id')
    .where('user_id', '=', who.id)
    .executeTakeFirstOrThrow();
  const poll = async () => {
    deps.clock.advance(61_000);
    await stepBank(deps);
  };
  const at = new Date(deps.clock.now());
  const transfer = { accountId, currency: 'AUD', payer: 'TEST PERSON', reference: '' } as const;
  const ids = ['500', '80'].map((amount) =>
    transferInSandbox(deps.db, at, { ...transfer, amount, status: 'settled' }),
  );
  const [first = ''] = await Promise.all(ids);
  await poll();
  await endSandboxTransfer(deps.db, new Date(deps.clock.now()), first, 'reversed');
  await poll();
  const pair = { sourceCurrencyId: 'ETH', targetCurrencyId: 'USDC', sourceCurrencyAmount: '0.1' };
  const { data: quote } = await who.must(swapCrypto, pair);
  const chosen = { conversionQuoteId: quote.conversion_quote_id, userId: who.id };
  await api.must(confirmSwap, chosen, keyed());
  await depositInSandbox(deps.db, deps.clock.now, {
    ...{ recipient: who.email, currency: 'ETH', amount: '0.5', network: 'Ethereum' },
    confirmations: 0,
  });
  await stepDeposits(deps);
  const cryptoAddress = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  const asked = { amount: '0.1', cryptoAddress, paymentRouteId: 'eth-ethereum', password };
  await api.must(createWithdrawal, asked, keyed());
});

const found = async (reader: Reader): Promise<string> =>
  (await causeless(reader)).map(({ invariant, detail }) => `${invariant}: ${detail}`).join('\n');

test('HARD-97 of a year of everything, nothing is without its cause', async () => {
  expect(await found(kopa.db)).toBe('');
});

test('HARD-97 what is swept away in time is missed by nothing', async () => {
  const { deps } = kopa;
  const later = movableClock();
  later.advance(deps.clock.now() - later.now() + 400 * 24 * 3600_000);
  await sweep({ ...deps, clock: later });
  expect(await deps.db.selectFrom('quotes').select('id').execute()).toEqual([]);
  expect(await found(deps.db)).toBe('');
});

class Undone extends Error {}

const faults: readonly (readonly [name: string, invariant: string, fault: RawBuilder<unknown>])[] =
  [
    [
      'a hold that nothing is under way for',
      'what is held is what is under way',
      sql`update withdrawals set status = 'cancelled' where status = 'requested'`,
    ],
    [
      'a hold that was taken twice',
      'what is held is what is under way',
      sql`update accounts set balance = balance * 2 where kind = 'hold'`,
    ],
    [
      'a pending deposit that is gone',
      'what is pending is what has not been credited',
      sql`update deposits set state = 'dropped' where state = 'pending'`,
    ],
    [
      'a transfer credited without the books',
      'a bank transfer was credited once where it says so',
      sql`delete from journals where kind = 'cash-in' and reference is not null`,
    ],
    [
      'a transfer that went back and is in the books',
      'a bank transfer was credited once where it says so',
      sql`update bank_transfers set state = 'returned' where state = 'credited'`,
    ],
    [
      'a payment that bought without the books',
      'a card payment bought once where it succeeded',
      sql`delete from journals where kind = 'purchase'`,
    ],
    [
      'a refund that had bought',
      'a card payment bought once where it succeeded',
      sql`update purchases set status = 'refunded' where status = 'success'`,
    ],
    [
      'a deposit that nobody reported',
      'a deposit in the books was reported',
      sql`delete from deposits`,
    ],
    [
      'a withdrawal that nobody asked for',
      'a withdrawal in the books was asked for',
      sql`delete from withdrawals where status = 'completed'`,
    ],
    [
      'a recall that is owed twice',
      'what a bank took back was taken or is owed',
      sql`update bank_transfers set owed = 5 where state = 'recalled'`,
    ],
    [
      'a recall that took nothing',
      'what a bank took back was taken or is owed',
      sql`update journals set reference = 'cash-recalled:other:1' where kind = 'cash-recalled'`,
    ],
  ];

test.each(faults)('HARD-97 check:ledger finds %s', async (_name, invariant, fault) => {
  const trying = kopa.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    const { numAffectedRows } = await fault.execute(tx);
    expect(numAffectedRows, 'the fault was put in').toBeGreaterThan(0n);
    expect(await found(tx as unknown as Reader)).toContain(`${invariant}: `);
    throw new Undone();
  });
  await expect(trying).rejects.toThrow(Undone);
});

/* The same of what moved within a day, by state and amount, which a server looks for each hour (HARD-87). */

const lately = async (reader: Reader): Promise<string> =>
  (await disagreeing(reader, kopa.clock.sqlIn(-26 * 3600))).join('\n');

test('HARD-87 of what moved lately, rows and postings agree', async () => {
  expect(await lately(kopa.db)).toBe('');
});

/** What makes a row disagree with the books in its amount, or in its state, and what is told of it. */
const disagreements: readonly (readonly [
  name: string,
  told: RegExp,
  fault: RawBuilder<unknown>,
])[] = [
  [
    'a withdrawal of another amount',
    /^withdrawal:\S+ booked \d+ row \d+$/m,
    sql`update withdrawals set units = units + 1 where status = 'requested'`,
  ],
  [
    'a withdrawal that has arrived and is still held',
    /^withdrawal-sent:\S+ not booked$/m,
    sql`update withdrawals set status = 'completed', completed_at = created_at + interval '1 hour'
        where status = 'requested'`,
  ],
  [
    'a withdrawal that was cancelled and not given back',
    /^withdrawal-returned:\S+ not booked$/m,
    sql`update withdrawals set status = 'cancelled', cancelled_at = created_at + interval '1 hour'
        where status = 'requested'`,
  ],
  [
    'a deposit of another amount',
    /^deposit-seen:\S+ booked \d+ row \d+$/m,
    sql`update deposits set units = units * 2 where state = 'pending'`,
  ],
  [
    'a deposit that was credited and is not in the books',
    /^deposit:\S+ not booked$/m,
    sql`update deposits set state = 'credited', credited_at = seen_at where state = 'pending'`,
  ],
  [
    'a deposit that is gone',
    /^deposit-seen:\S+ booked \d+ row none$/m,
    sql`delete from deposits where state = 'pending'`,
  ],
  [
    'a bank transfer of another amount',
    /^cash-in:\S+ booked 8000 row 8001$/m,
    sql`update bank_transfers set amount = '80.01' where state = 'credited'`,
  ],
  [
    'a bank transfer that went back and was credited',
    /^cash-in:\S+ booked 8000 row in another state$/m,
    sql`update bank_transfers set state = 'returned' where state = 'credited'`,
  ],
  [
    'a bank transfer that was credited and is not in the books',
    /^cash-in:\S+ not booked$/m,
    sql`delete from journals where reference in (
        select 'cash-in:' || id from bank_transfers where state = 'credited')`,
  ],
  [
    'a card payment that bought and is not in the books',
    /^purchase:unbooked not booked$/m,
    sql`insert into purchases (id, user_id, amount, currency, crypto_units, crypto_currency, usdc,
          usdc_rate, token, status, created_at, paid_at)
        select 'unbooked', user_id, '10', 'AUD', 5, 'BTC', '6', '1.6', 'unbooked', 'success',
          created_at, created_at from withdrawals where status = 'requested'`,
  ],
  [
    'a card payment of another amount',
    /^purchase:\S+ booked \d+ row \d+$/m,
    sql`with one as (
          update purchases set crypto_units = crypto_units + 1 where status = 'success' returning id
        ) update postings set created_at = (select max(created_at) from withdrawals)
          from journals, one where journals.id = journal_id and reference = 'purchase:' || one.id`,
  ],
];

test.each(disagreements)('HARD-87 the hourly look finds %s', async (_name, told, fault) => {
  const trying = kopa.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    const { numAffectedRows } = await fault.execute(tx);
    expect(numAffectedRows, 'the fault was put in').toBeGreaterThan(0n);
    expect(await lately(tx as unknown as Reader)).toMatch(told);
    throw new Undone();
  });
  await expect(trying).rejects.toThrow(Undone);
});

test('HARD-87 what disagrees raises an alarm, and is told once more when it is over', async () => {
  const { deps } = kopa;
  const lines: string[] = [];
  const write = (event: string) => void lines.push(event);
  const told = conditions({ info: write, warn: write, error: write });
  await watchBooks(deps, told);
  const change = (by: number) =>
    sql`update bank_transfers set amount = (amount::numeric + ${by}::numeric)::text
      where state = 'credited'`.execute(deps.db);
  await change(1);
  await watchBooks(deps, told);
  await change(-1);
  await watchBooks(deps, told);
  expect(lines).toEqual(['rows and postings do not agree', 'over: rows and postings do not agree']);
});
