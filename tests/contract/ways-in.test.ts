import { expect, test } from 'vitest';
import {
  changePassword,
  enableTwoFactor,
  generateTwoFactorSecret,
} from '#core/contract/account/account.ts';
import { addPasskey, passkeyAddChallenge } from '#core/contract/account/passkeys.ts';
import { sendEmailOtp, verifyOtpAndUpdatePassword } from '#core/contract/account/registration.ts';
import { freezeAccount, getSecurity } from '#core/contract/account/security.ts';
import { getNewToken, login } from '#core/contract/account/session.ts';
import { formatDayInZone } from '#core/time/date-text.ts';
import { type Credential, newKey } from '#tests/support/api-client.ts';
import { Authenticator } from '#tests/support/authenticator.ts';
import { olderSession, password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const ORIGIN = 'https://app.example';
const DAY = 24 * 3_600_000;
const CHOSEN = 'Other-demo-2026!';

const kopa = sharedWorld({ env: { PUBLIC_URL: ORIGIN } });

interface Owner extends Member {
  /** The number of the device that the account has known from the beginning. */
  readonly device: string;
}

const signIn = (who: Member, device_id: string, otp?: string) =>
  kopa.api.must(login, {
    email: who.email,
    password,
    device_id,
    ...(otp !== undefined && { otp }),
  });

/** Somebody whose first device is known. */
async function owner(): Promise<Owner> {
  const who = await kopa.person();
  const device = newKey();
  const credential = await signIn(who, device);
  return who.with({ device, credential });
}

/** The kinds of ways in that can be added, by whoever has a session and the password. */
const ways = {
  passkey: async (credential: Credential) => {
    const { data } = await kopa.api.must(passkeyAddChallenge, { password }, { credential });
    const made = { credential: new Authenticator(ORIGIN).make(data) };
    await kopa.api.must(addPasskey, made, { credential });
    return undefined;
  },
  factor: async (credential: Credential) => {
    const { data } = await kopa.api.must(generateTwoFactorSecret, {}, { credential });
    kopa.nextStep();
    const given = { security_key: data.base32, otp: kopa.totp(data.base32), password };
    await kopa.api.must(enableTwoFactor, given, { credential });
    kopa.nextStep();
    return data.base32;
  },
} as const;
type Way = keyof typeof ways;

async function left(who: Member): Promise<Record<Way, boolean>> {
  const { two_factor } = await kopa.db
    .selectFrom('users')
    .select('two_factor')
    .where('id', '=', who.id)
    .executeTakeFirstOrThrow();
  const keys = await kopa.db
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', who.id)
    .execute();
  return { factor: two_factor, passkey: keys.length > 0 };
}

const mailAbout = async (who: Member, subject: string) =>
  (await kopa.sandbox.inbox(who.email)).find((one) => one.subject === subject);

async function reset({ email }: Member) {
  kopa.clock.advance(31_000);
  await kopa.api.must(sendEmailOtp, { email, type: 2 });
  const otp = await kopa.sandbox.code(email);
  return kopa.api.must(verifyOtpAndUpdatePassword, { email, otp, password: CHOSEN });
}

async function pressLinkOf(who: Member, subject: string): Promise<string> {
  const text = (await mailAbout(who, subject))?.text ?? '';
  const body = /\/not-me\?(token=[\w-]{43})/.exec(text)?.[1] ?? '';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const page = await fetch(`${kopa.url}/not-me`, { method: 'POST', headers, body });
  expect(page.status).toBe(200);
  return page.text();
}

const added = {
  passkey: 'A passkey was added',
  factor: 'Two-factor authentication is on',
} as const;

/** How an owner answers; `older`: a session of theirs from before the thief's. */
const answers = {
  'a reset by mail': (who: Owner) => reset(who),
  'the link of the mail about the sign-in': (who: Owner) =>
    pressLinkOf(who, 'New sign-in to your account'),
  'the link of the mail about it': (who: Owner, way: Way) => pressLinkOf(who, added[way]),
  'the link of a later mail': async (who: Owner) => {
    await who.must(changePassword, { oldPassword: password, newPassword: CHOSEN });
    return pressLinkOf(who, 'Your password was changed');
  },
  'a freeze from an older session': (who: Owner) => who.must(freezeAccount, { password }),
  'a freeze from a younger session': async (who: Owner, _: Way, secret?: string) => {
    const credential = await signIn(who, newKey(), secret && kopa.totp(secret));
    return kopa.api.must(freezeAccount, { password }, { credential });
  },
} as const;

const cells = (Object.keys(answers) as (keyof typeof answers)[]).flatMap((answer) =>
  (['passkey', 'factor'] as const).map((way) => [way, answer] as const),
);

test.each(cells)(
  'HARD-64 a %s that a new device added days ago, since the last sign-in on a known one, ends with %s',
  async (way, answer) => {
    const who = await owner();
    const thief = await signIn(who, newKey());
    const secret = await ways[way](thief);
    // Delivered while they are new.
    await kopa.sandbox.inbox(who.email);
    // Links are over after a week.
    kopa.clock.advance((/mail about/.test(answer) ? 6 : 10) * DAY);
    const again = who.with({ credential: await olderSession(kopa.deps, who.id) });
    await answers[answer](again, way, secret);
    expect(await left(who)).toEqual({ passkey: false, factor: false });
  },
);

/** The same session, with an access token that has not expired. */
async function renewed(credential: Credential): Promise<Credential> {
  const { refreshToken } = credential;
  const { token = '' } = await kopa.api.must(getNewToken, { refreshToken });
  return { token, refreshToken };
}

test.each(['passkey', 'factor'] as const)(
  'HARD-64 a thief who signs in twice on a device of theirs has no known one, and the %s goes',
  async (way) => {
    const who = await owner();
    const device = newKey();
    const thief = await signIn(who, device);
    kopa.clock.advance(3 * DAY);
    const secret = await ways[way](await renewed(thief));
    await signIn(who, device, secret && kopa.totp(secret));
    kopa.clock.advance(6 * DAY);
    await reset(who);
    expect(await left(who)).toEqual({ passkey: false, factor: false });
  },
);

test.each(['passkey', 'factor'] as const)(
  'HARD-64 a %s from before the last sign-in on a known device stays',
  async (way) => {
    const who = await owner();
    const secret = await ways[way](await signIn(who, newKey()));
    kopa.clock.advance(8 * DAY);
    await signIn(who, who.device, secret && kopa.totp(secret));
    await reset(who);
    expect(await left(who)).toEqual({ passkey: way === 'passkey', factor: way === 'factor' });
  },
);

test('HARD-64 HARD-22 a mailbox alone takes no factor that a known device turned on', async () => {
  const who = await owner();
  await ways.factor(who.credential);
  await reset(who);
  expect((await left(who)).factor).toBe(true);
});

test.each([
  ['an older', true],
  ['a younger', false],
])('HARD-64 no session without the password removes a factor: %s one', async (_, isOlder) => {
  const who = await owner();
  const thief = await signIn(who, newKey());
  const secret = await ways.factor(thief);
  const credential = isOlder
    ? await olderSession(kopa.deps, who.id)
    : await signIn(who, newKey(), secret && kopa.totp(secret));
  const { data } = await kopa.api.must(freezeAccount, {}, { credential });
  expect([data.factor, (await left(who)).factor]).toEqual(['kept', true]);
});

test('HARD-64 a thief’s proposed factor ends with a reset', async () => {
  const who = await owner();
  await who.must(generateTwoFactorSecret, {});
  await reset(who);
  const { two_factor_pending } = await kopa.db
    .selectFrom('users')
    .select('two_factor_pending')
    .where('id', '=', who.id)
    .executeTakeFirstOrThrow();
  expect(two_factor_pending).toBeNull();
});

test('HARD-64 mail and page of a reset, of a freeze and of a change name the ways in that are left', async () => {
  const who = await owner();
  await ways.passkey(who.credential);
  const day = formatDayInZone(kopa.clock.now(), 'Australia/Sydney');
  const text = `Besides the new password, one passkey signs you in. It was added on ${day}.`;
  kopa.clock.advance(8 * DAY);
  await signIn(who, who.device);
  await ways.factor(await signIn(who, newKey()));
  const credential = await olderSession(kopa.deps, who.id);
  const changed = await kopa.api.must(
    changePassword,
    { oldPassword: password, newPassword: CHOSEN },
    { credential },
  );
  expect(changed.ways).toMatchObject({
    passkeys: [{ name: 'Passkey', isNew: false }],
    twoFactor: { isNew: true },
  });
  expect((await kopa.api.must(getSecurity, {}, { credential })).data.twoFactor).toBe(true);
  expect((await mailAbout(who, 'Your password was changed'))?.text).toContain(text);

  const done = await reset(who);
  const instant = expect.stringMatching(/^\d{4}-/);
  expect(done.ways).toEqual({
    ...{ passkeys: [instant], twoFactor: false, passkeysRemoved: false, factorRemoved: true },
  });
  const mail = (await mailAbout(who, 'Your password was reset'))?.text;
  expect(mail).toContain(text);
  expect(mail).toContain('was turned off again');

  const page = await pressLinkOf(who, 'Your password was reset');
  expect(page).toContain(text);
  expect((await mailAbout(who, 'Your account is frozen'))?.text).toContain(text);
});
