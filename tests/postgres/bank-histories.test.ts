import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { confirmSwap, swapCrypto } from '#core/contract/money/swap.ts';
import { createPayout } from '#core/contract/money/withdrawal.ts';
import { formatUnits } from '#core/money/decimal.ts';
import {
  endSandboxTransfer,
  sandboxBankNotice,
  transferInSandbox,
} from '#server/adapters/bank/sandbox-bank.ts';
import { planTransfer } from '#server/adapters/custody/sandbox-chain.ts';
import { createParties } from '#server/adapters/parties.ts';
import { movableClock } from '#server/base/clock.ts';
import { silentLog } from '#server/base/log.ts';
import type { Deps } from '#server/deps.ts';
import { settleOutbox } from '#server/services/messages/notices/outbox.ts';
import { bankDifferences } from '#server/services/money-in/bank/bank-differences.ts';
import {
  readStatement,
  statementFindings,
} from '#server/services/money-in/bank/bank-statements.ts';
import { stepBank } from '#server/services/money-in/bank/bank-worker.ts';
import { moveDue } from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { ApiClient, newKey } from '#tests/support/api-client.ts';
import { type Person, password, person } from '#tests/support/in-process.ts';
import { dyingAt, type KillPoint } from '#tests/support/kill-point.ts';
import { randomOf } from '#tests/support/ledger-model.ts';
import { brokenInvariants } from '#tests/support/ledger-run.ts';
import { outcome } from '#tests/support/money-load.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { type Swarm, startSwarm } from '#tests/support/swarm.ts';

const DEATHS = 8;
const ACTS_EACH = 8;
/** A process that never comes to its point is killed wherever it is. */
const LIFE_MS = 4_000;
const DAY = 24 * 3600_000;
/** Another one each time; a failure names it. */
const seed = Date.now() % 1_000_000_007;

const ats = ['before', 'after', 'after-commit'] as const;
const tables = [
  ...(['journals', 'withdrawals', 'operations', 'mail_outbox'] as const),
  ...(['sandbox_transfers', 'sandbox_bank_returns'] as const),
];

interface Customer {
  readonly who: Person;
  readonly home: string;
  readonly accountId: string;
  /** Transfers of their own, by the bank's names, which their bank may take back. */
  readonly came: string[];
  /** Those that were acknowledged, at once or when asked for afterwards. */
  readonly paidOut: string[];
}

let swarm: Swarm;
let env: Record<string, string>;
const customers: Customer[] = [];

async function becomeCustomer(api: ApiClient): Promise<Customer> {
  const { db, clock } = swarm.deps;
  const who = await person(swarm.deps, { market: 'AUD', balances: { BTC: '0.5' } });
  await db.updateTable('users').set({ kyc_status: 'approved' }).where('id', '=', who.id).execute();
  const accountId = `account-${who.id}`;
  await db
    .insertInto('bank_accounts')
    .values({
      ...{ user_id: who.id, currency: 'AUD', external_id: accountId, holder: 'Test Person' },
      ...{ bank: 'Bank', iban: '', bic: '', bsb: '802999', account_number: '1', pay_id: '' },
      created_at: clock.sql,
    })
    .execute();
  const account = { currency_id: 'AUD', bsb: '062-000', account_number: '12345678' } as const;
  const { data } = await api.must(
    saveAddress,
    { kind: 'fiat', label: 'Mine', holder: 'Test Person', ...account },
    { credential: who.credential },
  );
  // What there is to begin with came by the bank, too.
  await transferInSandbox(db, new Date(clock.now()), {
    ...{ accountId, currency: 'AUD', amount: '500', payer: 'Test Person', reference: '' },
    status: 'settled',
  });
  return { who, home: data.address_id, accountId, came: [], paidOut: [] };
}

beforeAll(async () => {
  swarm = await startSwarm(0);
  env = { DATABASE_URL: swarm.databaseUrl, SEED: 'none', LIMIT_PER_ADDRESS: '100000' };
  const server = await startServer({ env });
  for (let i = 0; i < 3; i++) customers.push(await becomeCustomer(new ApiClient(server.url)));
  await server.stop();
  await stepBank(swarm.deps);
  // The bank's statements have been read until two days ago.
  const at = new Date(0);
  const cursor = new Date(swarm.deps.clock.now() - 2 * DAY).toISOString().slice(0, 10);
  const row = { source: 'bank-statements', cursor, due_at: at, leased_until: at };
  await swarm.deps.db
    .insertInto('custody_feeds')
    .values(row)
    .onConflict((conflict) => conflict.column('source').doUpdateSet(row))
    .execute();
}, 300_000);
afterAll(() => swarm.stop());

/** All that a dead process had begun may be gone on with: its leases have ended. */
async function endLeases(): Promise<void> {
  const { db } = swarm.deps;
  const at = new Date(0);
  await db.updateTable('custody_feeds').set({ due_at: at, leased_until: at }).execute();
  await db.updateTable('bank_transfers').set({ ask_at: at }).execute();
  await db.updateTable('mail_outbox').set({ next_attempt_at: at }).execute();
  for (const table of ['withdrawals', 'screenings'] as const) {
    await db.updateTable(table).set({ due_at: at }).where('due_at', 'is not', null).execute();
  }
}

type Act = (api: ApiClient, customer: Customer) => Promise<void>;

/** What is asked for at a process that may be gone. */
const nobodyKnows = (asked: Promise<unknown>): Promise<unknown> => asked.catch(() => undefined);

const arrives =
  (cents: number, payer: string, notices: number): Act =>
  async ({ base }, { accountId, came }) => {
    const { db, clock } = swarm.deps;
    const id = await transferInSandbox(db, new Date(clock.now()), {
      ...{ accountId, currency: 'AUD', amount: formatUnits(BigInt(cents), 2), payer },
      ...{ reference: '', status: 'settled' },
    });
    if (payer === 'Test Person') came.push(id);
    const { body, signature } = sandboxBankNotice(id);
    const headers = { 'x-sandbox-signature': signature };
    for (let i = 0; i < notices; i++) {
      await nobodyKnows(fetch(`${base}/webhooks/bank`, { method: 'POST', body, headers }));
    }
  };

const isTakenBack: Act = async (_, { came }) => {
  const { db, clock } = swarm.deps;
  const id = came.shift();
  if (id) await endSandboxTransfer(db, new Date(clock.now()), id, 'reversed');
};

const converts =
  (from: 'AUD' | 'BTC', amount: string): Act =>
  async (api, { who: { credential, id: userId } }) => {
    const pair = { sourceCurrencyId: from, targetCurrencyId: from === 'AUD' ? 'BTC' : 'AUD' };
    const asked = { ...pair, sourceCurrencyAmount: amount };
    const { data } = await api.must(swapCrypto, asked, { credential });
    const { conversion_quote_id: conversionQuoteId } = data;
    const options = { credential, idempotencyKey: newKey() };
    await api.must(confirmSwap, { conversionQuoteId, userId }, options);
  };

/** Payouts whose answer was lost, to be asked for later. */
const unheard: { readonly customer: Customer; readonly key: string; readonly plan: Plan }[] = [];
type Plan = 'confirm' | 'fail' | 'refuse';

const paysOut =
  (amount: string, plan: Plan): Act =>
  async (api, customer) => {
    const key = newKey();
    const { credential } = customer.who;
    try {
      const reply = await api.call(
        createPayout,
        { amount, address_id: customer.home, password },
        { credential, idempotencyKey: key },
      );
      if (reply.ok) await hear(customer, reply.value.data.withdrawal_id, plan);
      if (reply.ok || reply.status < 500) return;
    } catch {
      // The process died: nobody knows.
    }
    unheard.push({ customer, key, plan });
  };

async function hear(customer: Customer, id: string, plan: Plan): Promise<void> {
  customer.paidOut.push(id);
  await planTransfer(swarm.deps.db, id, plan);
}

const acts: readonly ((random: (below: number) => number) => Act)[] = [
  (random) => arrives(1 + random(40_000), 'Test Person', random(3)),
  (random) => arrives(1 + random(40_000), 'Test Person', 1 + random(2)),
  (random) => arrives(1 + random(40_000), 'Somebody Else', random(2)),
  () => isTakenBack,
  (random) => converts('AUD', String(20 + random(60))),
  (random) => converts('BTC', `0.000${2 + random(7)}`),
  (random) => paysOut(String(5 + random(60)), 'confirm'),
  (random) => paysOut(String(5 + random(60)), random(2) === 0 ? 'fail' : 'refuse'),
];

const isAlive = ({ pid }: ServerProcess): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** A process in which customers act until it dies. */
async function live(point: KillPoint, random: (below: number) => number): Promise<void> {
  await endLeases();
  const dying = await startServer({ dies: true, env: { ...env, ...dyingAt(point) } });
  const until = Date.now() + LIFE_MS;
  const api = new ApiClient(dying.url);
  const chosen = Array.from({ length: ACTS_EACH }, (_, i) => {
    const act = acts[random(acts.length)]?.(random);
    const customer = customers[i % customers.length];
    if (!act || !customer) throw new Error('nothing to do');
    return nobodyKnows(act(api, customer));
  });
  await Promise.all(chosen);
  while (isAlive(dying) && Date.now() < until) await pause(50);
  await dying.stop('SIGKILL');
}

/** What is left undone is done, by a process that lives. */
async function settle(): Promise<void> {
  const server = await startServer({ env });
  const api = new ApiClient(server.url);
  for (const { customer, key, plan } of unheard.splice(0)) {
    const { who } = customer;
    const made = await outcome<{ withdrawal_id: string }>(() => api, who, createPayout.path, key);
    if (made) await hear(customer, made.withdrawal_id, plan);
  }
  await server.stop();
  for (let round = 0; round < 4; round++) {
    await endLeases();
    await settleOutbox(swarm.deps);
    await stepBank(swarm.deps);
    await moveDue(swarm.deps);
  }
}

/** Some days later, when the bank has closed the days of the history. */
function daysLater(): Deps {
  const { config, db } = swarm.deps;
  const clock = movableClock();
  clock.advance(3 * DAY);
  const parties = createParties(config.parties, { db, now: clock.now, log: silentLog });
  return { ...swarm.deps, clock, parties };
}

test(`BANK-06 ${DEATHS} processes die anywhere in histories of money from and to banks: the books and the bank’s statements agree`, async () => {
  const random = randomOf(seed);
  const of = <T>(all: readonly T[]): T => all[random(all.length)] as T;
  for (let death = 0; death < DEATHS; death++) {
    await live({ at: of(ats), table: of(tables) }, random);
  }
  await settle();
  const { db } = swarm.deps;
  for (const { who, paidOut } of customers) {
    const made = await db
      .selectFrom('withdrawals')
      .select('id')
      .where('user_id', '=', who.id)
      .execute();
    expect(made.map(({ id }) => id).sort(), `seed ${seed}`).toEqual([...paidOut].sort());
  }
  expect(await brokenInvariants(db), `seed ${seed}`).toEqual([]);

  const then = daysLater();
  for (let day = 0; day < 5; day++) {
    await endLeases();
    await readStatement(then);
  }
  const statements = await db.selectFrom('bank_statements').select('day').execute();
  // In the first hour after midnight the last day is not closed yet.
  expect(statements.length).toBeGreaterThanOrEqual(2 * 4);
  const entries = await db.selectFrom('bank_statement_entries').select('units').execute();
  expect(entries.length, `seed ${seed}`).toBeGreaterThan(5);
  expect(await bankDifferences(db), `seed ${seed}`).toEqual([]);
  expect(await statementFindings(db, then.clock.now()), `seed ${seed}`).toEqual([]);
}, 400_000);
