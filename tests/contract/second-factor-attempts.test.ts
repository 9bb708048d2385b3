import { expect, test } from 'vitest';
import {
  deleteAccount,
  downloadOwnData,
  enableTwoFactor,
  generateTwoFactorSecret,
  requestEmailChange,
  verifyTwoFactor,
} from '#core/contract/account/account.ts';
import { passkeyAddChallenge } from '#core/contract/account/passkeys.ts';
import {
  disableTwoFactor,
  renewRecoveryCodes,
  setAddressBookOnly,
} from '#core/contract/account/security.ts';
import { login } from '#core/contract/account/session.ts';
import { limitKey } from '#server/platform/rate-limit.ts';
import type { Credential } from '#tests/support/api-client.ts';
import { password } from '#tests/support/in-process.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

/** Everything of a signed-in customer that asks for a code. */
const asks = {
  'turning it off': (credential: Credential, otp: string) =>
    kopa.api.call(disableTwoFactor, { otp }, { credential }),
  'new recovery codes': (credential: Credential, otp: string) =>
    kopa.api.call(renewRecoveryCodes, { otp }, { credential }),
  'moving it': (credential: Credential, otp: string) =>
    kopa.api.call(generateTwoFactorSecret, { otp }, { credential }),
  'the dialog before a withdrawal': (credential: Credential, otp: string) =>
    kopa.api.call(verifyTwoFactor, { otp }, { credential }),
  'adding a passkey': (credential: Credential, otp: string) =>
    kopa.api.call(passkeyAddChallenge, { otp }, { credential }),
  'a new address': (credential: Credential, otp: string) =>
    kopa.api.call(requestEmailChange, { email: 'new@kopa.test', password, otp }, { credential }),
  'one’s own data': (credential: Credential, otp: string) =>
    kopa.api.call(downloadOwnData, { password, otp }, { credential }),
  'leaving “address book only”': (credential: Credential, otp: string) =>
    kopa.api.call(setAddressBookOnly, { on: false, password, otp }, { credential }),
  'deleting the account': (credential: Credential, otp: string) =>
    kopa.api.call(deleteAccount, { password, otp }, { credential }),
} as const;

/** Somebody with a factor, and codes of theirs that are used or over. */
async function withFactor() {
  const who = await kopa.person();
  const { data } = await who.must(generateTwoFactorSecret, {});
  kopa.nextStep();
  const used = kopa.totp(data.base32);
  const given = { security_key: data.base32, otp: used, password };
  const on = await who.must(enableTwoFactor, given);
  const [recovery = ''] = on.data.recoveryCodes;
  kopa.nextStep();
  await who.must(verifyTwoFactor, { otp: recovery });
  return { ...who, secret: data.base32, used, recovery };
}

const countOf = async (userId: string): Promise<number> => {
  const row = await kopa.db
    .selectFrom('rate_limits')
    .select('count')
    .where('key', '=', limitKey(`second-factor:${userId}`))
    .executeTakeFirst();
  return row?.count ?? 0;
};

test.each(Object.entries(asks))(
  'HARD-64 what is no guess costs no attempt, and what is one costs one: %s',
  async (_, ask) => {
    const who = await withFactor();
    const late = kopa.totp(who.secret);
    for (const code of ['', '12345', 'abcdef', '1234567', who.used, who.recovery]) {
      const reply = await ask(who.credential, code).catch(() => undefined);
      expect([code, reply?.ok && !('data' in reply.value)]).toEqual([code, false]);
    }
    expect(await countOf(who.id)).toBe(0);
    // A code that was over before it was sent.
    kopa.nextStep();
    await ask(who.credential, late);
    expect(await countOf(who.id)).toBe(0);
    // Limits of other kinds are not what this is about.
    await kopa.db.deleteFrom('rate_limits').execute();
    await ask(who.credential, '000000');
    expect(await countOf(who.id)).toBe(1);
    // What was no guess gives nothing back, either.
    await ask(who.credential, who.used);
    expect(await countOf(who.id)).toBe(1);
  },
);

test('HARD-64 all of them together are five guesses in half an hour, however many come at once', async () => {
  const who = await withFactor();
  const all = Object.values(asks).flatMap((ask) => [
    ask(who.credential, '000000'),
    ask(who.credential, '000001'),
  ]);
  const replies = await Promise.all(all);
  const waits = replies.filter((one) => !one.ok && one.refusal.code === 'TOO_MANY');
  expect(waits.length).toBe(all.length - 5);
});

test('HARD-64 2FA that is off already says so, and costs nothing', async () => {
  const { id, credential } = await kopa.person();
  for (const ask of [asks['turning it off'], asks['new recovery codes']]) {
    expect(await ask(credential, '123456')).toMatchObject({
      refusal: { code: 'INVALID_INPUT', message: 'Two-factor authentication is off already.' },
    });
  }
  expect(await countOf(id)).toBe(0);
});

test('HARD-64 a used code at a sign-in is said to be used, and no guess; a wrong one is', async () => {
  const who = await withFactor();
  const signIn = (otp: string) => kopa.api.call(login, { email: who.email, password, otp });
  for (let times = 0; times < 7; times++) {
    expect(await signIn(who.used)).toMatchObject({
      refusal: { code: 'INVALID_CODE', message: expect.stringContaining('used already') },
    });
  }
  const codes = [];
  for (let times = 0; times < 6; times++) {
    const reply = await signIn('000000');
    codes.push(reply.ok ? 'let in' : reply.refusal.code);
  }
  expect(codes).toEqual([...Array(5).fill('INVALID_CODE'), 'TOO_MANY']);
});
