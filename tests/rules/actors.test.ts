import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/store/open.ts';
import { memoryDatabase } from '#tests/support/memory-database.ts';

let store: OpenDatabase;
beforeAll(async () => {
  store = await memoryDatabase();
}, 60_000);
afterAll(() => store.close());

const ENDED = 'ends';
const DONE = 'What was done stays, with whose it was.';

/**
 * Each column that says which account, session or person of ours did something: whether that ends when the account
 * loses its trust (`sessions/lose-trust.ts`), or why it stays.
 */
const actors: Readonly<Record<string, string>> = {
  'archive_acts.officer': DONE,
  'audit_log.actor': DONE,
  'bank_transfers.owed_by': 'It names who owes money back.',
  'browser_operations.browser': 'Answers to a browser, which belong to no account.',
  'card_holder_cases.decided_by': DONE,
  'charge_back_reports.respond_by': 'It is a deadline.',
  'charge_backs.owed_by': 'It names who owes money back.',
  'charge_backs.respond_by': 'It is a deadline.',
  'closed_money.decided_by': DONE,
  'conversations.officer': ENDED,
  'counterparties.proved_by': 'It says how a wallet was proved, not by whom.',
  'customer_requests.answered_by': DONE,
  'desk_decisions.officer': DONE,
  'desk_proposals.officer': ENDED,
  'email_codes.browser':
    'A code counts in its session or browser, for minutes, and what it would complete ends.',
  'ended_relationships.officer': DONE,
  'endings.officer':
    'What was decided stays: its customer was told, and another officer can take it back.',
  'identity_cases.decided_by': DONE,
  'monitoring_hits.decided_by': DONE,
  'monitoring_hits.report_by': 'It is a deadline.',
  'notices.session_id': 'It says which session need not be told.',
  'passkey_challenges.session_id': ENDED,
  'passkeys.added_by': 'Passkeys in doubt go by a rule of their own (HARD-64).',
  'proofs.session_id': ENDED,
  'push_subscriptions.session_id': ENDED,
  'recoveries.begun_by': 'An operator of the machine, who has no account.',
  'risk_decisions.decided_by': DONE,
  'screenings.decide_by': 'It is a deadline.',
  'screenings.decided_by': DONE,
  'second_factor_grants.session_id': ENDED,
  'sessions.opened_by': 'A fingerprint of the sign-in, which ends with its session.',
  'trading_halts.closed_by': 'An operator of the machine, who has no account.',
  'users.two_factor_pending_by': ENDED,
  'withdrawals.session_id': 'It says which session need not be told.',
  'users.two_factor_by': 'A factor in doubt goes by a rule of its own (HARD-64).',
};

const ACTOR = '(_by|officer|(^|_)actor|session_id|browser)$';

test('READ-10 every column that names an actor ends with the account’s trust, or says why it stays', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ ${ACTOR}`.execute(store.db);
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(actors).sort());
});

test('READ-10 what ends is ended by one function, or goes with its session', async () => {
  const text = ['lose-trust.ts', 'staff-acts.ts']
    .map((name) => readFileSync(resolve('server', 'services', 'access', 'sessions', name), 'utf8'))
    .join('\n');
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'sessions'::regclass and confdeltype = 'c'`.execute(
    store.db,
  );
  const withSession = rows.map(({ name }) => name);
  const ending = Object.entries(actors).filter(([, what]) => what === ENDED);
  const left = ending
    .map(([name]) => name.split('.')[0] ?? '')
    .filter((table) => !text.includes(`'${table}'`) && !withSession.includes(table));
  expect(left).toEqual([]);
});
