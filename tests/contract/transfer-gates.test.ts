import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { deleteAccount, updateProfile } from '#core/contract/account/account.ts';
import { openBankAccount } from '#core/contract/money/bank.ts';
import { listWaiting } from '#core/contract/money/waiting.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { getCase } from '#core/contract/staff/desk.ts';
import { transferInSandbox } from '#server/adapters/bank/sandbox-bank.ts';
import { depositInSandbox } from '#server/adapters/custody/sandbox-deposits.ts';
import {
  answers,
  type GateOf,
  gates,
  isOf,
  type Way,
  ways,
} from '#server/services/checks/gates/gates.ts';
import type { TransferTable } from '#server/services/checks/gates/known.ts';
import { whyNow } from '#server/services/checks/gates/why.ts';
import { advanceEndings } from '#server/services/customers/endings/endings-worker.ts';
import { eraseAccount } from '#server/services/customers/users/erase-account.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { creditScreened, takeTransfer } from '#server/services/money-in/bank/bank-transfers.ts';
import { stepDeposits } from '#server/services/money-in/deposits/deposit-worker.ts';
import { creditConfirmed } from '#server/services/money-in/deposits/deposits.ts';
import { moveDue } from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { newKey } from '#tests/support/api-client.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

/*
 * Every gate of a transfer against everybody who reads it, tried on the running server. What must come out is written
 * down here once more, by hand. Those of customers, and of what is closed for everybody, stand in `gates.test.ts`.
 */

/** A closed bank stops transfers of one table, too. */
type Tried = GateOf<'transfer'> | 'no-bank';

let officer: Member;
const kopa = sharedWorld({ prices: { ETH: '4000' }, booksByHand: true });
beforeAll(async () => {
  officer = await kopa.officer();
});

const run = (query: RawBuilder<unknown>) => query.execute(kopa.db);
const now = () => new Date(kopa.clock.now());
const before = (hours: number) => new Date(kopa.clock.now() - hours * 3_600_000);

const subjects = {
  withdrawals: 'withdrawal',
  deposits: 'deposit',
  bank_transfers: 'transfer',
} as const;

/** What stands in the row while it is under way. */
const waitingIn = {
  withdrawals: 'requested',
  deposits: 'pending',
  bank_transfers: 'checking',
} as const;

async function customer(): Promise<Member> {
  const who = await kopa.customer();
  const profile = { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000' };
  await who.must(updateProfile, profile);
  return who;
}

/** A transfer of a new customer that nothing stops, and that nobody has begun to move. */
const begin: Readonly<Record<TransferTable, () => Promise<{ who: Member; id: string }>>> = {
  withdrawals: async () => {
    const who = await kopa.customer({ balances: { ETH: '1' } });
    const cryptoAddress = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
    const asked = { amount: '0.1', cryptoAddress, paymentRouteId: 'eth-ethereum', password };
    const keyed = { credential: who.credential, idempotencyKey: newKey() };
    const { data } = await kopa.api.must(createWithdrawal, asked, keyed);
    const { withdrawal_id: id } = data;
    await sendDue(kopa.deps);
    await run(sql`delete from mail_outbox`);
    await run(sql`update travel_rule set state = 'done', due_at = null where reference = ${id}`);
    return { who, id };
  },
  deposits: async () => {
    const who = await customer();
    await depositInSandbox(kopa.db, kopa.clock.now, {
      ...{ recipient: who.email, currency: 'ETH', amount: '0.5', network: 'Ethereum' },
      confirmations: 0,
    });
    await stepDeposits(kopa.deps);
    const { rows } = await sql<{ id: string }>`select id from deposits
      where user_id = ${who.id}`.execute(kopa.db);
    const id = rows[0]?.id ?? '';
    await run(sql`update travel_rule set state = 'done', due_at = null where reference = ${id}`);
    return { who, id };
  },
  bank_transfers: async () => {
    const who = await customer();
    await who.must(openBankAccount, {});
    const { external_id: accountId } = await kopa.db
      .selectFrom('bank_accounts')
      .select('external_id')
      .where('user_id', '=', who.id)
      .executeTakeFirstOrThrow();
    const transfer = {
      accountId,
      currency: 'AUD',
      amount: '100',
      payer: 'TEST PERSON',
      reference: '',
    };
    const id = await transferInSandbox(kopa.db, now(), { ...transfer, status: 'settled' });
    await takeTransfer(kopa.deps, { id, ...transfer, status: 'settled' });
    const row = await kopa.db
      .selectFrom('bank_transfers')
      .select('id')
      .where('external_id', '=', id)
      .executeTakeFirstOrThrow();
    return { who, id: row.id };
  },
};

const screenedAs = (
  table: TransferTable,
  id: string,
  { state, matched = '', due = null }: { state: string; matched?: string; due?: Date | null },
) =>
  run(sql`update screenings set state = ${state}, matched = ${matched}, due_at = ${due}
    where id = ${`${subjects[table]}:${id}`}`);

type Enter = (table: TransferTable, id: string, who: Member) => Promise<unknown>;

const enter: Readonly<Record<Tried, Enter>> = {
  match: (table, id) => screenedAs(table, id, { state: 'match', matched: 'ofac:1' }),
  suspended: (table, id) => screenedAs(table, id, { state: 'match', matched: 'rule:pass-through' }),
  rejected: (table, id) => screenedAs(table, id, { state: 'rejected' }),
  unchecked: async (table, id) => {
    // Due when nobody asks: the party would answer at once.
    await screenedAs(table, id, { state: 'asked', due: before(-900) });
  },
  untravelled: (_, id) =>
    run(
      sql`update travel_rule set state = 'due', due_at = ${before(-900)}, attempts = 2 where reference = ${id}`,
    ),
  unnamed: (_, id) =>
    run(sql`update travel_rule set state = 'asked', owner = null where reference = ${id}`),
  cancelling: (_, id) => run(sql`update withdrawals set to_cancel = 'reported' where id = ${id}`),
  untold: async (_, id) => {
    await run(sql`update withdrawals set mail_id = 'waits' where id = ${id}`);
    await run(sql`insert into mail_outbox (id, sealed, next_attempt_at, expires_at, created_at)
      values ('waits', 'x', ${before(-900)}, ${before(-900)}, ${now()})`);
  },
  unmatched: () =>
    run(
      sql`insert into transfers_aside (reference, party, seen_at) values ('unheard-of', 'custody', ${now()})`,
    ),
  'card-doubt': async (_, id, who) => {
    await run(sql`insert into purchases (id, user_id, amount, currency, crypto_units, crypto_currency, usdc, usdc_rate,
        token, status, created_at)
      values (${`card ${id}`}, ${who.id}, '100', 'AUD', 1, 'BTC', '1', '1', ${`t ${id}`}, 'success', ${now()})`);
    await run(sql`insert into transfers_aside (reference, party, seen_at)
      values (${`card ${id}`}, 'payment', ${now()})`);
  },
  'no-bank': () =>
    run(sql`insert into trading_halts (scope, reason, closed_by, closed_at)
      values ('bank', 'x', 'x', ${now()})`),
};

/** What holds up everybody is taken away again after each. */
async function leave(): Promise<void> {
  await run(sql`delete from transfers_aside`);
  await run(sql`delete from trading_halts where scope = 'bank'`);
  await run(sql`delete from mail_outbox where id = 'waits'`);
}

/** What moves it, as the loops do. */
const move: Readonly<Record<TransferTable, (id: string) => Promise<unknown>>> = {
  withdrawals: async (id) => {
    await run(
      sql`update withdrawals set due_at = ${before(0)}, cancellable_until = ${before(1)} where id = ${id}`,
    );
    await moveDue(kopa.deps);
  },
  deposits: async (id) => {
    await run(sql`update deposits set confirmations = confirmations_needed where id = ${id}`);
    await creditConfirmed(kopa.deps);
  },
  bank_transfers: () => creditScreened(kopa.deps),
};

const stateOf = async (table: TransferTable, id: string): Promise<string> => {
  const column = table === 'withdrawals' ? 'status' : 'state';
  const { rows } = await sql<{ state: string }>`select ${sql.ref(column)} as state
    from ${sql.table(table)} where id = ${id}`.execute(kopa.db);
  return rows[0]?.state ?? '';
};

/** What its customer reads, by the kinds of what waits. */
const shown = async (who: Member): Promise<string> => {
  const { data } = await who.must(listWaiting, {});
  const kinds = data.map(({ kind }) => kind);
  if (kinds.some((kind) => kind.endsWith('-delayed'))) return 'delayed';
  return kinds.includes('deposit-asks') ? 'asks' : 'usual';
};

const ended = async (who: Member) => {
  await run(sql`insert into endings (user_id, at_once, officer, reason, noticed_at, ends_at, claim_until, look_at, done,
      done_at)
    values (${who.id}, false, 'x', 'x', ${before(9_000)}, ${before(9_000)}, ${before(1)}, ${before(1)}, 4,
      ${before(24 * 30)})`);
  await advanceEndings(kopa.deps);
  const { rows } = await sql<{ waits_for: string }>`select waits_for from endings
    where user_id = ${who.id}`.execute(kopa.db);
  const { deleted_at } = await kopa.db
    .selectFrom('users')
    .select('deleted_at')
    .where('id', '=', who.id)
    .executeTakeFirstOrThrow();
  return { isClosed: deleted_at !== null, why: rows[0]?.waits_for ?? '' };
};

class Undone extends Error {}

/** What erasing says, without doing it. */
async function erased(who: Member): Promise<string> {
  let said = '';
  await inTransaction(kopa.db, async (tx) => {
    said = await eraseAccount(kopa.deps, tx, who.id);
    throw new Undone();
  }).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return said;
}

const all: readonly TransferTable[] = ['withdrawals', 'deposits', 'bank_transfers'];
const out: readonly Way[] = ['withdraw', 'cash-out', 'claim'];
const every: readonly Way[] = [...out, 'deposit', 'transfer-in'];

/** By hand: where each can be, what the page shows there, and whether leaving waits for it. */
const expected: Readonly<
  Record<
    Tried,
    {
      readonly of: readonly TransferTable[];
      readonly page: 'delayed' | 'asks' | 'usual';
      readonly leaves: boolean;
      /** The ways on which it is met, besides those on which an account ends. */
      readonly on: readonly Way[];
    }
  >
> = {
  match: { of: all, page: 'delayed', leaves: false, on: every },
  suspended: { of: all, page: 'delayed', leaves: false, on: every },
  rejected: { of: all, page: 'delayed', leaves: false, on: every },
  unchecked: { of: all, page: 'delayed', leaves: false, on: every },
  untravelled: {
    ...{ of: ['withdrawals', 'deposits'], page: 'delayed', leaves: false },
    on: ['withdraw', 'claim', 'deposit'],
  },
  unnamed: { of: ['deposits'], page: 'asks', leaves: false, on: ['deposit'] },
  cancelling: { of: ['withdrawals'], page: 'usual', leaves: false, on: out },
  untold: { of: ['withdrawals'], page: 'usual', leaves: false, on: out },
  unmatched: { of: ['withdrawals'], page: 'usual', leaves: false, on: out },
  'card-doubt': { of: ['withdrawals'], page: 'usual', leaves: false, on: out },
  'no-bank': { of: ['bank_transfers'], page: 'usual', leaves: true, on: ['transfer-in'] },
};

const isTried = (gate: (typeof gates)[number]): gate is Tried =>
  isOf(gate, 'transfer') || gate === 'no-bank';
const tried = gates.filter(isTried);
const cells = tried.flatMap((gate) => expected[gate].of.map((table) => [gate, table] as const));

test('HARD-89 the list of gates says of transfers what the server was seen to do', () => {
  const leaving: readonly Way[] = ['close', 'end', 'forfeit', 'erase', 'remove'];
  for (const gate of tried) {
    const { on, page, leaves } = expected[gate];
    expect(answers[gate].shows, gate).toBe(page);
    for (const way of ways) {
      const answer = answers[gate].ways[way];
      const isLeaving = leaving.includes(way);
      const isMet = isLeaving ? !leaves : on.includes(way);
      const right = !isMet ? ['goes', 'no-new'] : isLeaving ? ['refused', 'waits'] : ['waits'];
      expect(right, `${gate}, ${way}`).toContain(answer);
    }
  }
});

test.each(cells)(
  'HARD-89 %s stops a row of %s for everybody who reads it',
  async (state, table) => {
    const { page, leaves } = expected[state];
    const { who, id } = await begin[table]();
    await screenedAs(table, id, { state: 'clear' });
    await enter[state](table, id, who);
    try {
      const texts = [answers[state].desk];
      await move[table](id);
      expect(await stateOf(table, id), 'the worker').toBe(waitingIn[table]);
      // Bank transfers are shown as arriving, whatever they wait for.
      if (table !== 'bank_transfers') expect(await shown(who), 'the page').toBe(page);
      const kind = state === 'suspended' ? 'suspended' : 'held';
      const which = { kind, id: `${subjects[table]}:${id}` } as const;
      const { data } = await officer.must(getCase, which);
      const why = data.facts.find(({ label }) => label === 'Why it cannot move');
      expect(texts, 'the desk').toContain(why?.value);
      for (const way of ['close', 'end', 'forfeit', 'erase', 'remove'] as const) {
        const stop = await whyNow(kopa.db, kopa.deps, { way, user: who.id });
        expect(stop?.id, way).toBe(leaves ? undefined : id);
      }
      const closed = await kopa.api.call(deleteAccount, { password }, who);
      if (!leaves) expect(closed.ok, 'closing').toBe(false);
      if (leaves) return;
      expect(await erased(who), 'erasing').toBe(
        table === 'bank_transfers' ? 'transfer-under-way' : 'balance-not-empty',
      );
      const end = await ended(who);
      expect(end.isClosed, 'ending and forfeiting').toBe(false);
      expect(texts, 'the case of its ending').toContain(end.why);
      expect(await stateOf(table, id), 'it is where it was').toBe(waitingIn[table]);
    } finally {
      await leave();
    }
  },
);

test.each(all)('HARD-89 a row of %s that nothing stops moves', async (table) => {
  const { id } = await begin[table]();
  await screenedAs(table, id, { state: 'clear' });
  await move[table](id);
  expect(await stateOf(table, id)).not.toBe(waitingIn[table]);
});

test('HARD-89 what the law froze is neither erased nor sent back by closing: a bank transfer that screening holds', async () => {
  const { who, id } = await begin.bank_transfers();
  await enter.match('bank_transfers', id, who);
  const reply = await kopa.api.call(deleteAccount, { password }, who);
  expect(reply.ok ? '' : reply.refusal.message).toContain('still being checked');
  const row = await kopa.db
    .selectFrom('bank_transfers')
    .select(['state', 'payer'])
    .where('id', '=', id)
    .executeTakeFirst();
  expect(row).toEqual({ state: 'checking', payer: 'TEST PERSON' });
  // The same words while nobody has said anything: they warn nobody.
  const other = await begin.bank_transfers();
  await enter.unchecked('bank_transfers', other.id, other.who);
  const same = await kopa.api.call(deleteAccount, { password }, other.who);
  expect(same.ok ? '' : same.refusal.message).toBe(reply.ok ? '-' : reply.refusal.message);
});
