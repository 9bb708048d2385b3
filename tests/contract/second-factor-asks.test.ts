import { expect, test } from 'vitest';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { listNotices } from '#core/contract/account/notifications.ts';
import { noteSecondFactorAsked } from '#core/contract/account/security.ts';
import { getPaymentRoutes } from '#core/contract/money/funds.ts';
import { createPayout, createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { transferInSandbox } from '#server/adapters/bank/sandbox-bank.ts';
import { stepBank } from '#server/services/money-in/bank/bank-worker.ts';
import { stepDeposits } from '#server/services/money-in/deposits/deposit-worker.ts';
import { newKey } from '#tests/support/api-client.ts';
import { password } from '#tests/support/in-process.ts';
import { turnOnTwoFactor } from '#tests/support/in-process-test.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

const MAIL = 'Protect your money with a second factor';
const POPUP = 'Protect your money: turn on the second factor.';
const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

/** How often somebody was asked after a deposit: by mail, and by pop-up. */
async function asked(who: Member): Promise<readonly [number, number]> {
  const mails = await kopa.sandbox.inbox(who.email);
  const after = new Date(0).toISOString();
  const { data } = await who.must(listNotices, { after });
  return [
    mails.filter(({ subject }) => subject === MAIL).length,
    data.filter(({ text }) => text === POPUP).length,
  ];
}

const toAsk = async (who: Member): Promise<boolean | undefined> =>
  (await who.must(getPaymentRoutes, {})).askSecondFactor;

const note = (who: Member) => who.must(noteSecondFactorAsked, {});

test('KEEP-11 after the first deposit a customer is asked for a second factor, by mail and pop-up, and not after another', async () => {
  const who = await kopa.person();
  await kopa.sandbox.deposit(who.email, 'BTC', '1', { confirmations: 0 });
  // It is only on its way.
  expect(await asked(who)).toEqual([0, 0]);
  await kopa.sandbox.blocks(who.email, 2);
  expect(await asked(who)).toEqual([1, 1]);
  await kopa.sandbox.deposit(who.email, 'XRP', '5');
  expect(await asked(who)).toEqual([1, 1]);
});

test('KEEP-11 cash from a bank is a first deposit as well', async () => {
  const who = await kopa.customer({ market: 'AUD' });
  const accountId = await kopa.opensAccount(who);
  const transfer = { accountId, currency: 'AUD', payer: 'TEST PERSON', reference: '' } as const;
  for (const amount of ['250.10', '9.90']) {
    await transferInSandbox(kopa.db, new Date(kopa.clock.now()), {
      ...transfer,
      amount,
      status: 'settled',
    });
    kopa.clock.advance(61_000);
    await stepBank(kopa.deps);
    expect(await asked(who)).toEqual([1, 1]);
  }
  await kopa.sandbox.deposit(who.email, 'XRP', '5');
  expect(await asked(who)).toEqual([1, 1]);
});

test('KEEP-11 who has a second factor is not asked, after a deposit or before a withdrawal', async () => {
  const who = await kopa.person();
  expect(await toAsk(who)).toBe(true);
  await turnOnTwoFactor(kopa, who);
  await kopa.sandbox.deposit(who.email, 'XRP', '5');
  expect(await asked(who)).toEqual([0, 0]);
  expect(await toAsk(who)).toBe(false);
});

test('KEEP-11 two processes that credit a customer’s first two deposits ask once', async () => {
  const who = await kopa.person();
  await kopa.sandbox.deposit(who.email, 'BTC', '1', { confirmations: 0 });
  await kopa.sandbox.deposit(who.email, 'BTC', '2', { confirmations: 0 });
  for (let block = 0; block < 2; block += 1) {
    kopa.clock.advance(10_000);
    await Promise.all([stepDeposits(kopa.deps), stepDeposits(kopa.deps)]);
  }
  expect(await asked(who)).toEqual([1, 1]);
});

test('KEEP-11 before the first withdrawal a customer is asked until that is noted, however often', async () => {
  const who = await kopa.person();
  const other = await kopa.person();
  expect(await toAsk(who)).toBe(true);
  // Being asked after a deposit is another occasion.
  await kopa.sandbox.deposit(who.email, 'XRP', '5');
  expect(await toAsk(who)).toBe(true);
  await Promise.all([note(who), note(who)]);
  expect(await toAsk(who)).toBe(false);
  await note(who);
  expect(await toAsk(who)).toBe(false);
  expect(await toAsk(other)).toBe(true);
  // And the other way round.
  await note(other);
  await kopa.sandbox.deposit(other.email, 'XRP', '5');
  expect(await asked(other)).toEqual([1, 1]);
});

test('KEEP-11 who has withdrawn coins or cash already is not asked before the next time', async () => {
  const sender = await kopa.customer({ balances: { ETH: '2' } });
  const coins = { amount: '0.5', cryptoAddress: ETH, paymentRouteId: 'eth-ethereum', password };
  const key = () => ({ idempotencyKey: newKey() });
  await kopa.api.must(createWithdrawal, coins, { credential: sender.credential, ...key() });
  expect(await toAsk(sender)).toBe(false);

  const payee = await kopa.customer({ market: 'AUD', balances: { AUD: '1000' } });
  const account = { currency_id: 'AUD', bsb: '062-000', account_number: '12345678' } as const;
  const { data } = await payee.must(saveAddress, {
    kind: 'fiat',
    label: 'Mine',
    holder: 'Ms Test Person',
    ...account,
  });
  expect(await toAsk(payee)).toBe(true);
  const cash = { amount: '100', address_id: data.address_id, fee: '0.5', password };
  await kopa.api.must(createPayout, cash, { credential: payee.credential, ...key() });
  expect(await toAsk(payee)).toBe(false);
});
