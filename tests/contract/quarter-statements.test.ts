import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { deleteAccount } from '#core/contract/account/account.ts';
import { getMonthBalances } from '#core/contract/wallet/portfolio.ts';
import { type Month, pastQuarters } from '#core/time/month.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { tellOfQuarter } from '#server/services/records/portfolio/quarter-statements.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { deposit, password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { world } from '#tests/support/world.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

const kopa = world();
beforeEach(async () => {
  // Far from a quarter's end: in the first ten minutes of one, the quarter before it is not yet told of.
  endQuarter(20 * 24 * HOUR);
});

const now = (): number => kopa.clock.now();

function lastQuarter(): Month {
  const [quarter] = pastQuarters(now(), 1);
  if (!quarter) throw new Error('no quarter is over');
  return quarter;
}

/** Goes on until the quarter that is under way has been over for so long. */
function endQuarter(after: number): void {
  const next = new Date(lastQuarter().to);
  next.setUTCMonth(next.getUTCMonth() + 3);
  kopa.clock.advance(next.getTime() + after - now());
}

async function mailsTo({ email }: Member) {
  await sendDue(kopa.deps);
  const mails = await kopa.sandbox.inbox(email);
  return mails.filter(({ subject }) => subject.startsWith('Your statement of '));
}

/** The quarters that somebody was looked at for. */
const notedOf = ({ id }: Member) =>
  kopa.db.selectFrom('quarter_statements').select('quarter').where('user_id', '=', id).execute();

/** Takes all of an asset away again. */
const lose = (who: Member, units: bigint) =>
  inTransaction(kopa.db, (tx) =>
    postJournal(tx, kopa.clock, {
      class: 'manual',
      kind: 'given-up',
      userId: who.id,
      postings: [
        { account: customer(who.id, 'available', 'BTC'), units: -units },
        { account: house('forfeited', 'BTC'), units },
      ],
    }),
  );

test('KEEP-16 the statement of a quarter is told of once, however many servers do so, without an amount, and opens', async () => {
  let anna = await kopa.person({ balances: { BTC: '0.75' } });
  endQuarter(10 * MINUTE);
  await Promise.all([tellOfQuarter(kopa.deps), tellOfQuarter(kopa.deps)]);
  await tellOfQuarter(kopa.deps);
  const { name, from, to } = lastQuarter();
  const [mail, ...more] = await mailsTo(anna);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe(`Your statement of ${name}`);
  expect(mail?.text).toContain(`${kopa.deps.config.publicUrl}/transactions`);
  expect(mail?.text).not.toMatch(/0\.75|BTC|\$/);
  anna = await anna.later(0);
  const { closing } = await anna.must(getMonthBalances, {
    from: new Date(from).toISOString(),
    until: new Date(to).toISOString(),
  });
  expect(closing).toMatchObject([{ currency_id: 'BTC', amount: '0.75' }]);

  // What is still held is in the next quarter's statement, though nothing moved in it.
  endQuarter(HOUR);
  await tellOfQuarter(kopa.deps);
  expect((await mailsTo(anna)).map(({ subject }) => subject)).toEqual([
    `Your statement of ${lastQuarter().name}`,
    `Your statement of ${name}`,
  ]);
});

test('KEEP-16 no statement is told of until ten minutes after the quarter’s end, nor of one before the account', async () => {
  const anna = await kopa.person({ balances: { BTC: '1' } });
  await tellOfQuarter(kopa.deps);
  endQuarter(10 * MINUTE - 1000);
  await tellOfQuarter(kopa.deps);
  expect(await mailsTo(anna)).toEqual([]);
  const late = await kopa.person({ balances: { BTC: '1' } });
  kopa.clock.advance(1000);
  await tellOfQuarter(kopa.deps);
  expect(await mailsTo(anna)).toHaveLength(1);
  expect(await mailsTo(late)).toEqual([]);
  expect(await notedOf(late)).toEqual([]);
});

test('KEEP-16 who held nothing is told of nothing, unless something came and went in the quarter', async () => {
  const [poor, brief, staff] = [
    await kopa.person(),
    await kopa.person({ balances: { BTC: '1' } }),
    await kopa.officer(),
  ];
  expect((await lose(brief, 100_000_000n)).kind).toBe('posted');
  endQuarter(HOUR);
  await tellOfQuarter(kopa.deps);
  expect(await mailsTo(brief)).toHaveLength(1);
  // In the one after it they neither held nor moved anything.
  endQuarter(HOUR);
  await tellOfQuarter(kopa.deps);
  expect(await mailsTo(brief)).toHaveLength(1);
  for (const one of [poor, staff]) expect(await mailsTo(one)).toEqual([]);
  // What comes after the quarter's end is in the next one.
  await deposit(kopa.deps, poor.id, 'BTC', '1');
  await tellOfQuarter(kopa.deps);
  expect(await mailsTo(poor)).toEqual([]);
});

test('KEEP-16 a closed account is told of nothing, and one that fails does not hold up the others', async () => {
  let gone = await kopa.person();
  const [ill, well] = [
    await kopa.person({ balances: { BTC: '1' } }),
    await kopa.person({ balances: { BTC: '1' } }),
  ];
  endQuarter(HOUR);
  gone = await gone.later(0);
  await gone.must(deleteAccount, { password });
  const broken = sql.lit(ill.id);
  await sql`alter table quarter_statements add constraint broken check (user_id <> ${broken})`.execute(
    kopa.db,
  );
  await tellOfQuarter(kopa.deps);
  expect(await mailsTo(well)).toHaveLength(1);
  expect(await mailsTo(ill)).toEqual([]);
  expect(kopa.log.join('')).toContain('a customer was not told of a statement');
  await sql`alter table quarter_statements drop constraint broken`.execute(kopa.db);
  await tellOfQuarter(kopa.deps);
  expect(await mailsTo(ill)).toHaveLength(1);
  expect(await mailsTo(well)).toHaveLength(1);
  expect(await notedOf(gone)).toEqual([]);
});

test('KEEP-16 a hundred and twenty customers are told fifty at a time, and nobody else’s mail waits for them', async () => {
  const many = 120;
  await sql`insert into users (id, email, password_hash, role, first_name, last_name, dob, currency_code,
      country_code, is_eu, created_at)
    select 'many-' || i, 'many' || i || '@kopa.test', '', 'user', 'A', 'B', '1990-01-01', 'AUD', 'AU', false,
      ${kopa.clock.sql} from generate_series(1, ${many}::int) as i`.execute(kopa.db);
  for (let i = 1; i <= many; i++) await deposit(kopa.deps, `many-${i}`, 'XRP', '1');
  endQuarter(HOUR);
  const looked = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count
      from quarter_statements where sent`.execute(kopa.db);
    return rows[0]?.count;
  };
  const left: boolean[] = [];
  for (const count of [50, 100, many]) {
    left.push(await tellOfQuarter(kopa.deps));
    expect(await looked()).toBe(count);
    const { rows } = await sql<{
      turn: number;
    }>`select turn from mail_outbox order by turn`.execute(kopa.db);
    expect(rows.map(({ turn }) => turn)).toEqual(rows.map((_, index) => index + 1));
    await sendDue(kopa.deps);
  }
  expect(left).toEqual([true, true, false]);
  expect(await tellOfQuarter(kopa.deps)).toBe(false);
  expect(await looked()).toBe(many);
});
