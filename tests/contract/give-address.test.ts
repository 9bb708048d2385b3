import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { confirmEmailChange, requestEmailChange } from '#core/contract/account/account.ts';
import {
  getRecovery,
  getRecoveryToken,
  reportRecoveryCheck,
  requestRecovery,
} from '#core/contract/account/recovery.ts';
import { sendEmailOtp, verifyOtpAndUpdatePassword } from '#core/contract/account/registration.ts';
import { getSecurity } from '#core/contract/account/security.ts';
import { login } from '#core/contract/account/session.ts';
import { hashToken } from '#server/platform/tokens.ts';
import { giveAddress } from '#server/services/staff/admin/give-address.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const ORIGIN = 'https://app.example';
const CHOSEN = 'Owner-2026!x';
const ONE = { actor: 'operator one' } as const;
const TWO = { actor: 'operator two' } as const;

const kopa = sharedWorld({ env: { PUBLIC_URL: ORIGIN } });

const fresh = (): string => `g${randomBytes(6).toString('hex')}@kopa.test`;
const rowOf = ({ id }: Pick<Member, 'id'>) =>
  kopa.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const textsOf = async (email: string) => (await kopa.sandbox.inbox(email)).map(({ text }) => text);
const linkOf = async (email: string, about: RegExp): Promise<string> =>
  (await textsOf(email)).map((text) => about.exec(text)?.[1] ?? '').find(Boolean) ?? '';
const checkLinkOf = (email: string) => linkOf(email, /\/recover#link=([\w-]{43})/);
const reportLinkOf = (email: string) => linkOf(email, /\/not-me\?(token=[\w-]{43})/);
const press = (body: string) =>
  fetch(`${kopa.url}/not-me`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  });

/** A verified customer whose account a thief moved to an address of theirs, more than a week ago. */
async function robbed() {
  const owner = await kopa.customer();
  const theirs = fresh();
  await owner.must(requestEmailChange, { email: theirs, password });
  const code = await kopa.sandbox.code(theirs);
  await owner.must(confirmEmailChange, { email: theirs, code });
  await kopa.sandbox.inbox(theirs);
  return { ...owner, theirs };
}

async function prove(link: string, kyc_status: 'approved' | 'rejected' = 'approved') {
  await kopa.api.must(getRecoveryToken, { link });
  return (await kopa.api.must(reportRecoveryCheck, { link, kyc_status })).data;
}

const give = (account: string, email: string, by: Parameters<typeof giveAddress>[2] = ONE) =>
  giveAddress(kopa.deps, { account, email, reason: 'Ticket 4711' }, by);

test('READ-07 two operators and the identity check give an account an address; nothing else of before leads in', async () => {
  const who = await robbed();
  const email = fresh();
  expect(await give(who.theirs, email)).toBe('asked');
  // The present address is told.
  expect((await kopa.sandbox.inbox(who.theirs))[0]?.subject).toContain('asks for your account');
  expect(await give(who.theirs, email, TWO)).toBe('unproved');
  const link = await checkLinkOf(email);
  expect((await kopa.api.must(getRecovery, { link })).data).toMatchObject({
    ...{ email, aim: 'address', stage: 'asked', due: null },
  });
  expect((await prove(link)).stage).toBe('review');
  // Passed by itself it gives nothing, and the first operator is not the second.
  expect((await rowOf(who)).email).toBe(who.theirs);
  expect(await give(who.theirs, email, ONE)).toBe('same-person');
  expect(await give(who.theirs, email, TWO)).toBe('agreed');
  // The present address is told once more, and has three days.
  const goes = (await kopa.sandbox.inbox(who.theirs))[0];
  expect(goes?.subject).toBe('In three days your account has another address');
  expect(goes?.text).toContain('/not-me?token=');
  expect(await give(who.theirs, email, ONE)).toBe('waits');
  expect((await rowOf(who)).email).toBe(who.theirs);
  kopa.clock.advance(73 * 3_600_000);
  expect(await give(who.theirs, email, ONE)).toBe('given');

  expect(await rowOf(who)).toMatchObject({ email, withdrawals_frozen: true });
  expect((await kopa.api.must(getRecovery, { link })).data.stage).toBe('done');
  expect((await press(await reportLinkOf(who.theirs))).status).toBe(410);
  expect(await kopa.api.call(login, { email, password })).toMatchObject({
    refusal: { code: 'ACCOUNT_FROZEN' },
  });
  await kopa.api.must(sendEmailOtp, { email, type: 2 });
  const otp = await kopa.sandbox.code(email);
  await kopa.api.must(verifyOtpAndUpdatePassword, { email, otp, password: CHOSEN });
  const credential = await kopa.api.must(login, { email, password: CHOSEN });
  const { data } = await kopa.api.must(getSecurity, {}, { credential });
  expect(data.withdrawalHold?.reason).toBe('recovery');
  const held = Date.parse(data.withdrawalHold?.until ?? '') - kopa.clock.now();
  expect(Math.round(held / 3_600_000)).toBe(72);

  const recorded = await kopa.db
    .selectFrom('audit_log')
    .select(['actor', 'action'])
    .where('subject', '=', who.id)
    .orderBy('seq')
    .execute();
  expect(recorded).toEqual([
    { actor: 'operator one', action: 'began to give an address' },
    { actor: 'operator two', action: 'agreed to give an address' },
    { actor: 'operator one', action: 'gave an address' },
  ]);
});

test.each([
  ['factor', 'address'],
  ['address', 'factor'],
] as const)(
  'READ-07 two recoveries, %s and %s, of which one is an address that operators give, stand open beside each other',
  async (...order) => {
    const who = await kopa.customer({ twoFactor: true });
    const begin = {
      factor: async () => {
        kopa.clock.advance(31_000);
        await kopa.api.must(requestRecovery, { email: who.email });
      },
      address: async () => expect(await give(who.email, fresh())).toBe('asked'),
    };
    for (const what of order) await begin[what]();
    const open = await kopa.db
      .selectFrom('recoveries')
      .select('gives_address')
      .where('user_id', '=', who.id)
      .where('stage', '=', 'asked')
      .execute();
    expect(open.map(({ gives_address: given }) => given !== null).toSorted()).toEqual([
      false,
      true,
    ]);
  },
);

test('READ-07 the address of before stops it with its link, once, and the account is frozen meanwhile', async () => {
  const who = await robbed();
  const email = fresh();
  const agreed = async () => {
    expect(await give(who.theirs, email, ONE)).toBe('asked');
    await prove(await checkLinkOf(email));
    expect(await give(who.theirs, email, TWO)).toBe('agreed');
    return (await kopa.sandbox.inbox(who.theirs))[0]?.text ?? '';
  };
  const [, link = ''] = /\/not-me\?(token=[\w-]{43})/.exec(await agreed()) ?? [];
  expect((await press(link)).status).toBe(200);
  kopa.clock.advance(73 * 3_600_000);
  expect(await give(who.theirs, email, TWO)).toBe('stopped');
  expect(await rowOf(who)).toMatchObject({ email: who.theirs, withdrawals_frozen: true });
  // Whoever has that address cannot stop it for ever.
  expect(await agreed()).not.toContain('/not-me');
  kopa.clock.advance(73 * 3_600_000);
  expect(await give(who.theirs, email, TWO)).toBe('given');
});

test('READ-07 nobody whose identity was never approved is given an address: their own first check would vouch for it', async () => {
  const who = await kopa.person();
  expect(await give(who.email, fresh(), ONE)).toBe('unverified');
  await kopa.sandbox.kyc(who.email, 'submitted');
  expect(await give(who.email, fresh(), ONE)).toBe('unverified');
});

test('READ-07 a stop counts for good, however late the operators come, and once, whichever link is pressed', async () => {
  const who = await robbed();
  const email = fresh();
  const agreed = async () => {
    expect(await give(who.theirs, email, ONE)).toBe('asked');
    await prove(await checkLinkOf(email));
    expect(await give(who.theirs, email, TWO)).toBe('agreed');
    return (await kopa.sandbox.inbox(who.theirs))[0]?.text ?? '';
  };
  const [, link = ''] = /\/not-me\?(token=[\w-]{43})/.exec(await agreed()) ?? [];
  expect((await press(link)).status).toBe(200);
  // A used link is swept, and the stop stays.
  await kopa.db.deleteFrom('report_links').where('user_id', '=', who.id).execute();
  kopa.clock.advance(73 * 3_600_000);
  expect(await give(who.theirs, email, TWO)).toBe('stopped');
  await agreed();
  // A thief with that mailbox gets another link, such as with a new password.
  await sql`insert into report_links (token_hash, user_id, expires_at, undoes_from)
    values (${hashToken('x'.repeat(43))}, ${who.id}, ${new Date(kopa.clock.now() + 86_400_000)}, 1)`.execute(
    kopa.db,
  );
  expect((await press(`token=${'x'.repeat(43)}`)).status).toBe(200);
  kopa.clock.advance(73 * 3_600_000);
  expect(await give(who.theirs, email, TWO)).toBe('given');
});

test('READ-07 a check that the provider took back since gives no address', async () => {
  const who = await robbed();
  const email = fresh();
  await give(who.theirs, email);
  const link = await checkLinkOf(email);
  await prove(link);
  // The provider finds out, and nobody has opened the page since.
  const check = await kopa.db
    .selectFrom('recoveries')
    .select('id')
    .where('user_id', '=', who.id)
    .executeTakeFirstOrThrow();
  const { identity } = kopa.deps.parties;
  await identity.widgetReported(who.id, { status: 'rejected' }, check.id);
  expect(await give(who.theirs, email, TWO)).toBe('unproved');
  expect((await rowOf(who)).email).toBe(who.theirs);
});

test('READ-07 an address is given to verified customers alone, to nobody’s address twice, and with a reason', async () => {
  const [unverified, taken, officer] = [
    await kopa.person(),
    await kopa.person(),
    await kopa.officer(),
  ];
  expect(await give(officer.email, fresh())).toBe('no-account');
  expect(await give('nobody@kopa.test', fresh())).toBe('no-account');
  await kopa.sandbox.kyc(unverified.email, 'approved');
  expect(await give(unverified.email, taken.email)).toBe('taken');
  expect(await give(unverified.email, 'no address')).toBe('wrong-address');
  const without = { account: unverified.email, email: fresh(), reason: ' ' };
  expect(await giveAddress(kopa.deps, without, ONE)).toBe('no-reason');
  // Another address begins anew, whoever says it.
  const [first, second] = [fresh(), fresh()];
  expect(await give(unverified.email, first, ONE)).toBe('asked');
  await prove(await checkLinkOf(first));
  expect(await give(unverified.email, second, TWO)).toBe('asked');
  expect(await give(unverified.email, first, TWO)).toBe('asked');
});
