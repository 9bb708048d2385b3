import { expect, test } from 'vitest';
import { savePushSubscription } from '#core/contract/account/notifications.ts';
import { getSecurity } from '#core/contract/account/security.ts';
import { endLeftSession, getNewToken, login, logout } from '#core/contract/account/session.ts';
import { getInstruments } from '#core/contract/money/swap.ts';
import { endTokenOf } from '#server/platform/tokens.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { subscription } from '#tests/support/push-subscription.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ask = (credential: Member['credential']) => kopa.api.call(getInstruments, {}, { credential });

test('AUTH-02 the right password opens a session that works', async () => {
  const { email } = await kopa.person();
  const signedIn = await kopa.api.signIn(email.toUpperCase(), password);
  expect(signedIn.user).toMatchObject({ email, role: 'user', is2FA: 0 });
  expect(await ask(signedIn)).toMatchObject({ ok: true });
});

test('AUTH-03 a wrong password and an unknown e-mail address get the same answer', async () => {
  const { email } = await kopa.person();
  const wrong = await kopa.api.call(login, { email, password: 'Wrong-1234!' });
  const unknown = await kopa.api.call(login, { email: 'nobody@kopa.test', password });
  expect(wrong).toEqual(unknown);
  expect(wrong).toMatchObject({ status: 422, refusal: { code: 'INVALID_CREDENTIALS' } });
});

test.each(['known', 'unknown'])(
  'of fifty wrong passwords at once for a %s address, five are checked and the rest have to wait',
  async (kind) => {
    const { email } = kind === 'known' ? await kopa.person() : { email: 'stranger@kopa.test' };
    const attempt = () => kopa.api.call(login, { email, password: 'Wrong-1234!' });
    const replies = await Promise.all(Array.from({ length: 50 }, attempt));
    const codes = replies.map((reply) => (reply.ok ? 'ok' : reply.refusal.code));
    expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(5);
    expect(codes.filter((code) => code === 'TOO_MANY')).toHaveLength(45);
    const next = await attempt();
    expect(next).toMatchObject({ status: 429, refusal: { code: 'TOO_MANY' } });
    if (next.ok) throw new Error('it was let in');
    const { message, retryAfter = 0 } = next.refusal;
    expect(message).toBe(`Too many attempts. Try again in ${retryAfter} s.`);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
  },
);

test('a locked account opens again after its time, and each further wrong password locks it for longer', async () => {
  const { email } = await kopa.person();
  const wrong = () => kopa.api.call(login, { email, password: 'Wrong-1234!' });
  for (let i = 0; i < 5; i++) await wrong();
  expect(await kopa.api.call(login, { email, password })).toMatchObject({ status: 429 });
  kopa.clock.advance(MINUTE);
  expect(await wrong()).toMatchObject({ refusal: { code: 'INVALID_CREDENTIALS' } });
  kopa.clock.advance(MINUTE);
  expect(await wrong()).toMatchObject({ refusal: { code: 'TOO_MANY' } });
  kopa.clock.advance(MINUTE);
  expect(await kopa.api.call(login, { email, password })).toMatchObject({ ok: true });
  for (let i = 0; i < 4; i++) await wrong();
  expect(await kopa.api.call(login, { email, password })).toMatchObject({ ok: true });
});

test('SESS-03 an access token lives fifteen minutes, and its refusal allows a refresh', async () => {
  const { credential } = await kopa.person();
  kopa.clock.advance(10 * MINUTE);
  expect(await ask(credential)).toMatchObject({ ok: true });
  kopa.clock.advance(6 * MINUTE);
  const expired = await ask(credential);
  expect(expired).toMatchObject({ status: 401, refusal: { code: 'TOKEN_EXPIRED' } });
  expect(expired.ok || expired.refusal.security).toBeUndefined();
});

test('SESS-03 a refresh replaces the access token and nothing else', async () => {
  const { credential } = await kopa.person();
  const { refreshToken } = credential;
  const fresh = await kopa.api.must(getNewToken, { refreshToken });
  expect(Object.keys(fresh).sort()).toEqual(['status', 'token']);
  const token = fresh.token ?? '';
  expect(await ask({ token, refreshToken })).toMatchObject({ ok: true });
  expect(await ask(credential)).toMatchObject({ refusal: { code: 'TOKEN_EXPIRED' } });
  expect(await kopa.api.call(getNewToken, { refreshToken })).toMatchObject({ ok: true });
});

test('SESS-05 an unknown refresh token and an expired one are refused as 000 §7 specifies', async () => {
  const unknown = await kopa.api.call(getNewToken, { refreshToken: 'a'.repeat(43) });
  expect(unknown).toEqual({
    ok: false,
    status: 401,
    refusal: {
      status: 'error',
      code: 'UNAUTHORIZED_ACCESS',
      message: 'Unauthorized access.',
      securityRefresh: false,
    },
  });
  const { credential } = await kopa.person();
  kopa.clock.advance(30 * DAY + 1000);
  expect(await kopa.api.call(getNewToken, credential)).toMatchObject({
    status: 401,
    refusal: { code: 'REFRESH_TOKEN_EXPIRED', securityRefresh: false },
  });
});

test('SESS-06 a session that was ended is refused with security false', async () => {
  const { credential } = await kopa.person();
  await kopa.api.must(logout, {}, { credential });
  const after = { status: 401, refusal: { code: 'UNAUTHENTICATED', security: false } };
  expect(await ask(credential)).toMatchObject(after);
  expect(await kopa.api.call(getNewToken, credential)).toMatchObject({
    refusal: { code: 'UNAUTHORIZED_ACCESS' },
  });
});

test('SESS-08 signing out ends the session however old the access token is', async () => {
  const old = await kopa.person();
  await old.must(savePushSubscription, subscription());
  const { db } = kopa.deps;
  const pushed = () =>
    db.selectFrom('push_subscriptions').selectAll().where('user_id', '=', old.id).execute();
  expect(await pushed()).toHaveLength(1);
  kopa.clock.advance(16 * MINUTE);
  const replaced = await kopa.person();
  const { refreshToken } = replaced.credential;
  const fresh = await kopa.api.must(getNewToken, { refreshToken });
  for (const { credential } of [old, replaced]) {
    expect(await ask(credential)).toMatchObject({ refusal: { code: 'TOKEN_EXPIRED' } });
    expect(await kopa.api.call(logout, {}, { credential })).toMatchObject({ ok: true });
    expect(await kopa.api.call(getNewToken, credential)).toMatchObject({
      refusal: { code: 'UNAUTHORIZED_ACCESS' },
    });
  }
  expect(await ask({ token: fresh.token ?? '', refreshToken })).toMatchObject({ status: 401 });
  expect(await pushed()).toEqual([]);
});

test('NET-02 signing out needs the refresh token of a session', async () => {
  const { credential } = await kopa.person();
  const foreign = { ...credential, refreshToken: 'a'.repeat(43) };
  expect(await kopa.api.call(logout, {}, { credential: foreign })).toMatchObject({
    status: 401,
    refusal: { code: 'UNAUTHENTICATED' },
  });
  expect(await ask(credential)).toMatchObject({ ok: true });
});

test('SESS-06 the session of a deleted account is over', async () => {
  const { id, credential } = await kopa.person();
  await kopa.db
    .updateTable('users')
    .set({ deleted_at: kopa.clock.sql })
    .where('id', '=', id)
    .execute();
  expect(await ask(credential)).toMatchObject({ status: 401, refusal: { security: false } });
  expect(await kopa.api.call(getNewToken, credential)).toMatchObject({ status: 401 });
});

test('NET-02 access and refresh token count only as the pair they were issued as', async () => {
  const [one, two] = await Promise.all([kopa.person(), kopa.person()]);
  const mixed = { token: one.credential.token, refreshToken: two.credential.refreshToken };
  expect(await ask(mixed)).toMatchObject({ ok: false, status: 401 });
  const authorizations = [`Bearer ${one.credential.token}`, 'Bearer .', '', 'Basic YTpi'];
  for (const authorization of authorizations) {
    const reply = await kopa.api.call(getInstruments, {}, { headers: { authorization } });
    expect(reply).toMatchObject({ status: 401, refusal: { security: false } });
  }
});

test('tokens and passwords are stored as hashes and appear in no log line', async () => {
  const { email, credential } = await kopa.person();
  await kopa.api.signIn(email, password);
  await ask(credential);
  const rows = await kopa.db.selectFrom('sessions').selectAll().execute();
  const kept = JSON.stringify([rows, kopa.log]);
  for (const secret of [credential.token, credential.refreshToken, password]) {
    expect(kept).not.toContain(secret);
  }
  expect(kopa.log.join('')).not.toContain(email);
  expect(kopa.log.join('')).not.toMatch(/127\.0\.0\.1|::1/);
});

test('HARD-06 the token of a session that was left ends that session, and can do nothing else', async () => {
  const { email, credential } = await kopa.person();
  const left = await kopa.api.signIn(email, password);
  const devices = async () =>
    (await kopa.api.must(getSecurity, {}, { credential })).data.sessions.length;
  const before = await devices();
  const endToken = endTokenOf(left.refreshToken);
  expect(await kopa.api.call(getNewToken, { refreshToken: endToken })).toMatchObject({
    ok: false,
  });
  for (const pair of [
    { token: left.token, refreshToken: endToken },
    { token: endToken, refreshToken: left.refreshToken },
  ]) {
    expect(await ask(pair)).toMatchObject({ ok: false, status: 401 });
  }
  // A stranger's guess is answered alike and ends nothing; until then the device is on the list.
  expect(await kopa.api.call(endLeftSession, { endToken: 'x'.repeat(43) })).toMatchObject({
    ok: true,
  });
  expect(await devices()).toBe(before);
  for (const _ of [1, 2]) {
    expect(await kopa.api.call(endLeftSession, { endToken })).toMatchObject({ ok: true });
    expect(await devices()).toBe(before - 1);
  }
  expect(await ask(left)).toMatchObject({ ok: false, status: 401 });
  expect(await ask(credential)).toMatchObject({ ok: true });
});
