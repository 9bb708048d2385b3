import { randomBytes, randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import {
  changePassword,
  confirmEmailChange,
  deleteAccount,
  enableTwoFactor,
  generateTwoFactorSecret,
  requestEmailChange,
} from '#core/contract/account/account.ts';
import { addPasskey, passkeyAddChallenge } from '#core/contract/account/passkeys.ts';
import {
  getRecoveryToken,
  reportRecoveryCheck,
  requestRecovery,
} from '#core/contract/account/recovery.ts';
import { sendEmailOtp, verifyOtpAndUpdatePassword } from '#core/contract/account/registration.ts';
import {
  endDeviceSession,
  freezeAccount,
  getContact,
  getSecurity,
  endOtherSessions as signOutOthers,
} from '#core/contract/account/security.ts';
import { login, logout } from '#core/contract/account/session.ts';
import { eraseArchive, readArchive } from '#core/contract/staff/desk.ts';
import { carryOutRecoveries } from '#server/services/access/recovery/carry-out.ts';
import { syncRecovery } from '#server/services/access/recovery/prove-recovery.ts';
import { endOtherSessions, endSession } from '#server/services/access/sessions/sessions.ts';
import { resetPassword } from '#server/services/customers/account/reset-password.ts';
import { noteAsked } from '#server/services/messages/notices/second-factor-asks.ts';
import { cancelWithdrawal } from '#server/services/money-out/withdrawals/cancel-withdrawal.ts';
import { helpAccount } from '#server/services/staff/admin/account-help.ts';
import { removeAdministrator } from '#server/services/staff/admin/administrators.ts';
import { newKey } from '#tests/support/api-client.ts';
import { Authenticator } from '#tests/support/authenticator.ts';
import { openStrongSession, password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const ORIGIN = 'https://app.example';
const HOUR = 3_600_000;
const BY = { actor: 'operator test' } as const;

const kopa = sharedWorld({ env: { PUBLIC_URL: ORIGIN } });

const fresh = (): string => `l${randomBytes(6).toString('hex')}@kopa.test`;
const renewed = async <P extends Member>(who: P): Promise<P> => who.later(0);

/** A closed account, whose archive two officers may erase. */
async function closed(): Promise<string> {
  const who = await kopa.person();
  await who.must(deleteAccount, { password });
  return who.id;
}

/** Everything that an account can set going, put there directly: how each comes is tested elsewhere. */
async function setGoing({ id }: Member, customer: Member): Promise<void> {
  const { db, clock } = kopa.deps;
  const soon = clock.sqlIn(300);
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('users')
    .set({
      ...{
        two_factor_pending: 'sealed',
        enrol_hash: 'hash',
        enrol_until: new Date(clock.now() + HOUR),
      },
      ...{ book_only_since: new Date(clock.now()), book_only_until: new Date(clock.now() + HOUR) },
    })
    .where('id', '=', id)
    .execute();
  await db
    .insertInto('email_changes')
    .values({ user_id: id, email: fresh(), expires_at: soon })
    .execute();
  await db
    .insertInto('passkey_challenges')
    .values({
      ...{ hash: randomUUID(), purpose: 'add', user_id: id, session_id: session.id },
      expires_at: soon,
    })
    .execute();
  await db
    .insertInto('second_factor_grants')
    .values({ session_id: session.id, user_id: id, expires_at: soon, code_hash: 'x' } as never)
    .execute();
  await db
    .insertInto('desk_proposals')
    .values({
      ...{ kind: 'held', case_id: randomUUID(), decision: 'release', basis: 'x', officer: id },
      ...{ reason: 'x', proposed_at: clock.sql },
    })
    .execute();
  await db
    .insertInto('conversations')
    .values({
      ...{ id: randomUUID(), user_id: customer.id, officer: id, channel: 'phone', reason: 'x' },
      ...{ began_at: new Date(clock.now()), ends_at: new Date(clock.now() + HOUR / 2) },
    })
    .execute();
}

async function goingOn({ id }: Member): Promise<readonly string[]> {
  const { db, clock } = kopa.deps;
  const of = async (
    table: 'sessions' | 'email_changes' | 'passkey_challenges' | 'second_factor_grants',
  ) =>
    (await db.selectFrom(table).select('user_id').where('user_id', '=', id).execute()).map(
      () => table as string,
    );
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const proposals = await db
    .selectFrom('desk_proposals')
    .select('officer')
    .where('officer', '=', id)
    .execute();
  const talks = await db
    .selectFrom('conversations')
    .select('id')
    .where('officer', '=', id)
    .where('ends_at', '>', clock.sql)
    .execute();
  return [
    ...(await of('sessions')),
    ...(await of('email_changes')),
    ...(await of('passkey_challenges')),
    ...(await of('second_factor_grants')),
    ...(user.two_factor_pending ? ['factor'] : []),
    ...(user.enrol_hash ? ['enrolment'] : []),
    ...(user.book_only_until ? ['book only'] : []),
    ...proposals.map(() => 'proposal'),
    ...talks.map(() => 'conversation'),
  ];
}

async function reset({ email }: Member): Promise<void> {
  kopa.clock.advance(31_000);
  await kopa.api.must(sendEmailOtp, { email, type: 2 });
  const otp = await kopa.sandbox.code(email);
  await kopa.api.must(verifyOtpAndUpdatePassword, { email, otp, password: 'Other-2026!x' });
}

async function pressLink({ email }: Member): Promise<void> {
  const link = (await kopa.sandbox.inbox(email))
    .map(({ text }) => /\/not-me\?(token=[\w-]{43})/.exec(text)?.[1])
    .find((one) => one !== undefined);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = link ?? '';
  const page = await fetch(`${kopa.url}/not-me`, { method: 'POST', headers, body });
  expect(page.status).toBe(200);
}

const help = (what: 'end-sessions' | 'remove-factor') => async (who: Member) => {
  expect(await helpAccount(kopa.deps, { email: who.email, what, reason: 'x' }, BY)).toBe('done');
};

/** The roads on which an account loses its trust. */
const roads = {
  'a freeze from the app': (who: Member) => who.must(freezeAccount, { password }),
  'a reset by mail': reset,
  'end-sessions by an operator': help('end-sessions'),
  'remove-factor by an operator': help('remove-factor'),
  'remove by an operator': async (who: Member) => {
    expect(await removeAdministrator(kopa.deps, who.email, BY)).toBe('erased');
  },
} as const;

test.each(Object.entries(roads))(
  'READ-10 %s takes along everything that an account of staff set going',
  async (_, road) => {
    const officer = await kopa.officer();
    const customer = await kopa.person();
    await setGoing(officer, customer);
    expect(await goingOn(officer)).toHaveLength(9);
    expect((await customer.must(getContact, {})).data.speaking).toHaveLength(1);
    await road(officer);
    expect(await goingOn(officer)).toEqual([]);
    expect((await customer.must(getContact, {})).data.speaking).toEqual([]);
  },
);

test('READ-10 the link of a mail takes along what a customer’s account set going', async () => {
  const who = await kopa.person();
  await kopa.api.must(login, { email: who.email, password, device_id: newKey() });
  await kopa.api.must(login, { email: who.email, password, device_id: newKey() });
  await setGoing(who, await kopa.person());
  await pressLink(who);
  expect(await goingOn(who)).toEqual([]);
});

test('READ-10 a proposal counts for a day, and only from an officer whose account nobody has frozen', async () => {
  const { clock, db } = kopa.deps;
  const lost = {
    nothing: () => undefined,
    'a day goes by': () => clock.advance(25 * HOUR),
    // However it came about.
    'its account is frozen': (first: Member) =>
      db
        .updateTable('users')
        .set({ withdrawals_frozen: true })
        .where('id', '=', first.id)
        .execute(),
    'it is thrown out': help('end-sessions'),
  } as const;
  for (const [what, happens] of Object.entries(lost)) {
    const first = await kopa.officer();
    const second = await kopa.officer();
    const id = await closed();
    const given = { id, reason: 'An order.' };
    const asked = await first.must(eraseArchive, given);
    expect(asked).toMatchObject({ second: true });
    await happens(first);
    const other = await renewed(second);
    const found = { about: id, reason: 'An order.' };
    const { data } = await other.must(readArchive, found);
    const stands = what === 'nothing';
    expect([what, data[0]?.erasure !== null]).toEqual([what, stands]);
    const again = await other.must(eraseArchive, given);
    expect([what, again.second]).toEqual([what, !stands]);
  }
});

interface Recovering extends Member {
  readonly recovery: string;
  readonly code: () => string;
}

/** A customer whose recovery waits. */
async function recovering(): Promise<Recovering> {
  const { api, deps } = kopa;
  const who = await kopa.person();
  const { email } = who;
  await kopa.sandbox.kyc(email, 'approved');
  const { data } = await who.must(generateTwoFactorSecret, {});
  const code = (): string => {
    deps.clock.advance(30_000 - (deps.clock.now() % 30_000) + 500);
    return new TOTP({ secret: data.base32 }).generate({ timestamp: deps.clock.now() });
  };
  const otp = code();
  await who.must(enableTwoFactor, { security_key: data.base32, otp, password });
  await api.must(requestRecovery, { email });
  const link = (await kopa.sandbox.inbox(email))
    .map(({ text }) => /\/recover#link=([\w-]{43})/.exec(text)?.[1])
    .find((one) => one !== undefined);
  await api.must(getRecoveryToken, { link: link ?? '' });
  const proved = { link: link ?? '', kyc_status: 'approved' } as const;
  expect((await api.must(reportRecoveryCheck, proved)).data.stage).toBe('waiting');
  const { id } = await deps.db
    .selectFrom('recoveries')
    .select('id')
    .where('user_id', '=', who.id)
    .executeTakeFirstOrThrow();
  return who.with({ code, recovery: id });
}

const stageOf = async ({ recovery }: Recovering) =>
  (
    await kopa.db
      .selectFrom('recoveries')
      .select('stage')
      .where('id', '=', recovery)
      .executeTakeFirstOrThrow()
  ).stage;
const hasFactor = async ({ id }: Member) =>
  (
    await kopa.db
      .selectFrom('users')
      .select('two_factor')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).two_factor;
const takeBack = (who: Recovering) =>
  kopa.deps.parties.identity.widgetReported(who.id, { status: 'rejected' }, who.recovery);

test('READ-10 a recovery whose check the provider takes back ends at its notice, and is told', async () => {
  const who = await recovering();
  await takeBack(who);
  expect(await syncRecovery(kopa.deps, who.id)).toBe(true);
  expect(await stageOf(who)).toBe('stopped');
  const [mail] = await kopa.sandbox.inbox(who.email);
  expect(mail?.text).toContain('no longer counts');
});

test('READ-10 a recovery asks the provider and the account again when its wait is over', async () => {
  const cases = {
    'the check was taken back, without a notice': takeBack,
    'the identity was turned down': (who: Recovering) => kopa.sandbox.kyc(who.email, 'rejected'),
    'the account is frozen': (who: Recovering) =>
      kopa.db
        .updateTable('users')
        .set({ withdrawals_frozen: true })
        .where('id', '=', who.id)
        .execute(),
    'the owner works here': (who: Recovering) =>
      kopa.db.updateTable('users').set({ role: 'compliance' }).where('id', '=', who.id).execute(),
    nothing: () => Promise.resolve(undefined),
  } as const;
  for (const [what, change] of Object.entries(cases)) {
    const who = await recovering();
    await change(who);
    kopa.clock.advance(73 * HOUR);
    await carryOutRecoveries(kopa.deps);
    const stays = what !== 'nothing';
    expect([what, await hasFactor(who)]).toEqual([what, stays]);
    expect([what, await stageOf(who)]).toEqual([what, stays ? 'stopped' : 'done']);
  }
});

test('READ-10 a recovery waits on while the provider does not answer', async () => {
  const who = await recovering();
  const { identity } = kopa.deps.parties;
  const silent = { ...identity, review: () => Promise.resolve(undefined) };
  const deps = { ...kopa.deps, parties: { ...kopa.deps.parties, identity: silent } };
  kopa.clock.advance(73 * HOUR);
  await carryOutRecoveries(deps);
  expect([await hasFactor(who), await stageOf(who)]).toEqual([true, 'waiting']);
  kopa.clock.advance(HOUR / 2);
  await carryOutRecoveries(kopa.deps);
  expect([await hasFactor(who), await stageOf(who)]).toEqual([false, 'done']);
});

test('READ-10 a passkey added with a code of the factor stops a recovery that waits', async () => {
  const who = await recovering();
  const proof = { otp: who.code() };
  const { data } = await who.must(passkeyAddChallenge, proof);
  const made = { credential: new Authenticator(ORIGIN).make(data) };
  await who.must(addPasskey, made);
  expect(await stageOf(who)).toBe('stopped');
});

test('READ-10 a call whose session was ended meanwhile ends no other session and changes nothing', async () => {
  const who = await kopa.person();
  const ended = { userId: who.id, sessionId: 'ended' };
  const calls = [
    endOtherSessions(kopa.deps, ended),
    endSession(kopa.deps, ended, 'another'),
    noteAsked(kopa.deps, ended),
    cancelWithdrawal(kopa.deps, ended, randomUUID()),
  ];
  for (const call of calls) {
    expect(await call).toMatchObject({ refusal: { code: 'UNAUTHENTICATED' } });
  }
  const left = kopa.db.selectFrom('sessions').select('id').where('user_id', '=', who.id);
  expect(await left.execute()).toHaveLength(1);
  const asks = kopa.db.selectFrom('second_factor_asks').where('user_id', '=', who.id);
  expect(await asks.selectAll().execute()).toEqual([]);
});

test('READ-10 an address that was asked for too long ago is not moved to, even with a code that counts', async () => {
  const who = await kopa.person();
  const email = fresh();
  await who.must(requestEmailChange, { email, password });
  const code = await kopa.sandbox.code(email);
  await kopa.db
    .updateTable('email_changes')
    .set({ expires_at: new Date(kopa.clock.now() - 1) })
    .where('user_id', '=', who.id)
    .execute();
  expect(await who.call(confirmEmailChange, { email, code })).toMatchObject({
    refusal: { code: 'INVALID_CODE' },
  });
});

test('READ-10 a freeze while a reset is under way does not let the password of before open the account', async () => {
  const who = await kopa.person();
  await kopa.api.must(sendEmailOtp, { email: who.email, type: 2 });
  const otp = await kopa.sandbox.code(who.email);
  // Between the look at the account and the transaction that acts: when the password is compared.
  const { db } = kopa.deps;
  let frozen = false;
  const plugin = {
    transformQuery: ({ node }: { node: never }) => node,
    transformResult: async ({ result }: { result: never }) => {
      if (frozen) return result;
      frozen = true;
      await db
        .updateTable('users')
        .set({ withdrawals_frozen: true })
        .where('id', '=', who.id)
        .execute();
      return result;
    },
  };
  const slow = { ...kopa.deps, db: db.withPlugin(plugin as never) };
  const given = { email: who.email, otp, password };
  const from = { device: kopa.api.device, ip: '127.0.0.1', operation: undefined };
  expect(await resetPassword(slow, given, from)).toMatchObject({
    refusal: { message: expect.stringContaining('Choose a different one') },
  });
});

/** What an officer does to their own ways in, or to another device; the session that does it goes on. */
const ownActs = {
  'a new password': (who: Member) =>
    who.must(changePassword, { oldPassword: password, newPassword: 'Other-2026!x' }),
  'signing out another device': async (who: Member) => {
    const other = await kopa.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', who.id)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    await who.must(endDeviceSession, { sessionId: other.id });
  },
  'signing out all others': (who: Member) => who.must(signOutOthers, {}),
  'a new passkey': async (who: Member) => {
    const { data } = await who.must(passkeyAddChallenge, { password });
    const credential = new Authenticator(ORIGIN).make(data);
    await who.must(addPasskey, { credential });
  },
};

test.each(Object.entries(ownActs))(
  'READ-10 %s ends what an officer set going in another session, and not the one that does it',
  async (_name, act) => {
    const who = await kopa.person({ role: 'compliance', twoFactor: false });
    await setGoing(who, await kopa.person());
    kopa.clock.advance(1000);
    await openStrongSession(kopa.deps, who.id);
    await act(who);
    const left = await goingOn(who);
    expect(left).not.toContain('proposal');
    expect(left).not.toContain('conversation');
    expect(await who.call(getSecurity, {})).toMatchObject({ ok: true });
  },
);

test('READ-10 an officer who signs out themselves leaves what they proposed', async () => {
  const who = await kopa.officer();
  await setGoing(who, await kopa.person());
  await who.must(logout, {});
  expect(await goingOn(who)).toContain('proposal');
});
