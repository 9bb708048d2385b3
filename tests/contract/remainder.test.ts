import { expect, test } from 'vitest';
import { deleteAccount, getRemainder } from '#core/contract/account/account.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { deleteAccount as remove } from '#server/services/customers/account/delete-account.ts';
import { deposit, password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

const dust = { BTC: '0.00000012', USDC: '0.2' } as const;
const given = Object.entries(dust).map(([currency_id, amount]) => ({ currency_id, amount }));

/** What an account holds that is not zero. */
const held = async (who: Member) => {
  const { data } = await who.must(getWalletList, {});
  return data.flatMap(({ currency, free_balance }) =>
    Number(free_balance) > 0 ? [[currency.currency_id, free_balance]] : [],
  );
};

const remainder = async (who: Member) => (await who.must(getRemainder, {})).data;

test('SEC-05 an account is closed although it holds something, if all of that is too little to withdraw and given up', async () => {
  const who = await kopa.person({ balances: dust });
  expect(await who.call(deleteAccount, { password })).toMatchObject({
    status: 422,
    refusal: {
      code: 'BALANCE_NOT_EMPTY',
      message: 'What your account still holds is too little to withdraw. You can give it up.',
    },
  });
  const left = await remainder(who);
  expect(left).toMatchObject([
    { currency_id: 'BTC', amount: '0.00000012' },
    { currency_id: 'USDC', amount: '0.2', usd: expect.stringMatching(/^0\.[12]\d*$/) },
  ]);
  await who.must(deleteAccount, {
    give_up: left.map(({ currency_id, amount }) => ({ currency_id, amount })),
    password,
  });
  const postings = await kopa.db
    .selectFrom('postings')
    .innerJoin('journals', 'journals.id', 'postings.journal_id')
    .select(['account_id', 'amount'])
    .where('journals.reference', '=', `given-up:${who.id}`)
    .where('account_id', 'like', 'house/%')
    .orderBy('line')
    .execute();
  expect(postings).toEqual([
    { account_id: 'house/given-up/BTC', amount: '12' },
    { account_id: 'house/given-up/USDC', amount: '200000' },
  ]);
  const [mail] = await kopa.sandbox.inbox(who.email);
  expect(mail?.text).toContain(
    'You gave up what was too little to withdraw: 0.00000012 BTC, 0.2 USDC.',
  );
});

test('SEC-05 nothing is taken where what is given up is not all that the account holds', async () => {
  const who = await kopa.person({ balances: dust });
  const [bitcoin, usdc] = [
    { currency_id: 'BTC', amount: '0.00000012' },
    { currency_id: 'USDC', amount: '0.2' },
  ];
  for (const give_up of [
    [],
    [bitcoin],
    [bitcoin, bitcoin],
    [bitcoin, { ...usdc, amount: '0.1' }],
    [bitcoin, { ...usdc, amount: '0.3' }],
    [bitcoin, usdc, { currency_id: 'ETH', amount: '0' }],
    [bitcoin, { ...usdc, currency_id: 'USDT' }],
  ]) {
    expect(await who.call(deleteAccount, { give_up, password })).toMatchObject({
      status: 422,
      refusal: { code: 'BALANCE_NOT_EMPTY' },
    });
  }
  expect(await held(who)).toEqual(Object.entries(dust));
  // Something more has come in since the customer saw it.
  await deposit(kopa.deps, who.id, 'BTC', '0.00000001');
  expect(await who.call(deleteAccount, { give_up: given, password })).toMatchObject({
    status: 422,
  });
  expect(await held(who)).toEqual([
    ['BTC', '0.00000013'],
    ['USDC', '0.2'],
  ]);
});

test('SEC-05 what can be withdrawn, or is still on its way in or out, is not given up', async () => {
  const rich = await kopa.person({ balances: { ...dust, XRP: '500' } });
  expect(await remainder(rich)).toEqual([]);
  const everything = [...given, { currency_id: 'XRP', amount: '500' }];
  expect(await rich.call(deleteAccount, { give_up: everything, password })).toMatchObject({
    status: 422,
    refusal: {
      message: 'Your account still holds funds. Withdraw them first, then delete your account.',
    },
  });
  expect(await held(rich)).toHaveLength(3);

  const sending = await kopa.customer({ balances: { ETH: '2' } });
  const { withdrawal_fee } = await kopa.db
    .selectFrom('payment_routes')
    .select('withdrawal_fee')
    .where('id', '=', 'eth-ethereum')
    .executeTakeFirstOrThrow();
  const amount = (2 - Number(withdrawal_fee) - 0.000001).toFixed(6);
  await sending.must(createWithdrawal, {
    amount,
    cryptoAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    paymentRouteId: 'eth-ethereum',
    password,
  });
  expect(await held(sending)).toEqual([['ETH', '0.000001']]);
  expect(await remainder(sending)).toEqual([]);

  const receiving = await kopa.person({ balances: dust });
  await kopa.sandbox.deposit(receiving.email, 'ETH', '0.0101', { confirmations: 0 });
  expect(await remainder(receiving)).toEqual([]);
});

test('SEC-05 an asset with no open network is not given up: one may be opened again', async () => {
  const who = await kopa.person({ balances: { SOL: '0.00000001' } });
  expect(await remainder(who)).toHaveLength(1);
  const routes = kopa.db.updateTable('payment_routes').where('currency', '=', 'SOL');
  await routes.set({ is_active: false }).execute();
  expect(await remainder(who)).toEqual([]);
  await routes.set({ is_active: true }).execute();
});

test('SEC-05 BEY-12 an account whose session was ended meanwhile keeps what it holds, and stays', async () => {
  const who = await kopa.person({ balances: dust });
  const ended = { userId: who.id, sessionId: 'ended' };
  expect(await remove(kopa.deps, ended, { giveUp: given, password, otp: '' })).toMatchObject({
    kind: 'refused',
  });
  expect(await held(who)).toEqual(Object.entries(dust));
});

test('SEC-05 what was given up stays with the customer while a payment of theirs is under way', async () => {
  const who = await kopa.person({ balances: dust });
  await kopa.db
    .insertInto('purchases')
    .values({
      id: `under-way-${who.id}`,
      user_id: who.id,
      amount: '20',
      currency: 'USD',
      crypto_units: '19900000',
      crypto_currency: 'USDC',
      usdc: '19.9',
      usdc_rate: '1',
      token: '',
      status: 'pending',
      created_at: kopa.clock.sql,
      recorded_at: null,
    })
    .execute();
  expect(await who.call(deleteAccount, { give_up: given, password })).toMatchObject({
    status: 422,
  });
  expect(await held(who)).toEqual(Object.entries(dust));
});
