import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { enableTwoFactor, generateTwoFactorSecret } from '#core/contract/account/account.ts';
import { listNotices } from '#core/contract/account/notifications.ts';
import {
  getRecovery,
  getRecoveryToken,
  reportRecoveryCheck,
  requestRecovery,
  stopOwnRecovery,
  stopRecovery,
} from '#core/contract/account/recovery.ts';
import { sendEmailOtp, verifyOtpAndUpdatePassword } from '#core/contract/account/registration.ts';
import { disableTwoFactor, freezeAccount, getSecurity } from '#core/contract/account/security.ts';
import { login } from '#core/contract/account/session.ts';
import { decideCase, listCases } from '#core/contract/staff/desk.ts';
import { setSandboxReview } from '#server/adapters/identity/sandbox-identity.ts';
import { readServerConfig } from '#server/config.ts';
import { carryOutRecoveries } from '#server/services/access/recovery/carry-out.ts';
import { hearOwner } from '#server/services/customers/identity/verified.ts';
import { findUser, lockAccount } from '#server/services/customers/users/users.ts';
import { helpAccount } from '#server/services/staff/admin/account-help.ts';
import { proofOf } from '#server/services/staff/audit/proof.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { adminCommand } from '#tests/support/admin-command.ts';
import type { Credential } from '#tests/support/api-client.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { Provider } from '#tests/support/provider.ts';
import { withParties } from '#tests/support/with-parties.ts';
import { sharedWorld } from '#tests/support/world.ts';

const HOUR_MS = 3_600_000;
const kopa = sharedWorld({ env: { PUBLIC_URL: 'https://app.example' } });

interface Owner extends Member {
  /** A code of the authenticator app that counts. */
  readonly code: () => string;
}

async function owner(): Promise<Owner> {
  const { deps } = kopa;
  const someone = await kopa.customer();
  const { email } = someone;
  const { data } = await someone.must(generateTwoFactorSecret, {});
  const code = (): string => {
    deps.clock.advance(30_000 - (deps.clock.now() % 30_000) + 500);
    return new TOTP({ secret: data.base32 }).generate({ timestamp: deps.clock.now() });
  };
  const otp = code();
  await someone.must(enableTwoFactor, { security_key: data.base32, otp, password });
  // Mails that leave together have no order.
  await kopa.sandbox.inbox(email);
  return someone.with({ code });
}

const subjects = async (email: string) =>
  (await kopa.sandbox.inbox(email)).map((one) => one.subject);
const newest = async (email: string, subject = /./) =>
  (await kopa.sandbox.inbox(email)).find((one) => subject.test(one.subject));
const linkIn = (text = ''): string =>
  text.match(/https:\/\/app\.example\/recover#link=([\w-]{43})/)?.[1] ?? '';

async function ask(email: string): Promise<string> {
  kopa.clock.advance(31_000);
  await kopa.api.must(requestRecovery, { email });
  return linkIn((await newest(email, /^Get back/))?.text);
}

const view = async (link: string) => (await kopa.api.must(getRecovery, { link })).data;

/** Passes the check that the link leads to. */
async function prove(link: string) {
  await kopa.api.must(getRecoveryToken, { link });
  const { data } = await kopa.api.must(reportRecoveryCheck, { link, kyc_status: 'approved' });
  return data;
}

async function waiting(): Promise<Owner & { readonly link: string }> {
  const someone = await owner();
  const link = await ask(someone.email);
  expect((await prove(link)).stage).toBe('waiting');
  await kopa.sandbox.inbox(someone.email);
  return someone.with({ link });
}

const signIn = (email: string, chosen = password) =>
  kopa.api.call(login, { email, password: chosen, device_info: 'test' });
const alive = async ({ id }: Member) => {
  const { rows } = await sql`select 1 from sessions where user_id = ${id}`.execute(kopa.db);
  return rows.length > 0;
};

async function after(hours: number): Promise<void> {
  kopa.clock.advance(hours * HOUR_MS);
  await carryOutRecoveries(kopa.deps);
}

const WAITS = 'Two-factor authentication will be removed';

test('HARD-22 who lost phone and codes is back with the mailbox and the identity check, 72 hours later', async () => {
  const someone = await waiting();
  const { email, link } = someone;
  expect(await signIn(email)).toMatchObject({ refusal: { code: 'SECOND_FACTOR_REQUIRED' } });
  const { due } = await view(link);
  expect(Date.parse(due ?? '') - kopa.clock.now()).toBeGreaterThan(71.9 * HOUR_MS);
  await after(71.9);
  expect(await signIn(email)).toMatchObject({ refusal: { code: 'SECOND_FACTOR_REQUIRED' } });
  expect(await alive(someone)).toBe(true);
  await after(0.2);
  expect((await view(link)).stage).toBe('done');
  expect(await alive(someone)).toBe(false);
  const back = await signIn(email);
  if (!back.ok) throw new Error('not signed in');
  const { token, refreshToken } = back.value;
  const { data } = await kopa.api.must(
    getSecurity,
    {},
    { credential: { token, refreshToken } as Credential },
  );
  expect(data).toMatchObject({ twoFactor: false, withdrawalHold: { reason: 'recovery' } });
  const held = Date.parse(data.withdrawalHold?.until ?? '') - kopa.clock.now();
  expect(held / HOUR_MS).toBeGreaterThan(71.9);
  expect(held / HOUR_MS).toBeLessThan(72.1);
  expect(await subjects(email)).toContain('Two-factor authentication was removed');
});

test('HARD-22 while it waits, a mail a day and every device tell of it', async () => {
  const { email, credential } = await waiting();
  const told = async () => (await subjects(email)).filter((one) => one === WAITS).length;
  expect(await told()).toBe(1);
  const { data, recovery_due } = await kopa.api.must(
    listNotices,
    { after: new Date(kopa.clock.now() - 60_000).toISOString() },
    { credential },
  );
  expect(data.at(-1)?.text).toContain('Two-factor authentication will be removed');
  expect(recovery_due).toMatch(/Z$/);
  for (const days of [2, 3]) {
    await after(12);
    expect(await told()).toBe(days - 1);
    await after(12);
    expect(await told()).toBe(days);
  }
  await Promise.all([carryOutRecoveries(kopa.deps), carryOutRecoveries(kopa.deps)]);
  expect(await told()).toBe(3);
});

test('HARD-22 one touch on a device that is signed in stops it, and a mail says what to do next', async () => {
  const { email, credential, link } = await waiting();
  await kopa.api.must(stopOwnRecovery, {}, { credential });
  expect((await view(link)).stage).toBe('stopped');
  const mail = await newest(email);
  expect(mail?.subject).toBe('The recovery was stopped');
  expect(mail?.text).toContain('on a device that is signed in');
  expect(mail?.text).toContain('reset your password');
  const { recovery_due } = await kopa.api.must(
    listNotices,
    { after: new Date(0).toISOString() },
    { credential },
  );
  expect(recovery_due).toBeNull();
  await after(73);
  expect(await signIn(email)).toMatchObject({ refusal: { code: 'SECOND_FACTOR_REQUIRED' } });
});

test('HARD-22 the link of each day’s mail stops it, and no later one', async () => {
  const someone = await waiting();
  await after(24);
  const daily = linkIn((await newest(someone.email))?.text);
  expect(daily).not.toBe(someone.link);
  expect((await kopa.api.must(stopRecovery, { link: daily })).data.stage).toBe('stopped');
  const second = await ask(someone.email);
  await prove(second);
  expect((await kopa.api.must(stopRecovery, { link: daily })).data.stage).toBe('stopped');
  expect((await view(second)).stage).toBe('waiting');
});

test('HARD-22 the mailbox alone removes nothing, whatever the page says of the check', async () => {
  const { email } = await owner();
  const link = await ask(email);
  // Without a check that was begun, nothing is to be reported.
  const { data } = await kopa.api.must(reportRecoveryCheck, { link, kyc_status: 'approved' });
  expect(data.stage).toBe('asked');
  await kopa.api.must(getRecoveryToken, { link });
  for (const kyc_status of ['incomplete', 'submitted'] as const) {
    await kopa.api.must(reportRecoveryCheck, { link, kyc_status });
  }
  expect((await view(link)).stage).toBe('review');
  await after(7 * 24);
  expect(await signIn(email)).toMatchObject({ refusal: { code: 'SECOND_FACTOR_REQUIRED' } });
  expect((await view(link)).stage).toBe('review');
  await after(4 * 24);
  expect(await kopa.api.call(getRecovery, { link })).toMatchObject({ status: 404 });
});

test('HARD-22 a check that was refused is the end of it; a new link begins a new one', async () => {
  const { email } = await owner();
  const link = await ask(email);
  await kopa.api.must(getRecoveryToken, { link });
  const said = { link, kyc_status: 'rejected' } as const;
  expect((await kopa.api.must(reportRecoveryCheck, said)).data.stage).toBe('refused');
  const late = { link, kyc_status: 'approved' } as const;
  await kopa.api.must(reportRecoveryCheck, late).catch(() => undefined);
  const again = await ask(email);
  expect((await view(again)).stage).toBe('asked');
  expect((await prove(again)).stage).toBe('waiting');
});

test('HARD-22 the answer tells nobody who is a customer; the mail says why nothing can begin', async () => {
  const { api, deps } = kopa;
  const unverified = await owner();
  await kopa.sandbox.kyc(unverified.email, 'incomplete');
  const without = await kopa.person();
  const admin = await kopa.person({ role: 'admin' });
  const frozen = await owner();
  await frozen.must(freezeAccount, { password });
  const cases = [
    [unverified.email, 'nobody was verified'],
    [without.email, 'Two-factor authentication is off'],
    [admin.email, 'whoever operates the server'],
    [frozen.email, 'First reset your password'],
  ] as const;
  const answers = [await api.must(requestRecovery, { email: 'nobody-here@kopa.test' })];
  for (const [email, why] of cases) {
    deps.clock.advance(31_000);
    answers.push(await api.must(requestRecovery, { email }));
    const mail = await newest(email);
    expect(mail?.text).toContain(why);
    expect(linkIn(mail?.text)).toBe('');
  }
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
});

test('HARD-22 another link of the same recovery does not begin its wait again', async () => {
  const { email, link } = await waiting();
  const { due } = await view(link);
  await after(20);
  const other = await ask(email);
  expect(other).not.toBe(link);
  expect(await view(other)).toMatchObject({ stage: 'waiting', due });
  expect(await kopa.api.call(getRecoveryToken, { link: other })).toMatchObject({ status: 404 });
});

test('HARD-22 a link that is asked for late counts for as long as the first one', async () => {
  const { email } = await owner();
  const first = await ask(email);
  await after(9 * 24);
  const second = await ask(email);
  await after(3 * 24);
  expect((await view(second)).stage).toBe('asked');
  expect((await view(first)).stage).toBe('asked');
  await after(8 * 24);
  expect(await kopa.api.call(getRecovery, { link: second })).toMatchObject({ status: 404 });
});

test('HARD-22 HARD-46 a freeze stops it and says so, and none begins until the owner is back', async () => {
  const { email, credential, link } = await waiting();
  await kopa.api.must(freezeAccount, { password }, { credential });
  expect((await newest(email))?.text).toContain('The recovery that was under way was stopped.');
  expect((await view(link)).stage).toBe('stopped');
  expect(await ask(email)).toBe('');
  await kopa.api.must(sendEmailOtp, { email, type: 2 });
  const otp = await kopa.sandbox.code(email);
  const chosen = 'Other-demo-2026!';
  await kopa.api.must(verifyOtpAndUpdatePassword, { email, otp, password: chosen });
  expect((await prove(await ask(email))).stage).toBe('waiting');
  await after(73);
  expect(await signIn(email, chosen)).toMatchObject({ ok: true });
});

test('HARD-22 a freeze between the link and the check lets nothing wait', async () => {
  const { email, credential } = await owner();
  const link = await ask(email);
  await kopa.api.must(getRecoveryToken, { link });
  await kopa.api.must(freezeAccount, { password }, { credential });
  expect((await prove(link).catch(() => undefined))?.stage ?? 'over').not.toBe('waiting');
  await after(80);
  expect((await view(link)).stage).toBe('stopped');
});

test('HARD-22 whoever shows the second factor and turns it off ends the recovery with it', async () => {
  const someone = await waiting();
  const { link, code } = someone;
  await someone.must(disableTwoFactor, { otp: code() });
  expect((await view(link)).stage).toBe('stopped');
  await after(73);
  expect(await alive(someone)).toBe(true);
});

test('HARD-22 a thief’s session that stops it is put out by a reset, and the owner goes on', async () => {
  const { email, credential: thief, link } = await waiting();
  await kopa.api.must(stopOwnRecovery, {}, { credential: thief });
  kopa.clock.advance(31_000);
  await kopa.api.must(sendEmailOtp, { email, type: 2 });
  const chosen = 'Other-demo-2026!';
  const otp = await kopa.sandbox.code(email);
  await kopa.api.must(verifyOtpAndUpdatePassword, { email, otp, password: chosen });
  expect(await kopa.api.call(stopOwnRecovery, {}, { credential: thief })).toMatchObject({
    status: 401,
  });
  expect((await view(link)).stage).toBe('stopped');
  expect((await prove(await ask(email))).stage).toBe('waiting');
  await after(73);
  expect(await signIn(email, chosen)).toMatchObject({ ok: true });
});

test('HARD-22 stopping and carrying out at the same moment: one of them comes first, and neither is undone', async () => {
  for (let round = 0; round < 4; round++) {
    const { email, credential, link } = await waiting();
    kopa.clock.advance(72.1 * HOUR_MS);
    const [, stopped] = await Promise.all([
      carryOutRecoveries(kopa.deps),
      kopa.api.call(stopOwnRecovery, {}, { credential }),
      carryOutRecoveries(kopa.deps),
    ]);
    const { stage } = await view(link);
    expect(['done', 'stopped']).toContain(stage);
    expect((await signIn(email)).ok).toBe(stage === 'done');
    if (stage === 'stopped') expect(stopped.ok).toBe(true);
  }
});

test('HARD-22 strangers use up what their network has; a link is asked for once in 30 seconds', async () => {
  const { email } = await owner();
  await ask(email);
  const soon = await kopa.api.call(requestRecovery, { email });
  expect(soon).toMatchObject({ status: 429, refusal: { code: 'TOO_MANY' } });
  const one = (await subjects(email)).filter((text) => text === 'Get back into your account');
  expect(one).toHaveLength(1);
});

test('HARD-22 the provider’s notice of the second check is heeded, and nothing that the page says counts', async () => {
  const someone = await owner();
  const link = await ask(someone.email);
  let answer = 'RED';
  const review = () => `{"reviewStatus":"completed","reviewResult":{"reviewAnswer":"${answer}"}}`;
  const provider = new Provider(({ path }) => {
    if (path.startsWith('/resources/accessTokens/')) return '{"token":"_act-1"}';
    if (path.startsWith('/resources/applicants/')) {
      return '{"id":"a1","review":{"reviewStatus":"completed","reviewResult":{"reviewAnswer":"GREEN"}}}';
    }
    return `{"items":[{"externalActionId":"${named}","review":${review()}}]}`;
  });
  const { id: named } = await kopa.db
    .selectFrom('recoveries')
    .select('id')
    .where('user_id', '=', someone.id)
    .executeTakeFirstOrThrow();
  const real = await withParties(kopa, {
    SANDBOX: 'market,forex,geolocation,mail,payment,custody,bank,merchants,screening,travelRule',
    SUMSUB_URL: await provider.start(),
    SUMSUB_APP_TOKEN: 'token',
    SUMSUB_SECRET_KEY: 'key',
    SUMSUB_WEBHOOK_SECRET: 'hook',
    SUMSUB_LEVEL: 'basic',
    SUMSUB_RECOVERY_LEVEL: 'same-person',
  });
  try {
    await real.api.must(getRecoveryToken, { link });
    const said = { link, kyc_status: 'approved' } as const;
    expect((await real.api.must(reportRecoveryCheck, said)).data.stage).toBe('asked');
    answer = 'GREEN';
    const body = `{"type":"applicantActionReviewed","externalUserId":"${someone.id}"}`;
    const digest = createHmac('sha256', 'hook').update(body).digest('hex');
    const heard = await fetch(`${real.url}/webhooks/identity`, {
      method: 'POST',
      body,
      headers: { 'x-payload-digest-alg': 'HMAC_SHA256_HEX', 'x-payload-digest': digest },
    });
    expect(heard.status).toBe(204);
    expect(await subjects(someone.email)).toContain(WAITS);
  } finally {
    await real.close();
    await provider.stop();
  }
});

test.each([
  ['end-sessions', 'Your devices were signed out', 'ended sessions'],
  ['remove-factor', 'Two-factor authentication was removed', 'removed second factor'],
  ['stop-recovery', 'The recovery was stopped', 'stopped recovery'],
] as const)(
  'HARD-22 an operator’s %s is told by mail and recorded with its reason',
  async (what, subject, action) => {
    const someone = await waiting();
    const { id, email, link } = someone;
    const by = { actor: 'operator test' } as const;
    const reason = 'Ticket 4711, seen on video';
    const help = (more: object = {}) =>
      helpAccount(kopa.deps, { email, what, reason, ...more }, by);
    expect(await help({ reason: ' ' })).toBe('no-reason');
    expect(await help({ email: 'nobody@kopa.test' })).toBe('no-account');
    expect(await alive(someone)).toBe(true);
    expect(await help()).toBe('done');
    expect((await newest(email))?.subject).toBe(subject);
    expect(await alive(someone)).toBe(what === 'stop-recovery');
    expect((await signIn(email)).ok).toBe(what === 'remove-factor');
    expect((await view(link)).stage).toBe(what === 'end-sessions' ? 'waiting' : 'stopped');
    const recorded = await kopa.db
      .selectFrom('audit_log')
      .select(['actor', 'action', 'detail'])
      .where('subject', '=', id)
      .execute();
    const detail = JSON.stringify({ reason: proofOf(reason) });
    expect(recorded).toEqual([{ actor: 'operator test', action, detail }]);
    const nothing = {
      'end-sessions': 'done',
      'remove-factor': 'no-factor',
      'stop-recovery': 'no-recovery',
    };
    expect(await help()).toBe(nothing[what]);
  },
);

test('HARD-22 the command wants an address and a reason', async () => {
  const env = { DATA_DIR: '/dev/null/nowhere' };
  const ended = await adminCommand(['remove-factor'], env);
  expect(ended).toMatchObject({ code: 1 });
  expect(ended.output).toContain('remove-factor EMAIL REASON');
});

test('HARD-22 D46 a production server lets nobody wait for less than a day', () => {
  const problem = 'RECOVERY_WAIT_HOURS must be at least 24';
  const problems = (hours: string) => {
    const read = readServerConfig({ NODE_ENV: 'production', RECOVERY_WAIT_HOURS: hours });
    return read.ok ? '' : read.problems.join('\n');
  };
  expect(problems('23')).toContain(problem);
  expect(problems('24')).not.toContain(problem);
});

test.each([
  ['nearly the customer’s', { first: 'Test', last: 'Persan', born: '1990-01-01' }],
  ['one of another date of birth', { first: 'Test', last: 'Person', born: '1961-01-01' }],
  ['one that names nobody', { first: '', last: '', born: '' }],
])(
  'HARD-98 a recovery whose document is %s waits for an officer, who lets it go on or ends it',
  async (_, document) => {
    const { api, deps } = kopa;
    for (const decision of ['theirs', 'not-theirs'] as const) {
      const someone = await owner();
      const link = await ask(someone.email);
      await api.must(getRecoveryToken, { link });
      const { id } = await deps.db
        .selectFrom('recoveries')
        .select('id')
        .where('user_id', '=', someone.id)
        .executeTakeFirstOrThrow();
      const shown = { ...document, country: 'AU' };
      await setSandboxReview(deps.db, id, { status: 'submitted', person: shown });
      const asked = { link, kyc_status: 'approved' } as const;
      expect((await api.must(reportRecoveryCheck, asked)).data.stage).toBe('review');
      const casesOf = async (officer: Member) => {
        const { data } = await officer.must(listCases, {});
        return data.filter((one) => one.kind === 'identity' && one.customer === someone.email);
      };
      const officer = await kopa.officer();
      const [found] = await casesOf(officer);
      const which = { kind: 'identity', id: found?.id ?? '' } as const;
      await officer.must(decideCase, { ...which, decision, reason: 'Seen on video' });
      expect((await view(link)).stage).toBe(decision === 'theirs' ? 'waiting' : 'refused');
      await after(73);
      const user = await findUser(deps.db, someone.id);
      expect(user?.two_factor).toBe(decision !== 'theirs');
      // Who the customer is stays what their own check said.
      expect(user).toMatchObject({ kyc_first_name: 'Test', kyc_born: '1990-01-01' });
      expect(await casesOf(await kopa.officer())).toEqual([]);
    }
  },
);

test('HARD-98 a recovery with somebody else’s document is refused without a case', async () => {
  const { api, deps } = kopa;
  const someone = await owner();
  const link = await ask(someone.email);
  await api.must(getRecoveryToken, { link });
  const { id } = await deps.db
    .selectFrom('recoveries')
    .select('id')
    .where('user_id', '=', someone.id)
    .executeTakeFirstOrThrow();
  const shown = { first: 'Ivan', last: 'Listed', born: '1961-05-05', country: 'RU' };
  await setSandboxReview(deps.db, id, { status: 'submitted', person: shown });
  expect((await prove(link)).stage).toBe('refused');
  const { data } = await api.must(listCases, {}, await kopa.officer());
  expect(data.filter(({ customer }) => customer === someone.email)).toEqual([]);
});

const NEARLY = { first: 'Test', last: 'Persan', born: '1990-01-01', country: 'AU' };

const recoveryIdOf = async ({ id }: Member): Promise<string> =>
  (
    await kopa.db
      .selectFrom('recoveries')
      .select('id')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
  ).id;

/** The open case of a customer, as a new officer finds it. */
async function openCase({ email }: Member) {
  const officer = await kopa.officer();
  const { data } = await officer.must(listCases, {});
  const found = data.find((one) => one.kind === 'identity' && one.customer === email);
  return found && { officer, which: { kind: 'identity', id: found.id } as const };
}

test('HARD-98 a case about a recovery that was stopped, or whose check the provider took back, is nothing to decide any more', async () => {
  const { api, deps } = kopa;
  for (const end of ['stopped', 'taken back'] as const) {
    const someone = await owner();
    const link = await ask(someone.email);
    await api.must(getRecoveryToken, { link });
    const id = await recoveryIdOf(someone);
    await setSandboxReview(deps.db, id, { status: 'submitted', person: NEARLY });
    expect((await prove(link)).stage).toBe('review');
    const found = await openCase(someone);
    expect(found).toBeDefined();
    if (!found) return;
    if (end === 'stopped') await api.must(stopRecovery, { link });
    else await setSandboxReview(deps.db, id, { status: 'submitted' });
    const decided = { ...found.which, decision: 'theirs', reason: 'Seen on video' } as const;
    const refused = await api.call(decideCase, decided, found.officer);
    expect(refused, end).toMatchObject({ ok: false });
    if (end === 'stopped') {
      expect(refused).toMatchObject({ refusal: { message: expect.stringContaining('has ended') } });
    }
    await carryOutRecoveries(deps);
    expect(await openCase(someone), end).toBeUndefined();
  }
});

test('HARD-98 a recovery that waits rests while an officer looks at a doubt of later, and goes on or ends by their word', async () => {
  const { api, deps } = kopa;
  for (const decision of ['theirs', 'not-theirs'] as const) {
    const someone = await waiting();
    const { link } = someone;
    await setSandboxReview(deps.db, await recoveryIdOf(someone), {
      ...{ status: 'approved', person: NEARLY },
    });
    await after(72.1);
    expect((await view(link)).stage).toBe('waiting');
    expect((await findUser(deps.db, someone.id))?.two_factor).toBe(true);
    const found = await openCase(someone);
    expect(found).toBeDefined();
    if (!found) return;
    const decided = { ...found.which, decision, reason: 'Seen on video' } as const;
    await api.must(decideCase, decided, found.officer);
    await after(1);
    expect((await view(link)).stage).toBe(decision === 'theirs' ? 'done' : 'stopped');
  }
});

test('HARD-98 an answer that names no document takes no doubt away', async () => {
  const { deps } = kopa;
  const someone = await owner();
  const check = 'doubted';
  const hear = (document: (typeof NEARLY & { readonly latin: string }) | undefined) =>
    inTransaction(deps.db, async (tx) => {
      const user = await lockAccount(tx, someone.id);
      return user && hearOwner(deps, tx, user, { check, document });
    });
  const cases = () =>
    deps.db
      .selectFrom('identity_cases')
      .select(['last_name', 'decision'])
      .where('user_id', '=', someone.id)
      .where('check_name', '=', check)
      .orderBy('made_at')
      .execute();
  expect(await hear(undefined)).toBe('fits');
  expect(await hear({ ...NEARLY, latin: '' })).toBe('waits');
  expect(await hear(undefined)).toBe('waits');
  expect(await cases()).toEqual([{ last_name: 'Persan', decision: null }]);
  await deps.db
    .updateTable('identity_cases')
    .set({ decision: 'not-theirs', decided_at: deps.clock.sql, decided_by: 'officer' })
    .where('check_name', '=', check)
    .execute();
  deps.clock.advance(1000);
  expect(await hear(undefined)).toBe('waits');
  expect((await cases()).map(({ decision }) => decision)).toEqual(['not-theirs', null]);
});
