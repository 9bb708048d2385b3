import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verifyTwoFactor } from '#core/contract/account/account.ts';
import { saveAddress } from '#core/contract/account/address-book.ts';
import {
  addPasskey,
  passkeyAddChallenge,
  passkeyProofChallenge,
  showPasskey,
} from '#core/contract/account/passkeys.ts';
import {
  createUser,
  otpTypes,
  sendEmailOtp,
  verifyOtpAndUpdatePassword,
} from '#core/contract/account/registration.ts';
import { login } from '#core/contract/account/session.ts';
import { getPaymentRoutes } from '#core/contract/money/funds.ts';
import { sendTransferCode, type Transfer } from '#core/contract/money/transfer.ts';
import { createPayout, createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { getOperationOutcome } from '#core/contract/operation.ts';
import { checkedIban } from '#core/money/account-number.ts';
import { issueChallenge } from '#server/services/access/credentials/passkeys.ts';
import { newKey, type Reply } from '#tests/support/api-client.ts';
import { Authenticator } from '#tests/support/authenticator.ts';
import { codeForTransfer } from '#tests/support/confirmed-transfer.ts';
import { type PersonOptions, password } from '#tests/support/in-process.ts';
import { turnOnTwoFactor } from '#tests/support/in-process-test.ts';
import type { Member } from '#tests/support/member.ts';
import { world } from '#tests/support/world.ts';

const ORIGIN = 'https://app.example';

const kopa = world({ env: { PUBLIC_URL: ORIGIN } });

const FRIEND = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const OTHER = '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe';
const IBAN = checkedIban('DE', '370400440532013000');

/** What a request asks for, as a page sends it. */
const usdc = (more: object = {}) => ({
  amount: '25',
  cryptoAddress: FRIEND,
  paymentRouteId: 'usdc-ethereum',
  ...more,
});

async function customer({ market = 'EUR', ...options }: PersonOptions = {}): Promise<Member> {
  return kopa.customer({
    market,
    balances: { USDC: '1000', ETH: '2', ...(market !== 'USD' && { [market]: '1000' }) },
    ...options,
  });
}

const send = (who: Member, more: object = {}, key = newKey()) =>
  who.call(createWithdrawal, { ...usdc(), ...more }, { idempotencyKey: key });

/** The newest mail with a code. */
const codeMail = async ({ email }: { readonly email: string }) =>
  (await kopa.sandbox.inbox(email)).find(({ code }) => code);

/** Its code, and whether it is about one that is mailed. */
const refusalOf = (reply: Reply<unknown>): string =>
  reply.ok ? 'done' : `${reply.refusal.mailed ? 'mailed ' : ''}${reply.refusal.code}`;
const messageOf = (reply: Reply<unknown>) => (reply.ok ? 'done' : reply.refusal.message);
/** A code that is not this one. */
const not = (code: string): string =>
  code.replace(/\d$/, (last) => String((Number(last) + 1) % 10));
const anotherCode = (): void => kopa.clock.advance(31_000);

async function withdrawals(): Promise<number> {
  const { n } = await kopa.db
    .selectFrom('withdrawals')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

describe('KEEP-15 a customer of the Union sends USDC with two factors, the second for just this transfer', () => {
  test('the password and a code that was mailed with amount and recipient', async () => {
    const who = await customer();
    expect((await who.must(getPaymentRoutes, {})).confirmed).toEqual(['USDC', 'EUR']);
    expect(await send(who, { password })).toMatchObject({
      status: 422,
      refusal: { code: 'SECOND_FACTOR_REQUIRED', mailed: true },
    });
    const transferCode = await codeForTransfer(kopa.api, who, usdc());
    const mail = await codeMail(who);
    expect(mail?.subject).toContain('25 USDC');
    expect(mail?.text).toContain(`Your code is ${transferCode}.`);
    expect(mail?.text).toContain(`Amount: 25 USDC\nRecipient: ${FRIEND}\nNetwork: Ethereum`);
    expect(mail?.text).toMatch(/freeze your account here/);
    expect(transferCode).toMatch(/^\d{8}$/);
    // The code alone is one factor.
    expect(refusalOf(await send(who, { transferCode }))).toBe('PASSWORD_REQUIRED');
    expect(refusalOf(await send(who, { transferCode, password: 'Wrong-2026!' }))).toBe(
      'INVALID_CREDENTIALS',
    );
    expect(await send(who, { transferCode, password })).toMatchObject({ ok: true });
    expect(await withdrawals()).toBe(1);
    expect(kopa.log.join('\n')).not.toContain(transferCode);
  });

  test('a code counts for this amount, recipient, network, session and transfer alone', async () => {
    const who = await customer();
    const transferCode = await codeForTransfer(kopa.api, who, usdc());
    const changed: readonly object[] = [
      { amount: '25.000001' },
      { cryptoAddress: OTHER },
      {
        paymentRouteId: 'usdc-solana',
        cryptoAddress: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
      },
    ];
    for (const change of changed) {
      const reply = await send(who, { ...change, transferCode, password });
      expect(refusalOf(reply)).toBe('mailed INVALID_CODE');
      expect(messageOf(reply)).toContain('made for another amount or another recipient');
    }
    const elsewhere = await who.later(0);
    expect(messageOf(await send(elsewhere, { transferCode, password }))).toContain(
      'No code was asked for',
    );
    expect(await withdrawals()).toBe(0);
    expect(await send(who, { transferCode, password })).toMatchObject({ ok: true });
    const again = await send(who, { transferCode, password });
    expect(refusalOf(again)).toBe('mailed INVALID_CODE');
    expect(messageOf(again)).toContain('The code was used before');
    expect(await withdrawals()).toBe(1);
  });

  test('a known recipient changes nothing: each transfer has a code of its own', async () => {
    const who = await customer();
    const first = await codeForTransfer(kopa.api, who, usdc());
    expect(await send(who, { transferCode: first, password })).toMatchObject({ ok: true });
    await kopa.db.updateTable('withdrawals').set({ status: 'completed' }).execute();
    expect(refusalOf(await send(who, { password }))).toBe('mailed SECOND_FACTOR_REQUIRED');
    anotherCode();
    const second = await codeForTransfer(kopa.api, who, usdc());
    expect(refusalOf(await send(who, { transferCode: second }))).toBe('PASSWORD_REQUIRED');
    expect(await send(who, { transferCode: second, password })).toMatchObject({ ok: true });
  });

  test('wrong codes are counted, also at once; then none is right, and another one is asked for', async () => {
    const who = await customer();
    const right = await codeForTransfer(kopa.api, who, usdc());
    const wrong = await send(who, { transferCode: not(right), password });
    expect(wrong).toMatchObject({
      refusal: { code: 'INVALID_CODE', mailed: true, codeCounts: true },
    });
    expect(messageOf(wrong)).toContain(
      'Invalid code. It is not the code of our newest email. You have 4 tries left.',
    );
    await Promise.all(
      Array.from({ length: 6 }, () => send(who, { transferCode: not(right), password })),
    );
    const late = await send(who, { transferCode: right, password });
    expect(messageOf(late)).toContain('The code is used up');
    expect(await withdrawals()).toBe(0);
    anotherCode();
    const next = await codeForTransfer(kopa.api, who, usdc());
    expect(await send(who, { transferCode: next, password })).toMatchObject({ ok: true });
  });

  test('a code runs out, and a newer one takes its place', async () => {
    const who = await customer();
    const first = await codeForTransfer(kopa.api, who, usdc());
    const soon = await who.call(sendTransferCode, { transfer: usdc() });
    expect(soon).toMatchObject({ status: 429, refusal: { codeCounts: true } });
    anotherCode();
    const second = await codeForTransfer(kopa.api, who, usdc());
    expect(second).not.toBe(first);
    expect(refusalOf(await send(who, { transferCode: first, password }))).toBe(
      'mailed INVALID_CODE',
    );
    kopa.clock.advance(10 * 60_000);
    expect(messageOf(await send(who, { transferCode: second, password }))).toContain(
      'The code has run out',
    );
    expect(await withdrawals()).toBe(0);
  });

  test('a transfer that is refused for another reason uses no code up', async () => {
    const who = await customer();
    const transferCode = await codeForTransfer(kopa.api, who, usdc({ amount: '5000' }));
    const tooMuch = await send(who, { amount: '5000', transferCode, password });
    expect(refusalOf(tooMuch)).toBe('INSUFFICIENT_BALANCE');
    await kopa.sandbox.deposit(who.email, 'USDC', '9000');
    expect(await send(who, { amount: '5000', transferCode, password })).toMatchObject({ ok: true });
  });

  test('a repetition under the same key is the same withdrawal without any code, and a lost answer is told', async () => {
    const who = await customer();
    const key = newKey();
    const transferCode = await codeForTransfer(kopa.api, who, usdc());
    const made = await send(who, { transferCode, password }, key);
    expect(await send(who, {}, key)).toEqual(made);
    expect(await send(who, { transferCode: '1' }, key)).toEqual(made);
    const asked = { idempotencyKey: key, operation: createWithdrawal.path };
    expect(await who.must(getOperationOutcome, asked)).toMatchObject({
      data: { outcome: 'done' },
    });
    expect(await withdrawals()).toBe(1);
  });

  test('at once under many keys, one code makes one withdrawal', async () => {
    const who = await customer();
    const transferCode = await codeForTransfer(kopa.api, who, usdc());
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => send(who, { transferCode, password })),
    );
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await withdrawals()).toBe(1);
  });

  test('with 2FA on, its code is the other factor: neither is enough by itself', async () => {
    const who = await customer();
    const { code } = await turnOnTwoFactor(kopa, who);
    expect(refusalOf(await send(who, { otp: code() }))).toBe('mailed SECOND_FACTOR_REQUIRED');
    const transferCode = await codeForTransfer(kopa.api, who, usdc());
    expect(refusalOf(await send(who, { transferCode, password }))).toBe('INVALID_CODE');
    // WD-07's dialog comes before, and is good for one withdrawal.
    await who.must(verifyTwoFactor, { otp: code() });
    expect(refusalOf(await send(who, { transferCode: not(transferCode) }))).toBe(
      'mailed INVALID_CODE',
    );
    expect(await send(who, { transferCode })).toMatchObject({ ok: true });
    // Nor does a code of the authenticator stand for the mailed one.
    expect(refusalOf(await send(who, { transferCode: code() }))).toBe('mailed INVALID_CODE');
  });

  test('no code is mailed for what needs none, while withdrawals are held, or before the identity check', async () => {
    const who = await customer();
    const ask = (transfer: Transfer, someone = who) =>
      kopa.api.call(sendTransferCode, { transfer }, someone);
    const eth = { amount: '0.1', cryptoAddress: FRIEND, paymentRouteId: 'eth-ethereum' };
    expect(refusalOf(await ask(eth))).toBe('INVALID_INPUT');
    expect(refusalOf(await ask(usdc({ cryptoAddress: 'nobody' })))).toBe('INVALID_INPUT');
    await kopa.sandbox.kyc(who.email, 'rejected');
    expect(refusalOf(await ask(usdc()))).toBe('VERIFICATION_REQUIRED');
    const one = await customer({ market: 'AUD' });
    expect(await one.call(sendTransferCode, { transfer: usdc() })).toMatchObject({
      refusal: { code: 'INVALID_INPUT' },
    });
  });
});

/** With the session that is open. */
const ownerOf = async ({ id }: Member) => {
  const session = await kopa.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  return { userId: id, sessionId: session.id };
};

/** Adds a passkey, whose owner shows the password. */
async function withPasskey(who: Member): Promise<Authenticator> {
  const device = new Authenticator(ORIGIN);
  const { data } = await who.must(passkeyAddChallenge, { password });
  await who.must(addPasskey, { credential: device.make(data) });
  return device;
}

/** What a session may show for a passkey that signed this transfer. */
async function signed(device: Authenticator, who: Member, transfer: Transfer): Promise<string> {
  const use = 'transfer' as const;
  const { data } = await who.must(passkeyProofChallenge, { use, transfer });
  const credential = device.answer(data.challenge);
  return (await who.must(showPasskey, { use, credential })).data.otp;
}

describe('KEEP-15 a passkey signs the transfer', () => {
  test('it is both factors where USDC was sent before; a new recipient asks for the password too', async () => {
    const young = await customer();
    const device = await withPasskey(young);
    const who = await young.later(25);
    const transferCode = await signed(device, who, usdc());
    expect(refusalOf(await send(who, { transferCode }))).toBe('PASSWORD_REQUIRED');
    expect(await send(who, { transferCode, password })).toMatchObject({ ok: true });
    await kopa.db.updateTable('withdrawals').set({ status: 'completed' }).execute();
    const next = await signed(device, who, usdc());
    expect(await send(who, { transferCode: next })).toMatchObject({ ok: true });
  });

  test('what it signed counts for this amount and recipient alone, once, for two minutes', async () => {
    const young = await customer();
    const device = await withPasskey(young);
    const who = await young.later(25);
    const transferCode = await signed(device, who, usdc());
    for (const change of [{ amount: '26' }, { cryptoAddress: OTHER }]) {
      expect(refusalOf(await send(who, { ...change, transferCode, password }))).toBe(
        'mailed INVALID_CODE',
      );
    }
    expect(await send(who, { transferCode, password })).toMatchObject({ ok: true });
    expect(refusalOf(await send(who, { transferCode, password }))).toBe('mailed INVALID_CODE');
    const late = await signed(device, who, usdc());
    kopa.clock.advance(121_000);
    expect(refusalOf(await send(who, { transferCode: late, password }))).toBe(
      'mailed INVALID_CODE',
    );
    expect(await withdrawals()).toBe(1);
  });

  test('the challenge is made of the transfer, and that of another use signs none', async () => {
    const young = await customer();
    const device = await withPasskey(young);
    const who = await young.later(25);
    // With the same random bytes it differs by the transfer alone.
    const zeros = { ...kopa.deps, random: (bytes: number) => new Uint8Array(bytes) };
    const owner = await ownerOf(who);
    const made = (about: string) => issueChallenge(zeros, kopa.db, 'transfer', owner, about);
    const digest = (about: string) =>
      createHash('sha256').update(new Uint8Array(32)).update(about).digest('base64url');
    expect(await made('25 to a friend')).toBe(digest('25 to a friend'));
    expect(await made('26 to a friend')).toBe(digest('26 to a friend'));
    const { data } = await who.must(passkeyProofChallenge, { use: 'withdrawal' });
    const crossed = { use: 'transfer', credential: device.answer(data.challenge) } as const;
    expect(refusalOf(await who.call(showPasskey, crossed))).toBe('INVALID_CODE');
    const unbound = await who.call(passkeyProofChallenge, { use: 'transfer' });
    expect(refusalOf(unbound)).toBe('INVALID_INPUT');
    const { data: plain } = await who.must(passkeyProofChallenge, { use: 'withdrawal' });
    const shown = { use: 'withdrawal', credential: device.answer(plain.challenge) } as const;
    const { otp } = (await who.must(showPasskey, shown)).data;
    expect(refusalOf(await send(who, { transferCode: otp, password }))).toBe('mailed INVALID_CODE');
  });

  test('with 2FA on it stands for both codes', async () => {
    const who = await customer();
    const device = await withPasskey(who);
    const day = await who.later(25);
    await turnOnTwoFactor(kopa, day);
    const transferCode = await signed(device, day, usdc());
    expect(await send(day, { transferCode })).toMatchObject({ ok: true });
  });

  test('one that was added less than a day ago signs none: whoever has the password can add one', async () => {
    const who = await customer();
    const device = await withPasskey(who);
    const use = 'transfer' as const;
    const asked = { use, transfer: usdc() };
    const { data } = await who.must(passkeyProofChallenge, asked);
    expect(data.known).toEqual([]);
    const credential = device.answer(data.challenge);
    expect(refusalOf(await who.call(showPasskey, { use, credential }))).toBe('INVALID_CODE');
  });
});

describe('KEEP-15 cash goes to a bank in the same way', () => {
  const save = async (who: Member, account: object) =>
    (
      await who.must(saveAddress, {
        kind: 'fiat',
        label: 'Mine',
        holder: 'Test Person',
        currency_id: 'EUR',
        ...account,
      })
    ).data.address_id;
  const payOut = (who: Member, request: { amount: string; address_id: string }, more = {}) =>
    who.call(createPayout, { ...request, ...more });

  test('euros need the code for this amount and this account, with both in the mail', async () => {
    const who = await customer();
    const mine = await save(who, { iban: IBAN });
    const joint = await save(who, {
      iban: checkedIban('DE', '370400440532013001'),
      label: 'Joint',
    });
    const transfer = { amount: '100', address_id: mine };
    expect(refusalOf(await payOut(who, transfer, { password }))).toBe(
      'mailed SECOND_FACTOR_REQUIRED',
    );
    const transferCode = await codeForTransfer(kopa.api, who, transfer);
    const mail = await codeMail(who);
    expect(mail?.text).toContain('Amount: €100.00');
    expect(mail?.text).toContain('Recipient: Test Person, DE');
    for (const change of [{ amount: '101' }, { address_id: joint }]) {
      expect(
        refusalOf(await payOut(who, { ...transfer, ...change }, { transferCode, password })),
      ).toBe('mailed INVALID_CODE');
    }
    expect(refusalOf(await payOut(who, transfer, { transferCode }))).toBe('PASSWORD_REQUIRED');
    expect(await payOut(who, transfer, { transferCode, password })).toMatchObject({ ok: true });
  });

  test('Australian dollars need what WD-07 and HARD-21 ask for, and no code', async () => {
    const who = await customer({ market: 'AUD' });
    const account = { currency_id: 'AUD', bsb: '062-000', account_number: '12345678' };
    const transfer = { amount: '100', address_id: await save(who, account) };
    expect(await payOut(who, transfer, { password })).toMatchObject({ ok: true });
  });
});

describe('WD-07 KEEP-15 elsewhere, and for what is no money, all stays as it was', () => {
  test.each(['AUD', 'USD'] as const)(
    'a customer of the %s market sends USDC without a code',
    async (market) => {
      const who = await customer({ market });
      expect((await who.must(getPaymentRoutes, {})).confirmed).toEqual([]);
      expect(await send(who, { password })).toMatchObject({ ok: true });
      await kopa.db.updateTable('withdrawals').set({ status: 'completed' }).execute();
      // Sent to before: at once, after the review.
      expect(await send(who)).toMatchObject({ ok: true });
      const { code } = await turnOnTwoFactor(kopa, who);
      expect(refusalOf(await send(who))).toBe('INVALID_CODE');
      expect(await send(who, { otp: code() })).toMatchObject({ ok: true });
    },
  );

  test('a customer of the Union sends ether without a code', async () => {
    const who = await customer();
    const eth = { amount: '0.5', cryptoAddress: FRIEND, paymentRouteId: 'eth-ethereum' };
    expect(await send(who, { ...eth, password })).toMatchObject({ ok: true });
    await kopa.db.updateTable('withdrawals').set({ status: 'completed' }).execute();
    expect(await send(who, eth)).toMatchObject({ ok: true });
  });
});

const signIn = (who: { email: string }, more: object = {}) =>
  kopa.api.call(login, { email: who.email, password, device_id: newKey(), ...more });

describe('KEEP-15 a customer of the Union signs in on a new device with two factors', () => {
  test('the password and a code mailed for it; from then on the device is known', async () => {
    const who = await customer();
    const device_id = newKey();
    const asked = await signIn(who, { device_id });
    expect(asked).toMatchObject({
      status: 422,
      refusal: { code: 'SECOND_FACTOR_REQUIRED', mailed: true },
    });
    const otp = await kopa.sandbox.code(who.email);
    const mail = await codeMail(who);
    expect(mail?.text).toContain('signs you in on a new device');
    expect(mail?.text).toMatch(/freeze your account here/);
    expect(await signIn(who, { device_id, otp: not(otp) })).toMatchObject({
      refusal: { code: 'INVALID_CODE', mailed: true },
    });
    expect(await signIn(who, { device_id, otp })).toMatchObject({ ok: true });
    expect(await signIn(who, { device_id })).toMatchObject({ ok: true });
    expect(kopa.log.join('\n')).not.toContain(otp);
  });

  test('a code counts in its browser alone, and with the right password alone', async () => {
    const who = await customer();
    const device_id = newKey();
    await signIn(who, { device_id });
    const otp = await kopa.sandbox.code(who.email);
    expect(refusalOf(await signIn(who, { otp }))).toBe('mailed INVALID_CODE');
    expect(refusalOf(await signIn(who, { device_id, otp, password: 'Wrong-2026!' }))).toBe(
      'INVALID_CREDENTIALS',
    );
    expect(await signIn(who, { device_id, otp })).toMatchObject({ ok: true });
    // A browser that cannot keep its number is new each time.
    anotherCode();
    expect(refusalOf(await kopa.api.call(login, { email: who.email, password }))).toBe(
      'mailed SECOND_FACTOR_REQUIRED',
    );
  });

  test('a wrong password mails nothing, and asking again mails nothing new unless that is asked for', async () => {
    const who = await customer();
    const device_id = newKey();
    await signIn(who, { device_id, password: 'Wrong-2026!' });
    expect(await codeMail(who)).toBeUndefined();
    const before = (await kopa.sandbox.inbox(who.email)).length;
    for (let i = 0; i < 8; i++) await signIn(who, { device_id });
    expect(await kopa.sandbox.inbox(who.email)).toHaveLength(before + 1);
    const first = await kopa.sandbox.code(who.email);
    anotherCode();
    const again = await signIn(who, { device_id, new_code: true });
    expect(messageOf(again)).toContain('The one before no longer counts');
    expect(refusalOf(await signIn(who, { device_id, otp: first }))).toBe('mailed INVALID_CODE');
    const otp = await kopa.sandbox.code(who.email);
    expect(await signIn(who, { device_id, otp })).toMatchObject({ ok: true });
  });

  test('somebody who knows the password cannot keep its owner out: a new password comes with new codes', async () => {
    const who = await customer();
    for (let i = 0; i < 12; i++) {
      await signIn(who, { new_code: true });
      await kopa.sandbox.inbox(who.email);
      anotherCode();
    }
    expect(refusalOf(await signIn(who, { new_code: true }))).toBe('TOO_MANY');
    await kopa.api.must(sendEmailOtp, { email: who.email, type: otpTypes.resetPassword });
    const otp = await kopa.sandbox.code(who.email);
    const changed = { email: who.email, otp, password: 'Another-2026!' };
    await kopa.api.must(verifyOtpAndUpdatePassword, changed);
    const device_id = newKey();
    const mine = { device_id, password: 'Another-2026!' };
    expect(refusalOf(await signIn(who, mine))).toBe('mailed SECOND_FACTOR_REQUIRED');
    const mailed = await kopa.sandbox.code(who.email);
    expect(await signIn(who, { ...mine, otp: mailed })).toMatchObject({ ok: true });
  });

  test('HARD-05 a sign-in whose answer was lost is repeated without another code', async () => {
    const who = await customer();
    const device_id = newKey();
    await signIn(who, { device_id });
    const otp = await kopa.sandbox.code(who.email);
    await signIn(who, { device_id, otp });
    expect(await signIn(who, { device_id, otp })).toMatchObject({ ok: true });
  });

  test('with 2FA on the code of the authenticator is asked for, as on every device', async () => {
    const who = await customer();
    const { code } = await turnOnTwoFactor(kopa, who);
    const asked = await signIn(who);
    expect(refusalOf(asked)).toBe('SECOND_FACTOR_REQUIRED');
    expect(await signIn(who, { otp: code() })).toMatchObject({ ok: true });
  });

  test('the browser an account was made in is known: both were shown there', async () => {
    const email = `n${newKey().slice(0, 8)}@kopa.test`;
    await kopa.api.must(sendEmailOtp, { email });
    const xsrf = newKey();
    const headers = { cookie: `XSRF-TOKEN=${xsrf}; country=LT`, 'x-xsrf-token': xsrf };
    await kopa.api.must(
      createUser,
      {
        ...{ email, password, otp: await kopa.sandbox.code(email), device_info: 'test' },
        ...{ country_code: 'LT', currency_code: 'EUR', is_eu: true, ip: '127.0.0.1' },
        ...{ first_name: 'Test', last_name: 'Person', dob: '1990-01-01' },
      },
      { headers },
    );
    expect(await signIn({ email }, { device_id: kopa.api.device })).toMatchObject({ ok: true });
    expect(refusalOf(await signIn({ email }))).toBe('mailed SECOND_FACTOR_REQUIRED');
  });

  test('elsewhere the password opens a new device, and its owner is told, as before', async () => {
    const who = await customer({ market: 'AUD' });
    expect(await signIn(who)).toMatchObject({ ok: true });
    expect(await signIn(who)).toMatchObject({ ok: true });
    const subjects = (await kopa.sandbox.inbox(who.email)).map(({ subject }) => subject);
    expect(subjects.filter((one) => one !== 'You are verified')).toEqual([
      'New sign-in to your account',
    ]);
  });
});
