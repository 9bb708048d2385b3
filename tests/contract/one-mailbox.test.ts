import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { changePassword } from '#core/contract/account/account.ts';
import { deleteAddress, listAddresses, saveAddress } from '#core/contract/account/address-book.ts';
import {
  checkPasswordChoice,
  createUser,
  otpTypes,
  sendEmailOtp,
  verifyOtpAndUpdatePassword,
} from '#core/contract/account/registration.ts';
import { login } from '#core/contract/account/session.ts';
import { checkWithdrawalAddress } from '#core/contract/money/withdrawal-address.ts';
import { password } from '#tests/support/in-process.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

const random = (): string => randomBytes(5).toString('hex');
const form = (email: string, otp: string, more: object = {}) => ({
  ...{ email, password, otp, device_info: 'test', country_code: 'AU', currency_code: 'AUD' },
  ...{ is_eu: false, ip: '127.0.0.1', first_name: 'Jo', last_name: 'Bloggs', dob: '1990-01-01' },
  ...more,
});
async function registered(email: string, more: object = {}): Promise<void> {
  await kopa.api.must(sendEmailOtp, { email });
  await kopa.api.must(createUser, form(email, await kopa.sandbox.code(email), more));
}

test('HARD-29 one mailbox is one account, however its address is spelt', async () => {
  const name = random();
  const stored = `jos\u00e9${name}@xn--bcher-kva.test`;
  await registered(`Jose\u0301${name}@Bücher.test`);
  const spellings = [
    stored,
    `jos\u00e9${name}@b\u00fccher.test`,
    `jo\u200bs\u00e9${name}@b\u00fccher.test\u202e`,
    `jos\u00e9${name}@b\u00fccher\u3002test`,
  ];
  for (const email of spellings) {
    const { user } = await kopa.api.must(login, { email, password });
    expect(user.email).toBe(stored);
  }
  kopa.clock.advance(31_000);
  await kopa.api.must(sendEmailOtp, { email: spellings[2] ?? '' });
  expect((await kopa.sandbox.inbox(stored))[0]?.text).toContain('You already have one');
});

const DECOMPOSED = 'Cafe\u0301-am-See-7';
const COMPOSED = 'Caf\u00e9-am-See-7';

test('HARD-29 a password opens whatever keyboard it is typed on', async () => {
  const email = `k${random()}@kopa.test`;
  await registered(email, { password: DECOMPOSED });
  for (const typed of [DECOMPOSED, COMPOSED]) await kopa.api.signIn(email, typed);
  expect(await kopa.api.call(login, { email, password: 'Cafe-am-See-7' })).toMatchObject({
    ok: false,
  });
});

test('HARD-29 a common password is refused wherever one is chosen, and the code is not used up by it', async () => {
  const email = `c${random()}@kopa.test`;
  const easy = { status: 422, refusal: { code: 'INVALID_INPUT', message: /too easy to guess/ } };
  const matching = {
    ...easy,
    refusal: { ...easy.refusal, message: expect.stringMatching(easy.refusal.message) },
  };
  await kopa.api.must(sendEmailOtp, { email });
  const otp = await kopa.sandbox.code(email);
  const weak = { password: 'Password1!' };
  expect(await kopa.api.call(createUser, form(email, otp, weak))).toMatchObject(matching);
  await kopa.api.must(createUser, form(email, otp));
  await kopa.api.must(sendEmailOtp, { email, type: otpTypes.resetPassword });
  const reset = await kopa.sandbox.code(email);
  expect(
    await kopa.api.call(verifyOtpAndUpdatePassword, { email, otp: reset, ...weak }),
  ).toMatchObject(matching);
  const second = { email, otp: reset, password: 'Other-demo-2026!' };
  await kopa.api.must(verifyOtpAndUpdatePassword, second);
  const credential = await kopa.api.signIn(email, second.password);
  const change = { oldPassword: second.password, newPassword: 'Qwerty123!' };
  expect(await kopa.api.call(changePassword, change, { credential })).toMatchObject(matching);
});

test('SPEC-01 a common password is refused before a code is mailed, and every refusal of one names its field', async () => {
  const email = `w${random()}@kopa.test`;
  const weak = { password: 'Password1!' };
  const about = [email, 'Annabel', 'Otherley'];
  const common = (field: string) => ({
    status: 422,
    refusal: { code: 'INVALID_INPUT', message: expect.stringContaining('too easy'), field },
  });
  expect(await kopa.api.call(checkPasswordChoice, weak)).toMatchObject(common('password'));
  const own = { password: 'Otherley1!', about };
  expect(await kopa.api.call(checkPasswordChoice, own)).toMatchObject(common('password'));
  await kopa.api.must(checkPasswordChoice, { ...own, password: 'Kopa-spec-01-ok!' });
  expect(await kopa.sandbox.inbox(email)).toEqual([]);

  await kopa.api.must(sendEmailOtp, { email });
  const otp = await kopa.sandbox.code(email);
  for (const [field, part] of [
    ['password', weak],
    ['first_name', { first_name: 'A' }],
    ['last_name', { last_name: '' }],
    ['dob', { dob: '2024-02-30' }],
  ] as const) {
    expect(await kopa.api.call(createUser, form(email, otp, part))).toMatchObject({
      status: 422,
      refusal: { code: 'INVALID_INPUT', field },
    });
  }
  await kopa.api.must(createUser, form(email, otp));
  await kopa.api.must(sendEmailOtp, { email, type: otpTypes.resetPassword });
  const reset = { email, otp: await kopa.sandbox.code(email) };
  expect(await kopa.api.call(verifyOtpAndUpdatePassword, { ...reset, ...weak })).toMatchObject(
    common('password'),
  );
  const password = 'Other-demo-2026!';
  await kopa.api.must(verifyOtpAndUpdatePassword, { ...reset, password });
  const credential = await kopa.api.signIn(email, password);
  const change = { oldPassword: password, newPassword: 'Qwerty123!' };
  expect(await kopa.api.call(changePassword, change, { credential })).toMatchObject(
    common('newPassword'),
  );
});

test('HARD-29 two zero-width spaces are no name', async () => {
  const email = `z${random()}@kopa.test`;
  await kopa.api.must(sendEmailOtp, { email });
  const nameless = form(email, await kopa.sandbox.code(email), { first_name: '\u200b\u200b' });
  expect(await kopa.api.call(createUser, nameless)).toMatchObject({
    refusal: { message: 'First name is required' },
  });
});

const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const entry = (label: string, currency_id: string, network: string, address: string, tag = '') => ({
  kind: 'crypto' as const,
  ...{ label, currency_id, network, address, tag },
});

test('HARD-29 a label writes no line of its own into our mail', async () => {
  const who = await kopa.person();
  const label = 'x\nhttps://kopa-help.example\u202e';
  const book = entry(label, 'BTC', 'Bitcoin', BITCOIN);
  await who.must(saveAddress, book);
  const [mail] = await kopa.sandbox.inbox(who.email);
  expect(mail?.text.split('\n')).toContain('Label: “x https kopa-help example”');
  expect(mail?.text).not.toMatch(/\u202e/);
  const blank = { ...book, label: '\u200b' };
  expect(await who.call(saveAddress, blank)).toMatchObject({
    refusal: { message: 'Label is required' },
  });
});

test('HARD-28 two spellings of one destination are one entry, and another tag is another', async () => {
  const who = await kopa.person();
  const save = (...args: Parameters<typeof entry>) => who.call(saveAddress, entry(...args));
  const again = { refusal: { message: 'This is already in your address book.' } };
  expect(await save('One', 'BTC', 'Bitcoin', BITCOIN)).toMatchObject({ ok: true });
  expect(await save('Two', 'BTC', 'Bitcoin', BITCOIN.toUpperCase())).toMatchObject(again);
  expect(await save('One', 'ETH', 'Ethereum', ETHEREUM)).toMatchObject({ ok: true });
  expect(await save('Two', 'ETH', 'Ethereum', ETHEREUM.toLowerCase())).toMatchObject(again);
  // XLS-5d’s own example: the X-address is the classic one with its tag.
  const [classic, x] = [
    'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
    'XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi',
  ];
  expect(await save('X', 'XRP', 'XRP Ledger', x)).toMatchObject({ ok: true });
  expect(await save('Same', 'XRP', 'XRP Ledger', classic, '4294967295')).toMatchObject({
    ok: false,
  });
  expect(await save('Other', 'XRP', 'XRP Ledger', classic, '7')).toMatchObject({ ok: true });
});

test('HARD-28 mails about the address book name asset, network, address and tag', async () => {
  const who = await kopa.person();
  const address = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
  const xrp = entry('Exchange', 'XRP', 'XRP Ledger', address, '42');
  const { data } = await who.must(saveAddress, xrp);
  const rows = [
    'Label: “Exchange”',
    'Asset: XRP on the XRP Ledger network',
    `Address: ${address}`,
    'Destination tag: 42',
  ].join('\n');
  expect((await kopa.sandbox.inbox(who.email))[0]?.text).toContain(rows);
  await who.must(deleteAddress, data);
  expect((await kopa.sandbox.inbox(who.email))[0]?.text).toContain(rows);
  const left = await who.must(listAddresses, {});
  expect(left.data.crypto).toEqual([]);
});

test('HARD-28 a saved address is known in its other spellings, too', async () => {
  const who = await kopa.person();
  const saved = entry('Mine', 'ETH', 'Ethereum', ETHEREUM.toLowerCase());
  await who.must(saveAddress, saved);
  const route = await kopa.db
    .selectFrom('payment_routes')
    .select('id')
    .where('currency', '=', 'ETH')
    .where('network', '=', 'Ethereum')
    .executeTakeFirstOrThrow();
  const { data } = await who.must(checkWithdrawalAddress, {
    paymentRouteId: route.id,
    cryptoAddress: ETHEREUM,
    tag: '',
  });
  expect(data).toMatchObject({ known: 'new', label: 'Mine' });
  expect(data).not.toHaveProperty('lookalike');
});
