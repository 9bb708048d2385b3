import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  changePassword,
  enableTwoFactor,
  generateTwoFactorSecret,
  verifyTwoFactor,
} from '#core/contract/account/account.ts';
import { sendEmailOtp, verifyOtpAndUpdatePassword } from '#core/contract/account/registration.ts';
import {
  disableTwoFactor,
  endDeviceSession,
  endOtherSessions,
  getSecurity,
  renewRecoveryCodes,
  setAntiPhishingCode,
} from '#core/contract/account/security.ts';
import { login } from '#core/contract/account/session.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { sweep } from '#server/platform/sweep.ts';
import { checkHold } from '#server/services/money-out/withdrawals/security-hold.ts';
import { type Credential, newKey } from '#tests/support/api-client.ts';
import { type InProcess, password, person, startInProcess } from '#tests/support/in-process.ts';
import { Sandbox } from '#tests/support/sandbox.ts';
import { withParties } from '#tests/support/with-parties.ts';

let server: InProcess;
let sandbox: Sandbox;
beforeAll(async () => {
  server = await startInProcess({ env: { PUBLIC_URL: 'https://app.example' } });
  sandbox = new Sandbox(server.url);
});
afterAll(() => server.close());

const totp = (secret: string): string =>
  new TOTP({ secret }).generate({ timestamp: server.deps.clock.now() });
const nextStep = (): void =>
  server.deps.clock.advance(30_000 - (server.deps.clock.now() % 30_000) + 500);
const mails = async (email: string) => sandbox.inbox(email);
const newest = async (email: string) => (await mails(email))[0];
const securityOf = async (credential: Credential) =>
  (await server.api.must(getSecurity, {}, { credential })).data;
const alive = async (credential: Credential): Promise<boolean> =>
  (await server.api.call(getWalletList, {}, { credential })).ok;

async function withTwoFactor() {
  const someone = await person(server.deps);
  const { credential } = someone;
  const { data } = await server.api.must(generateTwoFactorSecret, {}, { credential });
  nextStep();
  const setUp = { security_key: data.base32, otp: totp(data.base32), password };
  const enabled = await server.api.must(enableTwoFactor, setUp, { credential });
  return { ...someone, secret: data.base32, codes: enabled.data.recoveryCodes };
}

const linkIn = (text: string | undefined): string =>
  text?.match(/https:\/\/app\.example(\/not-me\?token=[\w-]{43})/)?.[1] ?? '';
const press = (path: string) =>
  fetch(`${server.url}/not-me`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: path.split('?')[1] ?? '',
  });

test('SEC-02 BEY-10 the secret is stored sealed and bound to its customer', async () => {
  const { id, secret, credential } = await withTwoFactor();
  const { id: pendingId, credential: other } = await person(server.deps);
  const pending = await server.api.must(generateTwoFactorSecret, {}, { credential: other });
  const rows = await server.deps.db.selectFrom('users').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect(JSON.stringify(rows)).not.toContain(pending.data.base32);
  // A sealed secret moved to another account opens nothing there.
  const mine = rows.find((row) => row.id === id);
  await server.deps.db
    .updateTable('users')
    .set({ two_factor: true, two_factor_secret: mine?.two_factor_secret ?? null })
    .where('id', '=', pendingId)
    .execute();
  nextStep();
  const otp = totp(secret);
  const foreign = await server.api.must(verifyTwoFactor, { otp }, { credential: other });
  expect(foreign.data.valid).toBe(false);
  expect((await server.api.must(verifyTwoFactor, { otp }, { credential })).data.valid).toBe(true);
});

test('BEY-10 while the secrets key is rotated, the old key still opens secrets, and is not needed after that', async () => {
  const { credential, secret } = await withTwoFactor();
  const old = Buffer.from(server.deps.config.secretsKeys[0]).toString('hex');
  const SECRETS_KEY = '11'.repeat(32);
  for (const keys of [{ SECRETS_KEY, SECRETS_KEY_OLD: old }, { SECRETS_KEY }]) {
    const rotated = await withParties(server, keys);
    nextStep();
    const reply = await rotated.api.must(verifyTwoFactor, { otp: totp(secret) }, { credential });
    expect(reply.data.valid).toBe(true);
    await rotated.close();
  }
});

test('BEY-10 2FA is turned off with an authenticator code or a recovery code, and with nothing else', async () => {
  const { email, credential, secret, codes } = await withTwoFactor();
  const stranger = await withTwoFactor();
  const off = (otp: string) => server.api.call(disableTwoFactor, { otp }, { credential });
  const [foreign = ''] = stranger.codes;
  for (const otp of ['', '      ', foreign]) {
    expect(await off(otp)).toMatchObject({ refusal: { message: 'Invalid verification code' } });
  }
  nextStep();
  const code = totp(secret);
  // Grouped as an authenticator shows it.
  expect(await off(`${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({ ok: true });
  expect(await securityOf(credential)).toMatchObject({ twoFactor: false, recoveryCodesLeft: 0 });
  expect((await newest(email))?.subject).toBe('Two-factor authentication is off');
  expect((await server.api.call(login, { email, password })).ok).toBe(true);
  // The old recovery codes mean nothing now.
  expect(await off(codes[0] ?? '')).toMatchObject({ ok: false });
});

test('BEY-10 a customer gets new recovery codes for a code, and the old ones become void', async () => {
  const { email, credential, codes } = await withTwoFactor();
  const renew = (otp: string) => server.api.call(renewRecoveryCodes, { otp }, { credential });
  expect(await renew('000000')).toMatchObject({ refusal: { code: 'INVALID_CODE' } });
  const renewed = await renew(codes[0] ?? '');
  const fresh = renewed.ok ? renewed.value.data.recoveryCodes : [];
  expect(new Set([...fresh, ...codes]).size).toBe(20);
  expect((await securityOf(credential)).recoveryCodesLeft).toBe(10);
  expect((await newest(email))?.subject).toBe('You have new recovery codes');
  const signIn = (otp = '') => server.api.call(login, { email, password, otp });
  expect(await signIn(codes[1])).toMatchObject({ refusal: { code: 'INVALID_CODE' } });
  expect(await signIn(fresh[0])).toMatchObject({ ok: true });
  expect((await securityOf(credential)).recoveryCodesLeft).toBe(9);
});

test('BEY-10 a recovery code sent in twenty requests at once is accepted once', async () => {
  const { email, codes } = await withTwoFactor();
  const request = { email, password, otp: codes[0] ?? '' };
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => server.api.call(login, request)),
  );
  expect(replies.filter((reply) => reply.ok)).toHaveLength(1);
});

test('BEY-10 SEC-01 of fifty wrong codes for turning 2FA on, exactly five are checked', async () => {
  const { credential } = await person(server.deps);
  const { data } = await server.api.must(generateTwoFactorSecret, {}, { credential });
  const wrong = { security_key: data.base32, otp: '000000', password };
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => server.api.call(enableTwoFactor, wrong, { credential })),
  );
  const codes = replies.map((reply) => (reply.ok ? 'ok' : reply.refusal.code));
  expect(codes.filter((code) => code === 'INVALID_CODE')).toHaveLength(5);
  expect(codes.filter((code) => code === 'TOO_MANY')).toHaveLength(45);
});

test('SEC-03 the anti-phishing code can be set while 2FA is on and is quoted in every mail, even those with codes', async () => {
  const { email, credential: plain } = await person(server.deps);
  const early = await server.api.call(setAntiPhishingCode, { code: 'x1' }, { credential: plain });
  expect(early.ok).toBe(false);
  const off = await server.api.call(
    setAntiPhishingCode,
    { code: 'blue heron' },
    { credential: plain },
  );
  expect(off).toMatchObject({ refusal: { message: 'Turn on two-factor authentication first.' } });
  expect(await mails(email)).toEqual([]);

  const someone = await withTwoFactor();
  const { credential } = someone;
  for (const code of ['', 'ab', '<script>', '😀😀😀😀', '\u202Etest', 'x'.repeat(10_000)]) {
    expect(await server.api.call(setAntiPhishingCode, { code }, { credential })).toMatchObject({
      ok: false,
    });
  }
  await server.api.must(setAntiPhishingCode, { code: ' blue heron ' }, { credential });
  expect((await securityOf(credential)).antiPhishingCode).toBe('blue heron');
  await server.api.must(sendEmailOtp, { email: someone.email, type: 2 });
  const quoted = 'Your anti-phishing code: blue heron';
  const written = await mails(someone.email);
  const reset = written.find(({ code }) => code);
  const changed = written.find(({ subject }) => subject.startsWith('Your anti-phishing'));
  expect(reset?.code).toMatch(/^\d{8}$/);
  expect(reset?.text).toContain(quoted);
  expect(changed?.text).toContain(quoted);
  await server.api.must(disableTwoFactor, { otp: someone.codes[0] ?? '' }, { credential });
  expect((await newest(someone.email))?.text).toContain(quoted);
  server.deps.clock.advance(31_000);
  await server.api.must(sendEmailOtp, { email: someone.email, type: 2 });
  expect((await newest(someone.email))?.text).not.toContain('phishing');
});

test('BEY-12 devices are listed, and one or all others can be signed out', async () => {
  const { email, credential } = await person(server.deps);
  const other = await person(server.deps);
  const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/604.1';
  const xsrf = newKey();
  const headers = { cookie: `XSRF-TOKEN=${xsrf}; country=LT`, 'x-xsrf-token': xsrf };
  const phone = await server.api.must(login, { email, password, device_info: agent }, { headers });
  await server.api.signIn(email, password);
  const { sessions } = await securityOf(credential);
  expect(sessions).toHaveLength(3);
  expect(sessions[0]).toMatchObject({ current: true, device: 'Unknown device' });
  const listed = sessions.find(({ device }) => device === 'Safari on iPhone');
  expect(listed).toMatchObject({ current: false, place: 'Lithuania' });
  const end = (sessionId: string) =>
    server.api.call(endDeviceSession, { sessionId }, { credential });
  // Somebody else's session counts as one that does not exist.
  const [foreign] = (await securityOf(other.credential)).sessions;
  expect(await end(foreign?.id ?? '')).toMatchObject({ status: 404 });
  expect(await alive(other.credential)).toBe(true);
  expect(await end(listed?.id ?? '')).toMatchObject({ ok: true });
  expect(await alive(phone)).toBe(false);
  await server.api.must(endOtherSessions, {}, { credential });
  expect((await securityOf(credential)).sessions).toHaveLength(1);
  expect(await alive(credential)).toBe(true);
});

test('BEY-12 a sign-in from an unknown device is mailed, with where and when; the first sign-in is not', async () => {
  const { email } = await person(server.deps);
  const [mine, unknown] = [newKey(), newKey()];
  const signIn = (device_id?: string) =>
    server.api.must(login, { email, password, ...(device_id && { device_id }) });
  const count = async () => (await mails(email)).length;
  await signIn(mine);
  await signIn(mine);
  expect(await count()).toBe(0);
  await signIn(unknown);
  expect((await newest(email))?.text).toMatch(/Device: .+\nPlace: Australia\nTime: .+ UTC/);
  await signIn(unknown);
  expect(await count()).toBe(1);
  // A device that does not say which one it is could be anybody's.
  await signIn();
  expect(await count()).toBe(2);
  expect(
    JSON.stringify(await server.deps.db.selectFrom('known_devices').selectAll().execute()),
  ).not.toContain(mine);
});

test('BEY-12 a sign-in to an account that rested until its devices were forgotten is mailed', async () => {
  const other = await startInProcess();
  const { email } = await person(other.deps);
  const signIn = () => other.api.must(login, { email, password, device_id: newKey() });
  const inbox = () => new Sandbox(other.url).inbox(email);
  await signIn();
  expect(await inbox()).toEqual([]);
  other.deps.clock.advance(401 * 24 * 3_600_000);
  await sweep(other.deps);
  await signIn();
  expect(await inbox()).toMatchObject([{ subject: 'New sign-in to your account' }]);
  await other.close();
});

test('BEY-12 an account remembers its hundred latest devices, and forgets one it trusts last of all', async () => {
  const { id: user_id, email } = await person(server.deps);
  const { db, clock } = server.deps;
  const expires_at = clock.sqlIn(3600);
  const met = (device_hash: string, trusted: boolean) => ({
    ...{ user_id, device_hash, expires_at, met_at: clock.sqlIn(trusted ? -7200 : -60) },
    trusted_at: trusted ? clock.sqlIn(-3600) : null,
  });
  const many = Array.from({ length: 120 }, (_, index) => met(`strange ${index}`, false));
  // Never signed in on again, and known all the same, because its first sign-in can be reported no more.
  const old = {
    ...met('old', false),
    met_at: clock.sqlIn(-8 * 24 * 3600),
    expires_at: clock.sqlIn(60),
  };
  await db
    .insertInto('known_devices')
    .values([met('own', true), old, ...many])
    .execute();
  await server.api.must(login, { email, password, device_id: newKey() });
  const kept = await db
    .selectFrom('known_devices')
    .select('device_hash')
    .where('user_id', '=', user_id)
    .execute();
  expect(kept).toHaveLength(100);
  const names = kept.map(({ device_hash }) => device_hash);
  expect(names).toEqual(expect.arrayContaining(['own', 'old']));
  expect(names.filter((name) => name.startsWith('strange'))).toHaveLength(97);
});

test('BEY-13 the link in a security mail does nothing until the button is pressed, then freezes and signs out', async () => {
  const someone = await person(server.deps);
  const { email, credential } = someone;
  await server.api.must(
    changePassword,
    { oldPassword: password, newPassword: 'Other-demo-2026!' },
    { credential },
  );
  const path = linkIn((await newest(email))?.text);
  for (const method of ['GET', 'HEAD']) {
    const opened = await fetch(`${server.url}${path}`, { method });
    expect(opened.status).toBe(200);
    expect(opened.headers.get('referrer-policy')).toBe('no-referrer');
    expect(opened.headers.get('cache-control')).toBe('no-store');
  }
  expect(await alive(credential)).toBe(true);
  expect((await securityOf(credential)).withdrawalHold).toBeNull();

  const replies = await Promise.all(Array.from({ length: 10 }, () => press(path)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 410)).toHaveLength(9);
  expect(await alive(credential)).toBe(false);
  expect((await newest(email))?.subject).toBe('Your account is frozen');

  // Not even the right password signs anybody in.
  expect(await server.api.call(login, { email, password: 'Other-demo-2026!' })).toMatchObject({
    refusal: { code: 'ACCOUNT_FROZEN' },
  });

  // The owner of the mailbox resets the password, which turns the freeze into a hold of a day.
  await server.api.must(sendEmailOtp, { email, type: 2 });
  const otp = await sandbox.code(email);
  await server.api.must(verifyOtpAndUpdatePassword, { email, otp, password });
  const owner = await server.api.signIn(email, password);
  const { withdrawalHold } = await securityOf(owner);
  expect(withdrawalHold?.reason).toBe('password-reset');
  expect(Date.parse(withdrawalHold?.until ?? '')).toBeGreaterThan(server.deps.clock.now());
});

test('BEY-13 AUTH-16 only a reset to a different password ends a freeze; one to the same does not use up the code', async () => {
  const { email, credential } = await withTwoFactor();
  const pressed = await press(linkIn((await newest(email))?.text));
  expect(await alive(credential)).toBe(false);
  // Every text about the freeze says so.
  const held = {
    withdrawals_frozen: true,
    withdrawals_held_until: null,
    withdrawals_held_for: null,
    ...{ country_code: 'AU', state: 'VIC' },
  };
  const texts = [
    await pressed.text(),
    (await newest(email))?.text,
    checkHold(held, 0)?.refusal.message,
  ];
  for (const text of texts) expect(text).toContain('Reset your password to a new one');
  await server.api.must(sendEmailOtp, { email, type: 2 });
  const otp = await sandbox.code(email);
  const reset = (chosen: string, code = otp) =>
    server.api.call(verifyOtpAndUpdatePassword, { email, otp: code, password: chosen });
  const frozen = () =>
    server.deps.db
      .selectFrom('users')
      .select('withdrawals_frozen')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
  // Only somebody with the right code learns that the password is the same.
  const wrong = otp === '000000' ? '000001' : '000000';
  expect(await reset(password, wrong)).toMatchObject({ refusal: { code: 'INVALID_CODE' } });
  expect(await reset(password)).toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
  expect(await frozen()).toEqual({ withdrawals_frozen: true });
  expect(await reset('Other-demo-2026!')).toMatchObject({ ok: true });
  expect(await frozen()).toEqual({ withdrawals_frozen: false });
});

test('BEY-13 a link that is old, foreign, broken or blank does nothing', async () => {
  const { id, email } = await withTwoFactor();
  const path = linkIn((await newest(email))?.text);
  expect(path).not.toBe('');
  for (const token of ['', 'x'.repeat(43), '<script>alert(1)</script>', '😀', 'x'.repeat(10_000)]) {
    expect((await press(`?token=${encodeURIComponent(token)}`)).status).toBe(410);
  }
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x', 'text/plain']) {
    const sent = { method: 'POST', headers: { 'content-type': type }, body: 'no form' };
    expect((await fetch(`${server.url}/not-me`, sent)).status, type).toBe(410);
  }
  const page = await fetch(`${server.url}/not-me?token=${encodeURIComponent('"><script>')}`);
  expect(page.status).toBe(410);
  expect(await page.text()).not.toContain('<script');
  const rows = await server.deps.db.selectFrom('report_links').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(path.split('=')[1]);
  server.deps.clock.advance(7 * 24 * 3_600_000 + 1000);
  expect((await press(path)).status).toBe(410);
  const account = server.deps.db
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select('withdrawals_frozen')
    .where('users.id', '=', id);
  expect(await account.execute()).toEqual([{ withdrawals_frozen: false }]);
});

test('BEY-13 every mail about security carries the link, and each link is different', async () => {
  const { email, credential, codes } = await withTwoFactor();
  await server.api.must(renewRecoveryCodes, { otp: codes[0] ?? '' }, { credential });
  await server.api.must(setAntiPhishingCode, { code: 'blue heron' }, { credential });
  await server.api.must(
    changePassword,
    { oldPassword: password, newPassword: 'Other-demo-2026!' },
    { credential },
  );
  const links = (await mails(email)).map(({ text }) => linkIn(text));
  // On; a recovery code used; new codes; the anti-phishing code; the password.
  expect(links).toHaveLength(5);
  expect(links.every((link) => link !== '')).toBe(true);
  expect(new Set(links).size).toBe(5);
});

test('BEY-14 turning 2FA off holds withdrawals for a day as well', async () => {
  const { credential, codes } = await withTwoFactor();
  server.deps.clock.advance(10 * 60_000);
  expect((await securityOf(credential)).withdrawalHold).toBeNull();
  await server.api.must(disableTwoFactor, { otp: codes[0] ?? '' }, { credential });
  const after = (await securityOf(credential)).withdrawalHold;
  expect(after?.reason).toBe('two-factor');
  const left = Date.parse(after?.until ?? '') - server.deps.clock.now();
  expect(Math.round(left / 3_600_000)).toBe(24);
});

test('BEY-14 a password reset holds withdrawals for a day', async () => {
  const { email, credential } = await person(server.deps);
  expect((await securityOf(credential)).withdrawalHold).toBeNull();
  await server.api.must(sendEmailOtp, { email, type: 2 });
  const otp = await sandbox.code(email);
  const chosen = 'Other-demo-2026!';
  await server.api.must(verifyOtpAndUpdatePassword, { email, otp, password: chosen });
  const after = (await securityOf(await server.api.signIn(email, chosen))).withdrawalHold;
  expect(after?.reason).toBe('password-reset');
  const left = Date.parse(after?.until ?? '') - server.deps.clock.now();
  expect(Math.round(left / 3_600_000)).toBe(24);
});

test('nothing secret or personal is in the log', () => {
  expect(server.log.join('\n')).not.toMatch(/@kopa\.test|token=|otpauth|heron/);
});
