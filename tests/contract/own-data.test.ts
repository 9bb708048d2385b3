import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { downloadOwnData } from '#core/contract/account/account.ts';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import { openSession } from '#server/services/access/sessions/sessions.ts';
import { toldTables } from '#server/services/customers/account/stored-about.ts';
import { record } from '#server/services/staff/audit/record.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { password } from '#tests/support/in-process.ts';
import { turnOnTwoFactor } from '#tests/support/in-process-test.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld({ booksByHand: true });

type OwnData = AnswerOf<typeof downloadOwnData>['data'];

const download = async (who: Member): Promise<OwnData> =>
  (await who.must(downloadOwnData, { password })).data;

const table = ({ tables }: OwnData, name: string) => {
  const found = tables.find((one) => one.name === name);
  if (!found) throw new Error(`no table ${name}`);
  return found.rows.map((row) =>
    Object.fromEntries(found.columns.map((column, at) => [column, row[at]])),
  );
};

/** Puts a row about somebody into each table; every text that may be any text has their mark. */
async function fill({ id, email }: Member, mark: string): Promise<void> {
  const { db } = kopa.deps;
  const at = new Date('2026-01-02T03:04:05.678Z');
  const own = (what: string): string => `${mark} ${what}`;
  const { rows } = await sql<{ id: string }>`select id from sessions where user_id = ${id}`.execute(
    db,
  );
  const session = rows[0]?.id ?? '';
  const route = sql`(select id from payment_routes where currency = 'BTC' limit 1)`;
  const statements = [
    sql`update users set address = ${own('street')}, anti_phishing_code = ${mark},
      two_factor_pending = ${own('secret')} where id = ${id}`,
    sql`insert into known_devices values (${id}, ${own('secret')}, ${at}, ${at})`,
    sql`insert into email_codes values (${email}, 1, ${own('secret')}, 0, ${at}, ${at}, ${at}, 'b')`,
    sql`insert into code_allowances values (${email}, 1, ${own('secret')}, ${at}, 1, ${at})`,
    sql`insert into email_changes values (${id}, ${`${mark}@next.test`}, ${at})`,
    sql`insert into recovery_codes values (${id}, ${own('secret')}, ${at})`,
    sql`insert into second_factor_grants values (${session}, ${id}, ${at}, ${own('secret')})`,
    sql`insert into proofs values (${session}, ${id}, ${own('act')}, ${at})`,
    sql`insert into report_links values (${own('secret')}, ${id}, ${at}, ${at},
      ${`${mark}@before.test`}, ${at})`,
    sql`insert into recoveries values (${own('recovery')}, ${id}, 'stopped', '', ${at}, null, null,
      ${at})`,
    sql`insert into recovery_links values (${own('secret link')}, ${own('recovery')})`,
    sql`insert into saved_addresses (id, user_id, kind, label, currency, created_at)
      values (${own('saved')}, ${id}, 'crypto', ${own('label')}, 'BTC', ${at})`,
    sql`insert into entry_values select journal_id, line, 'AUD', '12.30' from postings
      where account_id in (select accounts.id from accounts where owner = ${id})`,
    sql`insert into quotes values (${own('quote')}, ${id}, 'BTC', 5, 'USDC', 7, 1, ${at}, ${at},
      null)`,
    sql`insert into operations values (${id}, ${own('key')}, '/x', ${own('secret')}, 'done',
      ${own('answer')}, ${at})`,
    sql`insert into deposit_addresses
      (user_id, payment_route_id, network, address_index, address, tag, sandbox, created_at)
      values (${id}, ${route}, 'Bitcoin', ${mark === 'ONE' ? 7001 : 7002}, ${own('address')}, '',
      true, ${at})`,
    sql`insert into deposits
      (id, user_id, currency, network, units, confirmations, confirmations_needed, state, seen_at,
      ask_at) values (${own('deposit')}, ${id}, 'BTC', 'Bitcoin', 5, 9, 3, 'credited', ${at}, ${at})`,
    sql`insert into deposits_aside values (${own('aside')}, ${own('external')}, 'amount', 'Bitcoin',
      ${own('address')}, '', 'BTC', '1', 'hash', 0, 3, 'final', ${at}, ${at})`,
    sql`insert into withdrawals (id, user_id, payment_route_id, currency, units, fee_units,
      usd_cents, address, tag, status, created_at) values (${own('withdrawal')}, ${id}, ${route},
      'BTC', 5, 1, 100, ${own('to')}, '', 'completed', ${at})`,
    sql`insert into screenings (id, subject, reference, user_id, state, matched, asked_at) values
      (${own('secret screening')}, 'withdrawal', ${own('withdrawal')}, ${id}, 'match',
      ${own('secret match')}, ${at})`,
    sql`insert into transfer_values values (${own('valued')}, ${id}, 'out', ${at}, 1500000, ${at})`,
    sql`insert into large_transfers values (${own('valued')}, 1500000, ${at})`,
    sql`insert into purchases (id, user_id, amount, currency, crypto_units, crypto_currency, usdc,
      usdc_rate, token, status, created_at) values (${own('purchase')}, ${id}, '10', 'AUD', 5, 'BTC',
      '7', '1', ${own('secret token')}, 'success', ${at})`,
    sql`insert into provider_notices values (${own('secret 1')}, 'identity', ${id}, 1, 1, ${at}),
      (${own('secret 2')}, 'payment', ${own('purchase')}, 1, 1, ${at})`,
    sql`delete from counterparties where user_id = ${id}`,
    sql`insert into counterparties values (${id}, 'Ethereum', ${own('address')}, '', 'other',
      ${own('name')}, 'LT', '', ${at}, ${own('secret nonce')})`,
    sql`insert into travel_rule (id, subject, reference, user_id, state, owner, name, country,
      asked_at, told_name) values (${own('travel')}, 'deposit', ${own('told')}, ${id}, 'done', 'other',
      ${own('sender')}, 'LT', ${at}, ${own('sender told')})`,
    sql`insert into notices (id, user_id, body, created_at, expires_at)
      values (${own('notice')}, ${id}, ${own('body')}, ${at}, ${at})`,
    sql`insert into passkeys values (${own('passkey')}, ${id}, ${own('phone')}, ${own('secret')}, 1,
      'internal', ${own('maker')}, true, ${at}, ${session}, ${at})`,
    sql`insert into passkey_challenges values (${own('secret challenge')}, 'security', ${id},
      ${session}, ${at})`,
    sql`insert into stated_costs select ${id}, min(journal_id), 'AUD', 1230, ${at}::timestamptz
      from postings where account_id in (select accounts.id from accounts where owner = ${id})`,
    sql`insert into customer_requests (id, user_id, sent_key, kind, about, title, body, state,
      created_at, due_at, later, answer, answered_at, answered_by) values (${own('request')}, ${id},
      ${own('secret key')}, 'error', ${own('about')}, ${own('title')}, ${own('body')}, 'answered',
      ${at}, ${at}, ${own('later')}, ${own('answer')}, ${at}, ${own('secret officer')})`,
    sql`insert into conversations values (${own('conversation')}, ${id}, ${id}, 'phone',
      ${own('secret reason')}, ${at}, ${at})`,
    sql`insert into price_alerts values (${own('alert')}, ${id}, 'BTC', 'above', 'AUD', 5, 'push',
      ${at}, null)`,
    sql`insert into risk_decisions (user_id, risk_group, decided_by, reason, decided_at)
      values (${id}, 'low', ${own('secret by')}, ${own('secret reason')}, ${at})`,
    sql`insert into tax_asks (user_id, asked_at, limited_at, look_at)
      values (${id}, ${at}, ${at}, ${at})`,
    sql`insert into carf_messages (reference, country, year, kind, made_at)
      values (${own('report')}, 'LT', 2025, 'new', ${at})`,
    sql`insert into carf_records (message, user_id, reference, digest)
      values (${own('report')}, ${id}, ${own('in report')}, ${own('secret digest')})`,
    sql`insert into tax_zones values (${id}, 'LT', 'Europe/Vilnius', ${at})`,
    sql`insert into data_updates (user_id, risk_group, rules_group, updated_at, due_at, limited_at,
      look_at) values (${id}, 'low', 'low', ${at}, ${at}, ${at}, ${at})`,
    sql`insert into recurring_buys values (${own('buy')}, ${id}, 'BTC', 'AUD', 5, 'weekly', '2026-01-01',
      '2026-01-08', 50, 'active', ${at}, ${at})`,
    sql`insert into recurring_runs values (${own('buy')}, '2026-01-01', 'bought', ${at})`,
    sql`insert into second_factor_asks values (${id}, 'deposit', ${at})`,
    sql`insert into quarter_statements values (${id}, '2026-Q1', ${at}, true)`,
    sql`insert into notes values (${id}, ${own('noted')}, null, ${own('sealed note')}, 1, ${at})`,
    sql`insert into note_keys values (${id}, ${own('key id')}, ${own('secret salt')}, 600000,
      ${own('secret key')}, ${own('secret mark')}, ${at})`,
    sql`insert into bank_accounts values (${id}, 'AUD', ${own('bank id')}, ${own('holder')}, 'Bank', '',
      '', '802985', '12345678', ${own('pay id')}, ${at})`,
    sql`insert into bank_account_requests values (${own('request')}, ${id}, 'AUD', ${own('bank id asked')},
      'open', ${at})`,
    sql`insert into bank_transfers values (${own('transfer')}, ${own('transfer id')}, ${id}, 'AUD', '5',
      ${own('payer')}, ${own('reference')}, 'credited', '', 0, ${at}, ${at}, ${at})`,
    sql`insert into debt_cases values (${own('secret case')}, ${own('secret former')}, ${id}, 'same', ${at},
      'theirs', ${at}, ${own('secret why')}, ${own('owed transfers')})`,
    sql`insert into charge_backs (purchase_id, user_id, currency, found_at, heard_at, decided_why)
      select id, ${id}, 'AUD', ${at}, ${at}, ${own('secret why waived')} from purchases
      where user_id = ${id} limit 1`,
    sql`insert into charge_back_reports
      select id, ${own('dispute')}, 0, 'taken', 0, 'AUD', ${own('reason of a bank')}, null, ${at}, ${at}
      from purchases where user_id = ${id} limit 1`,
    sql`insert into charge_back_parts select ${own('part')}, id, ${id}, 0
      from purchases where user_id = ${id} limit 1`,
    sql`insert into card_settlement_lines select ${own('line')}, '2026-11-03', id, 'paid', 0, 'AUD'
      from purchases where user_id = ${id} limit 1`,
    sql`insert into terms_versions values ('/terms', '1.0', ${at}, 'text', '{}', ${at})
      on conflict do nothing`,
    sql`insert into customer_terms values (${id}, '/terms', '1.0', ${at}, ${at}, ${at})`,
    sql`insert into endings values (${id}, false, ${own('secret officer')}, ${own('secret reason')},
      ${at}, ${at}, ${at}, 0, null, ${at}, '')`,
    sql`insert into ended_relationships values (${id}, false, ${own('secret officer')},
      ${own('secret reason')}, ${at}, ${at})`,
    sql`insert into identity_cases (id, user_id, check_name, first_name, last_name, latin_name, born,
      country, match, made_at, decided_at, decision, decided_by, decided_why)
      values (${own('secret case id')}, ${id}, ${own('secret check')}, ${own('first')}, ${own('last')},
      '', '1990-01-01', 'LT', 'near', ${at}, ${at}, 'theirs', ${own('secret officer')},
      ${own('secret why theirs')})`,
    sql`insert into card_holder_cases select id, ${id}, ${own('card')}, 'near', ${at}, ${at}, 'theirs',
      ${own('secret officer')}, ${own('secret why card')} from purchases where user_id = ${id} limit 1`,
    sql`insert into notification_settings values (${id}, ${own('chosen')})`,
    sql`insert into push_subscriptions values (${session}, ${id}, ${own('endpoint')},
      ${own('secret')}, ${own('secret')}, ${at})`,
  ];
  for (const statement of statements) await statement.execute(db);
  await inTransaction(db, (tx) =>
    record(tx, kopa.deps, {
      actor: own('secret actor'),
      action: own('looked'),
      subject: id,
      words: { about: id, said: { reason: own('said') } },
    }),
  );
}

test('KEEP-04 a customer gets all that is stored about them, no secret, and nothing of another', async () => {
  const one = await kopa.person({ balances: { BTC: '0.5', XRP: '20' } });
  const other = await kopa.person({ balances: { BTC: '0.25' } });
  await fill(one, 'ONE');
  await fill(other, 'OTHER');
  const data = await download(one);
  expect(data.tables.map(({ name }) => name)).toEqual(Object.keys(toldTables));
  expect(data.tables.filter(({ rows }) => rows.length === 0).map(({ name }) => name)).toEqual([]);

  const text = JSON.stringify(data.tables);
  for (const foreign of ['OTHER', other.id, other.email, 'secret']) {
    expect(text).not.toContain(foreign);
  }
  expect(table(data, 'users')).toMatchObject([
    { id: one.id, email: one.email, address: 'ONE street', dob: '1990-01-01', two_factor: false },
  ]);
  // Every row of theirs, whichever way it is theirs.
  const counts = Object.fromEntries(data.tables.map(({ name, rows }) => [name, rows.length]));
  expect(counts).toEqual({
    ...Object.fromEntries(Object.keys(toldTables).map((name) => [name, 1])),
    ...{ accounts: 2, journals: 2, postings: 2, entry_values: 2, provider_notices: 2 },
    // The other one is in the mail that tells of the download.
    report_links: 2,
  });
  expect(table(data, 'accounts')).toMatchObject([
    { currency: 'BTC', kind: 'available', balance: '50000000' },
    { currency: 'XRP', kind: 'available', balance: '20000000' },
  ]);
  expect(table(data, 'withdrawals')).toMatchObject([
    {
      id: 'ONE withdrawal',
      created_at: '2026-01-02T03:04:05.678Z',
      units: '5',
      completed_at: null,
    },
  ]);
  expect(data.left_out).toContainEqual({
    what: 'users.password_hash',
    why: 'A fingerprint of a secret: of use only to somebody who guesses it.',
  });
});

test('KEEP-04 HARD-21 it takes the password and, where 2FA is on, a code, and is told by mail', async () => {
  const who = await kopa.person();
  const { email } = who;
  const ask = (given: object) => who.call(downloadOwnData, given);
  expect(await ask({})).toMatchObject({ refusal: { code: 'PASSWORD_REQUIRED' } });
  expect(await ask({ password: 'Wrong-2026!' })).toMatchObject({
    refusal: { code: 'INVALID_CREDENTIALS' },
  });
  const { code } = await turnOnTwoFactor(kopa, who);
  expect(await ask({ password })).toMatchObject({ refusal: { code: 'SECOND_FACTOR_REQUIRED' } });
  expect(await ask({ password, otp: '000000' })).toMatchObject({
    refusal: { code: 'INVALID_CODE' },
  });
  const told = async () =>
    (await kopa.sandbox.inbox(email)).filter(
      ({ subject }) => subject === 'Your data was downloaded',
    );
  expect(await told()).toEqual([]);
  expect(await ask({ password, otp: code() })).toMatchObject({ ok: true });
  const [mail, ...more] = await told();
  expect(more).toEqual([]);
  expect(mail?.text).toMatch(/If this wasn't you, freeze your account here[\s\S]*http/);
});

test('KEEP-04 it may be had five times in an hour, whatever is typed wrongly before', async () => {
  const { id, credential } = await kopa.person();
  const ask = (given: string, by = credential) =>
    kopa.api.call(downloadOwnData, { password: given }, { credential: by });
  for (let i = 0; i < 6; i++) await ask('Wrong-2026!');
  for (let i = 0; i < 5; i++) expect(await ask(password)).toMatchObject({ ok: true });
  expect(await ask(password)).toMatchObject({ status: 429 });
  kopa.clock.advance(3600_000);
  const later = await inTransaction(kopa.db, (tx) =>
    openSession(kopa.deps, tx, id, { info: 'test', place: '' }),
  );
  expect(await ask(password, later)).toMatchObject({ ok: true });
});

test('KEEP-04 a long history comes whole, in its order', async () => {
  const who = await kopa.person({ balances: { BTC: '1' } });
  const many = 20_000;
  await sql`insert into quotes select ${randomUUID()} || n, ${who.id}, 'BTC', n, 'USDC', n, 0,
    now(), now(), null from generate_series(1, ${many}::integer) as n`.execute(kopa.db);
  expect(table(await download(who), 'quotes')).toHaveLength(many);
});

test('HARD-98 documents that somebody else may have shown are not among a customer’s data', async () => {
  const who = await kopa.person();
  const { db, clock } = kopa.deps;
  const shown = [
    ...[
      { check: '', decision: null },
      { check: 'update-1', decision: null },
    ],
    ...[
      { check: 'session-1', decision: null },
      { check: 'recovery', decision: null },
    ],
    ...[
      { check: 'update-2', decision: 'not-theirs' },
      { check: 'other', decision: 'not-theirs' },
    ],
    ...[{ check: 'session-2', decision: 'theirs' }],
  ] as const;
  for (const { check, decision } of shown) {
    await sql`insert into identity_cases (id, user_id, check_name, first_name, last_name, latin_name,
        born, country, match, made_at, decided_at, decision)
      values (${randomUUID()}, ${who.id}, ${check}, ${`of ${check}`}, 'Person', '', '1990-01-01', 'LT',
        'near', ${clock.sql}, ${decision && new Date(clock.now())}, ${decision})`.execute(db);
  }
  const names = table(await download(who), 'identity_cases').map((row) => row.first_name);
  expect(names.toSorted()).toEqual(['of ', 'of session-2', 'of update-1']);
});
