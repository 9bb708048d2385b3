import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { brand } from '#core/brand.ts';
import { changePassword, updateProfile } from '#core/contract/account/account.ts';
import { saveAddress } from '#core/contract/account/address-book.ts';
import {
  addPasskey,
  passkeyAddChallenge,
  passkeySignIn,
  passkeySignInChallenge,
  removePasskey,
} from '#core/contract/account/passkeys.ts';
import { sendEmailOtp, verifyOtpAndUpdatePassword } from '#core/contract/account/registration.ts';
import { freezeAccount } from '#core/contract/account/security.ts';
import { login, logout } from '#core/contract/account/session.ts';
import { openBankAccount } from '#core/contract/money/bank.ts';
import { generateAddress } from '#core/contract/money/funds.ts';
import { initTransaction } from '#core/contract/money/payment.ts';
import { addRecurringBuy, changeRecurringBuy } from '#core/contract/money/recurring-buys.ts';
import {
  cancelWithdrawal,
  createPayout,
  createWithdrawal,
} from '#core/contract/money/withdrawal.ts';
import { getCase, listCases } from '#core/contract/staff/desk.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { dayAfter, momentOf } from '#core/time/recurrence.ts';
import { carryOutRecoveries } from '#server/services/access/recovery/carry-out.ts';
import { buyDue } from '#server/services/exchange/recurring/recurring-worker.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { takeTransfer } from '#server/services/money-in/bank/bank-transfers.ts';
import { stepBank } from '#server/services/money-in/bank/bank-worker.ts';
import { depositComparisonLoop } from '#server/services/money-in/deposits/compare-deposits.ts';
import { stepDeposits } from '#server/services/money-in/deposits/deposit-worker.ts';
import { purchaseComparisonLoop } from '#server/services/money-in/purchases/compare-purchases.ts';
import { reconcilePurchases } from '#server/services/money-in/purchases/settle-purchases.ts';
import { unknownPurchases } from '#server/services/money-in/purchases/unknown-purchases.ts';
import {
  compareTransfers,
  openAside,
  readDifferences,
  transferComparisonLoop,
} from '#server/services/money-out/withdrawals/comparison.ts';
import {
  payoutLoop,
  withdrawalLoop,
  withdrawalPartyLoop,
} from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import {
  forgetCompared,
  isCompared,
  mayGiveBack,
} from '#server/services/operation/copies/compared.ts';
import { lookAtCopy, openCopies } from '#server/services/operation/copies/older-copy.ts';
import { askAgain } from '#server/services/operation/webhooks/heed-notice.ts';
import { decideHeld } from '#server/services/staff/admin/decide-held.ts';
import { trustCopy } from '#server/services/staff/admin/older-copy.ts';
import { bookUnknownTransfer } from '#server/services/staff/admin/settle-transfer.ts';
import { Airwallex } from '#tests/support/airwallex.ts';
import { newKey } from '#tests/support/api-client.ts';
import { Authenticator } from '#tests/support/authenticator.ts';
import { Custodian } from '#tests/support/custodian.ts';
import {
  type InProcess,
  type Person,
  type PersonOptions,
  password,
  person,
  startInProcess,
} from '#tests/support/in-process.ts';
import { marketOrder } from '#tests/support/market-order.ts';
import { dumpBooks } from '#tests/support/older-dump.ts';
import { Sandbox } from '#tests/support/sandbox.ts';
import { withParties } from '#tests/support/with-parties.ts';

const BTC = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const DAY_MS = 24 * 3600_000;
const NEW_PASSWORD = 'Another-demo-2026!';

let custodian: Custodian;
let bank: Airwallex;
let env: Record<string, string>;
let server: InProcess;
/** The process that starts on the restored copy. */
let restarted: InProcess | undefined;

beforeEach(async () => {
  custodian = new Custodian();
  bank = new Airwallex();
  await custodian.start();
  await bank.start(() => server.deps.clock.now());
  env = custodian.env({
    SANDBOX: 'market,forex,geolocation,mail,identity,payment,merchants,screening,travelRule',
    ...bank.env(),
  });
  server = await startInProcess({ env });
  await rounds(server);
});
afterEach(async () => {
  await restarted?.close();
  restarted = undefined;
  await server.close();
  await Promise.all([custodian.stop(), bank.stop()]);
});

/** What a server's loops do, once each. */
async function rounds({ deps }: InProcess): Promise<void> {
  const stopping = new AbortController().signal;
  await transferComparisonLoop.round(deps, stopping);
  await purchaseComparisonLoop.round(deps, stopping);
  await depositComparisonLoop.round(deps, stopping);
  await askAgain(deps);
  await reconcilePurchases(deps);
  await stepDeposits(deps);
  await stepBank(deps);
  deps.clock.advance(31_000);
  await stepBank(deps);
  await sendDue(deps);
  for (const loop of [
    withdrawalLoop,
    payoutLoop,
    withdrawalPartyLoop,
    withdrawalLoop,
    payoutLoop,
  ]) {
    await loop.round(deps, stopping);
  }
}

async function customer(options: PersonOptions = {}): Promise<Person> {
  const balances = { BTC: '1', AUD: '1000' };
  const who = await person(server.deps, { balances, ...options });
  await new Sandbox(server.url).kyc(who.email, 'approved');
  return who;
}

/** Restores the dump, and starts the process that finds it. */
async function restore(undo: () => Promise<void>): Promise<InProcess> {
  await undo();
  restarted = await withParties(server, env);
  restarted.deps.clock.advance(1_000);
  return restarted;
}

const withdraw = (who: Person, amount = '0.3', key = newKey(), at = server) =>
  at.api.call(
    createWithdrawal,
    { amount, cryptoAddress: BTC, paymentRouteId: 'btc-bitcoin', password },
    { credential: who.credential, idempotencyKey: key },
  );

async function withdrawn(who: Person, at = server): Promise<string> {
  const reply = await withdraw(who, '0.3', newKey(), at);
  if (!reply.ok) throw new Error(reply.refusal.message);
  return reply.value.data.withdrawal_id;
}

async function paidOut(who: Person, at = server): Promise<string> {
  const account = {
    kind: 'fiat',
    label: 'Mine',
    holder: 'Test Person',
    currency_id: 'AUD',
  } as const;
  const { data } = await at.api.must(
    saveAddress,
    { ...account, bsb: '062-000', account_number: '12345678' },
    who,
  );
  const reply = await at.api.must(
    createPayout,
    { amount: '500', address_id: data.address_id, fee: '0.5', password },
    { credential: who.credential, idempotencyKey: newKey() },
  );
  return reply.data.withdrawal_id;
}

const ADDRESS = { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000' };

/** Begins a card payment of 100 dollars' worth; what it buys is of the market's price now. */
async function cardOpened(who: Person, key = newKey(), at = server) {
  await new Sandbox(at.url).market('BTC', '100000');
  await at.api.must(updateProfile, ADDRESS, who);
  const order = await marketOrder(at.api, who.credential, '100.00', 'AUD');
  const urls = { success_url: '/', decline_url: '/', fail_url: '/', cancel_url: '/' };
  return at.api.call(
    initTransaction,
    { ...order, ...urls, payment_test_env: true },
    { credential: who.credential, idempotencyKey: key },
  );
}

async function cardBegun(who: Person, key = newKey()): Promise<string> {
  const reply = await cardOpened(who, key);
  if (!reply.ok) throw new Error(reply.refusal.message);
  return reply.value.data.tracking_id;
}

/** The market has moved, and the price of the page is no longer guaranteed: whoever pays now buys nothing. */
async function marketGone() {
  server.deps.clock.advance(6 * 60_000);
  await new Sandbox(server.url).market('BTC', '110000');
}

/** The customer pays on the provider's page, which our servers may not have heard of. */
const pay = (id: string) =>
  sql`update sandbox_payments set outcome = 'success',
    paid_at = ${new Date(server.deps.clock.now())} where tracking_id = ${id}`.execute(
    server.deps.db,
  );

/** Somebody gives a payment back at the provider. */
const giveBackAtProvider = (id: string) =>
  sql`update sandbox_payments set refunds = 1,
    refunded_at = ${new Date(server.deps.clock.now())} where tracking_id = ${id}`.execute(
    server.deps.db,
  );

const cardState = async (id: string): Promise<string> => {
  const { rows } = await sql<{ state: string }>`select status || ' ' || refunds as state
    from purchases join sandbox_payments on tracking_id = id where id = ${id}`.execute(
    server.deps.db,
  );
  return rows[0]?.state ?? 'lost';
};

/** A key that a row and what follows share. */
let cardKey = '';

const addressOf = async (who: Person, at = server): Promise<string> => {
  const route = { currencyId: 'BTC', paymentRouteId: 'btc-bitcoin' };
  return (await at.api.must(generateAddress, route, who)).data.address;
};

/** A deposit as the custodian tells it, confirmed. */
const reported = (id: string, address: string, status = 'confirmed') => ({
  ...{ id, network: 'Bitcoin', address, currency: 'BTC', amount: '0.5', txid: `${id}-hash` },
  ...{ confirmations: 6, status },
});

/** Nobody waits for the minutes in which something could be cancelled. */
async function later(at: InProcess, milliseconds = 600_000): Promise<void> {
  at.deps.clock.advance(milliseconds);
  await rounds(at);
}

const stateOf = async (id: string): Promise<string | undefined> =>
  (
    await server.deps.db
      .selectFrom('withdrawals')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirst()
  )?.status;

const transferState = async (external: string): Promise<string | undefined> => {
  const row = await server.deps.db
    .selectFrom('bank_transfers')
    .select('state')
    .where('external_id', '=', external)
    .executeTakeFirst();
  return row?.state;
};

const balanceOf = async (who: Person, currency: string): Promise<string> =>
  (
    await server.deps.db
      .selectFrom('accounts')
      .select('balance')
      .where('owner', '=', who.id)
      .where('kind', '=', 'available')
      .where('currency', '=', currency)
      .executeTakeFirst()
  )?.balance.toString() ?? '0';

/** A new session, as a customer has who no longer rests. */
async function trusted(at: InProcess, who: Person): Promise<Person> {
  await trustCopy(at.deps, { whom: who.email, reason: 'asked' }, { actor: 'operator test' });
  const reply = await at.api.must(login, { email: who.email, password, device_info: 'test' });
  return { ...who, credential: reply };
}

const trustEveryone = (at: InProcess) =>
  trustCopy(at.deps, { whom: 'everyone', reason: 'looked' }, { actor: 'operator test' });

interface Case {
  /** What was there when the dump was made. */
  readonly before?: (who: Person) => Promise<string>;
  /** What happened in the world after it. */
  readonly after: (who: Person, before: string) => Promise<string>;
  /** What must hold on the older copy. */
  readonly holds: (at: InProcess, who: Person, id: string) => Promise<void>;
}

const known: Record<string, Case> = {
  'a withdrawal asked for and sent': {
    after: async (who) => {
      const id = await withdrawn(who);
      await later(server);
      expect(custodian.sent).toEqual([id]);
      return id;
    },
    holds: async (at, who, id) => {
      expect(await openAside(at.deps.db)).toMatchObject([{ reference: id, party: 'custody' }]);
      const again = await withdrawn(await trusted(at, who), at);
      await later(at);
      expect(custodian.sent, 'nothing else is begun').toEqual([id]);
      expect(await stateOf(again)).toBe('requested');
    },
  },
  'a withdrawal that waited and was sent': {
    before: (who) => withdrawn(who),
    after: async (_who, id) => {
      await later(server);
      expect(custodian.sent).toEqual([id]);
      return id;
    },
    holds: async (at, who, id) => {
      const back = await trusted(at, who);
      const cancelled = await at.api.call(cancelWithdrawal, { withdrawal_id: id }, back);
      expect(cancelled).toMatchObject({ refusal: { code: 'NOT_CANCELLABLE' } });
      await later(at);
      expect(await stateOf(id)).toBe('completed');
      expect(custodian.sent).toEqual([id]);
    },
  },
  'a payout asked for and sent': {
    after: async (who) => {
      const id = await paidOut(who);
      await later(server);
      expect(bank.out()).toBe(500);
      return id;
    },
    holds: async (at, who, id) => {
      expect(await openAside(at.deps.db)).toMatchObject([{ reference: id, party: 'bank' }]);
      await paidOut(await trusted(at, who), at);
      await later(at);
      expect(bank.out()).toBe(500);
      const booking = { reference: id, email: who.email, amount: '500.50', asset: 'AUD' };
      const told = { ...booking, reason: 'the bank sent it' };
      const operator = { actor: 'operator test' } as const;
      expect(await bookUnknownTransfer(at.deps, told, operator)).toBe('insufficient');
      const less = { ...told, amount: '499.00' };
      expect(await bookUnknownTransfer(at.deps, less, operator)).toBe('done');
      expect(await balanceOf(who, 'AUD')).toBe('50');
      expect(await openAside(at.deps.db)).toEqual([]);
    },
  },
  'a payout that waited and was sent': {
    before: (who) => paidOut(who),
    after: async (_who, id) => {
      await later(server);
      expect(bank.out()).toBe(500);
      return id;
    },
    holds: async (at, who, id) => {
      const back = await trusted(at, who);
      const cancelled = await at.api.call(cancelWithdrawal, { withdrawal_id: id }, back);
      expect(cancelled).toMatchObject({ refusal: { code: 'NOT_CANCELLABLE' } });
      await later(at);
      expect(await stateOf(id)).toBe('completed');
      expect(bank.out()).toBe(500);
    },
  },
  'a transfer to an account opened since': {
    after: async (who) => {
      await server.api.must(openBankAccount, {}, who);
      bank.arrive(`${who.id}-AUD`, 400);
      await later(server);
      expect(await balanceOf(who, 'AUD')).toBe('140000');
      return '';
    },
    holds: async (_at, who) => {
      expect(bank.out(), 'nothing goes back').toBe(0);
      expect(await balanceOf(who, 'AUD')).toBe('140000');
    },
  },
  'a transfer to a customer who registered since': {
    after: async () => {
      const stranger = await customer({ balances: {} });
      await server.api.must(openBankAccount, {}, stranger);
      const id = bank.arrive(`${stranger.id}-AUD`, 600);
      await later(server);
      expect(await balanceOf(stranger, 'AUD')).toBe('60000');
      return id;
    },
    holds: async (at, _who, id) => {
      await trustEveryone(at);
      await later(at);
      expect(bank.out()).toBe(0);
      const row = await at.deps.db
        .selectFrom('bank_transfers')
        .select(['state', 'reason'])
        .where('external_id', '=', id)
        .executeTakeFirst();
      expect(row).toEqual({ state: 'aside', reason: 'lost-account' });
    },
  },
  'a transfer of another name that was sent back': {
    before: async (who) => {
      await server.api.must(openBankAccount, {}, who);
      await rounds(server);
      return '';
    },
    after: async (who) => {
      const id = bank.arrive(`${who.id}-AUD`, 300, 'Somebody Else');
      await later(server);
      await later(server);
      expect(bank.out()).toBe(300);
      return id;
    },
    holds: async (at, who) => {
      const [aside] = await openAside(at.deps.db);
      expect(aside).toMatchObject({ party: 'bank' });
      await at.deps.db
        .updateTable('transfers_aside')
        .set({ settled_at: at.deps.clock.sql })
        .execute();
      await trustEveryone(at);
      await later(at);
      await later(at);
      expect(bank.out(), 'it goes back once').toBe(300);
      expect(await balanceOf(who, 'AUD')).toBe('100000');
    },
  },
  'a transfer that was being screened and was sent back': {
    before: async (who) => {
      await server.api.must(openBankAccount, {}, who);
      await rounds(server);
      const id = bank.arrive(`${who.id}-AUD`, 400);
      const transfer = await server.deps.parties.bank.transfer(id);
      if (transfer && transfer !== 'none') await takeTransfer(server.deps, transfer);
      expect(await transferState(id)).toBe('checking');
      return id;
    },
    after: async (who, id) => {
      await server.deps.db
        .updateTable('users')
        .set({ last_name: 'Other', kyc_last_name: 'Other' })
        .where('id', '=', who.id)
        .execute();
      await later(server);
      await later(server);
      expect(await transferState(id)).toBe('returned');
      expect(bank.out()).toBe(400);
      return id;
    },
    holds: async (at, who, id) => {
      await trustEveryone(at);
      await later(at);
      await later(at);
      expect(bank.out(), 'it goes back once').toBe(400);
      expect(await balanceOf(who, 'AUD')).toBe('100000');
      expect(await transferState(id)).toBe('returned');
    },
  },
  'a card payment made since': {
    after: async (who) => {
      cardKey = newKey();
      const id = await cardBegun(who, cardKey);
      await pay(id);
      await later(server);
      expect(await cardState(id)).toBe('success 0');
      return id;
    },
    holds: async (at, who, id) => {
      expect(await unknownPurchases(at.deps.db)).toEqual([{ about: id }]);
      expect(await openCopies(at.deps.db)).toMatchObject([{ because: 'party' }]);
      const back = await trusted(at, who);
      expect(await cardOpened(back, cardKey, at), 'its device asks again').toMatchObject({
        refusal: { code: 'KEY_CONFLICT' },
      });
      expect(await balanceOf(who, 'BTC')).toBe('100000000');
      await giveBackAtProvider(id);
      forgetCompared(at.deps.parties);
      await later(at);
      expect(await unknownPurchases(at.deps.db), 'it needs nobody any more').toEqual([]);
    },
  },
  'a card payment that was open and was paid': {
    before: (who) => cardBegun(who),
    after: async (_who, id) => {
      await pay(id);
      await later(server);
      expect(await cardState(id)).toBe('success 0');
      return id;
    },
    holds: async (at, who, id) => {
      await later(at);
      expect(await cardState(id)).toBe('success 0');
      expect(BigInt(await balanceOf(who, 'BTC'))).toBeGreaterThan(100_000_000n);
    },
  },
  'a card payment that was told as not paid days ago and was paid': {
    before: async (who) => {
      const id = await cardBegun(who);
      const { db, clock } = server.deps;
      await sql`update purchases set status = 'cancelled', recorded_at = ${clock.sql},
        created_at = ${clock.sqlIn(-3 * 86_400)} where id = ${id}`.execute(db);
      return id;
    },
    after: async (_who, id) => {
      await pay(id);
      return id;
    },
    holds: async (at, who, id) => {
      await later(at);
      expect(await cardState(id)).toBe('success 0');
      expect(BigInt(await balanceOf(who, 'BTC'))).toBeGreaterThan(100_000_000n);
    },
  },
  'a card payment that was open, paid and given back': {
    before: (who) => cardBegun(who),
    after: async (_who, id) => {
      await marketGone();
      await pay(id);
      await later(server);
      expect(await cardState(id)).toBe('refunded 1');
      await new Sandbox(server.url).market('BTC', '100000');
      return id;
    },
    holds: async (at, who, id) => {
      await later(at);
      expect(await cardState(id)).toBe('refunded 1');
      expect(await balanceOf(who, 'BTC'), 'nothing is bought for it').toBe('100000000');
    },
  },
  'a card payment that was bought, and given back since': {
    before: async (who) => {
      const id = await cardBegun(who);
      await pay(id);
      await later(server);
      expect(await cardState(id)).toBe('success 0');
      return id;
    },
    after: async (_who, id) => {
      await giveBackAtProvider(id);
      return id;
    },
    holds: async (at, who, id) => {
      const aside = { reference: id, party: 'payment', reason: 'given-back' };
      expect(await openAside(at.deps.db)).toMatchObject([aside]);
      await trustEveryone(at);
      const back = await trusted(at, who);
      const waits = await withdrawn(back, at);
      const other = await customer();
      const goes = await withdrawn(other, at);
      await later(at);
      expect(custodian.sent, 'only its customer’s money stays').toEqual([goes]);
      const operator = { actor: 'operator test' } as const;
      const booked = { reference: id, email: who.email, amount: '0.0005', asset: 'BTC' };
      const told = { ...booked, reason: 'it was given back' };
      expect(await bookUnknownTransfer(at.deps, told, operator)).toBe('done');
      await later(at);
      expect(custodian.sent).toEqual([goes, waits]);
    },
  },
  'a card payment that the books have given back and its provider has not': {
    before: async (who) => {
      const id = await cardBegun(who);
      await marketGone();
      await pay(id);
      await later(server);
      expect(await cardState(id)).toBe('refunded 1');
      return id;
    },
    after: async (_who, id) => {
      // The refund failed at the provider after it was said to be done.
      await sql`update sandbox_payments set refunds = 0, refunded_at = null
        where tracking_id = ${id}`.execute(server.deps.db);
      return id;
    },
    holds: async (at, _who, id) => {
      await later(at);
      expect(await cardState(id)).toBe('refunded 1');
    },
  },
  'a deposit that was credited': {
    before: (who) => addressOf(who),
    after: async (who, address) => {
      custodian.tell(reported('d1', address));
      await later(server);
      expect(await balanceOf(who, 'BTC')).toBe('150000000');
      return address;
    },
    holds: async (at, who, address) => {
      custodian.tell(reported('d1', address));
      await later(at);
      expect(await balanceOf(who, 'BTC')).toBe('150000000');
    },
  },
  'a transfer of six days ago': {
    before: async (who) => {
      await server.api.must(openBankAccount, {}, who);
      await rounds(server);
      return '';
    },
    after: async (who) => {
      bank.arrive(`${who.id}-AUD`, 250);
      await later(server);
      const [first] = [await balanceOf(who, 'AUD')];
      expect(first).toBe('125000');
      server.deps.clock.advance(6 * DAY_MS);
      return '';
    },
    holds: async (_at, who) => {
      expect(await balanceOf(who, 'AUD')).toBe('125000');
    },
  },
};

test.each(Object.entries(known))(
  'HARD-82 after an older dump is restored, %s is neither repeated nor forgotten',
  async (_name, { before, after, holds }) => {
    const who = await customer();
    const prepared = (await before?.(who)) ?? '';
    const undo = await dumpBooks(server.deps.db);
    const id = await after(who, prepared);
    const at = await restore(undo);
    await rounds(at);
    await holds(at, who, id);
  },
);

test('a card payment that the books have as bought, and its provider does not have as paid, is a case', async () => {
  const who = await customer();
  const id = await cardBegun(who);
  await pay(id);
  await later(server);
  await sql`update sandbox_payments set outcome = 'declined', paid_at = null
    where tracking_id = ${id}`.execute(server.deps.db);
  await sql`update purchases set listed_at = null where id = ${id}`.execute(server.deps.db);
  const at = await restore(async () => undefined);
  await rounds(at);
  expect(await openAside(at.deps.db), 'the list may be late').toEqual([]);
  at.deps.clock.advance(3 * 3600_000);
  forgetCompared(at.deps.parties);
  await rounds(at);
  const aside = { reference: id, party: 'payment', reason: 'not-paid' };
  expect(await openAside(at.deps.db)).toMatchObject([aside]);
});

test('a card payment that its provider does not know any more stops nobody’s refund, and is asked about again', async () => {
  const who = await customer();
  const [gone, next] = [await cardBegun(who), await cardBegun(await customer())];
  await marketGone();
  await pay(gone);
  const at = await restore(async () => undefined);
  const { payment } = at.deps.parties;
  const { token } = await at.deps.db
    .selectFrom('purchases')
    .select('token')
    .where('id', '=', gone)
    .executeTakeFirstOrThrow();
  await rounds(at);
  await later(at);
  expect(await cardState(gone)).toBe('refunded 1');
  // The refund failed at the provider after it was said to be done, and it says no more of the payment.
  await sql`update sandbox_payments set refunds = 0, refunded_at = null
    where tracking_id = ${gone}`.execute(at.deps.db);
  let forgotten = true;
  const outcome = payment.outcome.bind(payment);
  payment.outcome = async (asked) => (forgotten && asked === token ? undefined : outcome(asked));
  await at.deps.db.deleteFrom('custody_feeds').where('source', '=', 'payment#list').execute();
  forgetCompared(at.deps.parties);
  await rounds(at);
  expect(mayGiveBack(at.deps.parties)).toBe(true);
  await pay(next);
  await later(at);
  expect(await cardState(next)).toBe('refunded 1');
  expect(await cardState(gone)).toBe('refunded 0');

  forgotten = false;
  at.deps.clock.advance(DAY_MS);
  forgetCompared(at.deps.parties);
  await rounds(at);
  expect(await cardState(gone)).toBe('refunded 1');
});

test('until a process has compared the card payments, it gives none back', async () => {
  const who = await customer();
  const id = await cardBegun(who);
  await marketGone();
  await pay(id);
  const at = await restore(async () => undefined);
  await reconcilePurchases(at.deps);
  expect(await cardState(id)).toBe('refunding 0');
  await rounds(at);
  await later(at);
  expect(await cardState(id)).toBe('refunded 1');
});

test('a deposit that the custodian’s list showed late, or has dropped since, is found by the comparison', async () => {
  const who = await customer();
  const [late, gone] = [await addressOf(who), 'd2'];
  await rounds(server);
  custodian.tell(reported('d1', late), reported(gone, late));
  // The list was read past them before it had them.
  const passed = { cursor: '2', heard_at: server.deps.clock.sql };
  const { db } = server.deps;
  await db.updateTable('custody_feeds').set(passed).where('source', 'not like', '%#%').execute();
  await later(server);
  expect(await balanceOf(who, 'BTC')).toBe('100000000');
  forgetCompared(server.deps.parties);
  await later(server);
  expect(await balanceOf(who, 'BTC')).toBe('200000000');
  custodian.tell(reported(gone, late, 'dropped'));
  await db
    .updateTable('custody_feeds')
    .set({ cursor: '3' })
    .where('source', 'not like', '%#%')
    .execute();
  forgetCompared(server.deps.parties);
  await later(server);
  const aside = await db.selectFrom('deposits_aside').select(['external_id', 'reason']).execute();
  expect(aside).toEqual([{ external_id: gone, reason: 'dropped-after-credit' }]);
});

test('HARD-82 a withdrawal that the copy has as cancelled, and the custodian as sent, is a case', async () => {
  const who = await customer();
  const id = await withdrawn(who);
  await server.api.must(cancelWithdrawal, { withdrawal_id: id }, who);
  custodian.sent.push(id);
  expect(await readDifferences(server.deps)).toEqual([{ party: 'custody', reference: id }]);
  const at = await restore(async () => undefined);
  await rounds(at);
  expect(await openAside(at.deps.db)).toMatchObject([{ reference: id }]);
});

test('READ-18 what was sent at the custodian without a reference of ours goes aside once, and a withdrawal leaves all the same', async () => {
  const who = await customer();
  custodian.foreign.push(
    { id: 'gas-1', currency: 'ETH', amount: '0.01' },
    { id: 'move-7', reference: 'treasury-7', currency: 'BTC', amount: '2' },
    { currency: 'ETH', amount: '0.02' },
  );
  const at = await withParties(server, env);
  restarted = at;
  await rounds(at);
  expect(isCompared(at.deps.parties)).toBe(true);
  const id = await withdrawn(who, at);
  await later(at);
  expect(custodian.sent).toEqual([id]);
  const aside = await openAside(at.deps.db);
  expect(aside.map(({ reference, reason }) => [reference, reason])).toEqual([
    [expect.stringMatching(/^strange:custody:[\da-f]{64}$/), 'no-reference'],
    ['strange:custody:gas-1', 'no-reference'],
    ['strange:custody:treasury-7', 'no-reference'],
  ]);
  expect(await openCopies(at.deps.db), 'it proves no loss').toEqual([]);
  // Seen again, and by another process, it is told of no more.
  const told = () => at.log.filter((line) => line.includes('without a reference of ours')).length;
  expect(told()).toBe(3);
  expect(await compareTransfers(at.deps)).toBe(true);
  expect(told()).toBe(3);
});

test('HARD-82 the same request of a device gets no second transfer, if its row was lost', async () => {
  const who = await customer();
  const undo = await dumpBooks(server.deps.db);
  const key = newKey();
  const first = await withdraw(who, '0.3', key);
  if (!first.ok) throw new Error(first.refusal.message);
  await later(server);
  const at = await restore(undo);
  await at.deps.db.updateTable('users').set({ copy_confirmed_at: at.deps.clock.sql }).execute();
  // The device has not heard yet of the answer, and its process has not compared.
  const second = await withdraw(who, '0.3', key, at);
  expect(second).toMatchObject({ value: { data: first.value.data } });
  await later(at);
  expect(custodian.sent).toEqual([first.value.data.withdrawal_id]);
  expect(await stateOf(first.value.data.withdrawal_id)).toBe('completed');
});

test('HARD-82 until a process has compared, it sends, returns and cancels nothing', async () => {
  const who = await customer();
  const other = await customer();
  const [mine, theirs] = [await withdrawn(who), await withdrawn(other)];
  await server.api.must(openBankAccount, {}, who);
  bank.arrive(`${who.id}-AUD`, 300, 'Somebody Else');
  custodian.down = true;
  bank.down = true;
  const at = await withParties(server, env);
  restarted = at;
  await later(at);
  expect(isCompared(at.deps.parties)).toBe(false);
  expect(custodian.sent).toEqual([]);
  const cancelled = await at.api.call(cancelWithdrawal, { withdrawal_id: mine }, who);
  expect(cancelled).toMatchObject({ status: 503 });
  await at.api.must(freezeAccount, { password }, other);
  expect(await stateOf(theirs)).toBe('requested');

  custodian.down = false;
  await at.deps.db.updateTable('users').set({ withdrawals_frozen: false }).execute();
  const answering = await withParties(server, env);
  bank.down = false;
  await rounds(answering);
  await later(answering);
  expect(await stateOf(theirs), 'what was to be cancelled is').toBe('cancelled');
  expect(custodian.sent).toEqual([mine]);
  expect(bank.out()).toBe(300);
  expect(await openCopies(at.deps.db), 'an honest start rests nothing').toEqual([]);
  await answering.close();
});

/** What a customer stopped after the dump; `held`: that it stays stopped on the older copy. */
interface Stop {
  readonly before?: (who: Person) => Promise<string>;
  readonly stop: (who: Person, id: string) => Promise<unknown>;
  readonly held: (at: InProcess, who: Person, id: string) => Promise<void>;
  /** The same, once the customer has confirmed by mail. */
  readonly confirmed?: (at: InProcess, who: Person, id: string) => Promise<void>;
}

const signIn = (at: InProcess, { email }: Person, chosen = password) =>
  at.api.call(login, { email, password: chosen, device_info: 'test' });

const isOut = async (at: InProcess, who: Person) =>
  expect(await at.api.call(getWalletList, {}, who)).toMatchObject({ status: 401 });

const isRefused = async (at: InProcess, who: Person, chosen = password) =>
  expect(await signIn(at, who, chosen)).toMatchObject({ refusal: { code: 'ACCOUNT_FROZEN' } });

const isUnsent = async (at: InProcess, id: string) => {
  await later(at);
  expect(custodian.sent).not.toContain(id);
};

async function confirm(at: InProcess, { email }: Person, chosen = NEW_PASSWORD) {
  at.deps.clock.advance(31_000);
  await at.api.must(sendEmailOtp, { email, type: 2 });
  const otp = await new Sandbox(at.url).code(email);
  return at.api.call(verifyOtpAndUpdatePassword, { email, otp, password: chosen });
}

let device: Authenticator;

const stops: Record<string, Stop> = {
  'a withdrawal that was cancelled': {
    before: (who) => withdrawn(who),
    stop: (who, id) => server.api.must(cancelWithdrawal, { withdrawal_id: id }, who),
    held: (at, _who, id) => isUnsent(at, id),
    confirmed: async (at, who, id) => {
      await isUnsent(at, id);
      expect(await stateOf(id)).toBe('cancelled');
      expect(await balanceOf(who, 'BTC')).toBe('100000000');
    },
  },
  'an account that was frozen': {
    before: (who) => withdrawn(who),
    stop: (who) => server.api.must(freezeAccount, { password }, who),
    held: async (at, who, id) => {
      await isOut(at, who);
      await isRefused(at, who);
      await isUnsent(at, id);
    },
    confirmed: (at, _who, id) => isUnsent(at, id),
  },
  'a recurring buy that was paused': {
    before: async (who) => {
      const first_on = dayAfter(server.deps.clock.now());
      const { data } = await server.api.must(
        addRecurringBuy,
        { currency_id: 'BTC', amount: '100', every: 'weekly', first_on },
        { credential: who.credential, idempotencyKey: newKey() },
      );
      return data.buy_id;
    },
    stop: (who, buy_id) => server.api.must(changeRecurringBuy, { buy_id, to: 'paused' }, who),
    held: async (at, who) => {
      const day = dayAfter(at.deps.clock.now());
      at.deps.clock.advance(momentOf(day) - at.deps.clock.now() + 1000);
      await buyDue(at.deps);
      expect(await balanceOf(who, 'AUD')).toBe('100000');
    },
    confirmed: async (at, who) => {
      await buyDue(at.deps);
      expect(await balanceOf(who, 'AUD')).toBe('100000');
    },
  },
  'a session that was ended': {
    stop: (who) => server.api.must(logout, {}, who),
    held: isOut,
    confirmed: isOut,
  },
  'a passkey that was removed': {
    before: async ({ credential }) => {
      device = new Authenticator('http://localhost:8080');
      const { data } = await server.api.must(passkeyAddChallenge, { password }, { credential });
      const made = device.make(data);
      const added = await server.api.must(addPasskey, { credential: made }, { credential });
      return added.data.id;
    },
    stop: ({ credential }, id) => server.api.must(removePasskey, { id, password }, { credential }),
    held: async (at) => {
      const { data } = await at.api.must(passkeySignInChallenge, {});
      const credential = device.answer(data.challenge);
      expect(await at.api.call(passkeySignIn, { credential })).toMatchObject({
        refusal: { code: 'ACCOUNT_FROZEN' },
      });
    },
    confirmed: async (at) => {
      const { data } = await at.api.must(passkeySignInChallenge, {});
      const credential = device.answer(data.challenge);
      expect(await at.api.call(passkeySignIn, { credential })).toMatchObject({
        refusal: { code: 'INVALID_CREDENTIALS' },
      });
    },
  },
  'a password that was changed': {
    stop: (who) =>
      server.api.must(changePassword, { oldPassword: password, newPassword: NEW_PASSWORD }, who),
    held: async (at, who) => {
      await isRefused(at, who);
      expect(await confirm(at, who, password), 'not the one of the copy').toMatchObject({
        refusal: { code: 'INVALID_INPUT' },
      });
    },
    confirmed: async (at, who) => {
      expect(await signIn(at, who)).toMatchObject({ refusal: { code: 'INVALID_CREDENTIALS' } });
    },
  },
  'a recovery that was stopped': {
    before: async (who) => {
      const { db, clock } = server.deps;
      await sql`update users set two_factor = true where id = ${who.id}`.execute(db);
      await sql`insert into recoveries
        (id, user_id, stage, review, created_at, due_at, told_at, expires_at)
        values (${who.id}, ${who.id}, 'waiting', 'approved', ${clock.sql},
          ${clock.sqlIn(3600)}, ${clock.sql}, ${clock.sqlIn(90_000)})`.execute(db);
      return '';
    },
    stop: (who) =>
      sql`update recoveries set stage = 'stopped' where id = ${who.id}`.execute(server.deps.db),
    held: async (at, who) => {
      at.deps.clock.advance(2 * 3600_000);
      await carryOutRecoveries(at.deps);
      expect(await factorOf(who)).toBe(true);
    },
    confirmed: async (at, who) => {
      await carryOutRecoveries(at.deps);
      expect(await factorOf(who)).toBe(true);
    },
  },
};

const factorOf = async ({ id }: Person) =>
  (
    await server.deps.db
      .selectFrom('users')
      .select('two_factor')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).two_factor;

test.each(Object.entries(stops))(
  'HARD-82 after an older dump is restored, %s does not start again, nor once its customer has confirmed by mail',
  async (_name, { before, stop, held, confirmed }) => {
    const who = await customer();
    const witness = await customer();
    const id = (await before?.(who)) ?? '';
    const undo = await dumpBooks(server.deps.db);
    await stop(who, id);
    await withdrawn(witness);
    await later(server);
    const at = await restore(undo);
    await rounds(at);
    expect(await openCopies(at.deps.db)).toMatchObject([{ because: 'party' }]);
    await held(at, who, id);
    expect(await confirm(at, who)).toMatchObject({ ok: true });
    await at.deps.db
      .updateTable('transfers_aside')
      .set({ settled_at: at.deps.clock.sql })
      .execute();
    await confirmed?.(at, who, id);
    const mails = await new Sandbox(at.url).inbox(who.email);
    expect(mails.some(({ text }) => text.includes('restored from an earlier copy'))).toBe(true);
  },
);

test('HARD-82 staff rest on an older copy until the operator lets them in, whatever their mailbox says', async () => {
  const officer = await person(server.deps, { role: 'compliance' });
  const witness = await customer();
  const undo = await dumpBooks(server.deps.db);
  await withdrawn(witness);
  await later(server);
  const at = await restore(undo);
  await rounds(at);
  await isOut(at, officer);
  expect(await confirm(at, officer)).toMatchObject({ ok: true });
  await isRefused(at, officer, NEW_PASSWORD);
  await trustEveryone(at);
  expect(await signIn(at, officer, NEW_PASSWORD)).toMatchObject({
    refusal: { code: 'SECOND_FACTOR_REQUIRED' },
  });
});

test('HARD-82 books that go back under a running server are noticed, and honest ones never are', async () => {
  const who = await customer();
  for (let round = 0; round < 3; round++) expect(await lookAtCopy(server.deps)).toBeUndefined();
  const undo = await dumpBooks(server.deps.db);
  expect(await lookAtCopy(server.deps)).toBeUndefined();
  // Another process has a mark of its own, and a new account is none of the copy.
  const beside = await withParties(server, env);
  expect(await lookAtCopy(beside.deps)).toBeUndefined();
  await undo();
  expect(await lookAtCopy(server.deps)).toBe('went-back');
  expect(await lookAtCopy(beside.deps)).toBeUndefined();
  server.deps.clock.advance(1_000);
  await isOut(server, who);
  const newcomer = await person(server.deps);
  expect(await server.api.call(getWalletList, {}, newcomer)).toMatchObject({ ok: true });
  expect(await signIn(server, newcomer)).toMatchObject({ ok: true });
  await trustEveryone(server);
  expect(await signIn(server, who)).toMatchObject({ ok: true });
  await beside.close();
});

test('HARD-82 a list that leads back to where it was is no answer, and one of many pages is read to its end', async () => {
  const { deps } = server;
  const { transfers } = deps.parties;
  const pages = new Map<string, string>();
  const list = vi.spyOn(transfers, 'list');
  list.mockImplementation(async (cursor) => {
    const next = pages.get(cursor);
    return { references: [], cursor: next ?? cursor, more: next !== undefined };
  });
  for (let at = 0; at < 200; at++) pages.set(at === 0 ? '' : `c${at}`, `c${at + 1}`);
  await deps.db.deleteFrom('custody_feeds').where('source', 'like', '%#transfers').execute();
  expect(await compareTransfers(deps)).toBe(true);
  expect(list).toHaveBeenCalledTimes(201);
  pages.set('c200', 'c7');
  expect(await compareTransfers(deps)).toBe(false);
  expect(await readDifferences(deps)).toContainEqual({
    party: 'custody',
    reference: 'it does not answer, so nothing was compared',
  });
  vi.restoreAllMocks();
});

type Sender = 'custody' | 'bank';

/** A withdrawal or payout that has been asked for, and not begun. */
const asked = (party: Sender, who: Person): Promise<string> =>
  party === 'bank' ? paidOut(who) : withdrawn(who);

/** The party lists it as sent, whatever our servers know of it. */
function sentByThem(party: Sender, id: string): void {
  if (party === 'custody') {
    custodian.sent.push(id);
    return;
  }
  const created_at = new Date(server.deps.clock.now()).toISOString();
  const reference = `${brand.name} payout`;
  bank.transfers.push({
    id: `at-bank ${id}`,
    request_id: id,
    created_at,
    reference,
    status: 'PAID',
  });
}

/** What could keep it from leaving. */
const halts: Record<string, (who: Person, id: string) => Promise<unknown>> = {
  'cancelled by its customer': async (who, id) => {
    const cancelled = await server.api.call(cancelWithdrawal, { withdrawal_id: id }, who);
    expect(cancelled).toMatchObject({ refusal: { code: 'NOT_CANCELLABLE' } });
  },
  'frozen away': (who) => server.api.must(freezeAccount, { password }, who),
  'refused by an officer': async (_who, id) => {
    await server.deps.db
      .updateTable('screenings')
      .set({ state: 'match', matched: 'list:1', due_at: null })
      .where('id', '=', `withdrawal:${id}`)
      .execute();
    const told = { id: `withdrawal:${id}`, decision: 'rejected', reason: 'on a list' } as const;
    expect(await decideHeld(server.deps, told, { actor: 'operator test' })).toBe('over');
  },
};

const senders = ['custody', 'bank'] as const;
const halted = senders.flatMap((party) =>
  Object.entries(halts).map(([name, halt]) => [party, name, halt] as const),
);

test.each(halted)(
  'HARD-87 what a party (%s) has sent and the books had not begun is sent in the books: it cannot be %s',
  async (party, _name, halt) => {
    const who = await customer();
    const id = await asked(party, who);
    sentByThem(party, id);
    expect(await compareTransfers(server.deps)).toBe(true);
    // The books look like an older copy, so that everybody signs in anew.
    await halt(await trusted(server, who), id);
    expect(await stateOf(id)).toBe('requested');
    await later(server);
    await later(server);
    expect(await stateOf(id)).toBe('completed');
    expect(party === 'bank' ? bank.transfers.length : custodian.sent.length, 'once').toBe(1);
  },
);

const calledBack = senders.flatMap((party) =>
  (['cancelled', 'refunded'] as const).map((status) => [party, status] as const),
);

test.each(calledBack)(
  'HARD-87 what a party (%s) has sent and the books have as %s is a case, and everything waits',
  async (party, status) => {
    const who = await customer();
    const id = await asked(party, who);
    if (status === 'cancelled') {
      await server.api.must(cancelWithdrawal, { withdrawal_id: id }, who);
    } else {
      await server.deps.db
        .updateTable('withdrawals')
        .set({ status, due_at: null })
        .where('id', '=', id)
        .execute();
    }
    sentByThem(party, id);
    await compareTransfers(server.deps);
    expect(await openAside(server.deps.db)).toMatchObject([{ reference: id, party }]);
    const officer = await person(server.deps, { role: 'compliance' });
    const { data } = await server.api.must(listCases, {}, officer);
    expect(data).toMatchObject([{ kind: 'stuck', id: `sent:${id}`, customer: '' }]);
    const { data: shown } = await server.api.must(
      getCase,
      { kind: 'stuck', id: `sent:${id}` },
      officer,
    );
    expect(shown.customer).toBe(who.email);
    expect(JSON.stringify(shown.facts)).toContain(status);
    const next = await asked(party, await customer());
    await later(server);
    expect(await stateOf(next)).toBe('requested');
  },
);

test.each(senders)(
  'HARD-87 a party (%s) that sent another amount than the books have is a case, and everything waits',
  async (party) => {
    const who = await customer();
    const id = await asked(party, who);
    await later(server);
    await server.deps.db
      .updateTable('withdrawals')
      .set({ units: sql<string>`units - 1` })
      .where('id', '=', id)
      .execute();
    expect(await readDifferences(server.deps)).toEqual([{ party, reference: id }]);
    await compareTransfers(server.deps);
    expect(await openAside(server.deps.db)).toMatchObject([
      { reference: id, party, reason: 'amount' },
    ]);
    const next = await asked(party, await customer());
    await later(server);
    expect(await stateOf(next)).toBe('requested');
  },
);

test('HARD-87 a card payment that was paid by another page than the books have, as after a restore, is a case', async () => {
  const who = await customer();
  const id = await cardBegun(who);
  await pay(id);
  const other = await cardBegun(await customer());
  await sql`update sandbox_payments set outcome = 'cancelled' where tracking_id = ${other}`.execute(
    server.deps.db,
  );
  await server.deps.db.deleteFrom('purchases').where('id', '=', other).execute();
  // The older copy has a page of it that nobody has paid.
  await sql`update purchases set token = (select token from sandbox_payments where tracking_id = ${other})
    where id = ${id}`.execute(server.deps.db);
  forgetCompared(server.deps.parties);
  await rounds(server);
  await later(server);
  expect(await cardState(id)).toBe('cancelled 0');
  forgetCompared(server.deps.parties);
  await rounds(server);
  const aside = { reference: id, party: 'payment', reason: 'paid-otherwise' };
  expect(await openAside(server.deps.db)).toMatchObject([aside]);
  const [waits, goes] = [await withdrawn(who), await withdrawn(await customer())];
  await later(server);
  expect(await stateOf(waits), 'its customer’s money waits').toBe('requested');
  expect(await stateOf(goes)).toBe('completed');
});

test('HARD-87 a card payment of another amount than the books have is a case', async () => {
  const who = await customer();
  const id = await cardBegun(who);
  await pay(id);
  await later(server);
  expect(await cardState(id)).toBe('success 0');
  const { payment } = server.deps.parties;
  const movement = { trackingId: id, kind: 'paid', currency: 'AUD' } as const;
  for (const [units, found] of [
    [10_000n, 0],
    [9_999n, 1],
  ] as const) {
    const movements = [{ ...movement, units }];
    payment.list = async (cursor) => ({ movements, cursor, more: false });
    forgetCompared(server.deps.parties);
    await purchaseComparisonLoop.round(server.deps, new AbortController().signal);
    expect(await openAside(server.deps.db)).toHaveLength(found);
  }
  expect(await openAside(server.deps.db)).toMatchObject([{ reference: id, reason: 'amount' }]);
});

test('HARD-87 a deposit whose row was lost comes again under the same id', async () => {
  const who = await customer();
  const address = await addressOf(who);
  const undo = await dumpBooks(server.deps.db);
  const ids = async () =>
    (await server.deps.db.selectFrom('deposits').select('id').execute()).map(({ id }) => id);
  custodian.tell(reported('d1', address));
  await later(server);
  const before = await ids();
  expect(before).toHaveLength(1);
  const at = await restore(undo);
  await rounds(at);
  await later(at);
  expect(await ids()).toEqual(before);
});
