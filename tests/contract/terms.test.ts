import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteAccount } from '#core/contract/account/account.ts';
import { listNotices } from '#core/contract/account/notifications.ts';
import { createUser, sendEmailOtp } from '#core/contract/account/registration.ts';
import { login } from '#core/contract/account/session.ts';
import { getTerms } from '#core/contract/account/terms.ts';
import type { Deps } from '#server/deps.ts';
import { announceTerms, placeTerms } from '#server/services/customers/terms/announce.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import {
  type InProcess,
  later,
  type Person,
  password,
  person,
  startInProcess,
} from '#tests/support/in-process.ts';
import { type LegalFolder, legalFolder } from '#tests/support/legal-versions.ts';
import { Sandbox } from '#tests/support/sandbox.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CHANGES = ['Cash goes to a bank.', 'Swaps: the fee is written beside the price.'];

let server: InProcess;
let legal: LegalFolder;
beforeEach(async () => {
  legal = await legalFolder();
  server = await startInProcess();
});
afterEach(async () => {
  await server.close();
  await legal.remove();
});

/** The server with the documents of the test’s folder. */
const deps = (): Deps => ({
  ...server.deps,
  config: { ...server.deps.config, legalDir: legal.folder },
});

async function announce(): Promise<void> {
  await placeTerms(deps());
  await announceTerms(deps());
}

const termsOf = async ({ credential }: Person) =>
  (await server.api.must(getTerms, {}, { credential })).data;

async function mailsAbout({ email }: Person, subject: string) {
  await sendDue(server.deps);
  const mails = await new Sandbox(server.url).inbox(email);
  return mails.filter((mail) => mail.subject.startsWith(subject));
}

const noticesOf = async ({ credential }: Person, after: Date) => {
  const { data } = await server.api.must(
    listNotices,
    { after: after.toISOString() },
    { credential },
  );
  return data.map(({ text }) => text);
};

/** A day so many days from now, by the server's clock. */
const dayIn = (days: number): string =>
  new Date(server.deps.clock.now() + days * DAY).toISOString().slice(0, 10);

const next = (days: number, version = '1.1') =>
  legal.replace('au-terms-and-conditions', { version, counts: dayIn(days), changes: CHANGES });

test('KEEP-02 whoever registers accepts the newest version of their country’s terms; the text is kept', async () => {
  await announce();
  const email = 'terms@kopa.test';
  await server.api.must(sendEmailOtp, { email });
  const otp = await new Sandbox(server.url).code(email);
  await server.api.must(createUser, {
    ...{ email, password, otp, device_info: 'test', country_code: 'AU', currency_code: 'AUD' },
    ...{ is_eu: false, ip: '127.0.0.1', first_name: 'Jo', last_name: 'Bloggs', dob: '1990-01-01' },
  });
  const { user } = await server.api.must(login, { email, password });
  const { rows } = await sql<{ document: string; version: string; told_at: null; text: string }>`
    select own.document, own.version, told_at, text from customer_terms as own
    join terms_versions using (document, version) where user_id = ${user.id}`.execute(
    server.deps.db,
  );
  expect(rows).toMatchObject([
    { document: '/au/terms-and-conditions', version: '1.0', told_at: null },
  ]);
  expect(rows[0]?.text).toContain('You accept these terms when you open a profile.');
});

test('KEEP-02 whoever registered before acceptances were kept has the version of that day', async () => {
  const [anna, eve] = [await person(server.deps), await person(server.deps, { market: 'EUR' })];
  await next(-10);
  await announce();
  // Registered just now, after the new version began to count.
  expect(await termsOf(anna)).toMatchObject({ current: { version: '1.1', told_at: null } });
  const european = await termsOf(eve);
  expect(european).toMatchObject({
    current: { version: '1.0', path: '/terms-and-conditions', told_at: null },
    coming: [],
    former: [],
  });
});

test('KEEP-02 a new version is told by mail and in the app, once, with what is new, and counts from its day', async () => {
  const began = new Date(server.deps.clock.now() - HOUR);
  let anna = await person(server.deps);
  const eve = await person(server.deps, { market: 'EUR' });
  await announce();
  await next(45);
  await Promise.all([announce(), announce(), announce()]);
  const [mail, ...more] = await mailsAbout(anna, 'Our terms change on');
  expect(more).toEqual([]);
  for (const change of CHANGES) expect(mail?.text).toContain(change);
  expect(mail?.text).toContain('close your account free of charge');
  expect(await mailsAbout(eve, 'Our terms change on')).toEqual([]);
  expect(await noticesOf(anna, began)).toEqual([
    expect.stringMatching(/^Our terms change on \w+ \d+, \d{4} \(Sydney time\)\. /),
  ]);
  const said = await termsOf(anna);
  expect(said).toMatchObject({
    current: { version: '1.0', path: '/au/terms-and-conditions/1.0' },
    coming: [{ version: '1.1', path: '/au/terms-and-conditions', changes: CHANGES }],
    former: [],
  });
  expect(said.coming[0]?.counts_at).toBe(`${dayIn(45)}T00:00:00.000Z`);
  anna = await later(server, anna, 46 * 24);
  expect(await termsOf(anna)).toMatchObject({
    current: { version: '1.1', path: '/au/terms-and-conditions' },
    coming: [],
    former: [{ version: '1.0', path: '/au/terms-and-conditions/1.0' }],
  });
});

test('KEEP-02 told late, it counts a month after it was told, however early its own day is', async () => {
  const anna = await person(server.deps);
  await announce();
  const { clock } = server.deps;
  await next(3);
  await announce();
  const [coming] = (await termsOf(anna)).coming;
  const month = new Date(clock.now());
  month.setUTCMonth(month.getUTCMonth() + 1);
  expect(Math.abs(Date.parse(coming?.counts_at ?? '') - month.getTime())).toBeLessThan(2 * DAY);
  const day = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeZone: 'Australia/Sydney',
  });
  const [mail] = await mailsAbout(anna, 'Our terms change on');
  expect(mail?.subject).toContain(day.format(Date.parse(coming?.counts_at ?? '')));
});

test('KEEP-02 the app says it whenever it is opened, until what is new was read', async () => {
  let anna = await person(server.deps);
  await announce();
  const began = new Date(server.deps.clock.now() - 1000);
  await next(45);
  await announce();
  // A page that stood open is told once: both are the same notice.
  expect(await noticesOf(anna, began)).toHaveLength(1);
  const opened = () => noticesOf(anna, new Date(server.deps.clock.now() - 1000));
  // Opened an hour later, while the notice is kept, and after it is gone.
  anna = await later(server, anna, 1);
  expect(await opened()).toHaveLength(1);
  anna = await later(server, anna, 24);
  expect(await opened()).toEqual([expect.stringContaining('Our terms change on')]);
  expect(await opened()).toHaveLength(1);
  await termsOf(anna);
  expect(await opened()).toEqual([]);
});

test('KEEP-02 who does not agree closes the account until then, and is told nothing more', async () => {
  const anna = await person(server.deps);
  await announce();
  await next(45);
  await announce();
  await server.api.must(deleteAccount, { password }, { credential: anna.credential });
  await next(90, '1.2');
  await announce();
  const { rows } = await sql`select * from customer_terms where user_id = ${anna.id}`.execute(
    server.deps.db,
  );
  expect(rows).toEqual([]);
});

test('KEEP-02 a version whose text was changed is not the one that was accepted: the operator is told', async () => {
  await announce();
  const text = async () => {
    const { rows } = await sql<{ text: string }>`select text from terms_versions
      where document = '/au/terms-and-conditions'`.execute(server.deps.db);
    return rows.map((row) => row.text);
  };
  const before = await text();
  const logged = () =>
    server.log.filter((line) => line.includes('a version of the terms has another text'));
  expect(logged()).toEqual([]);
  await legal.alter('au-terms-and-conditions');
  await announce();
  expect(logged()).toHaveLength(1);
  expect(await text()).toEqual(before);
});

test('KEEP-02 a hundred and twenty customers are told fifty at a time, and nobody else’s mail waits for them', async () => {
  const many = 120;
  await sql`insert into users (id, email, password_hash, role, first_name, last_name, dob, currency_code,
      country_code, is_eu, created_at)
    select 'many-' || i, 'many' || i || '@kopa.test', '', 'user', 'A', 'B', '1990-01-01', 'AUD', 'AU', false,
      ${server.deps.clock.sql} from generate_series(1, ${many}::int) as i`.execute(server.deps.db);
  await announce();
  await next(45);
  await placeTerms(deps());
  const told = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from customer_terms
      where told_at is not null`.execute(server.deps.db);
    return rows[0]?.count;
  };
  for (const count of [50, 100, many]) {
    await announceTerms(deps());
    expect(await told()).toBe(count);
    const { rows } = await sql<{
      turn: number;
    }>`select turn from mail_outbox order by turn`.execute(server.deps.db);
    expect(rows.map(({ turn }) => turn)).toEqual(rows.map((_, index) => index + 1));
    await sendDue(server.deps);
  }
  await announceTerms(deps());
  expect(await told()).toBe(many);
});
