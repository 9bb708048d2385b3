import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { enableTwoFactor, generateTwoFactorSecret } from '#core/contract/account/account.ts';
import { getSecurity } from '#core/contract/account/security.ts';
import { login } from '#core/contract/account/session.ts';
import { REPEATS_HEADER } from '#core/contract/endpoint.ts';
import { getInstruments } from '#core/contract/money/swap.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { hex32, rawCall, sealedBody } from '#tests/support/raw-call.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

/** A sign-in in an envelope of its own, which may say which other one it repeats. */
const signIn = (request: object, nonce = hex32(), repeats?: string) =>
  rawCall(kopa.url, login, sealedBody({ password, ...request }, nonce), {
    ...(repeats && { headers: { [REPEATS_HEADER]: repeats } }),
  });

const devicesOf = async (who: Member) => (await who.must(getSecurity, {})).data.sessions;

/** What the customer was told, by mail and in the app: both are written together. */
const toldTo = async ({ id }: Member) =>
  (await kopa.db.selectFrom('notices').select('id').where('user_id', '=', id).execute()).length;

/**
 * A customer with a device of their own, whose second factor is on, and the code of a moment in which
 * none has been used. A sign-in on another device is told: the first device alone is no news.
 */
async function withTwoFactor() {
  const who = await kopa.person();
  await kopa.api.must(login, { email: who.email, password, device_id: hex32() });
  const secret = (await who.must(generateTwoFactorSecret, {})).data.base32;
  const { clock } = kopa.deps;
  const code = (): string => {
    clock.advance(30_000 - (clock.now() % 30_000) + 500);
    return new TOTP({ secret }).generate({ timestamp: clock.now() });
  };
  await who.must(enableTwoFactor, { security_key: secret, otp: code(), password });
  return { who, otp: code() };
}

test('HARD-05 a sign-in whose answer was lost is repeated with the same code, and leaves one session and one notice', async () => {
  const { who, otp } = await withTwoFactor();
  const request = { email: who.email, otp, device_id: hex32() };
  const nonce = hex32();
  const before = await toldTo(who);
  const first = await signIn(request, nonce);
  const [told, devices] = [await toldTo(who), await devicesOf(who)];
  // The copy that the browser sent by itself, and then the page's own repetition.
  expect(await signIn(request, nonce)).toMatchObject({ status: 409, body: { code: 'REPEATED' } });
  const second = await signIn(request, hex32(), nonce);
  expect(second).toMatchObject({ status: 200, body: { user: { email: who.email } } });
  expect((await devicesOf(who)).map(({ id }) => id).sort()).toEqual(
    devices.map(({ id }) => id).sort(),
  );
  expect(told).toBe(before + 1);
  expect(await toldTo(who)).toBe(told);
  const ask = ({ body }: typeof first) =>
    kopa.api.call(getInstruments, {}, { credential: body as never });
  expect(await ask(first)).toMatchObject({ ok: false, status: 401 });
  expect(await ask(second)).toMatchObject({ ok: true });
});

test.each([
  ['a nonce that opened nothing', () => hex32(), 0],
  [
    'a nonce of somebody else’s sign-in',
    async () => {
      const nonce = hex32();
      await signIn({ email: (await kopa.person()).email }, nonce);
      return nonce;
    },
    0,
  ],
  ['the nonce of a sign-in three minutes ago', undefined, 180_000],
] as const)('HARD-05 %s stands in for no code', async (_, other, later) => {
  const { who, otp } = await withTwoFactor();
  const nonce = hex32();
  expect(await signIn({ email: who.email, otp }, nonce)).toMatchObject({ status: 200 });
  const repeats = (await other?.()) ?? nonce;
  kopa.clock.advance(later);
  expect(await signIn({ email: who.email, otp }, hex32(), repeats)).toMatchObject({
    status: 422,
    body: { code: 'INVALID_CODE' },
  });
});

test('HARD-05 the nonce does not stand in for the password', async () => {
  const { who, otp } = await withTwoFactor();
  const nonce = hex32();
  await signIn({ email: who.email, otp }, nonce);
  const request = { email: who.email, otp, password: 'Wrong-1234!' };
  expect(await signIn(request, hex32(), nonce)).toMatchObject({
    status: 422,
    body: { code: 'INVALID_CREDENTIALS' },
  });
});

test('HARD-98 a code that was right in a session counts in none that takes its place', async () => {
  const { who, otp } = await withTwoFactor();
  const request = { email: who.email, otp, device_id: hex32() };
  const nonce = hex32();
  await signIn(request, nonce);
  const { db, clock } = kopa.deps;
  await sql`insert into second_factor_grants (session_id, user_id, expires_at, code_hash)
    select id, user_id, ${clock.sqlIn(3600)}, 'h' from sessions where user_id = ${who.id}
    order by created_at desc limit 1`.execute(db);
  const left = async () =>
    (await sql`select from second_factor_grants where user_id = ${who.id}`.execute(db)).rows.length;
  expect(await left()).toBe(1);
  expect(await signIn(request, hex32(), nonce)).toMatchObject({ status: 200 });
  expect(await left()).toBe(0);
});
