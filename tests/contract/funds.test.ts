import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import {
  enableTwoFactor,
  generateTwoFactorSecret,
  verifyTwoFactor,
} from '#core/contract/account/account.ts';
import { disableTwoFactor } from '#core/contract/account/security.ts';
import { generateAddress, getPaymentRoutes } from '#core/contract/money/funds.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { assetCodes } from '#core/money/currencies.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { formatFiat } from '#core/money/format.ts';
import { whitePapers } from '#core/networks/white-papers.ts';
import type { PartyName } from '#server/adapters/party/party-checks.ts';
import { findRoute } from '#server/services/exchange/offers/payment-routes.ts';
import {
  depositAddress,
  readReceiving,
} from '#server/services/money-in/deposits/deposit-address.ts';
import { keepAside } from '#server/services/money-in/deposits/deposits-aside.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { newKey } from '#tests/support/api-client.ts';
import { olderSession, password, person } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

const BTC = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const request = (amount: string, more: object = {}) => ({
  amount,
  cryptoAddress: BTC,
  paymentRouteId: 'btc-bitcoin',
  password,
  ...more,
});

const withdraw = (who: Member, body: ReturnType<typeof request>, key = newKey()) =>
  who.call(createWithdrawal, body, { idempotencyKey: key });

const entryOf = async (who: Member, code: string) => {
  const { data } = await who.must(getWalletList, {});
  return data.find(({ currency }) => currency.currency_id === code);
};

test('RCV-02 routes come from the database; EUR customers have none for USDT', async () => {
  const routes = async (market: 'AUD' | 'EUR') => {
    const who = await kopa.person({ market });
    return (await who.must(getPaymentRoutes, {})).data;
  };
  const au = await routes('AUD');
  expect(new Set(au.map((route) => route.currency_id)).size).toBe(7);
  expect(au.every((route) => route.is_active === 'on')).toBe(true);
  expect(au.find((route) => route.currency_id === 'XRP')?.needs_tag).toBe(true);
  expect(au.every((route) => route.sandbox)).toBe(true);
  expect((await routes('EUR')).some((route) => route.currency_id === 'USDT')).toBe(false);
  const who = await kopa.person();
  const page = await who.must(getPaymentRoutes, { limit: 2, offset: 1 });
  expect(page.data).toEqual(au.slice(1, 3));
});

test('RCV-02 a deposit address is made once, belongs to one customer only, and stays', async () => {
  const ask = async (who: Member, currencyId = 'BTC', paymentRouteId = 'btc-bitcoin') =>
    (await who.must(generateAddress, { currencyId, paymentRouteId })).data;
  const [one, two] = [await kopa.person(), await kopa.person()];
  const many = await Promise.all(Array.from({ length: 10 }, () => ask(one)));
  // Nobody holds the key of a sandbox address, and every answer that carries one says so.
  expect(many[0]).toMatchObject({ sandbox: true });
  expect(new Set(many.map(({ address }) => address)).size).toBe(1);
  expect((await ask(two)).address).not.toBe(many[0]?.address);
  expect(await ask(one)).toEqual(many[0]);
  const eth = await ask(one, 'ETH', 'eth-ethereum');
  const usdt = await ask(one, 'USDT', 'usdt-ethereum');
  expect(eth.address).not.toBe(usdt.address);
  const [first, second] = [
    await ask(one, 'XRP', 'xrp-xrp-ledger'),
    await ask(two, 'XRP', 'xrp-xrp-ledger'),
  ];
  expect(first.address).toBe(second.address);
  expect(first.tag).not.toBe(second.tag);
});

test('RCV-02 a sandbox address is never given out while a custodian is configured, and is there again without one', async () => {
  const { deps } = kopa;
  const { id: userId } = await person(deps);
  const route = await findRoute(deps.db, userId, 'btc-bitcoin');
  if (!route) throw new Error('there is no route for Bitcoin');
  const custody = { depositAddress: () => ({ address: 'of the custodian' }) };
  const sandboxed = new Set<PartyName>();
  const beside = { ...deps, parties: { ...deps.parties, sandboxed, custody } };
  const made = await depositAddress(deps, userId, route);
  expect(made?.sandbox).toBe(true);
  expect((await readReceiving(beside, { userId, market: 'AUD' })).addresses).toEqual([]);
  const real = await depositAddress(beside, userId, route);
  expect(real?.address).not.toBe(made?.address);
  expect(real?.sandbox).toBeUndefined();
  expect(await depositAddress(beside, userId, route)).toEqual(real);
  expect(await depositAddress(deps, userId, route)).toEqual(made);
});

test('RCV-02 an address index is used up only when an address is handed out, and the sandbox uses up none of a custodian’s', async () => {
  const { deps } = kopa;
  const numbers = async (sandboxed: boolean) =>
    (
      await deps.db
        .selectFrom('deposit_addresses')
        .select('address_index')
        .where('network', '=', 'Solana')
        .where('sandbox', '=', sandboxed)
        .orderBy('address_index')
        .execute()
    ).map(({ address_index }) => address_index);
  let pool = ['A', 'B'];
  const custody = {
    listed: () => pool.length,
    depositAddress: (_: string, index: number) => {
      const address = pool[index];
      return address === undefined ? undefined : { address };
    },
  };
  const real = { ...deps, parties: { ...deps.parties, sandboxed: new Set<PartyName>(), custody } };
  const people = await Promise.all(Array.from({ length: 4 }, () => person(deps)));
  const route = await findRoute(deps.db, people[0]?.id ?? '', 'sol-solana');
  if (!route) throw new Error('there is no route for Solana');
  const ask = (of: typeof deps, index: number) =>
    depositAddress(of, people[index]?.id ?? '', route);
  await Promise.all([0, 0, 0, 1, 1, 1].map((index) => ask(deps, index)));
  expect(await numbers(true)).toHaveLength(2);
  const many = await Promise.all(Array.from({ length: 5 }, () => ask(real, 0)));
  expect(new Set(many.map((given) => given?.address)).size).toBe(1);
  const two = await ask(real, 1);
  expect([many[0]?.address, two?.address].sort()).toEqual(['A', 'B']);
  expect(await ask(real, 2)).toBeUndefined();
  expect(await ask(real, 3)).toBeUndefined();
  pool = ['A', 'B', 'C', 'D'];
  const more = [await ask(real, 3), await ask(real, 2)];
  expect(more.map((given) => given?.address).sort()).toEqual(['C', 'D']);
  expect(await numbers(false)).toEqual([0, 1, 2, 3]);
});

test('OPS-01 an address number is a moment: after the rows and the counter of the latest are lost, none comes again', async () => {
  const { deps } = kopa;
  const people = await Promise.all(Array.from({ length: 3 }, () => person(deps)));
  const route = await findRoute(deps.db, people[0]?.id ?? '', 'btc-bitcoin');
  if (!route) throw new Error('there is no route for Bitcoin');
  const ask = async (index: number) =>
    (await depositAddress(deps, people[index]?.id ?? '', route))?.address;
  const before = await ask(0);
  const counter = await deps.db.selectFrom('address_counters').selectAll().execute();
  const lost = await ask(1);
  await deps.db
    .deleteFrom('deposit_addresses')
    .where('user_id', '=', people[1]?.id ?? '')
    .execute();
  for (const { network, sandbox, next_index } of counter) {
    await deps.db
      .updateTable('address_counters')
      .set({ next_index })
      .where('network', '=', network)
      .where('sandbox', '=', sandbox)
      .execute();
  }
  // No restore and no failover is over within a second.
  deps.clock.advance(1000);
  const after = await ask(2);
  expect(new Set([before, lost, after]).size).toBe(3);
  expect(after).toBeDefined();
});

test('OPS-01 an address to which money came that the books do not own is given to nobody', async () => {
  const { deps } = kopa;
  const { id } = await person(deps);
  const route = await findRoute(deps.db, id, 'btc-bitcoin');
  if (!route) throw new Error('there is no route for Bitcoin');
  const asked: number[] = [];
  const custody = {
    depositAddress: (_: string, index: number) => {
      asked.push(index);
      return { address: asked.length === 1 ? 'of somebody lost' : `own ${index}` };
    },
  };
  const real = { ...deps, parties: { ...deps.parties, sandboxed: new Set<PartyName>(), custody } };
  await inTransaction(deps.db, (tx) =>
    keepAside(
      deps,
      tx,
      {
        id: 'lost-1',
        network: 'Bitcoin',
        address: 'of somebody lost',
        tag: '',
        currency: 'BTC',
        amount: '1',
        hash: 'ab',
        outputIndex: 0,
        confirmations: 1,
        status: 'confirmed',
      },
      'unknown-address',
    ),
  );
  expect((await depositAddress(real, id, route))?.address).toMatch(/^own /);
});

test('RCV-03 without an active route no address is given', async () => {
  const who = await kopa.person({ market: 'EUR' });
  for (const [currencyId, paymentRouteId] of [
    ['BTC', 'nowhere'],
    ['ETH', 'btc-bitcoin'],
    ['USDT', 'usdt-ethereum'],
  ] as const) {
    const reply = await who.call(generateAddress, { currencyId, paymentRouteId });
    expect(reply).toMatchObject({
      refusal: {
        code: 'ROUTE_UNAVAILABLE',
        message: `No active payment route found for ${currencyId}`,
      },
    });
  }
});

test('WD-06 BEY-16 a withdrawal moves amount and fee from available to hold', async () => {
  const someone = await kopa.customer({ balances: { BTC: '0.5' } });
  const reply = await withdraw(someone, request('0.1'));
  expect(reply).toMatchObject({
    value: { data: { amount: '0.1', fee: '0.00005', total: '0.10005', currency_id: 'BTC' } },
  });
  expect(await entryOf(someone, 'BTC')).toMatchObject({
    free_balance: '0.39995',
    hold_balance: '0.10005',
  });
  const { email } = someone;
  const history = await someone.must(getTransactionHistory, {});
  expect(history.data[0]).toMatchObject({
    transaction_class: 'payment',
    type: 'debit',
    amount: '0.10005',
    recipient: BTC,
    network: 'Bitcoin',
  });
  // Mails leave in lanes and turns: the newest one need not be the last that was written.
  const mailed = (await kopa.sandbox.inbox(email)).map(({ subject }) => subject);
  expect(mailed).toContain('Withdrawal requested');
});

test('BEY-01 the same key withdraws once, even in twenty requests at once', async () => {
  const someone = await kopa.customer({ balances: { BTC: '0.5' } });
  const key = newKey();
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => withdraw(someone, request('0.1'), key)),
  );
  expect(replies.every((reply) => reply.ok)).toBe(true);
  expect(new Set(replies.map((reply) => JSON.stringify(reply.ok && reply.value.data))).size).toBe(
    1,
  );
  expect(await entryOf(someone, 'BTC')).toMatchObject({ hold_balance: '0.10005' });
  expect(await withdraw(someone, request('0.2'), key)).toMatchObject({
    status: 409,
    refusal: { code: 'KEY_CONFLICT' },
  });
});

test('of many withdrawals at once with funds for one, exactly one happens', async () => {
  const someone = await kopa.customer({ balances: { BTC: '0.15' } });
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => withdraw(someone, request('0.1'))),
  );
  expect(replies.filter((reply) => reply.ok)).toHaveLength(1);
  const refused = replies.flatMap((reply) => (reply.ok ? [] : [reply.refusal.message]));
  expect(new Set(refused)).toEqual(new Set(['Insufficient balance']));
});

test('WD-04 a withdrawal that is malformed, too small or to another network’s address is refused and moves nothing', async () => {
  const someone = await kopa.customer({ balances: { BTC: '0.1', XRP: '100' } });
  const messageOf = async (body: ReturnType<typeof request>) => {
    const reply = await withdraw(someone, body);
    return reply.ok ? 'done' : reply.refusal.message;
  };
  expect(
    await messageOf(
      request('0.1', { cryptoAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' }),
    ),
  ).toBe('Invalid BTC address format');
  expect(await messageOf(request('0.1', { paymentRouteId: 'nowhere' }))).toBe(
    'Payment route not found for selected network',
  );
  expect(await messageOf(request('0'))).toBe('Please enter a valid amount');
  expect(await messageOf(request('0.123456789'))).toBe('Please enter a valid amount');
  expect(await messageOf(request('0.0001'))).toBe('The minimum withdrawal is 0.0002 BTC');
  expect(await messageOf(request('0.09999'))).toBe('Insufficient balance');
  const xrp = {
    cryptoAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    paymentRouteId: 'xrp-xrp-ledger',
  };
  expect(await messageOf(request('10', { ...xrp, tag: '4294967296' }))).toContain(
    'destination tag',
  );
  expect(await messageOf(request('10', { ...xrp, tag: '7' }))).toBe('done');
  for (const amount of ['-1', '1e-1', '٣', '0x10', '1,5', 'NaN', '']) {
    const reply = await withdraw(someone, request(amount));
    expect(reply, amount).toMatchObject({ status: 400, refusal: { code: 'MALFORMED' } });
  }
  expect(await entryOf(someone, 'BTC')).toMatchObject({ free_balance: '0.1', hold_balance: '0' });
});

test('HARD-15 an XRP withdrawal without a tag is refused unless the request says that none is meant', async () => {
  const someone = await kopa.customer({ balances: { XRP: '100', BTC: '1' } });
  const xrp = {
    cryptoAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    paymentRouteId: 'xrp-xrp-ledger',
  };
  const plain = { ...xrp, cryptoAddress: 'XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb' };
  const refused = { ok: false, status: 422, refusal: { code: 'INVALID_INPUT' } };
  for (const body of [
    request('10', xrp),
    request('10', { ...xrp, noTag: false }),
    request('10', { ...xrp, tag: '' }),
    request('10', { ...xrp, tag: ' ' }),
  ]) {
    expect(await withdraw(someone, body)).toMatchObject({
      ...refused,
      refusal: {
        code: 'INVALID_INPUT',
        message: 'Enter the destination tag, or confirm there is none',
      },
    });
  }
  // Two things at once are not guessed at.
  expect(await withdraw(someone, request('10', { ...xrp, tag: '7', noTag: true }))).toMatchObject(
    refused,
  );
  expect(await entryOf(someone, 'XRP')).toMatchObject({ free_balance: '100', hold_balance: '0' });
  expect(await withdraw(someone, request('10', { ...xrp, noTag: true }))).toMatchObject({
    ok: true,
  });
  expect(await withdraw(someone, request('10', { ...xrp, tag: '0' }))).toMatchObject({ ok: true });
  // An X-address says itself that it has none.
  expect(await withdraw(someone, request('10', plain))).toMatchObject({ ok: true });
  // Where there are no tags there is nothing to confirm.
  expect(await withdraw(someone, request('0.1'))).toMatchObject({ ok: true });
});

test('WD-06 only an approved customer can withdraw', async () => {
  const someone = await kopa.person({ balances: { BTC: '0.5' } });
  const messages: string[] = [];
  for (const status of ['not_started', 'submitted', 'rejected'] as const) {
    await kopa.sandbox.kyc(someone.email, status);
    const reply = await withdraw(someone, request('0.1'));
    expect(reply).toMatchObject({ refusal: { code: 'VERIFICATION_REQUIRED' } });
    if (!reply.ok) messages.push(reply.refusal.message);
  }
  expect(messages.slice(1)).toEqual([
    'Your account verification is under review. Please wait for approval before making withdrawals.',
    'Your account verification was rejected. Please contact support for assistance.',
  ]);
});

test('HARD-20 an amount that only the daily limit refuses says what is left of it', async () => {
  await kopa.sandbox.market('BTC', '100000');
  const someone = await kopa.customer({ balances: { BTC: '5' } });
  expect((await withdraw(someone, request('0.2'))).ok).toBe(true);
  const refused = await withdraw(someone, request('0.4'));
  expect(refused).toMatchObject({ refusal: { code: 'LIMIT_EXCEEDED' } });
  const { withdrawalLimit } = await someone.must(getPaymentRoutes, {});
  const left = formatFiat(withdrawalLimit.usd_left, 'USD');
  expect(refused.ok ? '' : refused.refusal.message).toContain(`${left} (USD)`);
  await kopa.sandbox.market('BTC', null);
});

test('HARD-99 BEY-09 the daily limit is reached to the cent, fee included, and not passed by one', async () => {
  await kopa.sandbox.market('BTC', '100000');
  const someone = await kopa.customer({ balances: { BTC: '5' } });
  const { data } = await someone.must(getPaymentRoutes, {});
  const route = data.find(({ payment_route_id: id }) => id === 'btc-bitcoin');
  // USD 50,000 are half a bitcoin.
  const most = 50_000_000n - (parseUnits(route?.withdrawal_fee ?? '', 8) ?? 0n);
  const refused = await withdraw(someone, request(formatUnits(most + 1n, 8)));
  expect(refused).toMatchObject({ refusal: { code: 'LIMIT_EXCEEDED' } });
  expect(await withdraw(someone, request(formatUnits(most, 8)))).toMatchObject({ ok: true });
  await kopa.sandbox.market('BTC', null);
});

test('the daily limit holds even for withdrawals made at the same moment', async () => {
  await kopa.sandbox.market('BTC', '100000');
  const someone = await kopa.customer({ balances: { BTC: '5' } });
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => withdraw(someone, request('0.2'))),
  );
  expect(replies.filter((reply) => reply.ok)).toHaveLength(2);
  const refused = replies.flatMap((reply) => (reply.ok ? [] : [reply.refusal.code]));
  expect(new Set(refused)).toEqual(new Set(['LIMIT_EXCEEDED']));
  await kopa.sandbox.market('BTC', null);
});

/** Turns 2FA on and returns an authenticator: each call gives the code of a new time step. */
async function turnOnTwoFactor(who: Member): Promise<() => string> {
  const { clock } = kopa.deps;
  const { data } = await who.must(generateTwoFactorSecret, {});
  const code = () => {
    clock.advance(30_000 - (clock.now() % 30_000) + 500);
    return new TOTP({ secret: data.base32 }).generate({ timestamp: clock.now() });
  };
  const setUp = { security_key: data.base32, otp: code(), password };
  await who.must(enableTwoFactor, setUp);
  return code;
}

async function endHold({ id }: Member): Promise<void> {
  const { db } = kopa.deps;
  const end = db.updateTable('users').set({ withdrawals_held_until: null });
  await end.where('id', '=', id).execute();
}

test('WD-07 D11 BEY-14 turning 2FA on holds withdrawals for a day, and after that each one needs a code', async () => {
  const someone = await kopa.customer({ balances: { BTC: '0.5' } });
  const { clock } = kopa.deps;
  // Otherwise there would be nothing to hold (D58).
  expect(await withdraw(someone, request('0.05'))).toMatchObject({ ok: true });
  const code = await turnOnTwoFactor(someone);
  const held = await withdraw(someone, request('0.1'));
  expect(held).toMatchObject({ refusal: { code: 'WITHDRAWALS_HELD' } });
  const { withdrawalHold } = await someone.must(getPaymentRoutes, {});
  expect(withdrawalHold?.reason).toBe('two-factor');
  const left = Date.parse(withdrawalHold?.until ?? '') - clock.now();
  expect(Math.round(left / 3_600_000)).toBe(24);

  await endHold(someone);
  expect(await withdraw(someone, request('0.1'))).toMatchObject({
    refusal: { code: 'INVALID_CODE', message: 'Invalid 2FA code. Please try again.' },
  });
  const otp = code();
  const shown = await someone.must(verifyTwoFactor, { otp });
  expect(shown.data.valid).toBe(true);
  // The code entered in the dialog authorises this one withdrawal and no other.
  const key = newKey();
  expect(await withdraw(someone, request('0.1', { otp }), key)).toMatchObject({ ok: true });
  expect(await withdraw(someone, request('0.1', { otp }), key)).toMatchObject({ ok: true });
  expect(await withdraw(someone, request('0.1', { otp }))).toMatchObject({
    refusal: { code: 'INVALID_CODE' },
  });
  expect(await withdraw(someone, request('0.1', { otp: code() }))).toMatchObject({ ok: true });
});

test('WD-07 BEY-02 BEY-10 a code whose answer was lost stays right for its session until its one withdrawal is made or its time is up', async () => {
  const someone = await kopa.customer({ balances: { BTC: '0.5' } });
  const { credential, id } = someone;
  const { api, deps } = kopa;
  const code = await turnOnTwoFactor(someone);
  // A new factor ended every other session.
  const other = await olderSession(deps, id);
  await endHold(someone);
  const show = async (otp: string, by = credential): Promise<boolean | string> => {
    const reply = await api.call(verifyTwoFactor, { otp }, { credential: by });
    return reply.ok ? reply.value.data.valid : reply.refusal.code;
  };
  const first = code();
  expect(await show(first)).toBe(true);
  // However often it is shown, it counts as no attempt and does not prolong what was granted.
  for (let i = 0; i < 8; i++) expect(await show(first)).toBe(true);
  expect(await show(first, other), 'another session').toBe(false);
  const stored = await deps.db.selectFrom('second_factor_grants').selectAll().execute();
  expect(JSON.stringify(stored.filter(({ user_id }) => user_id === id))).not.toContain(first);
  deps.clock.advance(90_000);
  expect(await show(first)).toBe(true);
  expect(await withdraw(someone, request('0.1'))).toMatchObject({ ok: true });
  expect(await show(first), 'spent').toBe(false);
  expect(await withdraw(someone, request('0.1'))).toMatchObject({
    refusal: { code: 'INVALID_CODE' },
  });

  const second = code();
  expect(await show(second)).toBe(true);
  deps.clock.advance(60_000);
  expect(await show(second)).toBe(true);
  deps.clock.advance(61_000);
  expect(await show(second), 'lapsed').toBe(false);
  expect(await withdraw(someone, request('0.1')), 'lapsed for a withdrawal, too').toMatchObject({
    refusal: { code: 'INVALID_CODE' },
  });

  const third = code();
  expect(await show(third)).toBe(true);
  const fourth = code();
  expect(await show(fourth)).toBe(true);
  expect(await show(third), 'a later one took its place').toBe(false);
  // A code that was right before was no guess; showing a right one again gives none back.
  const guesses: (boolean | string)[] = [];
  for (let i = 0; i < 6; i++) {
    guesses.push(await show('000000'));
    await show(fourth);
  }
  expect(guesses).toEqual([false, false, false, false, false, 'TOO_MANY']);
});

test('WD-07 a right code costs no attempt if the withdrawal is refused for another reason; a wrong code does', async () => {
  const someone = await kopa.customer({ balances: { BTC: '0.5' } });
  const code = await turnOnTwoFactor(someone);
  await endHold(someone);
  const otp = code();
  const refusal = async (amount: string, shown: string) => {
    const reply = await withdraw(someone, request(amount, { otp: shown }));
    return reply.ok ? undefined : reply.refusal.code;
  };
  for (let i = 0; i < 8; i++) expect(await refusal('5', otp)).toBe('LIMIT_EXCEEDED');
  // Only the right code's own attempt is given back, and no guess.
  const guesses: unknown[] = [];
  for (let i = 0; i < 6; i++) {
    guesses.push(await refusal('0.1', '000000'));
    await refusal('5', otp);
  }
  const wrong = 'INVALID_CODE';
  expect(guesses).toEqual([wrong, wrong, wrong, wrong, wrong, 'TOO_MANY']);
});

test('WD-07 SEC-01 BEY-10 the routes say whether a withdrawal needs a code; with 2FA off no code counts as wrong', async () => {
  const someone = await kopa.customer({ balances: { BTC: '0.5' } });
  const isOn = async () => (await someone.must(getPaymentRoutes, {})).twoFactor;
  expect(await isOn()).toBe(false);
  const code = await turnOnTwoFactor(someone);
  expect(await isOn()).toBe(true);
  await someone.must(disableTwoFactor, { otp: code() });
  expect(await isOn()).toBe(false);
  // It is no attempt either: however often a code is sent, turning 2FA on again is not locked.
  for (let i = 0; i < 8; i++) {
    expect(await someone.call(verifyTwoFactor, { otp: '000000' })).toMatchObject({
      status: 422,
      refusal: {
        code: 'INVALID_INPUT',
        message: 'Two-factor authentication is off. No code is needed.',
      },
    });
  }
  await turnOnTwoFactor(someone);
  expect(await isOn()).toBe(true);
});

test('KEEP-16 an asset’s page names the networks that the asset has with us, and no others', async () => {
  const routes = await kopa.db
    .selectFrom('payment_routes')
    .select(['currency', 'network'])
    .execute();
  for (const code of assetCodes) {
    const own = routes.filter(({ currency }) => currency === code).map(({ network }) => network);
    expect([...whitePapers[code].networks].sort(), code).toEqual(own.sort());
  }
});
