import { expect, test, vi } from 'vitest';
import { deleteAddress, listAddresses, saveAddress } from '#core/contract/account/address-book.ts';
import { setAddressBookOnly } from '#core/contract/account/security.ts';
import { getBankDetails } from '#core/contract/money/bank.ts';
import { getPaymentRoutes } from '#core/contract/money/funds.ts';
import {
  cancelWithdrawal,
  createPayout,
  createWithdrawal,
} from '#core/contract/money/withdrawal.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { checkedIban } from '#core/money/account-number.ts';
import { planTransfer } from '#server/adapters/custody/sandbox-chain.ts';
import type { Transfer, TransferOrder } from '#server/adapters/custody/transfers.ts';
import { writeSwitch } from '#server/adapters/party/sandbox-switches.ts';
import type { Deps } from '#server/deps.ts';
import { eraseAccount, lockForErasure } from '#server/services/customers/users/erase-account.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { compareTransfers } from '#server/services/money-out/withdrawals/comparison.ts';
import { holdWithdrawals } from '#server/services/money-out/withdrawals/security-hold.ts';
import {
  moveDue,
  payoutLoop,
  withdrawalLoop,
  withdrawalPartyLoop,
} from '#server/services/money-out/withdrawals/withdrawal-worker.ts';
import { closeTrading, openTrading } from '#server/services/staff/admin/trading.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { newKey } from '#tests/support/api-client.ts';
import { codeForTransfer } from '#tests/support/confirmed-transfer.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type PersonOptions, password } from '#tests/support/in-process.ts';
import { turnOnTwoFactor } from '#tests/support/in-process-test.ts';
import type { Member } from '#tests/support/member.ts';
import { world } from '#tests/support/world.ts';

const kopa = world();

const IBAN = checkedIban('DE', '370400440532013000');

interface OfMarket extends Member {
  readonly market: 'AUD' | 'EUR' | 'USD';
}

interface Customer extends OfMarket {
  /** The entry of the address book that is their own account. */
  readonly account: string;
}

const save = async (who: OfMarket, part: object = {}): Promise<string> => {
  const account =
    who.market === 'EUR'
      ? { currency_id: 'EUR', iban: IBAN }
      : { currency_id: 'AUD', bsb: '062-000', account_number: '12345678' };
  const { data } = await who.must(saveAddress, {
    kind: 'fiat',
    label: 'Mine',
    holder: 'Ms Test Person',
    ...account,
    ...part,
  });
  return data.address_id;
};

async function customer({ market = 'AUD', ...options }: PersonOptions = {}): Promise<Customer> {
  const who = await kopa.customer({ market, balances: { [market]: '1000' }, ...options });
  const someone = who.with({ market });
  return someone.with({ account: await save(someone) });
}

const payOut = (who: Customer, more: object = {}, key = newKey()) =>
  who.call(
    createPayout,
    { amount: '100', address_id: who.account, fee: '0.5', password, ...more },
    { idempotencyKey: key },
  );

async function paidOut(who: Customer, more: object = {}): Promise<string> {
  const transfer = { amount: '100', address_id: who.account };
  const confirmed = who.market === 'EUR' && {
    transferCode: await codeForTransfer(kopa.api, who, transfer),
  };
  const reply = await payOut(who, { ...more, ...confirmed });
  if (!reply.ok) throw new Error(reply.refusal.message);
  await sendDue(kopa.deps);
  return reply.value.data.withdrawal_id;
}

const steps = async (who: Member, id: string) =>
  (await who.withdrawal(id)).steps.map(({ status }) => status);

async function cashOf(who: Member): Promise<readonly [string, string]> {
  const [cash] = (await who.must(getWalletList, {})).cash;
  return [cash?.free_balance ?? '', cash?.hold_balance ?? ''];
}

const historyOf = async (who: Member) =>
  (await who.must(getTransactionHistory, {})).data.map(
    ({ type, amount, currency_id, withdrawal, returned, fee }) =>
      [type, amount, currency_id, withdrawal ?? (returned ? 'returned' : fee)] as const,
  );

const mailTo = async ({ email }: Member): Promise<string> =>
  (await fetch(`${kopa.url}/sandbox/inbox?to=${email}`)).text();

/** The house's side of what has left. */
const houseHas = async (kind: string): Promise<string | undefined> => {
  const row = await kopa.db
    .selectFrom('postings')
    .select(({ fn }) => fn.sum<string>('amount').as('sum'))
    .where('account_id', 'like', `house/${kind}/%`)
    .executeTakeFirst();
  return row?.sum;
};

test('HARD-83 an operator closes payouts alone, or with all of the bank, and those under way go on', async () => {
  const who = await customer();
  const by = { actor: 'operator test' } as const;
  const before = await paidOut(who);
  for (const what of ['payouts', 'bank', 'withdrawals', 'everything']) {
    expect(await closeTrading(kopa.deps, { what, reason: 'a test' }, by)).toBe('done');
    expect(await payOut(who)).toMatchObject({
      ok: false,
      refusal: { code: 'WITHDRAWALS_HELD', message: expect.stringContaining('Nothing was sent') },
    });
    expect(await openTrading(kopa.deps, { what, reason: 'a test' }, by)).toBe('done');
  }
  await closeTrading(kopa.deps, { what: 'payouts', reason: 'a test' }, by);
  await moveDue(kopa.deps);
  expect((await who.withdrawal(before)).status).not.toBe('cancelled');
  await openTrading(kopa.deps, { what: 'payouts', reason: 'a test' }, by);
  expect(await payOut(who)).toMatchObject({ ok: true });
});

test.each([
  ['AUD', '062000 12345678'],
  ['EUR', IBAN],
] as const)(
  'BANK-05 %s cash is requested, can be cancelled, is sent and arrives',
  async (market, address) => {
    const who = await customer({ market });
    const { data: terms } = await who.must(getBankDetails, {});
    expect(terms.payout).toMatchObject({ fee: '0.5', minimum: '5' });
    const id = await paidOut(who);
    const asked = await who.withdrawal(id);
    expect(asked).toMatchObject({
      ...{ status: 'requested', amount: '100', fee: '0.5', total: '100.5', currency_id: market },
      ...{ network: 'Bank transfer', address, holder: 'Ms Test Person', tag: '' },
    });
    expect(Date.parse(asked.cancellable_until ?? '')).toBeGreaterThan(kopa.clock.now());
    expect(await cashOf(who)).toEqual(['899.5', '100.5']);
    expect(await who.waiting()).toMatchObject([
      { kind: 'withdrawal-held', amount: '100', currency: market, network: 'Bank transfer' },
    ]);
    await moveDue(kopa.deps);
    expect((await who.withdrawal(id)).status, 'it is held first').toBe('requested');

    await kopa.sandbox.withdrawal(who.email, 'auto', 'bank');
    const under = await who.withdrawal(id);
    expect(under).toMatchObject({ status: 'broadcast', cancellable_until: null });
    expect(under.transaction_url).toBeNull();
    expect(await historyOf(who)).toContainEqual(['debit', '100.5', market, 'broadcast']);
    await kopa.sandbox.withdrawal(who.email, 'confirm', 'bank');
    expect(await steps(who, id)).toEqual(['requested', 'broadcast', 'completed']);
    expect(await cashOf(who)).toEqual(['899.5', '0']);
    expect(await historyOf(who)).toContainEqual(['debit', '100.5', market, '0.5']);
    expect(await houseHas('fees')).toBe('50');
    expect(await houseHas('chain')).toBeNull();
    expect(await mailTo(who)).toContain('arrived at Ms Test Person');
  },
);

test('BANK-05 a payout is made once for a key, and a lost answer is told again', async () => {
  const who = await customer();
  const key = newKey();
  const replies = await Promise.all([1, 2, 3].map(() => payOut(who, {}, key)));
  const again = await payOut(who, { password: 'Another-2026!' }, key);
  const ids = [...replies, again].map((reply) => reply.ok && reply.value.data.withdrawal_id);
  expect(new Set(ids).size).toBe(1);
  expect(await cashOf(who)).toEqual(['899.5', '100.5']);
});

test('BANK-05 one that was cancelled in time is back in the balance, with its fee', async () => {
  const who = await customer();
  const id = await paidOut(who);
  await who.must(cancelWithdrawal, { withdrawal_id: id });
  expect(await cashOf(who)).toEqual(['1000', '0']);
  await kopa.sandbox.withdrawal(who.email, 'confirm', 'bank').catch(() => undefined);
  expect(await steps(who, id)).toEqual(['requested', 'cancelled']);
});

test('BANK-05 one that the bank refuses at once is back in the balance, with the reason', async () => {
  const who = await customer();
  const id = await paidOut(who);
  await kopa.sandbox.withdrawal(who.email, 'refuse', 'bank');
  expect(await steps(who, id)).toEqual(['requested', 'failed', 'refunded']);
  expect(await who.withdrawal(id)).toMatchObject({ returned_for: 'account-closed' });
  expect(await cashOf(who)).toEqual(['1000', '0']);
  expect(await houseHas('fees')).toBeNull();
});

test('BANK-05 one that the bank sends back days after it arrived is back in the balance once, with the reason', async () => {
  let who = await customer();
  const id = await paidOut(who);
  await kopa.sandbox.withdrawal(who.email, 'confirm', 'bank');
  expect(await cashOf(who)).toEqual(['899.5', '0']);
  who = await who.later(3 * 24);
  await moveDue(kopa.deps);
  expect((await who.withdrawal(id)).status).toBe('completed');

  await kopa.sandbox.withdrawal(who.email, 'fail', 'bank');
  expect(await cashOf(who)).toEqual(['1000', '0']);
  await moveDue(kopa.deps);
  who = await who.later(24);
  await moveDue(kopa.deps);
  expect(await cashOf(who)).toEqual(['1000', '0']);
  expect(await who.withdrawal(id)).toMatchObject({
    status: 'refunded',
    returned_for: 'account-closed',
  });
  expect(await steps(who, id)).toEqual([
    ...['requested', 'broadcast', 'completed', 'failed', 'refunded'],
  ]);
  expect(await houseHas('fees')).toBe('0');
  expect(await historyOf(who)).toEqual([
    ['credit', '100.5', 'AUD', undefined],
    ['debit', '100.5', 'AUD', 'returned'],
    ['credit', '1000', 'AUD', undefined],
  ]);
  expect(await mailTo(who)).toContain('the account is closed');
});

test('BANK-05 one that nobody answers about stays on its way, and is sent once when the bank answers', async () => {
  const who = await customer();
  const id = await paidOut(who);
  await writeSwitch(kopa.db, 'bank', 'down');
  await kopa.sandbox.withdrawal(who.email, 'confirm', 'bank');
  expect(await who.withdrawal(id)).toMatchObject({ status: 'requested', cancellable_until: null });
  expect(await who.call(cancelWithdrawal, { withdrawal_id: id })).toMatchObject({
    refusal: { code: 'NOT_CANCELLABLE' },
  });
  expect(await cashOf(who)).toEqual(['899.5', '100.5']);
  await writeSwitch(kopa.db, 'bank', undefined);
  kopa.clock.advance(600_000);
  await moveDue(kopa.deps);
  expect((await who.withdrawal(id)).status).toBe('completed');
});

test('BANK-05 the bank is asked under the payout’s own id, and the custodian is not asked at all', async () => {
  const who = await customer();
  const orders: TransferOrder[] = [];
  const asked = (order: TransferOrder) => {
    orders.push(order);
    return Promise.resolve({ kind: 'unknown' } as const);
  };
  const { parties } = kopa.deps;
  const deps: Deps = {
    ...kopa.deps,
    parties: {
      ...parties,
      bank: { ...parties.bank, payouts: { ...parties.bank.payouts, send: asked } },
      transfers: {
        ...parties.transfers,
        send: () => Promise.reject(new Error('not the custodian’s')),
      },
    },
  };
  const id = await paidOut(who);
  for (let round = 0; round < 3; round++) {
    kopa.clock.advance(600_000);
    await moveDue(deps);
  }
  expect(orders.length).toBeGreaterThan(1);
  expect(new Set(orders.map((order) => JSON.stringify(order))).size).toBe(1);
  expect(orders[0]).toEqual({
    ...{ reference: id, network: 'Bank transfer', currency: 'AUD', amount: '100' },
    ...{ address: '062000 12345678', tag: '', holder: 'Ms Test Person' },
  });
});

test('BANK-05 cash goes to an account of the customer’s own name, in the market’s currency, and of their own book', async () => {
  const who = await customer();
  const refusal = async (more: object) => {
    const reply = await payOut(who, more);
    return reply.ok ? 'paid' : reply.refusal.code;
  };
  const other = await save(who, { label: 'Other', holder: 'Somebody Else', bsb: '062-001' });
  expect(await refusal({ address_id: other })).toBe('INVALID_INPUT');
  const euros = await save(who, { label: 'Euros', currency_id: 'EUR', iban: IBAN });
  expect(await refusal({ address_id: euros })).toBe('INVALID_INPUT');
  const stranger = await customer();
  expect(await refusal({ address_id: stranger.account })).toBe('NOT_FOUND');
  expect(await refusal({ amount: '4.99' })).toBe('BELOW_MINIMUM');
  expect(await refusal({ amount: '10.005' })).toBe('INVALID_INPUT');
  expect(await refusal({ amount: '999.51' })).toBe('INSUFFICIENT_BALANCE');
  expect(await refusal({ fee: '0.4' })).toBe('ROUTE_UNAVAILABLE');
  const american = await customer({ market: 'USD', balances: {} });
  expect(await payOut(american)).toMatchObject({ refusal: { code: 'ROUTE_UNAVAILABLE' } });
  // Cash has no address: the way out of crypto does not send it.
  const crypto = await who.call(createWithdrawal, {
    amount: '10',
    cryptoAddress: IBAN,
    paymentRouteId: 'aud-bank-transfer',
    password,
  });
  expect(crypto).toMatchObject({ refusal: { code: 'ROUTE_UNAVAILABLE' } });
  const { data } = await who.must(getPaymentRoutes, {});
  expect(data.map(({ currency_id }) => currency_id)).not.toContain('AUD');
  expect(await cashOf(who)).toEqual(['1000', '0']);
});

test('HARD-99 BANK-05 cash goes to no account in a name that is only nearly the customer’s', async () => {
  const who = await customer();
  for (const [holder, bsb] of [
    ['Person', '062-001'],
    ['Test Persno', '062-002'],
  ] as const) {
    const nearly = await save(who, { label: holder, holder, bsb });
    expect(await payOut(who, { address_id: nearly })).toMatchObject({
      refusal: { message: 'Cash is paid out to an account of your own name only.' },
    });
  }
  expect(await cashOf(who)).toEqual(['1000', '0']);
});

test('BANK-05 the page is told which accounts of the book receive cash, and how each stands', async () => {
  let who = await customer();
  const standings = async () => {
    const { data } = await who.must(getBankDetails, {});
    return data.payout?.accounts?.map(({ label, standing }) => [label, standing]);
  };
  await save(who, { label: 'Euros', currency_id: 'EUR', iban: IBAN });
  await save(who, { label: 'Other', holder: 'Somebody Else', bsb: '062-001' });
  expect(await standings(), 'only those of the market’s currency').toEqual([
    ['Mine', 'new'],
    ['Other', 'other-name'],
  ]);
  const id = await paidOut(who);
  await kopa.sandbox.withdrawal(who.email, 'confirm', 'bank');
  expect((await who.withdrawal(id)).status).toBe('completed');
  await who.must(setAddressBookOnly, { on: true });
  await save(who, { label: 'Second', bsb: '062-002' });
  expect(await standings()).toEqual([
    ['Mine', 'known'],
    ['Other', 'other-name'],
    ['Second', 'waits'],
  ]);
  who = await who.later(25);
  expect(await standings()).toEqual([
    ['Mine', 'known'],
    ['Other', 'other-name'],
    ['Second', 'saved'],
  ]);
});

test('BANK-05 identity, holds, freeze and the second factor are asked for as for withdrawals', async () => {
  const who = await customer();
  await kopa.sandbox.kyc(who.email, 'submitted');
  expect(await payOut(who)).toMatchObject({ refusal: { code: 'VERIFICATION_REQUIRED' } });
  await kopa.sandbox.kyc(who.email, 'approved');
  // Never paid to before.
  expect(await payOut(who, { password: undefined })).toMatchObject({
    refusal: { code: 'PASSWORD_REQUIRED' },
  });
  const id = await paidOut(who);
  await inTransaction(kopa.db, (tx) => holdWithdrawals(tx, kopa.clock, who.id, 'password-reset'));
  expect(await payOut(who)).toMatchObject({ refusal: { code: 'WITHDRAWALS_HELD' } });
  kopa.clock.advance(600_000);
  await moveDue(kopa.deps);
  expect((await who.withdrawal(id)).status, 'what was asked for waits, too').toBe('requested');

  const secured = await customer();
  const { code } = await turnOnTwoFactor(kopa, secured);
  expect(await payOut(secured, { otp: '' })).toMatchObject({ refusal: { code: 'INVALID_CODE' } });
  expect(await payOut(secured, { otp: code() })).toMatchObject({ ok: true });
});

test('LIVE-08 BANK-05 with “address book only”, an account saved since then is paid to after 24 hours', async () => {
  const who = await customer();
  await who.must(setAddressBookOnly, { on: true });
  const fresh = await save(who, { label: 'Fresh', bsb: '062-009' });
  expect(await payOut(who, { address_id: fresh })).toMatchObject({
    refusal: { code: 'RECIPIENT_NOT_SAVED' },
  });
  expect(await payOut(who)).toMatchObject({ ok: true });
});

test('BANK-05 an account that was deleted from the book meanwhile is paid all the same, and one paid to before needs no password', async () => {
  const who = await customer();
  const id = await paidOut(who);
  await kopa.sandbox.withdrawal(who.email, 'confirm', 'bank');
  expect(await payOut(who, { password: undefined })).toMatchObject({ ok: true });
  await who.must(deleteAddress, { address_id: who.account });
  expect(await who.withdrawal(id)).toMatchObject({ status: 'completed', holder: 'Ms Test Person' });
});

test('BANK-07 the book tells what is on its way to an account, and deleting it stops nothing', async () => {
  const who = await customer();
  const onItsWay = async () =>
    (await who.must(listAddresses, {})).data.fiat.map((one) => one.on_its_way);
  expect(await onItsWay()).toEqual([undefined]);
  const id = await paidOut(who);
  const other = await paidOut(who, { amount: '20.5' });
  expect(await onItsWay()).toEqual(['120.5']);
  await who.must(cancelWithdrawal, { withdrawal_id: other });
  expect(await onItsWay()).toEqual(['100']);
  await who.must(deleteAddress, { address_id: who.account });
  await kopa.sandbox.withdrawal(who.email, 'confirm', 'bank');
  expect((await who.withdrawal(id)).status).toBe('completed');
  await save(who);
  expect(await onItsWay(), 'what has arrived is on its way no longer').toEqual([undefined]);
});

test('BANK-05 HARD-51 what comes back after its customer has left is kept for them, where nothing spends it', async () => {
  const who = await customer({ balances: { AUD: '100.5' } });
  await paidOut(who);
  await kopa.sandbox.withdrawal(who.email, 'confirm', 'bank');
  await inTransaction(kopa.db, async (tx) => {
    await lockForErasure(tx, who.id);
    expect(await eraseAccount(kopa.deps, tx, who.id)).toBe('erased');
  });
  const row = await kopa.db
    .selectFrom('withdrawals')
    .select(['id', 'holder'])
    .where('user_id', '=', who.id)
    .executeTakeFirstOrThrow();
  expect(row.holder).toBe('-');
  await planTransfer(kopa.db, row.id, 'fail');
  kopa.clock.advance(24 * 3600_000);
  await moveDue(kopa.deps);
  const account = await kopa.db
    .selectFrom('accounts')
    .select('balance')
    .where('owner', '=', who.id)
    .where('kind', '=', 'unclaimed')
    .executeTakeFirst();
  expect(account?.balance).toBe('10050');
});

test('a bank that says nothing delays no withdrawal to a network', async () => {
  const { deps } = kopa;
  const who = await customer({ balances: { AUD: '1000', ETH: '2' } });
  const payout = await paidOut(who);
  const { data } = await who.must(createWithdrawal, {
    ...{ amount: '0.5', cryptoAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' },
    ...{ paymentRouteId: 'eth-ethereum', password },
  });
  await sendDue(deps);
  deps.clock.advance(310_000);
  const { signal } = new AbortController();
  await compareTransfers(deps);
  await withdrawalPartyLoop.round(deps, signal);
  const { promise: silence, resolve } = Promise.withResolvers<Transfer>();
  const send = vi.spyOn(deps.parties.bank.payouts, 'send').mockReturnValue(silence);
  const paying = payoutLoop.round(deps, signal);
  await eventually(() => expect(send).toHaveBeenCalled());
  await withdrawalLoop.round(deps, signal);
  expect((await who.withdrawal(data.withdrawal_id)).status).toBe('broadcast');
  expect((await who.withdrawal(payout)).status).toBe('requested');
  resolve({ kind: 'unknown' });
  await paying;
  send.mockRestore();
});
