import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createWithdrawal, getWithdrawal } from '#core/contract/money/withdrawal.ts';
import { listInSandbox } from '#server/adapters/screening/sandbox-screening.ts';
import type { Screening, ScreeningQuestion } from '#server/adapters/screening/screening.ts';
import type { Deps } from '#server/deps.ts';
import { conditions } from '#server/platform/conditions.ts';
import { screenAgainDue } from '#server/services/checks/screening/customers-again.ts';
import { followScreening } from '#server/services/checks/screening/lists.ts';
import { screenNewcomers, screenTransfers } from '#server/services/checks/screening/screen-due.ts';
import { haveScreened } from '#server/services/checks/screening/screenings.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { moveDue } from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { watchQueues } from '#server/services/operation/watch/watch.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { password } from '#tests/support/in-process.ts';
import { world } from '#tests/support/world.ts';

const MANY = 1_000;
const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

/** What the party was asked, request by request. */
let asked: (readonly string[])[];
const kopa = world();
beforeEach(async () => {
  asked = [];
});

/** Customers who were looked up on lists from before. */
const many = async (count = MANY): Promise<void> => {
  await sql`insert into users (id, email, password_hash, role, first_name, last_name, dob,
      currency_code, country_code, is_eu, created_at)
    select 'many-' || lpad(n::text, 5, '0'), 'many' || n || '@kopa.test', '', 'user', 'One',
      'Of Many', '1990-01-01', 'EUR', 'LT', true, now()
    from generate_series(1, ${count}::integer) as n`.execute(kopa.db);
  await sql`insert into screenings (id, subject, reference, user_id, state, list, asked_at)
    select 'customer:' || id, 'customer', id, id, 'clear', 'before', now()
    from users`.execute(kopa.db);
};

interface Way {
  readonly most?: number;
  readonly perDay?: number;
  /** Whether the party has an answer to a request about these. */
  readonly answers?: (references: readonly string[]) => boolean;
}

/** The same server, with a party that writes down what it is asked. */
const watched = ({ most = 100, perDay = 0, answers = () => true }: Way = {}): Deps => {
  const { deps } = kopa;
  const twin = deps.parties.screening;
  const heard = (questions: readonly ScreeningQuestion[]): boolean => {
    const references = questions.map(({ reference }) => reference);
    asked.push(references);
    return answers(references);
  };
  const screening: Screening = {
    ...twin,
    most,
    screen: async (question) => (heard([question]) ? twin.screen(question) : undefined),
    screenAll: async (questions) => (heard(questions) ? twin.screenAll(questions) : undefined),
  };
  return {
    ...deps,
    config: { ...deps.config, screeningPerDay: perDay },
    parties: { ...deps.parties, screening },
  };
};

const waiting = async (): Promise<number> =>
  (await sql`select from screenings where due_at is not null`.execute(kopa.db)).rows.length;

async function withdrawal() {
  const who = await kopa.customer({ balances: { ETH: '2' } });
  const { data } = await who.must(createWithdrawal, {
    amount: '0.5',
    cryptoAddress: ETH,
    paymentRouteId: 'eth-ethereum',
    password,
  });
  await sendDue(kopa.deps);
  kopa.clock.advance(310_000);
  return { who, id: data.withdrawal_id };
}

test('READ-16 a withdrawal beside many customers who are due is the first and only question of its loop, and goes on', async () => {
  await many();
  await followScreening(kopa.deps);
  expect(await waiting()).toBe(MANY);
  const { who, id } = await withdrawal();
  await moveDue(watched());
  expect(asked).toEqual([[`withdrawal:${id}`]]);
  const { data } = await who.must(getWithdrawal, { withdrawal_id: id });
  expect(data.status).toBe('broadcast');
  expect(await waiting()).toBe(MANY);
});

test('READ-16 a withdrawal that is asked for while customers are asked about does not wait for them', async () => {
  await many(250);
  await followScreening(kopa.deps);
  const { id } = await withdrawal();
  let within: Promise<unknown> | undefined;
  const deps = watched({
    answers: () => {
      within ??= screenTransfers(watched());
      return true;
    },
  });
  await screenAgainDue(deps);
  await within;
  expect(asked.map((request) => request.length)).toEqual([100, 1, 100, 50]);
  expect(asked[1]).toEqual([`withdrawal:${id}`]);
});

test('READ-16 after a change of the lists open transfers are asked about first, and customers by hundreds in one question', async () => {
  const { who, id } = await withdrawal();
  const silent = watched({ answers: () => false });
  await moveDue(silent);
  await sql`update screenings set state = 'clear', list = 'before', due_at = null`.execute(kopa.db);
  await many();
  await listInSandbox(kopa.db, kopa.clock.now, 'many-00007');
  await listInSandbox(kopa.db, kopa.clock.now, who.id);
  asked = [];
  await followScreening(kopa.deps);
  const deps = watched();
  await moveDue(deps);
  expect(asked).toEqual([[`withdrawal:${id}`]]);
  await screenAgainDue(deps);
  expect(asked.slice(1).map((request) => request.length)).toEqual([...Array(10).fill(100), 1]);
  const { rows } = await sql<{ id: string }>`select id from screenings where state = 'match'
    order by id`.execute(kopa.db);
  expect(rows.map((row) => row.id)).toEqual(
    [`customer:${who.id}`, 'customer:many-00007', `withdrawal:${id}`].sort(),
  );
  expect(await waiting()).toBe(0);
});

test('READ-16 READ-09 customers who are asked about again are asked about by their document’s name and by the typed one', async () => {
  await many(1);
  await sql`update users set kyc_first_name = 'Ivana', kyc_last_name = 'Listed', kyc_born = dob
    where id = 'many-00001'`.execute(kopa.db);
  await sql`update screenings set bulk_since = now(), due_at = now()
    where user_id = 'many-00001'`.execute(kopa.db);
  const deps = watched();
  const names: string[] = [];
  const screenAll: Screening['screenAll'] = (questions) => {
    for (const one of questions.flatMap(({ who }) => who)) {
      if (one.kind === 'person') names.push(one.name);
    }
    return deps.parties.screening.screenAll(questions);
  };
  const screening = { ...deps.parties.screening, screenAll };
  await screenAgainDue({ ...deps, parties: { ...deps.parties, screening } });
  expect(names).toEqual(['Ivana Listed', 'One Of Many']);
});

test('READ-16 whoever has just registered is not behind customers who are asked about again', async () => {
  await many(150);
  await followScreening(kopa.deps);
  const who = await kopa.person();
  await inTransaction(kopa.db, (tx) =>
    haveScreened(tx, kopa.clock, {
      ...{ subject: 'customer', reference: who.id, userId: who.id },
    }),
  );
  await screenNewcomers(watched());
  expect(asked).toEqual([[`customer:${who.id}`]]);
});

test('READ-16 no more customers are asked about in a day than the operator allows, and the log says so', async () => {
  await many(350);
  await followScreening(kopa.deps);
  const deps = watched({ perDay: 120 });
  const told = conditions(kopa.deps.log, kopa.clock.now);
  await watchQueues(deps, told);
  expect(told.looked.get('screening is behind its lists')?.wrong).toBe(false);
  await Promise.all([screenAgainDue(deps), screenAgainDue(deps)]);
  expect(asked.flat()).toHaveLength(120);
  expect(await waiting()).toBe(230);
  await watchQueues(deps, told);
  expect(kopa.log.join('\n')).toContain('screening is behind its lists');
  expect(kopa.log.join('\n')).toContain('"budgetUsed":true');
  // A transfer is none of them.
  const { id } = await withdrawal();
  asked = [];
  await moveDue(deps);
  expect(asked).toEqual([[`withdrawal:${id}`]]);
  kopa.clock.advance(24 * 3600_000);
  await screenAgainDue(deps);
  expect(await waiting()).toBe(110);
});

test('READ-16 customers who wait for half a day are an alarm', async () => {
  await many(3);
  await followScreening(kopa.deps);
  const told = conditions(kopa.deps.log, kopa.clock.now);
  kopa.clock.advance(11 * 3600_000);
  await watchQueues(kopa.deps, told);
  expect(told.looked.get('screening is behind its lists')?.wrong).toBe(false);
  kopa.clock.advance(3600_000);
  await watchQueues(kopa.deps, told);
  expect(told.looked.get('screening is behind its lists')?.wrong).toBe(true);
  await screenAgainDue(watched());
  await watchQueues(kopa.deps, told);
  expect(told.looked.get('screening is behind its lists')?.wrong).toBe(false);
});

test('READ-16 a silent party is asked twice and costs nothing of the day; one customer whom it cannot answer about holds up nobody', async () => {
  await many(100);
  await followScreening(kopa.deps);
  await screenAgainDue(watched({ perDay: 1_000, answers: () => false }));
  expect(asked.map((request) => request.length)).toEqual([100, 1]);
  expect(await waiting()).toBe(100);
  const bad = 'customer:many-00042';
  const deps = watched({ perDay: 99, answers: (references) => !references.includes(bad) });
  for (let round = 0; round < 4; round++) {
    kopa.clock.advance(61_000);
    await screenAgainDue(deps);
  }
  const { rows } = await sql`select id from screenings where due_at is not null`.execute(kopa.db);
  expect(rows).toEqual([{ id: bad }]);
});

test('READ-16 an answer about customers counts only for those whose question is the same still', async () => {
  await many(3);
  await followScreening(kopa.deps);
  const deps = watched();
  const { screenAll } = deps.parties.screening;
  const changed: Screening = {
    ...deps.parties.screening,
    screenAll: async (questions) => {
      const answers = await screenAll(questions);
      await sql`update screenings set generation = generation + 1, due_at = ${kopa.clock.sql}
        where id = 'customer:many-00002' and generation = 1`.execute(kopa.db);
      return answers;
    },
  };
  await screenAgainDue({ ...deps, parties: { ...deps.parties, screening: changed } });
  expect(asked).toEqual([
    ['customer:many-00001', 'customer:many-00002', 'customer:many-00003'],
    ['customer:many-00002'],
  ]);
  expect(await waiting()).toBe(0);
});
