import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { listNotices } from '#core/contract/account/notifications.ts';
import { listRequests, sendRequest } from '#core/contract/account/request.ts';
import type { AnswerOf, RequestOf } from '#core/contract/endpoint.ts';
import { generateAddress } from '#core/contract/money/funds.ts';
import { type CaseRow, decideCase, getCase, listCases } from '#core/contract/staff/desk.ts';
import type { CaseDecision } from '#core/contract/staff/desk-act.ts';
import { readCustomer } from '#core/contract/staff/desk-customer.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import type { RequestKind } from '#core/people/request-rules.ts';
import { statementOf, transactionIdOf } from '#core/statement/statement.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { verifyAudit } from '#server/services/staff/audit/verify.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { newKey } from '#tests/support/api-client.ts';
import { person } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

let officer: Member;
const kopa = sharedWorld();
beforeAll(async () => {
  officer = await kopa.officer();
});

async function ask(who: Member, kind: RequestKind, body = 'Look at it.'): Promise<string> {
  const needs = kind === 'error' || kind === 'refund';
  const { data } = await who.must(getTransactionHistory, {});
  const about = needs ? (data[0]?.account_transaction_id ?? '') : '';
  const sent = await who.must(sendRequest, { key: newKey(), kind, about, body });
  return sent.data.reference;
}

const decide = (
  id: string,
  decision: CaseDecision,
  more: { readonly reason?: string; readonly due_at?: string; readonly by?: Member } = {},
) => {
  const { by = officer, reason = 'Because of that.', ...rest } = more;
  return by.call(decideCase, { kind: 'request', id, decision, reason, ...rest });
};

const own = async (who: Member, reference: string) =>
  (await who.must(listRequests, {})).data.find((one) => one.reference === reference);

const read = async (id: string) => (await officer.must(getCase, { kind: 'request', id })).data;

async function inbox({ email }: Member) {
  await sendDue(kopa.deps);
  return kopa.sandbox.inbox(email);
}

test('KEEP-10 an officer answers a case with a reason, once, and the customer reads it in the app and by mail', async () => {
  const who = await kopa.person({ balances: { BTC: '1' } });
  const id = await ask(who, 'complaint', 'My mail was not answered.');
  const found = await read(id);
  expect(found).toMatchObject({
    title: 'Complaint',
    customer: who.email,
    body: 'My mail was not answered.',
    decisions: ['answer', 'reject', 'later'],
    decided: null,
  });
  expect(await decide(id, 'answer', { reason: ' \u200b' })).toMatchObject({ ok: false });
  const text = 'We are sorry.\n\nIt is answered now.';
  const other = await kopa.officer();
  const tried = await Promise.all([
    decide(id, 'answer', { reason: text }),
    decide(id, 'reject', { by: other }),
  ]);
  expect(tried.filter(({ ok }) => ok)).toHaveLength(1);
  const state = tried[0]?.ok ? 'answered' : 'rejected';
  expect(await own(who, id)).toMatchObject({ state });
  expect((await read(id)).decisions).toEqual([]);
  const told = await who.must(listNotices, { after: new Date(0).toISOString() });
  expect(told.data.map((notice) => notice.text)).toEqual(['Your request was answered.']);
  const mails = (await inbox(who)).filter(({ subject }) => subject.startsWith('Our answer'));
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(tried[0]?.ok ? 'It is answered now.' : 'Because of that.');
});

test('KEEP-03 where no error is found, the written explanation is due within three business days', async () => {
  const who = await kopa.person({ balances: { ETH: '1' } });
  const id = await ask(who, 'error');
  const due_at = new Date(kopa.clock.now() + 60 * 24 * 3_600_000).toISOString();
  expect(await decide(id, 'later', { due_at })).toMatchObject({ ok: false });
  expect(await decide(id, 'no-error')).toMatchObject({ ok: true });
  const after = await own(who, id);
  expect(after).toMatchObject({ state: 'explaining', answer: '' });
  const days = (Date.parse(after?.due_at ?? '') - kopa.clock.now()) / (24 * 3_600_000);
  expect(days).toBeGreaterThan(2);
  expect(days).toBeLessThan(15);
  expect(await decide(id, 'no-error')).toMatchObject({ ok: false });
  expect(await decide(id, 'answer')).toMatchObject({ ok: false });
  expect(await decide(id, 'reject', { reason: 'The amount is right.' })).toMatchObject({
    ok: true,
  });
  expect(await own(who, id)).toMatchObject({ state: 'rejected', answer: 'The amount is right.' });
  const complaint = await ask(who, 'complaint');
  expect(await decide(complaint, 'no-error')).toMatchObject({ ok: false });
});

test('KEEP-03 what takes longer is said with the reason and the new time, within bounds', async () => {
  const who = await kopa.person();
  const id = await ask(who, 'complaint');
  const before = (await own(who, id))?.due_at ?? '';
  const due_at = new Date(Date.parse(before) + 10 * 24 * 3_600_000).toISOString();
  const never = new Date(Date.parse(before) + 900 * 24 * 3_600_000).toISOString();
  for (const wrong of [undefined, before, never]) {
    const more = wrong === undefined ? {} : { due_at: wrong };
    expect(await decide(id, 'later', more)).toMatchObject({ ok: false });
  }
  const reason = 'We wait for the bank.';
  expect(await decide(id, 'later', { due_at, reason })).toMatchObject({ ok: true });
  expect(await own(who, id)).toMatchObject({ state: 'open', due_at, later: reason });
  expect((await inbox(who))[0]?.text).toContain(reason);
});

test('KEEP-10 cases stand in the order they are due, page by page, each once, on ten thousand too', async () => {
  const { db } = kopa.deps;
  const who = await kopa.person();
  await sql`insert into customer_requests (id, user_id, sent_key, kind, about, title, body, state,
      created_at, due_at)
    select 'R-' || i, ${who.id}, 'k' || i, 'complaint', '', '', 'x', 'open', now(),
      date_trunc('hour', now()) + make_interval(hours => (i * 7919) % 500)
    from generate_series(1, 10000) as i`.execute(db);
  const seen: string[] = [];
  const dues: string[] = [];
  let after: string | undefined = '';
  let open = 0;
  while (after !== undefined && seen.length < 400) {
    const page: AnswerOf<typeof listCases> = await officer.must(listCases, { after });
    for (const { kind, id, due_at, since } of page.data) {
      seen.push(`${kind} ${id}`);
      dues.push(due_at ?? since);
    }
    open = page.open;
    after = page.next;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(dues).toEqual([...dues].sort());
  expect(open).toBeGreaterThanOrEqual(10_000);
  const { rows } = await sql<{ plan: string }>`explain select * from customer_requests
    where answered_at is null order by due_at, id limit 51`.execute(db);
  expect(JSON.stringify(rows)).toContain('customer_requests_due');
  await sql`delete from customer_requests where user_id = ${who.id}`.execute(db);
  expect(await officer.call(listCases, { after: 'nonsense' })).toMatchObject({
    ok: false,
  });
});

test('KEEP-10 deposits set aside are listed, and closed with what was found', async () => {
  const { db, clock } = kopa.deps;
  const now = new Date(clock.now());
  await sql`insert into deposits_aside (id, external_id, reason, network, address, tag, currency,
    amount, transaction_hash, output_index, confirmations, status, seen_at, reported_at) values
    ('aside-1', 'c-1', 'unknown-address', 'Bitcoin', 'bc1qaside', '', 'BTC', '0.5', 'hash', 0, 3,
    'confirmed', ${now}, ${now})`.execute(db);
  const { data } = await officer.must(listCases, {});
  expect(data).toContainEqual(
    expect.objectContaining({ kind: 'deposit-aside', id: 'aside-1', due_at: null }),
  );
  const which = { kind: 'deposit-aside', id: 'aside-1' } as const;
  const found = await officer.must(getCase, which);
  expect(found.data.facts).toContainEqual({ label: 'Amount', value: '0.5 BTC' });
  const close = (decision: CaseDecision) =>
    officer.call(decideCase, { ...which, decision, reason: 'Returned by the custodian.' });
  expect(await close('answer')).toMatchObject({ ok: false });
  expect(await close('close')).toMatchObject({ ok: true });
  expect(await close('close')).toMatchObject({ ok: false });
  const closed = await officer.must(getCase, which);
  expect(closed.data.decided?.text).toBe('Returned by the custodian.');
  const left = await officer.must(listCases, {});
  expect(left.data.some(({ id }) => id === 'aside-1')).toBe(false);
});

test('KEEP-10 every look and act is in the log, whose check names the row that was changed', async () => {
  const { db } = kopa.deps;
  const who = await kopa.person();
  const id = await ask(who, 'complaint');
  await officer.must(listCases, {});
  await read(id);
  await decide(id, 'answer', { reason: 'It is mended.' });
  const log = await db
    .selectFrom('audit_log')
    .where('actor', '=', officer.id)
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(4)
    .execute();
  expect(log.map(({ action }) => action)).toEqual([
    'decided case',
    '/desk/decide-case',
    'saw case',
    'saw cases',
  ]);
  const [act, , look, list] = log;
  expect(JSON.parse(act?.detail ?? '')).toMatchObject({
    case: `request ${id}`,
    decision: 'answer',
  });
  // The log is kept for good: what was said to a customer stands with the case.
  expect(act?.detail).not.toContain('mended');
  expect(look?.detail).toContain(id);
  expect(list?.detail).toContain(id);
  expect((await verifyAudit(db)).wrong).toEqual([]);
  await sql`alter table audit_log disable trigger audit_log_kept`.execute(db);
  await sql`update audit_log set detail = '{}' where seq = ${look?.seq}`.execute(db);
  expect((await verifyAudit(db)).wrong).toContain(`entry ${look?.seq} was changed`);
  await sql`update audit_log set detail = ${look?.detail} where seq = ${look?.seq}`.execute(db);
  await sql`alter table audit_log enable trigger audit_log_kept`.execute(db);
});

test('KEEP-10 who is no officer sees no case, and an officer no wallet', async () => {
  const customer = await kopa.person();
  const admin = await kopa.person({ role: 'admin' });
  const id = await ask(customer, 'complaint');
  for (const who of [customer, admin]) {
    expect(await who.call(listCases, {})).toMatchObject({ ok: false, status: 403 });
    expect(await decide(id, 'answer', { by: who })).toMatchObject({ ok: false, status: 403 });
  }
  const fresh = await kopa.person({ role: 'compliance', twoFactor: false });
  expect(await fresh.call(listCases, {})).toMatchObject({
    ok: false,
    refusal: { code: 'SECOND_FACTOR_MISSING' },
  });
  expect(await officer.call(listRequests, {})).toMatchObject({
    ok: false,
    status: 403,
  });
});

/** Every open case, page by page. */
async function allOpen(
  asked: Omit<RequestOf<typeof listCases>, 'after'> = {},
): Promise<readonly CaseRow[]> {
  const rows: CaseRow[] = [];
  let after: string | undefined = '';
  while (after !== undefined) {
    const page: AnswerOf<typeof listCases> = await officer.must(listCases, { ...asked, after });
    rows.push(...page.data);
    after = page.next;
  }
  return rows;
}

const BASE = Date.parse('2027-01-01T00:00:00Z');
const atHour = (hour: number): Date => new Date(BASE + hour * 3_600_000);

test('EYE-09 whatever is open: what has a deadline stands first by it, then what has none by its age, and pages join without gap or double', async () => {
  const { db } = kopa.deps;
  const who = await kopa.person();
  const before = new Set((await allOpen()).map(({ kind, id }) => `${kind} ${id}`));
  const one = fc.record({
    kind: fc.constantFrom('request', 'deposit-aside', 'identity', 'identity-dated', 'debt'),
    // Few hours, so that many fall together.
    hour: fc.integer({ min: 0, max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 40, maxLength: 130 }), async (made) => {
      for (const [index, { kind, hour }] of made.entries()) {
        const at = atHour(hour);
        const id = `law-${index}`;
        if (kind === 'request') {
          await sql`insert into customer_requests (id, user_id, sent_key, kind, about, title, body,
            state, created_at, due_at) values (${id}, ${who.id}, ${id}, 'complaint', '', '', 'x',
            'open', ${at}, ${at})`.execute(db);
        } else if (kind === 'deposit-aside') {
          await sql`insert into deposits_aside (id, external_id, reason, network, address, tag,
            currency, amount, transaction_hash, output_index, confirmations, status, seen_at,
            reported_at) values (${id}, ${id}, 'unknown-address', 'Bitcoin', 'bc1q', '', 'BTC',
            '0.5', 'hash', 0, 3, 'confirmed', ${at}, ${at})`.execute(db);
        } else if (kind === 'debt') {
          await sql`insert into debt_cases (id, former_id, user_id, match, found_at)
            values (${id}, ${id}, ${who.id}, 'same', ${at})`.execute(db);
        } else {
          const isDated = kind === 'identity-dated';
          await sql`insert into identity_cases (id, user_id, check_name, first_name, last_name,
            latin_name, born, country, match, made_at, due_at) values (${id}, ${who.id},
            ${`update-${index}`}, 'A', 'B', 'A B', '', '', 'near',
            ${at}, ${isDated ? at : null})`.execute(db);
        }
      }
      const rows = (await allOpen()).filter(({ kind, id }) => !before.has(`${kind} ${id}`));
      expect(new Set(rows.map(({ id }) => id)).size).toBe(made.length);
      expect(rows).toHaveLength(made.length);
      const places = rows.map(({ due_at, since }) =>
        due_at === null ? `behind ${since}` : `at ${due_at}`,
      );
      expect(places).toEqual(places.toSorted());
      for (const table of ['customer_requests', 'deposits_aside', 'debt_cases', 'identity_cases']) {
        await sql`delete from ${sql.table(table)} where id like 'law-%'`.execute(db);
      }
    }),
    { numRuns: 5 },
  );
}, 120_000);

test('EYE-09 the numbers by kind say what is open, has a deadline, is late, and is due by the ends of the officer’s day and week', async () => {
  const { db, clock } = kopa.deps;
  const who = await kopa.person();
  const asked = {
    today_ends: new Date(clock.now() + 10 * 3_600_000).toISOString(),
    week_ends: new Date(clock.now() + 100 * 3_600_000).toISOString(),
  };
  const counted = async () =>
    (await officer.must(listCases, asked)).kinds?.find(({ kind }) => kind === 'request') ?? {
      open: 0,
      dated: 0,
      late: 0,
      today: 0,
      week: 0,
    };
  const before = await counted();
  for (const [index, hours] of [-5, 5, 50, 500].entries()) {
    const due = new Date(clock.now() + hours * 3_600_000);
    await sql`insert into customer_requests (id, user_id, sent_key, kind, about, title, body, state,
      created_at, due_at) values (${`n-${index}`}, ${who.id}, ${`n-${index}`}, 'complaint', '', '',
      'x', 'open', ${due}, ${due})`.execute(db);
  }
  const after = await counted();
  const grown = (['open', 'dated', 'late', 'today', 'week'] as const).map(
    (name) => after[name] - before[name],
  );
  expect(grown).toEqual([4, 4, 1, 2, 3]);
  const only = await officer.must(listCases, { ...asked, kind: 'request' });
  expect(new Set(only.data.map(({ kind }) => kind))).toEqual(new Set(['request']));
  // Whatever is listed, the numbers are of all that is open.
  expect(only.open).toBe((await officer.must(listCases, asked)).open);
  await sql`delete from customer_requests where user_id = ${who.id}`.execute(db);
});

test('EYE-09 a customer’s address, a case’s id and a transaction’s id find the open cases that they name, and no others', async () => {
  const { db, clock } = kopa.deps;
  const who = await kopa.person({ balances: { ETH: '1' } });
  const other = await kopa.person();
  const about = await ask(who, 'error');
  const complaint = await ask(who, 'complaint');
  await ask(other, 'complaint');
  const now = new Date(clock.now());
  await sql`insert into deposits_aside (id, external_id, reason, network, address, tag, currency,
    amount, transaction_hash, output_index, confirmations, status, seen_at, reported_at) values
    ('aside-s', 'c-s', 'below-minimum', 'Bitcoin', 'bc1qs', '', 'BTC', '0.00000001', 'hash-s', 0, 3,
    'confirmed', ${now}, ${now})`.execute(db);
  const found = async (search: string) =>
    (await allOpen({ search })).map(({ id }) => id).toSorted();
  expect(await found(` ${who.email.toUpperCase()} `)).toEqual([about, complaint].toSorted());
  expect(await found(complaint.toLowerCase())).toEqual([complaint]);
  const { data } = await who.must(getTransactionHistory, {});
  expect(await found(data[0]?.account_transaction_id ?? '')).toEqual([about]);
  expect(await found('hash-s')).toEqual(['aside-s']);
  expect(await found('nobody@kopa.test')).toEqual([]);
  expect(await found('%')).toEqual([]);
  const [row] = await allOpen({ search: about });
  expect(row).toMatchObject({ amount: '1', currency_id: 'ETH', about: '“Look at it.”' });
  const [aside] = await allOpen({ search: 'aside-s' });
  expect(aside).toMatchObject({
    title: 'Deposit set aside',
    about: 'Below the minimum · Bitcoin',
    ...{ amount: '0.00000001', currency_id: 'BTC' },
  });
  const shown = await read(about);
  expect(shown.transaction).toMatchObject({ amount: '1', currency_id: 'ETH' });
  await sql`delete from deposits_aside where id = 'aside-s'`.execute(db);
});

test('EYE-09 the search finds an open request by all the words that its customer wrote, and stands in no log', async () => {
  const { db } = kopa.deps;
  const who = await kopa.person();
  const first = await ask(who, 'complaint', 'My Withdrawal to the zeppelin took two hours.');
  const second = await ask(who, 'complaint', 'The zeppelin never came.');
  const found = async (search: string) =>
    (await allOpen({ search })).map(({ id }) => id).toSorted();
  expect(await found('Zeppelin')).toEqual([first, second].toSorted());
  expect(await found('zeppelin  withdrawal')).toEqual([first]);
  // Too short, no word of theirs, and no pattern either.
  for (const none of ['to', 'zeppelin to', 'zeppelin airship', 'zep%', 'zeppeli_']) {
    expect([none, await found(none)]).toEqual([none, []]);
  }
  expect(await decide(second, 'answer')).toMatchObject({ ok: true });
  expect(await found('zeppelin')).toEqual([first]);
  const log = await db
    .selectFrom('audit_log')
    .where('actor', '=', officer.id)
    .selectAll()
    .execute();
  expect(JSON.stringify(log)).not.toMatch(/zeppelin/i);
  expect(kopa.log.join('\n')).not.toMatch(/zeppelin/i);
});

test('EYE-09 a complaint links the transactions whose ids it names, those of its customer alone, or else the latest ones', async () => {
  const who = await kopa.person({ balances: { BTC: '1', ETH: '2' } });
  const other = await kopa.person({ balances: { BTC: '7' } });
  const idsOf = async (whose: Member) =>
    (await whose.must(getTransactionHistory, {})).data.map((one) => one.account_transaction_id);
  const own = await idsOf(who);
  const [strange = ''] = await idsOf(other);
  const naming = await ask(who, 'complaint', `Where is ${own[1]}? And ${strange}, and ${own[1]}.`);
  const named = await read(naming);
  expect(named.names_them).toBe(true);
  expect(named.transactions?.map((one) => one.account_transaction_id)).toEqual([own[1]]);
  const silent = await read(await ask(who, 'complaint', 'Nobody answers.'));
  expect(silent.names_them).toBe(false);
  expect(silent.transactions?.map((one) => one.account_transaction_id)).toEqual(own);
  const about = await read(await ask(who, 'error'));
  expect(about.transaction?.account_transaction_id).toBe(own[0]);
  expect(about.transactions).toBeUndefined();
});

test('KEEP-10 a decided case says what was decided', async () => {
  const id = await ask(await kopa.person(), 'complaint');
  expect((await read(id)).decision).toBeUndefined();
  expect(await decide(id, 'reject')).toMatchObject({ ok: true });
  expect((await read(id)).decision).toBe('reject');
});

test('EYE-09 a complaint is found its transaction by the id that the app shows its customer, and never one of anybody else', async () => {
  const [who, other] = [await kopa.person(), await kopa.person()];
  const shownTo = async (whose: Member) => {
    await inTransaction(kopa.db, (tx) =>
      postJournal(tx, kopa.clock, {
        ...{ class: 'payment', kind: 'deposit', userId: whose.id },
        comment: `Deposit/${crypto.randomUUID()}`,
        postings: [
          { account: house('chain', 'ETH'), units: -2_000n },
          { account: customer(whose.id, 'available', 'ETH'), units: 2_000n },
        ],
      }),
    );
    const [entry] = statementOf((await whose.must(getTransactionHistory, {})).data);
    return entry ? transactionIdOf(entry) : '';
  };
  const [mine, strange] = [await shownTo(who), await shownTo(other)];
  const shown = async (body: string) => {
    const { transactions = [], names_them } = await read(await ask(who, 'complaint', body));
    return { ids: statementOf(transactions).map(transactionIdOf), names_them };
  };
  expect(await shown(`Where is ${mine}, and ${strange}?`)).toEqual({
    ...{ ids: [mine], names_them: true },
  });
  expect(await shown(`Where is ${strange}?`)).toEqual({ ids: [mine], names_them: false });
  expect(await shown('Where is it?')).toEqual({ ids: [mine], names_them: false });
});

test('EYE-09 a deposit set aside names the customer whose address it came to, with whatever tag, and whose it was in the books', async () => {
  const { db, clock } = kopa.deps;
  const who = await kopa.person();
  await who.must(generateAddress, { currencyId: 'XRP', paymentRouteId: 'xrp-xrp-ledger' });
  await expect(kopa.sandbox.deposit(who.email, 'XRP', '0.9')).rejects.toThrow('400');
  const small = (await allOpen({ kind: 'deposit-aside' })).find((row) => row.amount === '0.9');
  expect(small).toMatchObject({ customer: who.email, about: 'Below the minimum · XRP Ledger' });
  const shown = await officer.must(getCase, { kind: 'deposit-aside', id: small?.id ?? '' });
  expect(shown.data).toMatchObject({ customer: who.email, customer_id: who.id });
  // A network without tags: what the sender wrote there means nothing.
  await who.must(generateAddress, { currencyId: 'ETH', paymentRouteId: 'eth-ethereum' });
  const now = new Date(clock.now());
  await sql`insert into deposits_aside (id, external_id, reason, network, address, tag, currency,
      amount, transaction_hash, output_index, confirmations, status, seen_at, reported_at)
    select 'tagged', 'tagged', 'below-minimum', network, address, '7', 'ETH', '0.00000001', 'hash-t',
      0, 3, 'confirmed', ${now}, ${now} from deposit_addresses
    where user_id = ${who.id} and network = 'Ethereum'`.execute(db);
  const tagged = (await allOpen({ kind: 'deposit-aside' })).find(({ id }) => id === 'tagged');
  expect(tagged?.customer).toBe(who.email);
  expect((await allOpen({ search: who.email })).map(({ kind }) => kind)).toEqual([
    'deposit-aside',
    'deposit-aside',
  ]);
  await sql`delete from deposits_aside`.execute(db);
});

test('EYE-09 an officer sees a customer’s cases, risk, holdings and history by account or address, on record and never by who is no customer', async () => {
  const who = await kopa.person({ balances: { BTC: '0.5', AUD: '20' } });
  const id = await ask(who, 'complaint');
  for (const named of [who.id, who.email]) {
    const { data } = await officer.must(readCustomer, { id: named });
    expect(data).toMatchObject({ id: who.id, email: who.email, relationship: 'Goes on' });
    expect(data.cases).toMatchObject([{ kind: 'request', id, customer: who.email }]);
    expect(data.holdings).toEqual(
      expect.arrayContaining([
        { currency_id: 'BTC', amount: '0.5' },
        { currency_id: 'AUD', amount: '20' },
      ]),
    );
    expect(data.transactions).toHaveLength(2);
  }
  const { action, detail } = await kopa.db
    .selectFrom('audit_log')
    .where('actor', '=', officer.id)
    .select(['action', 'detail'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(action).toBe('saw customer');
  expect(detail).toContain(who.id);
  expect(detail).not.toContain(who.email);
  // Staff is nobody's customer.
  expect(await officer.call(readCustomer, { id: officer.id })).toMatchObject({
    ok: false,
    refusal: { code: 'NOT_FOUND', message: 'There is no such customer.' },
  });
  expect(await officer.call(readCustomer, { id: who.id, after: 'nonsense' })).toMatchObject({
    ok: false,
    refusal: { code: 'MALFORMED' },
  });
});

test('EYE-09 READ-08 whom no open case names is looked up only so often, and a customer with one as often as needed', async () => {
  const curious = await kopa.officer();
  const quiet = await kopa.person();
  const busy = await kopa.person();
  const id = await ask(busy, 'complaint');
  const look = (named: string) => curious.call(readCustomer, { id: named });
  const codes: (string | undefined)[] = [];
  for (let n = 0; n < 31; n += 1) {
    const tried = await look(n % 2 === 0 ? quiet.id : 'nobody@kopa.test');
    codes.push(tried.ok ? undefined : 'refusal' in tried ? tried.refusal.code : 'other');
  }
  expect(codes.slice(0, 30)).toEqual(
    Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? undefined : 'NOT_FOUND')),
  );
  expect(codes[30]).toBe('TOO_MANY');
  expect(await look(busy.id)).toMatchObject({ ok: true });
  expect(await decide(id, 'answer')).toMatchObject({ ok: true });
  expect(await look(busy.id)).toMatchObject({ ok: false, refusal: { code: 'TOO_MANY' } });
});

const reads = [
  ['the list', listCases, {}],
  ['the list by kind', listCases, { kind: 'request' }],
  ['the search', listCases, { search: 'somebody@kopa.test' }],
  ['a case', getCase, { kind: 'request', id: 'R-NOBODY' }],
  ['a customer', readCustomer, { id: 'somebody@kopa.test' }],
] as const;

test.each(reads)(
  'EYE-09 %s is for officers who have shown their second factor alone',
  async (_, endpoint, asked) => {
    const { deps, api } = kopa;
    const call = (credential?: Member['credential']) =>
      api.call(endpoint as typeof listCases, asked as RequestOf<typeof listCases>, {
        ...(credential && { credential }),
      });
    const customer = await person(deps);
    const admin = await person(deps, { role: 'admin' });
    const bare = await person(deps, { role: 'compliance', twoFactor: false });
    expect(await call()).toMatchObject({ ok: false, status: 401 });
    expect(await call(customer.credential)).toMatchObject({ ok: false, status: 403 });
    expect(await call(admin.credential)).toMatchObject({ ok: false, status: 403 });
    expect(await call(bare.credential)).toMatchObject({
      ok: false,
      refusal: { code: 'SECOND_FACTOR_MISSING' },
    });
    const status = await call(officer.credential);
    expect(status.ok || ('status' in status && status.status === 404)).toBe(true);
  },
);
