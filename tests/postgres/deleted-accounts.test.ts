import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  deleteAccount,
  enableTwoFactor,
  generateTwoFactorSecret,
  updateProfile,
} from '#core/contract/account/account.ts';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { saveNotifications, savePushSubscription } from '#core/contract/account/notifications.ts';
import { disableTwoFactor, renewRecoveryCodes } from '#core/contract/account/security.ts';
import { readBalances } from '#server/ledger/balances.ts';
import { violations } from '#server/ledger/invariants.ts';
import { endSessions } from '#server/services/access/sessions/sessions.ts';
import { eraseAccount } from '#server/services/customers/users/erase-account.ts';
import { lockAccount } from '#server/services/customers/users/users.ts';
import { inTransaction } from '#server/store/transaction.ts';
import {
  deposit,
  type InProcess,
  type Person,
  password,
  person,
  startInProcess,
} from '#tests/support/in-process.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/postgres.ts';
import { subscription } from '#tests/support/push-subscription.ts';
import { Sandbox } from '#tests/support/sandbox.ts';

let database: FreshDatabase;
let server: InProcess;
beforeAll(async () => {
  database = await freshDatabase();
  server = await startInProcess({ databaseUrl: database.url });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

/** How many statements of this database wait for what another transaction holds. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.deps.db);
  return rows[0]?.count ?? 0;
}

/**
 * Sends requests of an account while it is being deleted, and gives back their statuses. All of them
 * are let in, for the deletion is not committed yet, and come to what it holds before it is.
 */
async function duringDeletion(
  { id }: Person,
  requests: readonly (() => Promise<{ readonly status: number }>)[],
): Promise<readonly number[]> {
  const { db } = server.deps;
  const { sent } = await inTransaction(db, async (tx) => {
    expect(await eraseAccount(server.deps, tx, id)).toBe('erased');
    const underWay = requests.map((send) => send());
    await expect.poll(waiting).toBe(requests.length);
    return { sent: underWay };
  });
  return (await Promise.all(sent)).map(({ status }) => status);
}

/** What there is of an account outside its own row. */
async function rowsAbout({ id }: Person): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {};
  for (const table of [
    'sessions',
    'saved_addresses',
    'notification_settings',
    'notices',
    'push_subscriptions',
    'recovery_codes',
    'report_links',
    'email_changes',
  ] as const) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where user_id = ${id}`.execute(
      server.deps.db,
    );
    if (rows.length > 0) found[table] = rows.length;
  }
  return found;
}

const accountOf = ({ id }: Person) =>
  server.deps.db
    .selectFrom('users')
    .select(['address', 'city', 'state', 'postal', 'two_factor', 'two_factor_pending'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const erased = {
  address: '',
  city: '',
  state: '',
  postal: '',
  two_factor: false,
  two_factor_pending: null,
};

test('SEC-05 nothing personal is written down about an account while it is being deleted', async () => {
  const { api, deps } = server;
  const who = await person(deps, { market: 'EUR' });
  const own = { credential: who.credential };
  const account = {
    kind: 'fiat' as const,
    label: 'Mine',
    holder: 'Jane Private',
    currency_id: 'EUR',
    iban: 'DE89370400440532013000',
    bsb: '',
    account_number: '',
  };
  const profile = { address: '1 Secret Road', city: 'Perth', state: 'WA', postal: '6000' };
  const statuses = await duringDeletion(who, [
    () => api.call(updateProfile, profile, own),
    () => api.call(saveAddress, account, own),
    () => api.call(saveNotifications, { popup: [], email: [] }, own),
    () => api.call(savePushSubscription, subscription(), own),
    () => api.call(generateTwoFactorSecret, {}, own),
  ]);
  expect(await rowsAbout(who)).toEqual({});
  expect(await accountOf(who)).toEqual(erased);
  expect(statuses).toEqual([404, 404, 404, 404, 404]);
});

test.each([
  ['renewed', renewRecoveryCodes],
  ['given up', disableTwoFactor],
] as const)(
  'SEC-05 a second factor that is %s while its account is being deleted leaves nothing of it',
  async (_, endpoint) => {
    const { api, deps } = server;
    const who = await person(deps);
    const own = { credential: who.credential };
    const { base32 } = (await api.must(generateTwoFactorSecret, {}, own)).data;
    const code = () => new TOTP({ secret: base32 }).generate({ timestamp: deps.clock.now() });
    await api.must(enableTwoFactor, { security_key: base32, otp: code(), password }, own);
    // A code is good once.
    deps.clock.advance(30_000);
    const statuses = await duringDeletion(who, [() => api.call(endpoint, { otp: code() }, own)]);
    expect(await rowsAbout(who)).toEqual({});
    expect(await accountOf(who)).toEqual(erased);
    expect(statuses).toEqual([404]);
  },
);

test('SEC-05 an account that is deleted twice at once is deleted, and its owner is told once', async () => {
  const { api, deps } = server;
  const who = await person(deps);
  const own = { credential: who.credential };
  const { sent } = await inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, who.id);
    const underWay = [
      api.call(deleteAccount, { password }, own),
      api.call(deleteAccount, { password }, own),
    ];
    await expect.poll(waiting).toBe(2);
    return { sent: underWay };
  });
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200]);
  expect(await new Sandbox(server.url).inbox(who.email)).toHaveLength(1);
});

test('PROF-06 a browser that signs out while it subscribes takes nothing that is pushed', async () => {
  const { api, deps } = server;
  const who = await person(deps);
  const own = { credential: who.credential };
  const { sent } = await inTransaction(deps.db, async (tx) => {
    await endSessions(deps, tx, who.id);
    const subscribing = api.call(savePushSubscription, subscription(), own);
    await expect.poll(waiting).toBe(1);
    return { sent: subscribing };
  });
  expect(await sent).toMatchObject({ status: 401, refusal: { code: 'UNAUTHENTICATED' } });
  expect(await rowsAbout(who)).toEqual({});
});

test('SEC-05 deposits that arrive while an account gives up what it holds are neither taken nor lost', async () => {
  const { api, deps } = server;
  for (let round = 0; round < 20; round++) {
    const who = await person(deps, { balances: { BTC: '0.00000012', USDC: '0.2' } });
    const give_up = [
      { currency_id: 'BTC', amount: '0.00000012' },
      { currency_id: 'USDC', amount: '0.2' },
    ];
    const [deletion] = await Promise.all([
      api.call(deleteAccount, { give_up, password }, { credential: who.credential }),
      ...['0.00000001', '0.00000002'].map((amount) => deposit(deps, who.id, 'BTC', amount)),
    ]);
    const held = await readBalances(deps.db, who.id);
    // Either it was deleted as it had been seen, and what came later is kept for its owner, or it stays whole.
    const left = [held.get('BTC')?.available, held.get('USDC')?.available];
    expect(left).toEqual(deletion.ok ? [3n, 0n] : [15n, 200_000n]);
    if (!deletion.ok) expect(deletion.status).toBe(422);
  }
  expect(await violations(deps.db)).toEqual([]);
});
