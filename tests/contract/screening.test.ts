import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { downloadOwnData } from '#core/contract/account/account.ts';
import { listReceiving } from '#core/contract/money/funds.ts';
import { listWaiting } from '#core/contract/money/waiting.ts';
import {
  cancelWithdrawal,
  createWithdrawal,
  getWithdrawal,
} from '#core/contract/money/withdrawal.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
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
import { newKey } from '#tests/support/api-client.ts';
import { approvedPerson } from '#tests/support/approved.ts';
import { closeSound } from '#tests/support/close-sound.ts';
import {
  type InProcess,
  type Person,
  password,
  startInProcess,
} from '#tests/support/in-process.ts';
import { Sandbox } from '#tests/support/sandbox.ts';

let server: InProcess;
let sandbox: Sandbox;
beforeEach(async () => {
  server = await startInProcess();
  sandbox = new Sandbox(server.url);
});
afterEach(() => closeSound(server));

const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const SENDER = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0';
const BY = { actor: 'operator test' } as const;

const approved = (): Promise<Person> => approvedPerson(server, { balances: { ETH: '2' } });

async function asked(who: Person): Promise<string> {
  const { data } = await server.api.must(
    createWithdrawal,
    { amount: '0.5', cryptoAddress: ETH, paymentRouteId: 'eth-ethereum', password },
    { credential: who.credential, idempotencyKey: newKey() },
  );
  await sendDue(server.deps);
  return data.withdrawal_id;
}

/** Asks for a withdrawal, and lets the time pass in which it can be cancelled. */
async function due(who: Person): Promise<string> {
  const id = await asked(who);
  server.deps.clock.advance(310_000);
  return id;
}

const look = async ({ credential }: Person, id: string) =>
  (await server.api.must(getWithdrawal, { withdrawal_id: id }, { credential })).data;

const waiting = async ({ credential }: Person) =>
  (await server.api.must(listWaiting, {}, { credential })).data;

const balance = async ({ credential }: Person): Promise<readonly string[]> => {
  const { data } = await server.api.must(getWalletList, {}, { credential });
  const entry = data.find(({ currency }) => currency.currency_id === 'ETH');
  return [entry?.free_balance ?? '', entry?.hold_balance ?? '', entry?.pending_balance ?? ''];
};

const list = (entry: string) => listInSandbox(server.deps.db, server.deps.clock.now, entry);

const decide = (id: string, decision: 'released' | 'rejected', deps: Deps = server.deps) =>
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
  const { parties } = server.deps;
  return {
    ...server.deps,
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
  const { rows } = await sql`select from screenings where due_at is not null`.execute(
    server.deps.db,
  );
  return rows.length;
};

/** How often the chain was asked to send something. */
const transfers = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from sandbox_transfers where sent_at is not null`.execute(
    server.deps.db,
  );
  return rows[0]?.count ?? 0;
};

test('KEEP-06 a withdrawal is sent once the party has looked at its customer and its recipient', async () => {
  const who = await approved();
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
  const sent = await look(who, id);
  expect(sent.status).toBe('broadcast');
  expect(sent).not.toHaveProperty('delayed');
});

test('KEEP-06 a match holds a withdrawal, in words that tip nobody off, until it is released: sent exactly once', async () => {
  const who = await approved();
  await list(ETH);
  const id = await due(who);
  for (let i = 0; i < 3; i++) await moveDue(server.deps);
  expect(await transfers()).toBe(0);
  expect(await balance(who)).toEqual(['1.4985', '0.5015', '0']);
  expect(await look(who, id)).toMatchObject({ status: 'requested', delayed: true });
  expect(await waiting(who)).toMatchObject([{ kind: 'withdrawal-delayed', reference: id }]);
  expect(JSON.stringify([await look(who, id), await waiting(who)])).not.toMatch(
    /screen|match|sanction|sandbox:/i,
  );
  const found = await showHeld(server.deps, BY);
  expect(
    await server.deps.db.selectFrom('audit_log').select(['action', 'detail']).execute(),
  ).toContainEqual({ action: 'saw held', detail: JSON.stringify({ shown: [`withdrawal:${id}`] }) });
  expect(found).toMatchObject([
    { id: `withdrawal:${id}`, state: 'match', email: who.email, matched: `sandbox:${ETH}` },
  ]);
  expect(found.map(transferText)).toEqual([`0.5 ETH to ${ETH}, requested`]);
  expect(server.log.join('\n')).toContain('screening found a match');
  expect(server.log.join('\n')).not.toContain(ETH);

  expect(
    await decideHeld(
      server.deps,
      { id: `withdrawal:${id}`, decision: 'released', reason: ' ' },
      BY,
    ),
  ).toBe('no-reason');
  const decisions = Array.from({ length: 5 }, () => decide(`withdrawal:${id}`, 'released'));
  expect((await Promise.all(decisions)).sort()).toEqual(['done', ...Array(4).fill('not-held')]);
  await Promise.all([moveDue(server.deps), moveDue(server.deps)]);
  expect(await look(who, id)).toMatchObject({ status: 'broadcast' });
  expect(await transfers()).toBe(1);
  expect(await decide(`withdrawal:${id}`, 'rejected')).toBe('not-held');
});

test('KEEP-06 what was decided is in the audit log with its reason, and nowhere that its customer reads', async () => {
  const who = await approved();
  await list(ETH);
  const id = await due(who);
  await moveDue(server.deps);
  await decide(`withdrawal:${id}`, 'released');
  const { data } = await server.api.must(
    downloadOwnData,
    { password },
    { credential: who.credential },
  );
  const told = JSON.stringify(data.tables);
  expect(told).not.toMatch(/decided about|looked at it|sandbox:|sandbox_listed/);
  const entry = await server.deps.db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'subject', 'detail'])
    .where('action', '=', 'decided about held transfer')
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ actor: BY.actor, subject: '' });
  expect(JSON.parse(entry.detail).reason).toBe(proofOf('looked at it'));
});

test('KEEP-06 a refused withdrawal is given back exactly once, and its customer is told that it was not carried out', async () => {
  const who = await approved();
  await list(ETH);
  const id = await due(who);
  await moveDue(server.deps);
  const decided = await Promise.all([
    decide(`withdrawal:${id}`, 'rejected'),
    decide(`withdrawal:${id}`, 'released'),
    decide(`withdrawal:${id}`, 'rejected'),
  ]);
  expect(decided.filter((end) => end === 'done')).toHaveLength(1);
  await moveDue(server.deps);
  const after = await look(who, id);
  if (after.status === 'cancelled') {
    expect(after.cancelled_for).toBe('refused');
    expect(await balance(who)).toEqual(['2', '0', '0']);
    const [mail] = await sandbox.inbox(who.email);
    expect(mail?.text).toContain('was cancelled because we could not carry it out');
    expect(await transfers()).toBe(0);
  } else {
    expect(await transfers()).toBe(1);
  }

  const other = await approved();
  const second = await due(other);
  await moveDue(server.deps);
  expect(await decide(`withdrawal:${second}`, 'rejected')).toBe('done');
  expect(await look(other, second)).toMatchObject({
    status: 'cancelled',
    cancelled_for: 'refused',
  });
  expect(await balance(other)).toEqual(['2', '0', '0']);
});

test('KEEP-06 a refusal after the customer has cancelled moves no money', async () => {
  const who = await approved();
  await list(ETH);
  const id = await due(who);
  await moveDue(server.deps);
  await server.api.must(cancelWithdrawal, { withdrawal_id: id }, { credential: who.credential });
  expect(await decide(`withdrawal:${id}`, 'rejected')).toBe('over');
  expect(await balance(who)).toEqual(['2', '0', '0']);
});

test('KEEP-06 no answer holds a transfer, for as long as there is none, and it goes on by itself afterwards', async () => {
  const who = await approved();
  const id = await due(who);
  const silent = withScreening({ screen: () => Promise.resolve(undefined) });
  const told = conditions(server.deps.log, server.deps.clock.now);
  for (let i = 0; i < 3; i++) {
    server.deps.clock.advance(70_000);
    await moveDue(silent);
  }
  expect(await look(who, id)).toMatchObject({ status: 'requested', delayed: true });
  expect(await transfers()).toBe(0);
  await watchQueues(server.deps, told);
  expect(server.log.join('\n')).toContain('screening gives no answer');
  server.deps.clock.advance(70_000);
  await moveDue(server.deps);
  expect((await look(who, id)).status).toBe('broadcast');
  await watchQueues(server.deps, told);
  expect(server.log.join('\n')).toContain('over: screening gives no answer');
});

test('KEEP-06 a party that never answers holds up neither the server nor what was screened', async () => {
  const first = await approved();
  const one = await asked(first);
  await screenDue(server.deps);
  const other = await approved();
  const two = await due(other);
  let give: (() => void) | undefined;
  const never = new Promise<undefined>((resolve) => {
    give = () => resolve(undefined);
  });
  const round = moveDue(withScreening({ screen: () => never }));
  // Calls are answered, and the other withdrawal is sent, while the party is still asked.
  await expect.poll(async () => (await look(first, one)).status).toBe('broadcast');
  expect(await balance(other)).toEqual(['1.4985', '0.5015', '0']);
  const third = await approved();
  expect(await asked(third)).not.toBe('');
  give?.();
  await round;
  expect((await look(other, two)).status).toBe('requested');
});

test('KEEP-06 a deposit from somebody on a list is held, and is credited once when it is released', async () => {
  const who = await approved();
  await list(SENDER);
  const arrival = { recipient: who.email, currency: 'ETH', amount: '0.25', network: 'Ethereum' };
  await depositInSandbox(server.deps.db, server.deps.clock.now, {
    ...arrival,
    confirmations: null,
    senders: `${ETH} ${SENDER}`,
  });
  for (let i = 0; i < 3; i++) await stepDeposits(server.deps);
  expect(await balance(who)).toEqual(['2', '0', '0.25']);
  const { data } = await server.api.must(listReceiving, {}, { credential: who.credential });
  expect(data.incoming).toMatchObject([{ state: 'pending', delayed: true }]);
  expect(await waiting(who)).toMatchObject([{ kind: 'deposit-delayed', amount: '0.25' }]);
  const [held] = await listHeld(server.deps.db);
  expect(held).toMatchObject({ matched: `sandbox:${SENDER}`, email: who.email });
  expect(held && transferText(held)).toBe(`0.25 ETH from ${ETH} ${SENDER}, pending`);
  expect(await decide(held?.id ?? '', 'released')).toBe('done');
  await Promise.all([stepDeposits(server.deps), stepDeposits(server.deps)]);
  expect(await balance(who)).toEqual(['2.25', '0', '0']);
  expect(await waiting(who)).toEqual([]);
});

test('KEEP-06 a refused deposit is credited to nobody and kept aside', async () => {
  const who = await approved();
  await list(SENDER);
  const [report] = await depositInSandbox(server.deps.db, server.deps.clock.now, {
    ...{ recipient: who.email, currency: 'ETH', amount: '0.25', network: 'Ethereum' },
    ...{ confirmations: null, senders: SENDER },
  });
  expect(report).toBeDefined();
  await stepDeposits(server.deps);
  const [held] = await listHeld(server.deps.db);
  expect(await decide(held?.id ?? '', 'rejected')).toBe('done');
  await stepDeposits(server.deps);
  expect(await balance(who)).toEqual(['2', '0', '0']);
  const aside = await server.deps.db
    .selectFrom('deposits_aside')
    .select(['reason', 'currency', 'network'])
    .execute();
  expect(aside).toEqual([{ reason: 'refused', currency: 'ETH', network: 'Ethereum' }]);
  const notices = await server.deps.db.selectFrom('notices').select('body').execute();
  expect(notices.map(({ body }) => body)).toContain(
    'A deposit could not be credited. Please write to us about it.',
  );
});

test('KEEP-06 a customer is screened when they register, and one on a list moves nothing', async () => {
  const who = await approved();
  await list(who.id);
  await inTransaction(server.deps.db, (tx) =>
    haveScreened(tx, server.deps.clock, {
      subject: 'customer',
      reference: who.id,
      userId: who.id,
    }),
  );
  await screenDue(server.deps);
  expect(await listHeld(server.deps.db)).toMatchObject([
    { id: `customer:${who.id}`, state: 'match' },
  ]);
  await unlistInSandbox(server.deps.db, who.id);
  const id = await due(who);
  await sandbox.deposit(who.email, 'ETH', '1');
  await moveDue(server.deps);
  expect((await look(who, id)).status, 'clear itself, of somebody who is not').toBe('requested');
  expect(await balance(who)).toEqual(['1.4985', '0.5015', '1']);
  expect(await decide(`customer:${who.id}`, 'released')).toBe('done');
  await moveDue(server.deps);
  await stepDeposits(server.deps);
  expect((await look(who, id)).status).toBe('broadcast');
  expect(await balance(who)).toEqual(['2.4985', '0.5015', '0']);
});

test('KEEP-06 a changed list has everybody screened again, however many: who is on it is held, the others go on', async () => {
  const who = await approved();
  const other = await approved();
  const many = 1100;
  await sql`insert into users (id, email, password_hash, role, first_name, last_name, dob,
      currency_code, country_code, is_eu, created_at)
    select 'many-' || n, 'many' || n || '@kopa.test', '', 'user', 'One', 'Of Many', '1990-01-01',
      'EUR', 'LT', true, now() from generate_series(1, ${many}::integer) as n`.execute(
    server.deps.db,
  );
  await sql`insert into screenings (id, subject, reference, user_id, state, list, asked_at)
    select 'customer:' || id, 'customer', id, id, 'clear', 'before', now() from users`.execute(
    server.deps.db,
  );
  const states = async () =>
    Object.fromEntries(
      (
        await server.deps.db
          .selectFrom('screenings')
          .select((row) => ['state', row.fn.countAll<string>().as('count')])
          .where('due_at', 'is', null)
          .groupBy('state')
          .execute()
      ).map(({ state, count }) => [state, Number(count)]),
    );
  await list('many-7');
  await list(who.id);
  await followScreening(server.deps);
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
  await screenDue(server.deps);
  server.deps.clock.advance(120_000);
  await moveDue(server.deps);
  await screenDue(server.deps);
  expect((await look(other, id)).status).toBe('completed');
  expect(await states()).toEqual({ clear: many + 1, match: 2 });
  // The same list once more is no news.
  await followScreening(server.deps);
  expect(await screenDue(server.deps)).toBe(0);
}, 120_000);

test('KEEP-06 a list that changes before a withdrawal is sent counts for it', async () => {
  const who = await approved();
  const id = await due(who);
  await screenDue(server.deps);
  await list(ETH);
  await followScreening(server.deps);
  await moveDue(server.deps);
  expect((await look(who, id)).status).toBe('requested');
  expect(await transfers()).toBe(0);
});

test('KEEP-06 an answer to a question from before a list changed does not count', async () => {
  const who = await approved();
  const id = await due(who);
  await followScreening(server.deps);
  await screenDue(server.deps);
  await list('somebody else');
  await followScreening(server.deps);
  const late = withScreening({
    screen: async () => {
      await list(ETH);
      await followScreening(server.deps);
      return { matched: [] };
    },
  });
  await moveDue(late);
  expect((await look(who, id)).status).toBe('requested');
  await moveDue(server.deps);
  expect((await look(who, id)).status).toBe('requested');
  expect(await listHeld(server.deps.db)).toMatchObject([{ id: `withdrawal:${id}` }]);
});

test('KEEP-06 somebody who was released is not held again for the same entry, but for another one', async () => {
  const who = await approved();
  await list(who.id);
  await followScreening(server.deps);
  await screenDue(server.deps);
  expect(await decide(`customer:${who.id}`, 'released')).toBe('done');
  await list('somebody else');
  await followScreening(server.deps);
  await screenDue(server.deps);
  expect(await listHeld(server.deps.db)).toEqual([]);
  await list('and another');
  await followScreening(server.deps);
  await screenDue(withScreening({ screen: () => Promise.resolve({ matched: [['new-entry']] }) }));
  expect(await listHeld(server.deps.db)).toMatchObject([{ matched: 'new-entry' }]);
});

test('HARD-98 somebody who was released is not held again when the lists merge the entry with others', async () => {
  const who = await approved();
  await list(who.id);
  await followScreening(server.deps);
  await screenDue(server.deps);
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
  await followScreening(server.deps);
  await screenDue(merged(former));
  const id = await due(who);
  await screenDue(merged(former));
  expect(await listHeld(server.deps.db)).toEqual([]);
  expect(id).not.toBe('');
  // One that has nothing to do with it holds.
  await list('and another');
  await followScreening(server.deps);
  await screenDue(merged('another entry'));
  expect((await listHeld(server.deps.db)).length).toBeGreaterThan(0);
});

test('KEEP-06 what a server of the version before set aside, and who registered there, is screened within a minute', async () => {
  const who = await approved();
  const id = await due(who);
  await sandbox.deposit(who.email, 'ETH', '1', { confirmations: 1 });
  await server.deps.db.deleteFrom('screenings').execute();
  await moveDue(server.deps);
  expect((await look(who, id)).status, 'without a row nothing is sent').toBe('requested');
  await followScreening(server.deps);
  await followScreening(server.deps);
  const rows = await server.deps.db.selectFrom('screenings').select('subject').execute();
  expect(rows.map(({ subject }) => subject).sort()).toEqual(['customer', 'deposit', 'withdrawal']);
  await screenNewcomers(server.deps);
  await moveDue(server.deps);
  expect((await look(who, id)).status).toBe('broadcast');
});

test('KEEP-06 a transfer that somebody released without an answer goes on, whatever is answered afterwards', async () => {
  const who = await approved();
  const id = await due(who);
  await moveDue(withScreening({ screen: () => Promise.resolve(undefined) }));
  expect(await decide(`withdrawal:${id}`, 'released')).toBe('done');
  await list(ETH);
  await followScreening(server.deps);
  await screenDue(server.deps);
  await moveDue(server.deps);
  expect((await look(who, id)).status).toBe('broadcast');
});
