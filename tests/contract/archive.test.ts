import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '#core/contract/account/account.ts';
import { sendRequest } from '#core/contract/account/request.ts';
import {
  type ArchivePart,
  type ClosedAccount,
  eraseArchive,
  extendArchive,
  readArchive,
} from '#core/contract/staff/desk.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { sweep } from '#server/platform/sweep.ts';
import { eraseRest, readArchived } from '#server/services/customers/archive/archive.ts';
import { eraseAccount, eraseLeftovers } from '#server/services/customers/users/erase-account.ts';
import { removeAdministrator } from '#server/services/staff/admin/administrators.ts';
import { verifyAudit } from '#server/services/staff/audit/verify.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { newKey } from '#tests/support/api-client.ts';
import {
  type InProcess,
  type Person,
  password,
  person,
  startInProcess,
} from '#tests/support/in-process.ts';
import { pastGuards } from '#tests/support/past-guards.ts';
import { rowsAtOnce } from '#tests/support/rows-at-once.ts';

let server: InProcess;
let officer: Person;
beforeAll(async () => {
  server = await startInProcess();
  officer = await person(server.deps, { role: 'compliance' });
});
afterAll(() => server.close());

const DAY = 24 * 3_600_000;
const IBAN = 'LT121000011101001000';
const PAID = 'LT601010012345678901';

const as = ({ credential }: Person) => ({ credential });

const read = (about: string, reason = 'Order 7 of the authority.', by = officer) =>
  server.api.call(readArchive, { about, reason }, as(by));

async function closedOf(about: string): Promise<readonly ClosedAccount[]> {
  const read = await server.api.must(
    readArchive,
    { about, reason: 'Order 7 of the authority.' },
    as(officer),
  );
  return read.data;
}

const valuesIn = (
  closed: Pick<ClosedAccount, 'parts'> | undefined,
  part: ArchivePart,
): readonly string[] =>
  (closed?.parts ?? [])
    .filter((one) => one.part === part)
    .flatMap(({ tables }) => tables ?? [])
    .flatMap(({ rows }) => rows.flat().map(({ value }) => value));

/** Somebody with a name, a complaint, a saved account and a transfer from a bank. */
async function known(): Promise<Person> {
  const who = await person(server.deps, { balances: {} });
  const { db } = server.deps;
  const at = new Date('2026-01-02T03:04:05.678Z');
  await sql`update users set first_name = 'Ausra', last_name = 'Kept', phone = '+37060000001',
    address = 'Gatve 1' where id = ${who.id}`.execute(db);
  await sql`insert into saved_addresses (id, user_id, kind, label, currency, holder, iban, created_at)
    values (${`saved-${who.id}`}, ${who.id}, 'fiat', 'Landlord', 'EUR', 'Jonas Namas', ${IBAN}, ${at})`.execute(
    db,
  );
  await sql`insert into bank_transfers (id, external_id, user_id, currency, amount, payer, reference, state, reason,
      seen_at, ask_at) values (${`transfer-${who.id}`}, ${`outside-${who.id}`}, ${who.id}, 'EUR', '5.00',
      'Ausra Kept', 'Rent', 'credited', '', ${at}, ${at})`.execute(db);
  await sql`insert into withdrawals (id, user_id, payment_route_id, currency, units, fee_units, usd_cents,
      address, tag, status, created_at, holder)
    values (${`payout-${who.id}`}, ${who.id},
      (select id from payment_routes limit 1), 'EUR', 5, 1, 100, ${PAID}, '', 'completed', ${at},
      'Ausra Kept')`.execute(db);
  // As a server of the version before wrote it, with the account.
  await pastGuards(db, () =>
    sql`insert into journals values (${`journal-${who.id}`}, 'payment', 'withdrawal-sent', ${who.id},
      ${`withdrawal-sent:payout-${who.id}`}, ${`Withdrawal/payout-${who.id}`}, '', '', ${PAID}, '', ${at})`.execute(
      db,
    ),
  );
  await server.api.must(
    sendRequest,
    { key: newKey(), kind: 'complaint', about: '', body: 'Nobody answered me.' },
    as(who),
  );
  return who;
}

const close = (who: Person) => server.api.must(deleteAccount, { password }, as(who));

const left = async (who: Person): Promise<readonly string[]> => {
  const rows = await server.deps.db
    .selectFrom('archived')
    .where('former_id', '=', who.id)
    .select('part')
    .orderBy('part')
    .execute();
  return rows.map(({ part }) => part);
};

/** Every text of every row of the database, but of the simulated parties. */
async function everythingStored(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`select table_name as name
    from information_schema.tables where table_schema = 'public'
    and table_name not like 'sandbox%'`.execute(server.deps.db);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select row_to_json(t)::text as text
      from ${sql.table(name)} as t`.execute(server.deps.db);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

test('KEEP-05 closing an account leaves nothing readable, and an officer with a reason reads what the law has us keep', async () => {
  const who = await known();
  const marks = [
    'Ausra',
    '+37060000001',
    'Gatve 1',
    'Jonas Namas',
    IBAN,
    PAID,
    'Nobody answered me.',
  ];
  const before = await everythingStored();
  expect(marks.filter((mark) => !before.includes(mark))).toEqual([]);
  await close(who);
  const after = await everythingStored();
  expect([...marks, who.email].filter((mark) => after.includes(mark))).toEqual([]);

  const [closed, ...others] = await closedOf(` ${who.email.toUpperCase()} `);
  expect(others).toEqual([]);
  expect(closed?.id).toBe(who.id);
  expect(valuesIn(closed, 'identity')).toEqual(
    expect.arrayContaining([
      who.email,
      'Ausra',
      'Kept',
      '+37060000001',
      'Gatve 1',
      'Ausra Kept',
      PAID,
    ]),
  );
  expect(valuesIn(closed, 'correspondence')).toContain('Nobody answered me.');
  expect(valuesIn(closed, 'personal')).toEqual(expect.arrayContaining(['Jonas Namas', IBAN]));
  expect(await closedOf(who.id)).toMatchObject([{ id: who.id, parts: [{}, {}, {}] }]);
});

test('KEEP-05 what an officer reads is on record with its reason before they do, and the log names nobody', async () => {
  const who = await known();
  await close(who);
  const wanted = async (about: string, reason: string) => {
    const answer = await read(about, reason);
    return answer.ok ? 'read' : answer.refusal.message;
  };
  expect(await wanted(who.email, ' \u200b ')).toBe('Say why.');
  expect(await wanted('  ', 'Because.')).toBe('Say whose account it was.');
  const reason = `The prosecutor asks for ${who.email}.`;
  expect(await wanted(who.email, reason)).toBe('read');
  const [closed] = await closedOf(who.id);
  expect(closed?.acts).toMatchObject([
    { by: officer.email, act: 'read', reason },
    { by: officer.email, act: 'read', reason: 'Order 7 of the authority.' },
  ]);
  const log = await server.deps.db
    .selectFrom('audit_log')
    .where('action', '=', 'read closed accounts')
    .select(['actor', 'detail'])
    .execute();
  expect(log.filter(({ detail }) => detail.includes(who.id))).toHaveLength(2);
  expect(JSON.stringify(log)).not.toContain(who.email);
  expect(JSON.stringify(log)).not.toContain('prosecutor');
  expect((await verifyAudit(server.deps.db)).wrong).toEqual([]);
});

test('KEEP-05 each part goes by itself when its time is over: letters after 5 years, who they were after 8', async () => {
  const who = await known();
  await close(who);
  await closedOf(who.id);
  const { clock, db } = server.deps;
  const years = async (many: number): Promise<void> => {
    const { rows } = await sql<{ ms: number }>`select
      (extract(epoch from closed_at + make_interval(years => ${many}) - ${clock.sql}) * 1000)::float8 as ms
      from archived where former_id = ${who.id} limit 1`.execute(db);
    clock.advance(rows[0]?.ms ?? 0);
  };
  const later = async (): Promise<readonly string[]> => {
    await sweep(server.deps);
    return left(who);
  };
  await years(5);
  clock.advance(-DAY);
  expect(await later()).toEqual(['correspondence', 'identity', 'personal']);
  clock.advance(2 * DAY);
  expect(await later()).toEqual(['identity']);
  await years(8);
  clock.advance(-DAY);
  expect(await later()).toEqual(['identity']);
  clock.advance(2 * DAY);
  expect(await later()).toEqual([]);
  const acts = await db
    .selectFrom('archive_acts')
    .where('former_id', '=', who.id)
    .select('id')
    .execute();
  expect(acts).toEqual([]);
  // A session of before is over by now.
  officer = await person(server.deps, { role: 'compliance' });
  expect(await closedOf(who.id)).toEqual([]);
});

test('KEEP-05 an authority has it kept two years longer, once', async () => {
  const who = await known();
  await close(who);
  const [before] = await closedOf(who.id);
  const extend = (id: string, reason = 'Request 12/2026.') =>
    server.api.call(extendArchive, { id, reason }, as(officer));
  expect(await extend(who.id, ' ')).toMatchObject({ ok: false });
  expect(await extend('nobody')).toMatchObject({ ok: false });
  expect(await extend(who.id)).toMatchObject({ ok: true });
  expect(await extend(who.id)).toMatchObject({ ok: false });
  const [after] = await closedOf(who.id);
  const ends = (closed: ClosedAccount | undefined) =>
    closed?.parts.map(({ part, erase_at }) => [part, new Date(erase_at).getUTCFullYear()] as const);
  // Both periods that the Privacy Policy names, and no other.
  expect(ends(after)).toEqual(
    ends(before)?.map(([part, year]) => [part, part === 'personal' ? year : year + 2]),
  );
  expect(after?.parts.map(({ extended }) => extended)).toEqual([true, true, false]);
  expect(after?.acts).toMatchObject([
    { act: 'read' },
    { act: 'extended', reason: 'Request 12/2026.' },
    { act: 'read' },
  ]);
});

test('KEEP-10 what is kept of a closed account is erased before its time by two officers, never by one twice', async () => {
  const who = await known();
  await close(who);
  const second = await person(server.deps, { role: 'compliance' });
  const erase = (by: Person, reason = 'Order 9 of the court.', id = who.id) =>
    server.api.call(eraseArchive, { id, reason }, as(by));
  expect(await erase(officer, ' ')).toMatchObject({ refusal: { message: 'Say why.' } });
  expect(await erase(officer, 'No.', 'nobody')).toMatchObject({ status: 404 });
  expect(await erase(officer)).toMatchObject({ ok: true, value: { second: true } });
  expect(await erase(officer)).toMatchObject({
    refusal: { message: 'You decided this. Another officer has to confirm it.' },
  });
  const [kept] = await closedOf(who.id);
  expect(kept?.parts.length).toBeGreaterThan(0);
  expect(kept?.erasure).toMatchObject({ own: true, reason: 'Order 9 of the court.' });
  expect(await erase(second)).toMatchObject({ ok: true, value: { second: false } });
  expect(await closedOf(who.id)).toEqual([]);
  expect(await erase(second)).toMatchObject({
    refusal: { message: expect.stringContaining(`${second.email} has erased`) },
  });
  expect((await verifyAudit(server.deps.db)).wrong).toEqual([]);
});

test('KEEP-05 the same person registers again and sees nothing of before; both accounts are found', async () => {
  const who = await known();
  await close(who);
  const register = async () => {
    const again = await person(server.deps);
    await sql`update users set email = ${who.email} where id = ${again.id}`.execute(server.deps.db);
    return again;
  };
  const again = await register();
  expect((await server.api.must(getTransactionHistory, {}, as(again))).data).toEqual([]);
  await close(again);
  const found = await closedOf(who.email);
  expect(new Set(found.map(({ id }) => id))).toEqual(new Set([who.id, again.id]));
  const open = await register();
  expect(await closedOf(open.id), 'an open account is no closed one').toEqual([]);
});

test('KEEP-05 a former key of the archive still opens, finds and is not needed for anything else', async () => {
  const who = await known();
  await close(who);
  const [former] = server.deps.config.archiveKeys;
  const fresh = new Uint8Array(32).fill(7);
  const config = { ...server.deps.config };
  const by = { officer: officer.id, reason: 'Rotation.' };
  const withKeys = (archiveKeys: typeof config.archiveKeys, about: string) =>
    inTransaction(server.deps.db, (tx) =>
      readArchived({ ...server.deps, config: { ...config, archiveKeys } }, tx, about, by),
    );
  const rotated = await withKeys([fresh, former], who.email);
  expect(valuesIn(rotated[0], 'identity')).toContain('Ausra');
  const lost = await withKeys([fresh], who.id);
  expect(lost[0]?.parts.map(({ tables }) => tables)).toEqual([null, null, null]);
  expect(await withKeys([fresh], who.email)).toEqual([]);
});

test('KEEP-05 a sealed part that was moved to another account does not open there', async () => {
  const [one, other] = [await known(), await known()];
  await close(one);
  await close(other);
  await sql`update archived set sealed = (select sealed from archived where former_id = ${one.id}
    and part = 'identity') where former_id = ${other.id} and part = 'identity'`.execute(
    server.deps.db,
  );
  const [closed] = await closedOf(other.id);
  expect(closed?.parts.find(({ part }) => part === 'identity')?.tables).toBeNull();
});

test('KEEP-05 who worked here was no customer, and nothing is kept of them', async () => {
  const who = await person(server.deps, { role: 'compliance' });
  const removed = await removeAdministrator(server.deps, who.email, { actor: 'operator test' });
  expect(removed).toBe('erased');
  expect(await left(who)).toEqual([]);
});

test('KEEP-05 of a closed account every column of the user that could name somebody is blank', async () => {
  const { db } = server.deps;
  const who = await person(server.deps);
  const told = 'Bring the passport of Maria Muster';
  await sql`update users set kyc_comment = ${told}, kyc_latin_name = ${told}, phone = ${told},
    address = ${told}, city = ${told}, state = ${told}, postal = ${told} where id = ${who.id}`.execute(
    db,
  );
  await close(who);
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', who.id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain('Muster');
});

test('HARD-95 a closed account with a long history is sealed and erased slice by slice, and nobody holds it meanwhile', async () => {
  const { deps } = server;
  const who = await known();
  const at = new Date('2026-01-02T03:04:05.678Z');
  const many = 1_201;
  const numbers = sql`generate_series(1, ${many}::integer) as n`;
  await sql`insert into withdrawals (id, user_id, payment_route_id, currency, units, fee_units, usd_cents,
      address, tag, status, created_at, holder)
    select ${`many-${who.id}-`} || n, ${who.id}, (select id from payment_routes limit 1), 'EUR', 5, 1, 100,
      'IBAN ' || n, '', 'completed', ${at}, 'Payee ' || n from ${numbers}`.execute(deps.db);
  await sql`insert into bank_transfers (id, external_id, user_id, currency, amount, payer, reference, state,
      reason, seen_at, ask_at)
    select ${`many-${who.id}-`} || n, ${`outside-${who.id}-`} || n, ${who.id}, 'EUR', '5.00', 'Payer ' || n,
      '', 'credited', '', ${at}, ${at} from ${numbers}`.execute(deps.db);
  await sql`insert into customer_requests (id, user_id, sent_key, kind, about, title, body, state, created_at, due_at)
    select ${`many-${who.id}-`} || n, ${who.id}, 'key ' || n, 'complaint', '', 'Title', 'Letter ' || n, 'open', ${at}, ${at}
    from ${numbers}`.execute(deps.db);
  const counted = rowsAtOnce(deps.db);
  const named = async (): Promise<readonly number[]> => {
    const { rows } = await sql<{ payouts: number; transfers: number; letters: number }>`select
      (select count(*)::integer from withdrawals where user_id = ${who.id} and holder not in ('', '-')) as payouts,
      (select count(*)::integer from bank_transfers where user_id = ${who.id} and payer <> '') as transfers,
      (select count(*)::integer from customer_requests where user_id = ${who.id}) as letters`.execute(
      deps.db,
    );
    return rows.flatMap((row) => Object.values(row));
  };
  const all = await named();
  expect(all.every((count) => count >= many)).toBe(true);
  await inTransaction(counted.db, (tx) => eraseAccount(deps, tx, who.id));
  expect(await named()).toEqual(all.map((count) => count - 500));

  // What changes until its turn comes is kept as it is then, and two processes do it once.
  await sql`update bank_transfers set reference = 'Told late' where id = (select max(id)
    from bank_transfers where user_id = ${who.id} and payer <> '')`.execute(deps.db);
  // What officers send to the former owner meanwhile is not blanked before it has left.
  await sql`insert into withdrawals (id, user_id, payment_route_id, currency, units, fee_units, usd_cents,
      address, tag, status, created_at, holder)
    select ${`later-${who.id}`}, ${who.id}, (select id from payment_routes limit 1), 'EUR', 5, 1, 100,
      'IBAN later', '', 'requested', deleted_at + interval '1 second', 'Aldona Later'
    from users where id = ${who.id}`.execute(deps.db);
  await Promise.all([eraseRest({ ...deps, db: counted.db }), eraseRest(deps)]);
  expect(await named()).toEqual([1, 0, 0]);
  expect(counted.most()).toBeLessThanOrEqual(500);
  const { rows } = await sql`select from erasures where former_id = ${who.id}`.execute(deps.db);
  expect(rows).toEqual([]);

  const [closed] = await closedOf(who.id);
  const identity = valuesIn(closed, 'identity');
  const letters = valuesIn(closed, 'correspondence');
  for (const n of [1, 500, 501, 1_000, many]) {
    expect(identity.filter((value) => value === `Payee ${n}`)).toHaveLength(1);
    expect(identity.filter((value) => value === `Payer ${n}`)).toHaveLength(1);
    expect(letters.filter((value) => value === `Letter ${n}`)).toHaveLength(1);
  }
  expect(identity.filter((value) => value.startsWith('Payer '))).toHaveLength(many);
  expect(identity).toContain('Told late');

  // The pieces go with their part.
  const second = await person(deps, { role: 'compliance' });
  const erase = { id: who.id, reason: 'Order 9 of the court.' };
  await server.api.must(eraseArchive, erase, as(officer));
  await server.api.must(eraseArchive, erase, as(second));
  const { rows: pieces } =
    await sql`select from archived_pieces where former_id = ${who.id}`.execute(deps.db);
  expect(pieces).toEqual([]);
});

test('HARD-95 what is erased before all of it was sealed is not kept after all', async () => {
  const { deps } = server;
  const who = await known();
  await sql`insert into customer_requests (id, user_id, sent_key, kind, about, title, body, state, created_at, due_at)
    select ${`many-${who.id}-`} || n, ${who.id}, 'key ' || n, 'complaint', '', 'Title', 'Letter ' || n, 'open', now(), now()
    from generate_series(1, 600) as n`.execute(deps.db);
  await close(who);
  await sql`delete from archived where former_id = ${who.id}`.execute(deps.db);
  await eraseRest(deps);
  expect(await left(who)).toEqual([]);
  const { rows } = await sql`select from customer_requests where user_id = ${who.id}`.execute(
    deps.db,
  );
  expect(rows).toEqual([]);
});

test('HARD-98 what an older server left of an account that it closed is sealed beside the rest, and erased', async () => {
  const { db } = server.deps;
  const who = await known();
  const untouched = await known();
  await close(who);
  const counted = await closedOf(who.id);
  // That server knew neither the column nor the table.
  await sql`update users set kyc_first_name = 'Ausrine', two_factor_pending = 'secret'
    where id = ${who.id}`.execute(db);
  await sql`insert into identity_cases (id, user_id, check_name, first_name, last_name, latin_name, born,
      country, match, made_at) values (${newKey()}, ${who.id}, '', 'Ausrinne', 'Kept', '', '1990-01-01',
      'LT', 'near', now())`.execute(db);
  // Written since, about the closed account: it is no leftover.
  await sql`insert into audit_words (seq, name, user_id, words, written_at)
    values ((select max(seq) from audit_log), 'late', ${who.id}, 'Order 7', ${server.deps.clock.sqlIn(60)})`.execute(
    db,
  );
  for (let pass = 0; pass < 2; pass++) {
    await eraseLeftovers(server.deps);
    await eraseRest(server.deps);
  }
  const user = await db
    .selectFrom('users')
    .select(['kyc_first_name', 'two_factor_pending'])
    .where('id', '=', who.id)
    .executeTakeFirst();
  expect(user).toEqual({ kyc_first_name: null, two_factor_pending: null });
  const { rows: cases } = await sql`select from identity_cases where user_id = ${who.id}`.execute(
    db,
  );
  expect(cases).toEqual([]);
  const { rows: words } = await sql`select from audit_words where name = 'late'`.execute(db);
  expect(words).toHaveLength(1);
  const [closed] = await closedOf(who.id);
  const identity = valuesIn(closed, 'identity');
  for (const one of ['Ausra', 'Ausrine', 'Ausrinne']) expect(identity).toContain(one);
  expect(identity.filter((one) => one === 'Ausrine')).toHaveLength(1);
  for (const part of ['correspondence', 'personal'] as const) {
    expect(valuesIn(closed, part)).toEqual(valuesIn(counted[0], part));
  }
  const open = await db
    .selectFrom('users')
    .select('first_name')
    .where('id', '=', untouched.id)
    .executeTakeFirst();
  expect(open?.first_name).toBe('Ausra');
  await close(untouched);
});

test('HARD-98 codes of a closed account’s addresses, and how many were mailed, go with it', async () => {
  const { db } = server.deps;
  const who = await person(server.deps);
  const next = `next-${newKey()}@kopa.test`;
  await sql`insert into email_changes (user_id, email, expires_at)
    values (${who.id}, ${next}, now() + interval '10 minutes')`.execute(db);
  for (const email of [who.email, next]) {
    await sql`insert into code_allowances (email, purpose, asker, sent_at, sent_today, today_ends_at)
      values (${email}, 3, ${who.id}, now(), 1, now() + interval '1 day')`.execute(db);
    await sql`insert into email_codes (email, purpose, browser, about, code_hash, tries, sent_at, expires_at)
      values (${email}, 3, 'b', '', 'h', 0, now(), now() + interval '10 minutes')`.execute(db);
  }
  // Somebody else registers with that address just then.
  await sql`insert into code_allowances (email, purpose, asker, sent_at, sent_today, today_ends_at)
    values (${next}, 1, '', now(), 4, now() + interval '1 day')`.execute(db);
  await sql`insert into email_codes (email, purpose, browser, about, code_hash, tries, sent_at, expires_at)
    values (${next}, 1, 'c', '', 'h', 0, now(), now() + interval '10 minutes')`.execute(db);
  await close(who);
  for (const table of ['code_allowances', 'email_codes']) {
    const { rows } = await sql`select email, purpose from ${sql.table(table)}
      where email in (${who.email}, ${next})`.execute(db);
    expect(rows, table).toEqual([{ email: next, purpose: 1 }]);
  }
});

test('HARD-98 a transfer keeps its payer until somebody has decided about it, and what officers write of it later stays', async () => {
  const { deps } = server;
  const who = await known();
  const id = newKey();
  await sql`insert into bank_transfers (id, external_id, user_id, currency, amount, payer, reference, state,
      reason, seen_at, ask_at)
    values (${id}, ${`outside ${id}`}, ${who.id}, 'EUR', '5.00', 'Late Payer', 'Gift', 'pending', '',
      ${deps.clock.sqlIn(-3600)}, ${deps.clock.sqlIn(86_400)})`.execute(deps.db);
  await close(who);
  const passes = async () => {
    for (let pass = 0; pass < 2; pass++) {
      await eraseLeftovers(deps);
      await eraseRest(deps);
    }
    const { rows } = await sql`select payer, reference, settled_for from bank_transfers
      where id = ${id}`.execute(deps.db);
    const [closed] = await closedOf(who.id);
    return [rows[0], valuesIn(closed, 'identity').filter((value) => value === 'Late Payer').length];
  };
  const open = { payer: 'Late Payer', reference: 'Gift', settled_for: '' };
  expect(await passes()).toEqual([open, 0]);
  await sql`update bank_transfers set state = 'aside', reason = 'cannot-return',
      settled_at = ${deps.clock.sqlIn(60)}, settled_for = 'Sent by hand' where id = ${id}`.execute(
    deps.db,
  );
  expect(await passes()).toEqual([{ payer: '', reference: '', settled_for: 'Sent by hand' }, 1]);
});

test('HARD-98 what officers wrote about a transfer or a payment goes from the books with its customer, and is kept sealed', async () => {
  const { db } = server.deps;
  const who = await known();
  const why = `Sent back to ${newKey()}`;
  await sql`update bank_transfers set state = 'aside', settled_at = now(), settled_for = ${why}
    where user_id = ${who.id}`.execute(db);
  await sql`insert into purchases (id, user_id, amount, currency, crypto_units, crypto_currency, usdc, usdc_rate,
      token, status, created_at, refund_settled_at, refund_settled_for)
    values (${newKey()}, ${who.id}, '5.00', 'AUD', 1, 'BTC', '3', '1', ${newKey()}, 'refunded', now(), now(),
      ${`${why} too`})`.execute(db);
  await close(who);
  expect(await everythingStored()).not.toContain(why);
  const [closed] = await closedOf(who.id);
  expect(valuesIn(closed, 'identity')).toEqual(expect.arrayContaining([why, `${why} too`]));
});
