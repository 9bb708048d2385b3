import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { downloadOwnData } from '#core/contract/account/account.ts';
import { listReceiving } from '#core/contract/money/funds.ts';
import { cancelWithdrawal, createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { depositInSandbox } from '#server/adapters/custody/sandbox-deposits.ts';
import { listInSandbox, unlistInSandbox } from '#server/adapters/screening/sandbox-screening.ts';
import type { Screening, ScreeningQuestion } from '#server/adapters/screening/screening.ts';
import type { Deps } from '#server/deps.ts';
import { conditions } from '#server/platform/conditions.ts';
import { listHeld, transferText } from '#server/services/checks/held/held.ts';
import { screenAgainDue } from '#server/services/checks/screening/customers-again.ts';
import { followScreening } from '#server/services/checks/screening/lists.ts';
import { screenNewcomers, screenTransfers } from '#server/services/checks/screening/screen-due.ts';
import { haveScreened } from '#server/services/checks/screening/screenings.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { stepDeposits } from '#server/services/money-in/deposits/deposit-worker.ts';
import { moveDue } from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { watchQueues } from '#server/services/operation/watch/watch.ts';
import { decideHeld } from '#server/services/staff/admin/decide-held.ts';
import { showHeld } from '#server/services/staff/admin/show-held.ts';
import { proofOf } from '#server/services/staff/audit/proof.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { world } from '#tests/support/world.ts';

const kopa = world();

const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const SENDER = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0';
const BY = { actor: 'operator test' } as const;

async function asked(who: Member): Promise<string> {
  const { data } = await who.must(createWithdrawal, {
    amount: '0.5',
    cryptoAddress: ETH,
    paymentRouteId: 'eth-ethereum',
    password,
  });
  await sendDue(kopa.deps);
  return data.withdrawal_id;
}

/** Asks for a withdrawal, and lets the time pass in which it can be cancelled. */
async function due(who: Member): Promise<string> {
  const id = await asked(who);
  kopa.clock.advance(310_000);
  return id;
}

const list = (entry: string) => listInSandbox(kopa.db, kopa.clock.now, entry);

const decide = (id: string, decision: 'released' | 'rejected', deps: Deps = kopa.deps) =>
  decideHeld(deps, { id, decision, reason: 'looked at it' }, BY);

/** A party that answers several questions as it answers each. */
const oneByOne = ({ screen, ...others }: Partial<Screening>): Partial<Screening> =>
  screen
    ? {
        screen,
        screenAll: async (questions) => {
          const answers = await Promise.all(questions.map(screen));
          return answers.every((answer) => answer === undefined) ? undefined : answers;
        },
        ...others,
      }
    : others;

/** The same server, with a party of the test's own. */
const withScreening = (screening: Partial<Screening>): Deps => {
  const { parties } = kopa.deps;
  return {
    ...kopa.deps,
    parties: { ...parties, screening: { ...parties.screening, ...oneByOne(screening) } },
  };
};

/** Everything that is due, as the loops ask about it. Returns how many were answered about. */
async function screenDue(deps: Deps): Promise<number> {
  const before = await waits();
  await screenTransfers(deps);
  await screenNewcomers(deps);
  await screenAgainDue(deps);
  return before - (await waits());
}

const waits = async (): Promise<number> => {
  const { rows } = await sql`select from screenings where due_at is not null`.execute(kopa.db);
  return rows.length;
};

/** How often the chain was asked to send something. */
const transfers = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from sandbox_transfers where sent_at is not null`.execute(
    kopa.db,
  );
  return rows[0]?.count ?? 0;
};

test('KEEP-06 a withdrawal is sent once the party has looked at its customer and its recipient', async () => {
  const who = await kopa.customer({ balances: { ETH: '2' } });
  const questions: ScreeningQuestion[] = [];
  const id = await due(who);
  await moveDue(
    withScreening({
      screen: (question) => {
        questions.push(question);
        return Promise.resolve({ matched: [] });
      },
    }),
  );
  expect(questions).toEqual([
    {
      reference: `withdrawal:${id}`,
      who: [
        { kind: 'person', id: who.id, name: 'Test Person', born: '1990-01-01', country: 'AU' },
        { kind: 'person', id: '', name: 'Ada Lovelace', born: '', country: 'LT' },
        { kind: 'address', address: ETH, currency: 'ETH' },
        { kind: 'address', address: ETH.toLowerCase(), currency: 'ETH' },
      ],
    },
  ]);
  const sent = await who.withdrawal(id);
  expect(sent.status).toBe('broadcast');
  expect(sent).not.toHaveProperty('delayed');
});

test('KEEP-06 a match holds a withdrawal, in words that tip nobody off, until it is released: sent exactly once', async () => {
  const who = await kopa.customer({ balances: { ETH: '2' } });
  await list(ETH);
  const id = await due(who);
  for (let i = 0; i < 3; i++) await moveDue(kopa.deps);
  expect(await transfers()).toBe(0);
  expect(await who.holds('ETH')).toEqual(['1.4985', '0.5015', '0']);
  expect(await who.withdrawal(id)).toMatchObject({ status: 'requested', delayed: true });
  expect(await who.waiting()).toMatchObject([{ kind: 'withdrawal-delayed', reference: id }]);
  expect(JSON.stringify([await who.withdrawal(id), await who.waiting()])).not.toMatch(
    /screen|match|sanction|sandbox:/i,
  );
  const found = await showHeld(kopa.deps, BY);
  expect(
    await kopa.db.selectFrom('audit_log').select(['action', 'detail']).execute(),
  ).toContainEqual({ action: 'saw held', detail: JSON.stringify({ shown: [`withdrawal:${id}`] }) });
  expect(found).toMatchObject([
    { id: `withdrawal:${id}`, state: 'match', email: who.email, matched: `sandbox:${ETH}` },
  ]);
  expect(found.map(transferText)).toEqual([`0.5 ETH to ${ETH}, requested`]);
  expect(kopa.log.join('\n')).toContain('screening found a match');
  expect(kopa.log.join('\n')).not.toContain(ETH);

  expect(
    await decideHeld(kopa.deps, { id: `withdrawal:${id}`, decision: 'released', reason: ' ' }, BY),
  ).toBe('no-reason');
  const decisions = Array.from({ length: 5 }, () => decide(`withdrawal:${id}`, 'released'));
  expect((await Promise.all(decisions)).sort()).toEqual(['done', ...Array(4).fill('not-held')]);
  await Promise.all([moveDue(kopa.deps), moveDue(kopa.deps)]);
  expect(await who.withdrawal(id)).toMatchObject({ status: 'broadcast' });
  expect(await transfers()).toBe(1);
  expect(await decide(`withdrawal:${id}`, 'rejected')).toBe('not-held');
});

test('KEEP-06 what was decided is in the audit log with its reason, and nowhere that its customer reads', async () => {
  const who = await kopa.customer({ balances: { ETH: '2' } });
  await list(ETH);
  const id = await due(who);
  await moveDue(kopa.deps);
  await decide(`withdrawal:${id}`, 'released');
  const { data } = await who.must(downloadOwnData, { password });
  const told = JSON.stringify(data.tables);
  expect(told).not.toMatch(/decided about|looked at it|sandbox:|sandbox_listed/);
  const entry = await kopa.db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'subject', 'detail'])
    .where('action', '=', 'decided about held transfer')
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ actor: BY.actor, subject: '' });
  expect(JSON.parse(entry.detail).reason).toBe(proofOf('looked at it'));
});

test('KEEP-06 a refused withdrawal is given back exactly once, and its customer is told that it was not carried out', async () => {
  const who = await kopa.customer({ balances: { ETH: '2' } });
  await list(ETH);
  const id = await due(who);
  await moveDue(kopa.deps);
  const decided = await Promise.all([
    decide(`withdrawal:${id}`, 'rejected'),
    decide(`withdrawal:${id}`, 'released'),
    decide(`withdrawal:${id}`, 'rejected'),
  ]);
  expect(decided.filter((end) => end === 'done')).toHaveLength(1);
  await moveDue(kopa.deps);
  const after = await who.withdrawal(id);
  if (after.status === 'cancelled') {
    expect(after.cancelled_for).toBe('refused');
    expect(await who.holds('ETH')).toEqual(['2', '0', '0']);
    const [mail] = await kopa.sandbox.inbox(who.email);
    expect(mail?.text).toContain('was cancelled because we could not carry it out');
    expect(await transfers()).toBe(0);
  } else {
    expect(await transfers()).toBe(1);
  }

  const other = await kopa.customer({ balances: { ETH: '2' } });
  const second = await due(other);
  await moveDue(kopa.deps);
  expect(await decide(`withdrawal:${second}`, 'rejected')).toBe('done');
  expect(await other.withdrawal(second)).toMatchObject({
    status: 'cancelled',
    cancelled_for: 'refused',
  });
  expect(await other.holds('ETH')).toEqual(['2', '0', '0']);
});

test('KEEP-06 a refusal after the customer has cancelled moves no money', async () => {
  const who = await kopa.customer({ balances: { ETH: '2' } });
  await list(ETH);
  const id = await due(who);
  await moveDue(kopa.deps);
  await who.must(cancelWithdrawal, { withdrawal_id: id });
  expect(await decide(`withdrawal:${id}`, 'rejected')).toBe('over');
  expect(await who.holds('ETH')).toEqual(['2', '0', '0']);
});

test('KEEP-06 no answer holds a transfer, for as long as there is none, and it goes on by itself afterwards', async () => {
  const who = await kopa.customer({ balances: { ETH: '2' } });
  const id = await due(who);
  const silent = withScreening({ screen: () => Promise.resolve(undefined) });
  const told = conditions(kopa.deps.log, kopa.clock.now);
  for (let i = 0; i < 3; i++) {
    kopa.clock.advance(70_000);
    await moveDue(silent);
  }
  expect(await who.withdrawal(id)).toMatchObject({ status: 'requested', delayed: true });
  expect(await transfers()).toBe(0);
  await watchQueues(kopa.deps, told);
  expect(kopa.log.join('\n')).toContain('screening gives no answer');
  kopa.clock.advance(70_000);
  await moveDue(kopa.deps);
  expect((await who.withdrawal(id)).status).toBe('broadcast');
  await watchQueues(kopa.deps, told);
  expect(kopa.log.join('\n')).toContain('over: screening gives no answer');
});

test('KEEP-06 a party that never answers holds up neither the server nor what was screened', async () => {
  const first = await kopa.customer({ balances: { ETH: '2' } });
  const one = await asked(first);
  await screenDue(kopa.deps);
  const other = await kopa.customer({ balances: { ETH: '2' } });
  const two = await due(other);
  let give: (() => void) | undefined;
  const never = new Promise<undefined>((resolve) => {
    give = () => resolve(undefined);
  });
  const round = moveDue(withScreening({ screen: () => never }));
  // Calls are answered, and the other withdrawal is sent, while the party is still asked.
  await expect.poll(async () => (await first.withdrawal(one)).status).toBe('broadcast');
  expect(await other.holds('ETH')).toEqual(['1.4985', '0.5015', '0']);
  const third = await kopa.customer({ balances: { ETH: '2' } });
  expect(await asked(third)).not.toBe('');
  give?.();
  await round;
  expect((await other.withdrawal(two)).status).toBe('requested');
});

test('KEEP-06 a deposit from somebody on a list is held, and is credited once when it is released', async () => {
  const who = await kopa.customer({ balances: { ETH: '2' } });
  await list(SENDER);
  const arrival = { recipient: who.email, currency: 'ETH', amount: '0.25', network: 'Ethereum' };
  await depositInSandbox(kopa.db, kopa.clock.now, {
    ...arrival,
    confirmations: null,
    senders: `${ETH} ${SENDER}`,
  });
  for (let i = 0; i < 3; i++) await stepDeposits(kopa.deps);
  expect(await who.holds('ETH')).toEqual(['2', '0', '0.25']);
  const { data } = await who.must(listReceiving, {});
  expect(data.incoming).toMatchObject([{ state: 'pending', delayed: true }]);
  expect(await who.waiting()).toMatchObject([{ kind: 'deposit-delayed', amount: '0.25' }]);
  const [held] = await listHeld(kopa.db);
  expect(held).toMatchObject({ matched: `sandbox:${SENDER}`, email: who.email });
  expect(held && transferText(held)).toBe(`0.25 ETH from ${ETH} ${SENDER}, pending`);
  expect(await decide(held?.id ?? '', 'released')).toBe('done');
  await Promise.all([stepDeposits(kopa.deps), stepDeposits(kopa.deps)]);
  expect(await who.holds('ETH')).toEqual(['2.25', '0', '0']);
  expect(await who.waiting()).toEqual([]);
});

test('KEEP-06 a refused deposit is credited to nobody and kept aside', async () => {
  const who = await kopa.customer({ balances: { ETH: '2' } });
  await list(SENDER);
  const [report] = await depositInSandbox(kopa.db, kopa.clock.now, {
    ...{ recipient: who.email, currency: 'ETH', amount: '0.25', network: 'Ethereum' },
    ...{ confirmations: null, senders: SENDER },
  });
  expect(report).toBeDefined();
  await stepDeposits(kopa.deps);
  const [held] = await listHeld(kopa.db);
  expect(await decide(held?.id ?? '', 'rejected')).toBe('done');
  await stepDeposits(kopa.deps);
  expect(await who.holds('ETH')).toEqual(['2', '0', '0']);
  const aside = await kopa.db
    .selectFrom('deposits_aside')
    .select(['reason', 'currency', 'network'])
    .execute();
  expect(aside).toEqual([{ reason: 'refused', currency: 'ETH', network: 'Ethereum' }]);
  const notices = await kopa.db.selectFrom('notices').select('body').execute();
  expect(notices.map(({ body }) => body)).toContain(
    'A deposit could not be credited. Please write to us about it.',
  );
});

test('KEEP-06 a customer is screened when they register, and one on a list moves nothing', async () => {
  const who = await kopa.customer({ balances: { ETH: '2' } });
  await list(who.id);
  await inTransaction(kopa.db, (tx) =>
    haveScreened(tx, kopa.clock, {
      subject: 'customer',
      reference: who.id,
      userId: who.id,
    }),
  );
  await screenDue(kopa.deps);
  expect(await listHeld(kopa.db)).toMatchObject([{ id: `customer:${who.id}`, state: 'match' }]);
  await unlistInSandbox(kopa.db, who.id);
  const id = await due(who);
  await kopa.sandbox.deposit(who.email, 'ETH', '1');
  await moveDue(kopa.deps);
  expect((await who.withdrawal(id)).status, 'clear itself, of somebody who is not').toBe(
    'requested',
  );
  expect(await who.holds('ETH')).toEqual(['1.4985', '0.5015', '1']);
  expect(await decide(`customer:${who.id}`, 'released')).toBe('done');
  await moveDue(kopa.deps);
  await stepDeposits(kopa.deps);
  expect((await who.withdrawal(id)).status).toBe('broadcast');
  expect(await who.holds('ETH')).toEqual(['2.4985', '0.5015', '0']);
});

test('KEEP-06 a changed list has everybody screened again, however many: who is on it is held, the others go on', async () => {
  const who = await kopa.customer({ balances: { ETH: '2' } });
  const other = await kopa.customer({ balances: { ETH: '2' } });
  const many = 1100;
  await sql`insert into users (id, email, password_hash, role, first_name, last_name, dob,
      currency_code, country_code, is_eu, created_at)
    select 'many-' || n, 'many' || n || '@kopa.test', '', 'user', 'One', 'Of Many', '1990-01-01',
      'EUR', 'LT', true, now() from generate_series(1, ${many}::integer) as n`.execute(kopa.db);
  await sql`insert into screenings (id, subject, reference, user_id, state, list, asked_at)
    select 'customer:' || id, 'customer', id, id, 'clear', 'before', now() from users`.execute(
    kopa.db,
  );
  const states = async () =>
    Object.fromEntries(
      (
        await kopa.db
          .selectFrom('screenings')
          .select((row) => ['state', row.fn.countAll<string>().as('count')])
          .where('due_at', 'is', null)
          .groupBy('state')
          .execute()
      ).map(({ state, count }) => [state, Number(count)]),
    );
  await list('many-7');
  await list(who.id);
  await followScreening(kopa.deps);
  // While they are asked about again, nobody waits for it.
  const id = await due(other);
  await moveDue(
    withScreening({
      screen: (question) =>
        question.reference.startsWith('withdrawal:')
          ? Promise.resolve({ matched: [] })
          : Promise.resolve(undefined),
    }),
  );
  await screenDue(kopa.deps);
  kopa.clock.advance(120_000);
  await moveDue(kopa.deps);
  await screenDue(kopa.deps);
  expect((await other.withdrawal(id)).status).toBe('completed');
  expect(await states()).toEqual({ clear: many + 1, match: 2 });
  // The same list once more is no news.
  await followScreening(kopa.deps);
  expect(await screenDue(kopa.deps)).toBe(0);
}, 120_000);

test('KEEP-06 a list that changes before a withdrawal is sent counts for it', async () => {
  const who = await kopa.customer({ balances: { ETH: '2' } });
  const id = await due(who);
  await screenDue(kopa.deps);
  await list(ETH);
  await followScreening(kopa.deps);
  await moveDue(kopa.deps);
  expect((await who.withdrawal(id)).status).toBe('requested');
  expect(await transfers()).toBe(0);
});

test('KEEP-06 an answer to a question from before a list changed does not count', async () => {
  const who = await kopa.customer({ balances: { ETH: '2' } });
  const id = await due(who);
  await followScreening(kopa.deps);
  await screenDue(kopa.deps);
  await list('somebody else');
  await followScreening(kopa.deps);
  const late = withScreening({
    screen: async () => {
      await list(ETH);
      await followScreening(kopa.deps);
      return { matched: [] };
    },
  });
  await moveDue(late);
  expect((await who.withdrawal(id)).status).toBe('requested');
  await moveDue(kopa.deps);
  expect((await who.withdrawal(id)).status).toBe('requested');
  expect(await listHeld(kopa.db)).toMatchObject([{ id: `withdrawal:${id}` }]);
});

test('KEEP-06 somebody who was released is not held again for the same entry, but for another one', async () => {
  const who = await kopa.customer({ balances: { ETH: '2' } });
  await list(who.id);
  await followScreening(kopa.deps);
  await screenDue(kopa.deps);
  expect(await decide(`customer:${who.id}`, 'released')).toBe('done');
  await list('somebody else');
  await followScreening(kopa.deps);
  await screenDue(kopa.deps);
  expect(await listHeld(kopa.db)).toEqual([]);
  await list('and another');
  await followScreening(kopa.deps);
  await screenDue(withScreening({ screen: () => Promise.resolve({ matched: [['new-entry']] }) }));
  expect(await listHeld(kopa.db)).toMatchObject([{ matched: 'new-entry' }]);
});

test('HARD-98 somebody who was released is not held again when the lists merge the entry with others', async () => {
  const who = await kopa.customer({ balances: { ETH: '2' } });
  await list(who.id);
  await followScreening(kopa.deps);
  await screenDue(kopa.deps);
  expect(await decide(`customer:${who.id}`, 'released')).toBe('done');
  const merged = (former: string) =>
    withScreening({
      screen: ({ who: asked }) =>
        Promise.resolve({
          matched: asked.map((one) =>
            one.kind === 'person' && one.id === who.id ? ['merged'] : [],
          ),
          formerly: { merged: [former] },
        }),
    });
  const former = `sandbox:${who.id}`;
  await list('somebody else');
  await followScreening(kopa.deps);
  await screenDue(merged(former));
  const id = await due(who);
  await screenDue(merged(former));
  expect(await listHeld(kopa.db)).toEqual([]);
  expect(id).not.toBe('');
  // One that has nothing to do with it holds.
  await list('and another');
  await followScreening(kopa.deps);
  await screenDue(merged('another entry'));
  expect((await listHeld(kopa.db)).length).toBeGreaterThan(0);
});

test('KEEP-06 what a server of the version before set aside, and who registered there, is screened within a minute', async () => {
  const who = await kopa.customer({ balances: { ETH: '2' } });
  const id = await due(who);
  await kopa.sandbox.deposit(who.email, 'ETH', '1', { confirmations: 1 });
  await kopa.db.deleteFrom('screenings').execute();
  await moveDue(kopa.deps);
  expect((await who.withdrawal(id)).status, 'without a row nothing is sent').toBe('requested');
  await followScreening(kopa.deps);
  await followScreening(kopa.deps);
  const rows = await kopa.db.selectFrom('screenings').select('subject').execute();
  expect(rows.map(({ subject }) => subject).sort()).toEqual(['customer', 'deposit', 'withdrawal']);
  await screenNewcomers(kopa.deps);
  await moveDue(kopa.deps);
  expect((await who.withdrawal(id)).status).toBe('broadcast');
});

test('KEEP-06 a transfer that somebody released without an answer goes on, whatever is answered afterwards', async () => {
  const who = await kopa.customer({ balances: { ETH: '2' } });
  const id = await due(who);
  await moveDue(withScreening({ screen: () => Promise.resolve(undefined) }));
  expect(await decide(`withdrawal:${id}`, 'released')).toBe('done');
  await list(ETH);
  await followScreening(kopa.deps);
  await screenDue(kopa.deps);
  await moveDue(kopa.deps);
  expect((await who.withdrawal(id)).status).toBe('broadcast');
});
