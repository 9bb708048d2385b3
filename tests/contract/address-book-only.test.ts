import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { getSecurity, setAddressBookOnly } from '#core/contract/account/security.ts';
import { checkWithdrawalAddress } from '#core/contract/money/withdrawal-address.ts';
import { password } from '#tests/support/in-process.ts';
import { turnOnTwoFactor } from '#tests/support/in-process-test.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

const SAVED = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const OTHER = '0x52908400098527886E0F7030069857D2E4169EE7';
const HOUR_MS = 3600_000;

const approved = (): Promise<Member> => kopa.customer({ balances: { ETH: '2' } });

const save = (who: Member, address: string) =>
  who.must(saveAddress, {
    kind: 'crypto',
    label: address.slice(-4),
    currency_id: 'ETH',
    network: 'Ethereum',
    address,
  });

const send = (who: Member, cryptoAddress: string, more: object = {}) =>
  who.withdraws('ETH', '0.1', cryptoAddress, more);

const check = async (who: Member, cryptoAddress: string) =>
  (await who.must(checkWithdrawalAddress, { paymentRouteId: 'eth-ethereum', cryptoAddress })).data
    .bookOnly;

const turnOn = (who: Member) => who.must(setAddressBookOnly, { on: true });

const leave = (who: Member, given: object) => who.call(setAddressBookOnly, { on: false, ...given });

const mode = async (who: Member) => (await who.must(getSecurity, {})).data.addressBookOnly;

const refused = { ok: false, refusal: { code: 'RECIPIENT_NOT_SAVED' } };

test('LIVE-08 with “address book only” withdrawals go to saved recipients alone, and others move nothing', async () => {
  const who = await approved();
  await save(who, SAVED);
  expect(await mode(who)).toBeNull();
  expect(await check(who, OTHER)).toBeUndefined();
  await turnOn(who);
  expect(await mode(who)).toEqual({ until: null });
  expect(await check(who, OTHER)).toEqual({ from: null });
  expect(await send(who, OTHER)).toMatchObject(refused);
  const { rows } = await sql`select 1 from withdrawals where user_id = ${who.id}`.execute(kopa.db);
  expect(rows).toEqual([]);
  // Saved before it was turned on, and in another spelling.
  expect(await check(who, SAVED)).toBeUndefined();
  expect(await send(who, SAVED.toLowerCase())).toMatchObject({ ok: true });
});

test('LIVE-08 a recipient saved while it is on counts after 24 hours', async () => {
  let who = await approved();
  await turnOn(who);
  await save(who, OTHER);
  const from = (await check(who, OTHER))?.from;
  const hours = (Date.parse(from ?? '') - kopa.clock.now()) / HOUR_MS;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThanOrEqual(24);
  expect(await send(who, OTHER)).toMatchObject(refused);
  who = await who.later(23);
  expect(await send(who, OTHER)).toMatchObject(refused);
  who = await who.later(1);
  expect(await send(who, OTHER)).toMatchObject({ ok: true });
});

test('LIVE-08 it is left with the password, 24 hours later, and may be kept on until then', async () => {
  let who = await approved();
  await turnOn(who);
  expect(await leave(who, {})).toMatchObject({ refusal: { code: 'PASSWORD_REQUIRED' } });
  expect(await leave(who, { password: 'Wrong-2026!' })).toMatchObject({
    refusal: { code: 'INVALID_CREDENTIALS' },
  });
  expect(await mode(who)).toEqual({ until: null });
  expect(await leave(who, { password })).toMatchObject({ ok: true });
  const until = (await mode(who))?.until;
  expect(Date.parse(until ?? '') - kopa.clock.now()).toBeGreaterThan(23.9 * HOUR_MS);
  // Leaving once more does not begin the day anew, nor end it sooner.
  await leave(who, { password });
  expect((await mode(who))?.until).toBe(until);
  expect(await send(who, OTHER)).toMatchObject(refused);
  who = await who.later(23);
  expect(await send(who, OTHER)).toMatchObject(refused);
  await turnOn(who);
  who = await who.later(2);
  expect(await send(who, OTHER)).toMatchObject(refused);
  await leave(who, { password });
  who = await who.later(24);
  expect(await mode(who)).toBeNull();
  expect(await send(who, OTHER)).toMatchObject({ ok: true });
});

test('LIVE-08 a change is mailed with the link that freezes; what is on already is not told again', async () => {
  const who = await approved();
  await turnOn(who);
  await turnOn(who);
  await leave(who, { password });
  await leave(who, { password });
  const mails = (await kopa.sandbox.inbox(who.email)).filter(({ subject }) =>
    subject.startsWith('“Address book only”'),
  );
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    '“Address book only” is on',
    '“Address book only” will be turned off',
  ]);
  for (const { text } of mails) {
    expect(text).toMatch(/If this wasn't you, freeze your account here[\s\S]*http/);
  }
});

test('LIVE-08 where 2FA is on, leaving takes its code; a refused recipient uses up none', async () => {
  const who = await approved();
  const { code } = await turnOnTwoFactor(kopa, who);
  await turnOn(who);
  expect(await leave(who, { password })).toMatchObject({
    refusal: { code: 'SECOND_FACTOR_REQUIRED' },
  });
  expect(await leave(who, { password, otp: '000000' })).toMatchObject({
    refusal: { code: 'INVALID_CODE' },
  });
  expect(await mode(who)).toEqual({ until: null });
  const otp = code();
  expect(await send(who, OTHER, { otp })).toMatchObject(refused);
  expect(await leave(who, { password, otp })).toMatchObject({ ok: true });
});
