import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { beforeAll, expect, test } from 'vitest';
import {
  changePassword,
  deleteAccount,
  downloadOwnData,
  enableTwoFactor,
  generateTwoFactorSecret,
  updateProfile,
} from '#core/contract/account/account.ts';
import { endDeviceSession, getSecurity } from '#core/contract/account/security.ts';
import { login, logout } from '#core/contract/account/session.ts';
import { type EndpointName, endpoints } from '#core/contract/endpoints.ts';
import { exportRegister, getCase } from '#core/contract/staff/desk.ts';
import { getMerchantList, getMerchantTransactions } from '#core/contract/staff/merchant.ts';
import { DEMO_ENROLMENT } from '#server/seed/accounts.ts';
import { helpAccount } from '#server/services/staff/admin/account-help.ts';
import { proofOf } from '#server/services/staff/audit/proof.ts';
import { record, recordAlone } from '#server/services/staff/audit/record.ts';
import { verifyAudit } from '#server/services/staff/audit/verify.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { adminCommand } from '#tests/support/admin-command.ts';
import { makeEmbeddedDatabase } from '#tests/support/embedded-database.ts';
import { openStrongSession, password } from '#tests/support/in-process.ts';
import { hex32, rawCall, sealedBody } from '#tests/support/raw-call.ts';
import { root } from '#tests/support/server-process.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();
beforeAll(async () => {
  await kopa.sandbox.merchant('Audited', 3);
});

const entriesOf = (actor: string) =>
  kopa.db
    .selectFrom('audit_log')
    .select(['action', 'subject', 'detail'])
    .where('actor', '=', actor)
    .orderBy('seq')
    .execute();

const actionsOf = async (actor: string): Promise<readonly string[]> =>
  (await entriesOf(actor)).map(({ action }) => action);

const wrong = async (): Promise<readonly string[]> => (await verifyAudit(kopa.db)).wrong;

const setUp = [
  'logout',
  'changePassword',
  'generateTwoFactorSecret',
  'enableTwoFactor',
  'getSecurity',
  'endDeviceSession',
  'endOtherSessions',
  'passkeyAddChallenge',
  'addPasskey',
] as const satisfies readonly EndpointName[];

test('HARD-13 without a second factor an administrator reaches what sets one up and nothing else', async () => {
  const reached: string[] = [];
  for (const [name, endpoint] of Object.entries(endpoints)) {
    if (endpoint.access !== 'session' && endpoint.access !== 'admin') continue;
    const { credential } = await kopa.person({ role: 'admin', twoFactor: false });
    const reply = await rawCall(kopa.url, endpoint, sealedBody({}), {
      credential,
      headers: { 'idempotency-key': hex32() },
    });
    if (reply.body?.code === 'SECOND_FACTOR_MISSING') expect(reply.status).toBe(403);
    else reached.push(name);
  }
  expect(reached.sort()).toEqual([...setUp].sort());
});

test('HARD-13 an administrator signs in without a second factor, sets one up, and reaches the merchants', async () => {
  const { email, id } = await kopa.person({ role: 'admin', twoFactor: false });
  const credential = await kopa.api.logIn({ email, password, otp: DEMO_ENROLMENT });
  const early = await kopa.api.call(getMerchantList, {}, { credential });
  expect(early).toMatchObject({ refusal: { code: 'SECOND_FACTOR_MISSING' } });
  const { data } = await kopa.api.must(generateTwoFactorSecret, {}, { credential });
  const { clock } = kopa.deps;
  // The code is of a time step that has just begun.
  clock.advance(30_000 - (clock.now() % 30_000) + 500);
  const otp = new TOTP({ secret: data.base32 }).generate({ timestamp: clock.now() });
  const given = { security_key: data.base32, otp, password };
  await kopa.api.must(enableTwoFactor, given, { credential });
  await kopa.api.must(getMerchantList, {}, { credential });
  const again = await kopa.api.call(login, { email, password });
  expect(again).toMatchObject({ refusal: { code: 'SECOND_FACTOR_REQUIRED' } });
  expect(await actionsOf(id)).toEqual([
    'signed in',
    '/users/generate-2fa-secret',
    '/users/enable-2fa',
    'saw merchants',
  ]);
});

test('HARD-13 a customer needs no second factor and is not on record', async () => {
  const who = await kopa.person();
  const profile = { address: 'a', city: 'b', state: 'c', postal: 'd' };
  await who.must(getSecurity, {});
  await who.must(updateProfile, profile);
  expect(await actionsOf(who.id)).toEqual([]);
});

test('HARD-13 what an administrator saw of whom is on record, by the ids that were shown', async () => {
  const who = await kopa.person({ role: 'admin' });
  const { data: merchants } = await who.must(getMerchantList, {});
  const audited = merchants.find(({ first_name }) => first_name === 'Audited');
  const request = { user_id: audited?.merchant_id ?? '', search_key: 'TX Jo' };
  const { data } = await who.must(getMerchantTransactions, request);
  const [list, listing] = await entriesOf(who.id);
  expect(list).toMatchObject({ action: 'saw merchants' });
  expect(JSON.parse(list?.detail ?? '').shown).toContain(audited?.merchant_id);
  expect(listing).toMatchObject({ action: 'saw transactions', subject: audited?.merchant_id });
  expect(JSON.parse(listing?.detail ?? '')).toMatchObject({
    search_key: proofOf('TX Jo'),
    page: 1,
    shown: data.details.map(({ _id }) => _id),
  });
});

test('HARD-13 every change an administrator asks for is on record, refused ones too, and no secret of it', async () => {
  const { id, email, credential } = await kopa.person({ role: 'admin' });
  const profile = { address: 'a', city: 'b', state: 'c', postal: 'd' };
  await kopa.api.must(updateProfile, profile, { credential });
  const wrongOne = { oldPassword: 'Wrong-password-1!', newPassword: 'Another-password-1!' };
  await kopa.api.call(changePassword, wrongOne, { credential });
  await kopa.api.call(endDeviceSession, { sessionId: 'none' }, { credential });
  await kopa.api.must(logout, {}, { credential });
  expect(await actionsOf(id)).toEqual([
    '/users/update-profile',
    '/users/change-password',
    'refused',
    '/users/end-session',
    'refused',
    '/users/logout',
  ]);
  const text = JSON.stringify(await entriesOf(id));
  for (const secret of [email, 'password-1!', credential.token]) expect(text).not.toContain(secret);
});

test('HARD-13 what cannot be recorded is neither shown nor changed', async () => {
  const who = await kopa.person({ role: 'admin' });
  const { db } = kopa.deps;
  await sql`alter table audit_log rename to audit_log_away`.execute(db);
  try {
    const seen = await who.call(getMerchantTransactions, {});
    expect(seen).toMatchObject({ status: 503 });
    const profile = { address: 'unrecorded', city: 'b', state: 'c', postal: 'd' };
    const changed = await who.call(updateProfile, profile);
    expect(changed).toMatchObject({ status: 503 });
  } finally {
    await sql`alter table audit_log_away rename to audit_log`.execute(db);
  }
  const user = db.selectFrom('users').select('address').where('id', '=', who.id);
  expect((await user.executeTakeFirstOrThrow()).address).toBe('');
  expect(await wrong()).toEqual([]);
});

test('HARD-13 the database refuses to change, remove or empty the log and its head', async () => {
  await recordAlone(kopa.deps, { actor: 'a', action: 'b' });
  for (const statement of [
    sql`update audit_log set actor = 'x'`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
    sql`update audit_head set hash = 'x'`,
    sql`update audit_head set seq = seq + 1, hash = 'x'`,
    sql`update audit_head set seq = seq - 1`,
    sql`delete from audit_head`,
    sql`insert into audit_head values (2, 0, '')`,
    sql`truncate audit_head`,
  ]) {
    await expect(statement.execute(kopa.db)).rejects.toThrow();
  }
  expect(await wrong()).toEqual([]);
});

/** Does to the database what its owner could, and undoes it; returns what the check said meanwhile. */
async function tampered(change: ReturnType<typeof sql>): Promise<readonly string[]> {
  let said: readonly string[] = [];
  const undone = new Error('undone');
  const work = kopa.db.transaction().execute(async (tx) => {
    await sql`alter table audit_log disable trigger all`.execute(tx);
    await sql`alter table audit_head disable trigger all`.execute(tx);
    await change.execute(tx);
    await sql`alter table audit_log enable trigger all`.execute(tx);
    await sql`alter table audit_head enable trigger all`.execute(tx);
    said = (await verifyAudit(tx)).wrong;
    throw undone;
  });
  await expect(work).rejects.toBe(undone);
  return said;
}

test('HARD-13 a log that its database’s owner changed is told from a complete one', async () => {
  for (let i = 0; i < 3; i++) await recordAlone(kopa.deps, { actor: 'a', action: `${i}` });
  expect(await tampered(sql`select 1`)).toEqual([]);
  const last = sql`(select max(seq) from audit_log)`;
  for (const [change, said] of [
    [sql`update audit_log set actor = 'x' where seq = 2`, 'entry 2 was changed'],
    [sql`update audit_log set at = at + interval '1 ms' where seq = 1`, 'entry 1 was changed'],
    [sql`delete from audit_log where seq = 2`, 'entry 2 is missing'],
    [sql`delete from audit_log where seq = ${last}`, 'missing'],
    [sql`delete from audit_log`, 'entries 1 to'],
    [sql`update audit_head set hash = 'x'`, 'the last entry is not'],
    [sql`delete from audit_head`, 'head is missing'],
    [sql`drop trigger audit_log_kept on audit_log`, 'audit_log_kept is off'],
  ] as const) {
    expect((await tampered(change)).join()).toContain(said);
  }
});

test('HARD-13 entries of one moment follow each other, and one that is rolled back leaves no gap', async () => {
  const before = (await verifyAudit(kopa.db)).entries;
  const failing = inTransaction(kopa.db, async (tx) => {
    await record(tx, kopa.deps, { actor: 'a', action: 'never' });
    throw new Error('never');
  });
  await Promise.allSettled([
    failing,
    ...Array.from({ length: 20 }, (_, i) => recordAlone(kopa.deps, { actor: 'a', action: `${i}` })),
  ]);
  const { entries, wrong: found } = await verifyAudit(kopa.db);
  expect([entries - before, found]).toEqual([20, []]);
});

test('HARD-13 check:ledger says that the log is complete, with what the admin command did', {
  // Four processes open the embedded database, and the first of them creates it.
  timeout: 240_000,
}, async () => {
  const data = await mkdtemp(join(tmpdir(), 'kopa-audit-'));
  const env = { DATA_DIR: data, SEED: 'none' };
  const check = () =>
    spawnSync(join(root, 'node_modules', '.bin', 'node'), ['server/commands/check-ledger.ts'], {
      cwd: root,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
  await makeEmbeddedDatabase(data);
  await adminCommand(['add', 'chief@kopa.test'], env, 'Strong-enough-1!');
  expect(await adminCommand(['remove', 'chief@kopa.test'], env)).toMatchObject({ code: 0 });
  const { stdout, status } = check();
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Read the embedded database in .+: \d+ accounts, 0 journals\.$/m);
  expect(stdout).toMatch(/The audit log is complete: 2 entries, the last one [\w-]{43}\./);
  await rm(data, { recursive: true, force: true });
});

test('HARD-79 what staff were refused is in the log: unknown ids, another role’s call, another form', async () => {
  const officer = await kopa.officer();
  const admin = await kopa.person({ role: 'admin' });
  const customer = await kopa.person();
  await officer.call(getCase, { kind: 'request', id: 'R-NOBODY' });
  await officer.call(getMerchantList, {});
  await admin.call(getCase, { kind: 'request', id: 'R-NOBODY' });
  await rawCall(kopa.url, getCase, sealedBody({ kind: 'nonsense' }), officer);
  await customer.call(getCase, { kind: 'request', id: 'R-NOBODY' });
  const refusedOf = async ({ id }: { readonly id: string }) =>
    (await entriesOf(id))
      .filter(({ action }) => action === 'refused')
      .map(({ detail }) => JSON.parse(detail));
  expect(await refusedOf(officer)).toEqual([
    { call: getCase.path, code: 'NOT_FOUND' },
    { call: getMerchantList.path, code: 'FORBIDDEN' },
    { call: getCase.path, code: 'MALFORMED' },
  ]);
  expect(await refusedOf(admin)).toEqual([{ call: getCase.path, code: 'FORBIDDEN' }]);
  expect(await entriesOf(customer.id)).toEqual([]);
  expect(await wrong()).toEqual([]);
});

test('READ-12 the log has the fingerprint of a reason and no address; the words stand beside it and go with their customer', async () => {
  const { db } = kopa.deps;
  const who = await kopa.person();
  const reason = 'Maria wrote that her husband reads her phone';
  const help = { email: who.email, what: 'end-sessions', reason } as const;
  expect(await helpAccount(kopa.deps, help, { actor: 'operator test' })).toBe('done');
  const entry = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject', '=', who.id)
    .executeTakeFirstOrThrow();
  expect(JSON.parse(entry.detail)).toEqual({ reason: proofOf(reason) });
  const officer = await kopa.officer();
  const taken = async (): Promise<string> => {
    const request = { register: 'log', after: '' } as const;
    return JSON.stringify(await officer.must(exportRegister, request));
  };
  expect(await taken()).toContain(`reason: ${reason}`);
  const credential = await openStrongSession(kopa.deps, who.id);
  const { data } = await kopa.api.must(downloadOwnData, { password }, { credential });
  expect(JSON.stringify(data.tables)).toContain(reason);
  await kopa.api.must(deleteAccount, { password }, { credential });
  const theirs = db.selectFrom('audit_words').selectAll().where('user_id', '=', who.id);
  expect(await theirs.execute()).toEqual([]);
  const after = await taken();
  expect(after).not.toContain(reason);
  expect(after).not.toContain(who.email);
  expect(await wrong()).toEqual([]);
});
