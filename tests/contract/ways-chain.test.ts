import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  changePassword,
  confirmEmailChange,
  enableTwoFactor,
  generateTwoFactorSecret,
  requestEmailChange,
} from '#core/contract/account/account.ts';
import { addPasskey, passkeyAddChallenge } from '#core/contract/account/passkeys.ts';
import { sendEmailOtp, verifyOtpAndUpdatePassword } from '#core/contract/account/registration.ts';
import { freezeAccount, getSecurity } from '#core/contract/account/security.ts';
import { login } from '#core/contract/account/session.ts';
import { type Credential, newKey } from '#tests/support/api-client.ts';
import { Authenticator } from '#tests/support/authenticator.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const ORIGIN = 'https://app.example';
const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;

const kopa = sharedWorld({ env: { PUBLIC_URL: ORIGIN } });

const fresh = (): string => `c${randomBytes(6).toString('hex')}@kopa.test`;

/** The “this wasn't me” links in a mailbox, the newest first. */
const linksIn = async (email: string): Promise<readonly string[]> =>
  (await kopa.sandbox.inbox(email)).flatMap(
    ({ text }) => /\/not-me\?(token=[\w-]{43})/.exec(text)?.[1] ?? [],
  );

async function press(body: string): Promise<number> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return (await fetch(`${kopa.url}/not-me`, { method: 'POST', headers, body })).status;
}

const rowOf = ({ id }: Pick<Member, 'id'>) =>
  kopa.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Somebody inside an account: what they know of it, and the mailboxes that they read. */
interface Party {
  credential: Credential | undefined;
  password: string;
  secret: string | undefined;
  readonly device: string;
  readonly mailboxes: string[];
}

const party = (credential: Credential | undefined, mailboxes: string[]): Party => ({
  ...{ credential, password, secret: undefined, device: newKey(), mailboxes },
});

async function changeEmail(by: Party): Promise<boolean> {
  const { credential } = by;
  if (!credential) return false;
  kopa.nextStep();
  const email = fresh();
  const otp = by.secret ? kopa.totp(by.secret) : '';
  const asked = { email, password: by.password, otp };
  if (!(await kopa.api.call(requestEmailChange, asked, { credential })).ok) return false;
  const code = await kopa.sandbox.code(email);
  const { ok } = await kopa.api.call(confirmEmailChange, { email, code }, { credential });
  if (ok) by.mailboxes.push(email);
  return ok;
}

async function resetAt(email: string, chosen: string): Promise<boolean> {
  kopa.clock.advance(31_000);
  await kopa.api.must(sendEmailOtp, { email, type: 2 });
  const otp = await kopa.sandbox.code(email);
  const given = { email, otp, password: chosen };
  return (await kopa.api.call(verifyOtpAndUpdatePassword, given)).ok;
}

test('READ-07 a thief who changes the address twice and presses a link of their own leaves the owner the way back', async () => {
  const owner = await kopa.person();
  const thief = party(owner.credential, []);
  expect(await changeEmail(thief)).toBe(true);
  expect(await changeEmail(thief)).toBe(true);
  const [first = '', second = ''] = thief.mailboxes;
  const mine = await linksIn(owner.email);
  expect(mine).toHaveLength(1);
  // The mails to the thief: “this is now your address”, and then “it was changed”.
  const [back = '', other = ''] = await linksIn(first);
  expect(await press(back)).toBe(200);
  expect((await rowOf(owner)).email).toBe(first);
  expect(await press(other)).toBe(200);
  expect((await rowOf(owner)).email).toBe(first);
  expect(await resetAt(first, 'Thief-2026!x')).toBe(true);

  expect(await press(mine[0] ?? '')).toBe(200);
  expect(await rowOf(owner)).toMatchObject({ email: owner.email, withdrawals_frozen: true });
  // No link of the thief's mailboxes leads anywhere after that.
  for (const link of [...(await linksIn(first)), ...(await linksIn(second))]) {
    expect(await press(link)).toBe(410);
  }
  expect(await resetAt(first, 'Thief-2027!x')).toBe(false);
  expect(await resetAt(owner.email, 'Owner-2026!x')).toBe(true);
  const back2 = { email: owner.email, password: 'Owner-2026!x' };
  expect(await kopa.api.call(login, back2)).toMatchObject({ ok: true });
});

test('READ-07 links of both pressed at the same moment: the owner has the account, whichever comes first', async () => {
  for (let round = 0; round < 6; round++) {
    const owner = await kopa.person();
    const thief = party(owner.credential, []);
    await changeEmail(thief);
    await changeEmail(thief);
    const [mine = ''] = await linksIn(owner.email);
    const theirs = await linksIn(thief.mailboxes[0] ?? '');
    const [statuses] = await Promise.all([
      Promise.all([press(mine), press(mine)]),
      ...theirs.map(press),
    ]);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 410]);
    expect((await rowOf(owner)).email).toBe(owner.email);
  }
});

test('READ-07 a link undoes the factor of a later step, and none of an earlier one', async () => {
  for (const isLater of [true, false]) {
    const owner = await kopa.person();
    const at = party(owner.credential, []);
    // The first device of an account is told nobody; the second one is.
    await kopa.api.must(login, { email: owner.email, password, device_id: newKey() });
    if (!isLater) await acts.turnOn(at);
    kopa.nextStep();
    await kopa.api.must(login, {
      email: owner.email,
      password,
      device_id: newKey(),
      ...(at.secret && { otp: kopa.totp(at.secret) }),
    });
    const told = (await kopa.sandbox.inbox(owner.email)).find(({ subject }) =>
      /^New sign/.test(subject),
    );
    if (isLater) await acts.turnOn(at);
    const link = /\/not-me\?(token=[\w-]{43})/.exec(told?.text ?? '')?.[1] ?? '';
    expect(await press(link)).toBe(200);
    expect((await rowOf(owner)).two_factor).toBe(!isLater);
  }
});

/** What either does. Nothing may throw. */
const acts = {
  async signIn(by: Party, email: string) {
    kopa.nextStep();
    const otp = by.secret && kopa.totp(by.secret);
    const given = { email, password: by.password, device_id: by.device, ...(otp && { otp }) };
    const reply = await kopa.api.call(login, given);
    if (reply.ok) by.credential = reply.value;
    return reply.ok;
  },
  async changePassword(by: Party) {
    const { credential } = by;
    const given = { oldPassword: by.password, newPassword: `Chosen-${newKey().slice(0, 8)}!1a` };
    const { ok } = await kopa.api.call(changePassword, given, credential ? { credential } : {});
    if (ok) by.password = given.newPassword;
    return ok;
  },
  changeEmail,
  async turnOn(by: Party) {
    const { credential } = by;
    if (!credential) return false;
    kopa.nextStep();
    const otp = by.secret && kopa.totp(by.secret);
    const options = { credential };
    const asked = await kopa.api.call(generateTwoFactorSecret, otp ? { otp } : {}, options);
    if (!asked.ok) return false;
    const { base32 } = asked.value.data;
    kopa.nextStep();
    const given = { security_key: base32, otp: kopa.totp(base32), password: by.password };
    const { ok } = await kopa.api.call(enableTwoFactor, given, options);
    if (ok) by.secret = base32;
    return ok;
  },
  async addPasskey(by: Party) {
    const { credential } = by;
    if (!credential) return false;
    kopa.nextStep();
    const proof = by.secret ? { otp: kopa.totp(by.secret) } : { password: by.password };
    const asked = await kopa.api.call(passkeyAddChallenge, proof, { credential });
    if (!asked.ok) return false;
    const made = { credential: new Authenticator(ORIGIN).make(asked.value.data) };
    return (await kopa.api.call(addPasskey, made, { credential })).ok;
  },
  async press(by: Party, _email: string, which: number) {
    const links = (await Promise.all(by.mailboxes.map(linksIn))).flat();
    const link = links[which % links.length];
    return link !== undefined && (await press(link)) === 200;
  },
  async freeze(by: Party) {
    const { credential } = by;
    const given = { password: by.password };
    return (await kopa.api.call(freezeAccount, given, credential ? { credential } : {})).ok;
  },
  async reset(by: Party, email: string) {
    if (!by.mailboxes.includes(email)) return false;
    const chosen = `Chosen-${newKey().slice(0, 8)}!1a`;
    if (!(await resetAt(email, chosen))) return false;
    by.password = chosen;
    return true;
  },
  async wait() {
    kopa.clock.advance(6 * HOUR);
    return true;
  },
} as const;
type Act = keyof typeof acts;

const all = Object.keys(acts) as Act[];
/** The owner of this test reads one mailbox, moves nowhere, and does not press by chance. */
const owners: readonly Act[] = ['signIn', 'changePassword', 'turnOn', 'addPasskey', 'wait'];
/** What brings a thief further comes more often: another address, a link of theirs, and back in. */
const thiefs: readonly Act[] = ['changeEmail', 'changeEmail', 'press', 'press', 'reset', 'signIn'];
const anyAct = fc.oneof(
  fc.record({
    who: fc.constant('thief' as const),
    act: fc.constantFrom(...all, ...thiefs, ...thiefs),
    which: fc.nat(100),
  }),
  fc.record({
    who: fc.constant('owner' as const),
    act: fc.constantFrom(...owners),
    which: fc.nat(100),
  }),
);

test('READ-07 for a week the owner’s first link works, whatever a thief changed, pressed or confirmed since', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyAct, { minLength: 3, maxLength: 16 }),
      fc.nat(),
      async (steps, which) => {
        const who = await kopa.person();
        const owner = party(who.credential, [who.email]);
        const thief = party(undefined, []);
        await acts.signIn(owner, who.email);
        expect(await acts.signIn(thief, who.email)).toBe(true);
        const since = kopa.clock.now();
        const first = (await linksIn(who.email))[0] ?? '';
        expect(first).not.toBe('');
        expect(await changeEmail(thief)).toBe(true);
        for (const { who: by, act, which: link } of steps) {
          const { email } = await rowOf(who);
          await acts[act](by === 'thief' ? thief : owner, email, link);
        }
        // Sessions and codes do not matter to a link; its week does.
        if (kopa.clock.now() - since > WEEK - HOUR) return;
        const mine = await linksIn(who.email);
        // The mail about the change, or the one before it.
        const chosen = which % 2 === 0 ? first : (mine[0] ?? '');
        expect(await press(chosen)).toBe(200);
        const now = await rowOf(who);
        expect(now).toMatchObject({ email: who.email, withdrawals_frozen: true });
        for (const link of (await Promise.all(thief.mailboxes.map(linksIn))).flat()) {
          expect(await press(link)).toBe(410);
        }
        for (const act of all) {
          if (act === 'wait') continue;
          expect([act, await acts[act](thief, who.email, 0)]).toEqual([act, false]);
        }
        expect(await acts.reset(owner, who.email)).toBe(true);
        // Whatever factor there is now was on before the thief's first step, and then it is the owner's.
        expect(await acts.signIn(owner, who.email)).toBe(true);
        const { credential } = owner;
        const known = await kopa.api.must(getSecurity, {}, credential ? { credential } : {});
        expect(known.data).toMatchObject({ email: who.email, sessions: [{ current: true }] });
      },
    ),
    { numRuns: process.env.LONG === '1' ? 300 : 12, endOnFailure: true },
  );
}, 600_000);
