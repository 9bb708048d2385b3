import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBankAccount } from '#core/contract/bank.ts';
import { confirmSwap, swapCrypto } from '#core/contract/swap.ts';
import { createWithdrawal } from '#core/contract/withdrawal.ts';
import { endSandboxTransfer, transferInSandbox } from '#server/adapters/bank/sandbox.ts';
import { depositInSandbox } from '#server/adapters/custody/sandbox-deposits.ts';
import { movableClock } from '#server/clock.ts';
import { causeless } from '#server/ledger/causes.ts';
import { sweep } from '#server/platform/sweep.ts';
import { seedIfEmpty } from '#server/seed/seed.ts';
import { stepBank } from '#server/services/bank/bank-worker.ts';
import { stepDeposits } from '#server/services/deposits/deposit-worker.ts';
import type { Reader } from '#server/store/schema.ts';
import { newKey } from '#tests/support/api-client.ts';
import { approvedPerson } from '#tests/support/approved.ts';
import { closeSound } from '#tests/support/close-sound.ts';
import { type InProcess, password, startInProcess } from '#tests/support/in-process.ts';
import { Sandbox } from '#tests/support/sandbox.ts';

/* The books against what they are about (HARD-97): each fault is put in past the guards, found, and rolled back. */

let server: InProcess;

/** A year of the demo customer, and one with a deposit and a withdrawal under way, a swap and a recalled transfer. */
beforeAll(async () => {
  server = await startInProcess();
  const { deps, api } = server;
  await seedIfEmpty(deps);
  const sandbox = new Sandbox(server.url);
  await sandbox.market('ETH', '4000');
  await sandbox.market('USDC', '1');
  const who = await approvedPerson(server, { balances: { ETH: '1', USDC: '100' } });
  const keyed = () => ({ credential: who.credential, idempotencyKey: newKey() });
  await api.must(openBankAccount, {}, who);
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
  const { data: quote } = await api.must(swapCrypto, pair, who);
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
afterAll(() => closeSound(server));

const found = async (reader: Reader): Promise<string> =>
  (await causeless(reader)).map(({ invariant, detail }) => `${invariant}: ${detail}`).join('\n');

test('HARD-97 of a year of everything, nothing is without its cause', async () => {
  expect(await found(server.deps.db)).toBe('');
});

test('HARD-97 what is swept away in time is missed by nothing', async () => {
  const { deps } = server;
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
  const trying = server.deps.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    const { numAffectedRows } = await fault.execute(tx);
    expect(numAffectedRows, 'the fault was put in').toBeGreaterThan(0n);
    expect(await found(tx as unknown as Reader)).toContain(`${invariant}: `);
    throw new Undone();
  });
  await expect(trying).rejects.toThrow(Undone);
});
