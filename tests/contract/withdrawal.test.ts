import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { expect, test, vi } from 'vitest';
import { enableTwoFactor, generateTwoFactorSecret } from '#core/contract/account/account.ts';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { sendEmailOtp, verifyOtpAndUpdatePassword } from '#core/contract/account/registration.ts';
import { getPaymentRoutes } from '#core/contract/money/funds.ts';
import {
  cancelWithdrawal,
  getWithdrawal,
  type Withdrawal,
} from '#core/contract/money/withdrawal.ts';
import { checkWithdrawalAddress } from '#core/contract/money/withdrawal-address.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { destinationOf } from '#core/networks/address/destination.ts';
import type { Transfer, Transfers } from '#server/adapters/custody/transfers.ts';
import type { Deps } from '#server/deps.ts';
import { readBalances } from '#server/ledger/balances.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { moveDue } from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { type PersonOptions, password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { describeTo } from '#tests/support/recipients.ts';
import { world } from '#tests/support/world.ts';

// One for each: what waits in a queue is of one test only.
const kopa = world();

const ETH = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
/** The same beginning and end, as a forger would make them. */
const FORGED = '0x9858effd000000000000000000000000000eda94';
/** An X-address with the tag 32. */
const X_32 = 'XVLhHMPHU98es4dbozjVtdWzVrDjtVoYiC9UvKfjKar4LJe';

const approved = (options: PersonOptions = { balances: { ETH: '2' } }): Promise<Member> =>
  kopa.customer(options);

async function sent(who: Member): Promise<string> {
  const reply = await who.withdraws('ETH', '0.5', ETH);
  if (!reply.ok) throw new Error(reply.refusal.message);
  await sendDue(kopa.deps);
  return reply.value.data.withdrawal_id;
}

const cancel = (who: Member, id: string) => who.call(cancelWithdrawal, { withdrawal_id: id });

/** The state of its withdrawal that the newest entry of the history shows. */
const listedAs = async (someone: Member) => (await listed(someone))[0]?.withdrawal;

const listed = async (who: Member) => (await who.must(getTransactionHistory, {})).data;

/** The fees that the history shows, the newest entry's first. */
const feesOf = async (someone: Member) => (await listed(someone)).map(({ fee }) => fee);

async function balance(who: Member): Promise<readonly [string, string]> {
  const { data } = await who.must(getWalletList, {});
  const entry = data.find(({ currency }) => currency.currency_id === 'ETH');
  return [entry?.free_balance ?? '', entry?.hold_balance ?? ''];
}

const steps = ({ steps: taken }: Withdrawal): readonly string[] =>
  taken.map(({ status }) => status);

const heldSeconds = async (who: Member, id: string): Promise<number> => {
  const { cancellable_until: until, steps: taken } = await who.withdrawal(id);
  return Math.round((Date.parse(until ?? '') - Date.parse(taken[0]?.at ?? '')) / 1000);
};

test('BEY-15 a withdrawal is requested, broadcast with its transaction, and completed', async () => {
  const someone = await approved();
  const id = await sent(someone);
  const asked = await someone.withdrawal(id);
  expect(asked).toMatchObject({ status: 'requested', amount: '0.5', fee: '0.0015', address: ETH });
  expect(Date.parse(asked.cancellable_until ?? '')).toBeGreaterThan(kopa.clock.now());
  expect(asked.transaction_url).toBeNull();
  expect(await listedAs(someone)).toBe('requested');

  await moveDue(kopa.deps);
  expect((await someone.withdrawal(id)).status, 'it is held first').toBe('requested');
  await kopa.sandbox.withdrawal(someone.email, 'auto');
  const under = await someone.withdrawal(id);
  expect(under).toMatchObject({ status: 'broadcast', cancellable_until: null });
  expect(await listedAs(someone)).toBe('broadcast');
  expect(under.transaction_url).toBe(`/sandbox/transaction/${under.transaction_hash}`);
  const page = await fetch(`${kopa.url}${under.transaction_url}`);
  expect(await page.text()).toContain(`0.5 ETH to ${ETH}`);
  expect(await balance(someone)).toEqual(['1.4985', '0.5015']);

  await kopa.sandbox.withdrawal(someone.email, 'confirm');
  const done = await someone.withdrawal(id);
  expect(steps(done)).toEqual(['requested', 'broadcast', 'completed']);
  expect(await listedAs(someone)).toBeUndefined();
  expect(await balance(someone)).toEqual(['1.4985', '0']);
  expect((await someone.subjects()).filter((subject) => subject.startsWith('W'))).toEqual([
    'Withdrawal completed',
    'Withdrawal requested',
  ]);
});

test('HARD-41 a withdrawal that can be stopped is not sent before the mail that tells how has left', async () => {
  const someone = await approved();
  const reply = await someone.withdraws('ETH', '0.5', ETH);
  if (!reply.ok) throw new Error(reply.refusal.message);
  const id = reply.value.data.withdrawal_id;
  kopa.clock.advance(600_000);
  await moveDue(kopa.deps);
  expect((await someone.withdrawal(id)).status).toBe('requested');
  await sendDue(kopa.deps);
  await moveDue(kopa.deps);
  expect((await someone.withdrawal(id)).status).toBe('broadcast');
});

test('HARD-41 a withdrawal waits for the mail that tells how to stop it however long that cannot be delivered', async () => {
  const someone = await approved();
  const reply = await someone.withdraws('ETH', '0.5', ETH);
  if (!reply.ok) throw new Error(reply.refusal.message);
  const id = reply.value.data.withdrawal_id;
  const status = async () =>
    (
      await kopa.db
        .selectFrom('withdrawals')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).status;
  const { mail } = kopa.deps.parties;
  const deliver = vi.spyOn(mail, 'deliver').mockRejectedValue(new Error('550'));
  for (let day = 0; day < 5; day++) {
    kopa.clock.advance(24 * 3_600_000);
    await sendDue(kopa.deps);
    await moveDue(kopa.deps);
  }
  expect(await status()).toBe('requested');
  deliver.mockRestore();
  kopa.clock.advance(3_600_000);
  await sendDue(kopa.deps);
  await moveDue(kopa.deps);
  expect(await status()).toBe('broadcast');
});

test('BEY-22 the history shows the fee of a withdrawal unless it has come back', async () => {
  const someone = await approved();
  const id = await sent(someone);
  expect(await feesOf(someone)).toEqual(['0.0015', undefined]);
  await kopa.sandbox.withdrawal(someone.email, 'confirm');
  expect((await someone.withdrawal(id)).status).toBe('completed');
  expect(await feesOf(someone)).toEqual(['0.0015', undefined]);
  const other = await approved();
  await cancel(other, await sent(other));
  expect(await feesOf(other)).toEqual([undefined, undefined, undefined]);
});

test('BEY-15 a held withdrawal can be cancelled, once, and comes back whole', async () => {
  const someone = await approved();
  const id = await sent(someone);
  const replies = await Promise.all(Array.from({ length: 10 }, () => cancel(someone, id)));
  expect(replies.every((reply) => reply.ok && reply.value.data.status === 'cancelled')).toBe(true);
  expect(await balance(someone)).toEqual(['2', '0']);
  expect(steps(await someone.withdrawal(id))).toEqual(['requested', 'cancelled']);
  kopa.clock.advance(600_000);
  await moveDue(kopa.deps);
  expect((await someone.withdrawal(id)).status).toBe('cancelled');
});

test('BEY-15 once a worker has taken a withdrawal, it can no longer be cancelled', async () => {
  const someone = await approved();
  const id = await sent(someone);
  await kopa.sandbox.withdrawal(someone.email, 'silent');
  expect(await someone.withdrawal(id)).toMatchObject({
    status: 'requested',
    cancellable_until: null,
  });
  expect(await cancel(someone, id)).toMatchObject({ refusal: { code: 'NOT_CANCELLABLE' } });
  await kopa.sandbox.withdrawal(someone.email, 'confirm');
  expect((await someone.withdrawal(id)).status).toBe('completed');
});

test.each(['refuse', 'fail'] as const)(
  'BEY-15 a withdrawal that the chain does not take (%s) fails and is refunded exactly once',
  async (plan) => {
    const someone = await approved();
    const id = await sent(someone);
    if (plan === 'fail') await kopa.sandbox.withdrawal(someone.email, 'auto');
    await kopa.sandbox.withdrawal(someone.email, plan);
    expect(steps(await someone.withdrawal(id)).slice(-2)).toEqual(['failed', 'refunded']);
    expect(await balance(someone)).toEqual(['2', '0']);
    kopa.clock.advance(600_000);
    await Promise.all(Array.from({ length: 5 }, () => moveDue(kopa.deps)));
    expect(await balance(someone)).toEqual(['2', '0']);
    expect((await someone.subjects())[0]).toBe('Withdrawal failed, and your money is back');
  },
);

test('a worker killed between failing a withdrawal and refunding it leaves the refund to the next worker', async () => {
  const someone = await approved();
  const id = await sent(someone);
  await kopa.db
    .updateTable('withdrawals')
    .set({ status: 'failed', failed_at: kopa.clock.sql, due_at: kopa.clock.sql })
    .where('id', '=', id)
    .execute();
  await Promise.all([moveDue(kopa.deps), moveDue(kopa.deps)]);
  expect((await someone.withdrawal(id)).status).toBe('refunded');
  expect(await balance(someone)).toEqual(['2', '0']);
});

test('BEY-15 time alone takes a withdrawal to its end, and a killed worker’s lease runs out', async () => {
  const someone = await approved();
  const id = await sent(someone);
  const { clock, db } = kopa.deps;
  clock.advance(301_000);
  // Taken by a process that died: perhaps already sent, and the row is still leased.
  await db
    .updateTable('withdrawals')
    .set({ sending: true, due_at: clock.sqlIn(30) })
    .where('id', '=', id)
    .execute();
  await moveDue(kopa.deps);
  expect((await someone.withdrawal(id)).status).toBe('requested');
  clock.advance(31_000);
  await moveDue(kopa.deps);
  expect((await someone.withdrawal(id)).status).toBe('broadcast');
  clock.advance(30_000);
  await moveDue(kopa.deps);
  expect((await someone.withdrawal(id)).status).toBe('completed');
});

/** The server with a custodian whose answers are changed. */
const withTransfers = (change: (own: Transfers) => Partial<Transfers>): Deps => {
  const { parties } = kopa.deps;
  const transfers = { ...parties.transfers, ...change(parties.transfers) };
  return { ...kopa.deps, parties: { ...parties, transfers } };
};

const statusesOf = async (who: Member, ids: readonly string[]): Promise<readonly string[]> =>
  (await Promise.all(ids.map((id) => who.withdrawal(id)))).map(({ status }) => status);

test('BEY-15 a server that is stopping finishes the steps under way and begins no other', async () => {
  const someone = await approved({ balances: { ETH: '10' } });
  const ids: string[] = [];
  for (let i = 0; i < 12; i++) ids.push(await sent(someone));
  kopa.clock.advance(301_000);
  const stopping = new AbortController();
  let sending = 0;
  const slow = withTransfers(({ send: sendOn }) => ({
    send: (order) => {
      sending++;
      stopping.abort();
      return sendOn(order);
    },
  }));
  await moveDue(slow, stopping.signal);
  const after = await statusesOf(someone, ids);
  expect(sending).toBeLessThan(ids.length);
  expect(after.filter((status) => status === 'broadcast')).toHaveLength(sending);
  expect(after.filter((status) => status === 'requested')).toHaveLength(ids.length - sending);
  kopa.clock.advance(31_000);
  await moveDue(kopa.deps);
  expect(await statusesOf(someone, ids)).not.toContain('requested');
});

test('a withdrawal that the custodian is slow about, or fails at, keeps no other waiting', async () => {
  const someone = await approved();
  const ids = [await sent(someone), await sent(someone), await sent(someone)];
  kopa.clock.advance(301_000);
  const { promise: allAsked, resolve } = Promise.withResolvers<void>();
  const asked: string[] = [];
  const slow = withTransfers(({ send: sendOn }) => ({
    send: async (order) => {
      asked.push(order.reference);
      if (asked.length === ids.length) resolve();
      await allAsked;
      if (order.reference === ids[0]) throw new Error('down');
      return sendOn(order);
    },
  }));
  await moveDue(slow);
  expect([...asked].sort()).toEqual([...ids].sort());
  expect(await statusesOf(someone, ids)).toEqual(['requested', 'broadcast', 'broadcast']);
});

test('a transaction under way is looked at ever less often, but at least once a minute', async () => {
  const someone = await approved();
  const id = await sent(someone);
  const { clock, db } = kopa.deps;
  let answer: Transfer = { kind: 'broadcast', hash: 'under-way' };
  const unending = withTransfers(() => ({ find: async () => answer }));
  const nextLook = async (afterSeconds: number): Promise<number> => {
    clock.advance(afterSeconds * 1000);
    await moveDue(unending);
    const { rows } = await sql<{ wait: number }>`select
      extract(epoch from due_at - ${clock.sql})::double precision as wait
      from withdrawals where id = ${id}`.execute(db);
    return Math.round(rows[0]?.wait ?? 0);
  };
  expect(await nextLook(301), 'just sent').toBe(2);
  for (let second = 0; second < 10; second++) expect(await nextLook(2)).toBe(2);
  answer = { kind: 'unknown' };
  expect(await nextLook(10), 'also when nobody answers').toBe(2);
  expect(await nextLook(570)).toBe(30);
  expect(await nextLook(5400)).toBe(60);
  clock.advance(61_000);
  await moveDue(kopa.deps);
  expect(await statusIn(id), 'and its end is seen').toBe('completed');
});

test('to another customer a withdrawal does not exist', async () => {
  const [mine, other] = [await approved(), await approved()];
  const id = await sent(mine);
  const missing = { status: 404, refusal: { code: 'NOT_FOUND' } };
  expect(await other.call(getWithdrawal, { withdrawal_id: id })).toMatchObject(missing);
  expect(await cancel(other, id)).toMatchObject(missing);
  expect((await mine.withdrawal(id)).status).toBe('requested');
});

test('BEY-14 a new address is recognised and held longer; a look-alike is refused until it has been compared', async () => {
  const someone = await approved();
  const ask = (cryptoAddress: string) =>
    familiarity(someone, { paymentRouteId: 'eth-ethereum', cryptoAddress });
  expect(await ask(ETH)).toEqual({ known: 'new' });
  expect(await heldSeconds(someone, await sent(someone))).toBe(300);
  await kopa.sandbox.withdrawal(someone.email, 'confirm');
  expect(await ask(ETH.toLowerCase())).toEqual({ known: 'used' });
  expect(await heldSeconds(someone, await sent(someone))).toBe(60);

  expect(await ask(FORGED)).toEqual({ known: 'new', lookalike: { address: ETH, label: '' } });
  const book = {
    kind: 'crypto' as const,
    label: 'Vault',
    currency_id: 'ETH',
    network: 'Ethereum',
    address: ETH,
  };
  await someone.must(saveAddress, book);
  expect(await ask(ETH)).toEqual({ known: 'saved', label: 'Vault' });
  expect(await someone.withdraws('ETH', '0.5', ETH, { cryptoAddress: FORGED })).toMatchObject({
    refusal: {
      code: 'ADDRESS_LOOKALIKE',
      message: 'This address looks like Vault, but it is a different one. Compare every character.',
    },
  });
  expect(
    await someone.withdraws('ETH', '0.5', ETH, { cryptoAddress: FORGED, addressCompared: true }),
  ).toMatchObject({
    ok: true,
  });
});

test('BEY-13 a withdrawal of an account frozen by “this wasn’t me” is not sent, and can still be cancelled', async () => {
  const someone = await approved();
  const id = await sent(someone);
  const { db, clock } = kopa.deps;
  const freeze = db.updateTable('users').set({ withdrawals_frozen: true });
  await freeze.where('id', '=', someone.id).execute();
  clock.advance(600_000);
  await moveDue(kopa.deps);
  expect((await someone.withdrawal(id)).status).toBe('requested');
  expect(await cancel(someone, id)).toMatchObject({ ok: true });
});

const familiarity = async (
  who: Member,
  request: { paymentRouteId: string; cryptoAddress: string; tag?: string },
) => {
  const { data } = await who.must(checkWithdrawalAddress, request);
  const { recipient, ...known } = data;
  return known;
};

test('BEY-14 an address just saved in the address book counts as new for a day', async () => {
  const someone = await approved();
  const entry = { label: 'Vault', currency_id: 'ETH', network: 'Ethereum', address: ETH };
  const route = { paymentRouteId: 'eth-ethereum' };
  await someone.must(saveAddress, { kind: 'crypto', ...entry });
  const ask = (cryptoAddress: string) => familiarity(someone, { ...route, cryptoAddress });
  expect(await ask(ETH)).toEqual({ known: 'new', label: 'Vault' });
  expect(await heldSeconds(someone, await sent(someone))).toBe(300);
  // An address that looks like it is recognised as a look-alike all the same.
  expect(await ask(FORGED)).toMatchObject({ known: 'new', lookalike: { label: 'Vault' } });
  const { db, clock } = kopa.deps;
  const age = (seconds: number) =>
    db
      .updateTable('saved_addresses')
      .set({ created_at: clock.sqlIn(-seconds) })
      .where('user_id', '=', someone.id)
      .execute();
  await age(24 * 3600 - 60);
  expect(await ask(ETH)).toEqual({ known: 'new', label: 'Vault' });
  await age(24 * 3600);
  expect(await ask(ETH)).toEqual({ known: 'saved', label: 'Vault', neverSent: true });
  expect(await heldSeconds(someone, await sent(someone))).toBe(60);
});

test('BEY-14 an XRP address is known only together with its tag, in whichever form it is written', async () => {
  const someone = await approved({ balances: { XRP: '100' } });
  const { address: classic } = destinationOf('XRP Ledger', X_32, '');
  const route = { paymentRouteId: 'xrp-xrp-ledger' };
  const to = (cryptoAddress: string, tag = '') => ({
    ...route,
    cryptoAddress,
    ...(tag ? { tag } : cryptoAddress === classic && { noTag: true }),
  });
  const held = async (request: ReturnType<typeof to>) => {
    await describeTo(kopa.api, request, someone.credential);
    const reply = await someone.withdraws('ETH', '0.5', ETH, { amount: '10', ...request });
    if (!reply.ok) throw new Error(reply.refusal.message);
    return heldSeconds(someone, reply.value.data.withdrawal_id);
  };
  expect(await held(to(classic, '32'))).toBe(300);
  await kopa.sandbox.withdrawal(someone.email, 'confirm');
  for (const known of [to(classic, '32'), to(classic, '0032'), to(X_32)]) {
    expect(await familiarity(someone, known)).toEqual({ known: 'used' });
  }
  expect(await held(to(X_32))).toBe(60);
  for (const other of [to(classic, '33'), to(classic)]) {
    expect(await familiarity(someone, other)).toEqual({ known: 'new', otherTag: true });
    expect(await held(other)).toBe(300);
  }
});

/** Reports “this wasn't me” with the link in the newest mail that has one. */
async function reportNotMe({ email }: Member): Promise<void> {
  const mail = (await kopa.sandbox.inbox(email)).find(({ text }) =>
    text.includes('/not-me?token='),
  );
  const token = mail?.text.match(/token=([\w-]{43})/)?.[1] ?? '';
  const body = new URLSearchParams({ token });
  expect((await fetch(`${kopa.url}/not-me`, { method: 'POST', body })).status).toBe(200);
}

async function resetPassword({ email }: Member): Promise<void> {
  await kopa.api.must(sendEmailOtp, { email, type: 2 });
  const otp = await kopa.sandbox.code(email);
  await kopa.api.must(verifyOtpAndUpdatePassword, { email, otp, password: 'Other-demo-2026!' });
}

const statusIn = async (id: string) =>
  (
    await kopa.db
      .selectFrom('withdrawals')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).status;

/** Available and on hold, in 1e-8 ETH; read from the ledger, because the account is signed out. */
async function unitsOf({ id }: Member) {
  const eth = (await readBalances(kopa.db, id)).get('ETH');
  return [eth?.available, eth?.hold];
}

test('BEY-13 “this wasn’t me” cancels waiting withdrawals, and the reset that follows sends none of them', async () => {
  const someone = await approved();
  const ids = [await sent(someone), await sent(someone)];
  await reportNotMe(someone);
  expect(await Promise.all(ids.map(statusIn))).toEqual(['cancelled', 'cancelled']);
  expect(await unitsOf(someone)).toEqual([200_000_000n, 0n]);
  const reasons = await kopa.db
    .selectFrom('withdrawals')
    .where('id', 'in', ids)
    .select('cancelled_for')
    .execute();
  expect(reasons.map((row) => row.cancelled_for)).toEqual(['reported', 'reported']);
  const [frozen, cancelled] = await kopa.sandbox.inbox(someone.email);
  expect(frozen?.text).toContain('have been cancelled');
  expect(cancelled?.text).toContain('because you reported activity that was not yours');
  kopa.clock.advance(600_000);
  await resetPassword(someone);
  kopa.clock.advance(25 * 3_600_000);
  await moveDue(kopa.deps);
  expect(await Promise.all(ids.map(statusIn))).toEqual(['cancelled', 'cancelled']);
});

test('BEY-13 BEY-15 a withdrawal already being sent is not cancelled by “this wasn’t me”, and comes to its end', async () => {
  const someone = await approved();
  const id = await sent(someone);
  await kopa.sandbox.withdrawal(someone.email, 'silent');
  await reportNotMe(someone);
  expect(await statusIn(id)).toBe('requested');
  await kopa.sandbox.withdrawal(someone.email, 'confirm');
  expect(await statusIn(id)).toBe('completed');
});

test('BEY-14 a password reset cancels waiting withdrawals, and says so', async () => {
  const someone = await approved();
  const id = await sent(someone);
  await resetPassword(someone);
  expect(await statusIn(id)).toBe('cancelled');
  const told = (await kopa.sandbox.inbox(someone.email)).map(({ text }) => text).join('\n');
  expect(told).toContain('Any that were not yet being sent have been cancelled');
  expect(told).toContain('because your password was reset');
  kopa.clock.advance(600_000);
  await moveDue(kopa.deps);
  expect(await unitsOf(someone)).toEqual([200_000_000n, 0n]);
});

test('BEY-14 a change of the second factor holds waiting withdrawals as long as new ones, and they can be cancelled until then', async () => {
  const someone = await approved();
  const id = await sent(someone);
  const { data } = await someone.must(generateTwoFactorSecret, {});
  // At the start of a time step, so that the code does not expire during the test.
  kopa.clock.advance(30_000 - (kopa.clock.now() % 30_000) + 500);
  const otp = new TOTP({ secret: data.base32 }).generate({ timestamp: kopa.clock.now() });
  await someone.must(enableTwoFactor, { security_key: data.base32, otp, password });
  const { cancellable_until: until } = await someone.withdrawal(id);
  const { withdrawalHold: hold } = await someone.must(getPaymentRoutes, {});
  expect(Date.parse(until ?? '')).toBeGreaterThanOrEqual(Date.parse(hold?.until ?? ''));
  expect((await kopa.sandbox.inbox(someone.email))[0]?.text).toContain('are held too');
  const due = kopa.db.updateTable('withdrawals').set({ due_at: kopa.clock.sql });
  await due.where('id', '=', id).execute();
  kopa.clock.advance(600_000);
  await moveDue(kopa.deps);
  expect(await statusIn(id), 'even where it is due').toBe('requested');
  kopa.clock.advance(24 * 3_600_000);
  await moveDue(kopa.deps);
  expect(await statusIn(id)).toBe('broadcast');
});

test('WD-06 a waiting withdrawal is cancelled when the identity check is no longer approved', async () => {
  const someone = await approved();
  const id = await sent(someone);
  await kopa.sandbox.kyc(someone.email, 'rejected');
  expect(await someone.withdrawal(id)).toMatchObject({ status: 'cancelled' });
  expect(await balance(someone)).toEqual(['2', '0']);
  const cancelled = (await kopa.sandbox.inbox(someone.email)).find(
    ({ subject }) => subject === 'Withdrawal cancelled',
  );
  expect(cancelled?.text).toContain('because your identity check is no longer approved');
});

test('BEY-09 the remaining limit of the day is shown, and grows again when a withdrawal is cancelled', async () => {
  await kopa.sandbox.market('ETH', '10000');
  const someone = await approved({ balances: { ETH: '5' } });
  const left = async () => (await someone.must(getPaymentRoutes, {})).withdrawalLimit;
  expect(await left()).toEqual({ usd: '50000', usd_left: '50000' });
  const id = await sent(someone);
  expect(await left()).toEqual({ usd: '50000', usd_left: '44985' });
  await cancel(someone, id);
  expect((await left()).usd_left).toBe('50000');
  await kopa.sandbox.market('ETH', null);
});

test('BEY-04 spaces and invisible characters are stripped; an X-address brings its own tag', async () => {
  const someone = await approved({ balances: { ETH: '2', XRP: '100' } });
  const reply = await someone.withdraws('ETH', '0.5', ETH, {
    cryptoAddress: ` ${ETH.slice(0, 9)}\u200b ${ETH.slice(9)}`,
  });
  expect(reply.ok && (await someone.withdrawal(reply.value.data.withdrawal_id)).address).toBe(ETH);
  const x = {
    cryptoAddress: X_32,
    paymentRouteId: 'xrp-xrp-ledger',
    amount: '10',
  };
  expect(await someone.withdraws('ETH', '0.5', ETH, { ...x, tag: '7' })).toMatchObject({
    refusal: { code: 'INVALID_INPUT' },
  });
  const tagged = await someone.withdraws('ETH', '0.5', ETH, x);
  expect(tagged.ok && (await someone.withdrawal(tagged.value.data.withdrawal_id)).tag).toBe('32');
  expect(
    await someone.withdraws('ETH', '0.5', ETH, { cryptoAddress: ETH.replace('9', '8') }),
  ).toMatchObject({
    refusal: { code: 'INVALID_INPUT', message: 'Invalid ETH address format' },
  });
});
