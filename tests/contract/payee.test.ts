import { expect, test, vi } from 'vitest';
import { deleteAccount } from '#core/contract/account/account.ts';
import { saveAddress } from '#core/contract/account/address-book.ts';
import { checkPayee } from '#core/contract/money/payee.ts';
import { createPayout } from '#core/contract/money/withdrawal.ts';
import { decideCase, getCase, listCases } from '#core/contract/staff/desk.ts';
import type { CaseDecision } from '#core/contract/staff/desk-act.ts';
import { type PayeePlan, writeSwitch } from '#server/adapters/party/sandbox-switches.ts';
import { newKey } from '#tests/support/api-client.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { world } from '#tests/support/world.ts';

const kopa = world({ booksByHand: true });

interface Customer extends Member {
  readonly account: string;
}

async function customer(): Promise<Customer> {
  const who = await kopa.customer({ balances: { AUD: '1000' } });
  const { data } = await who.must(saveAddress, {
    ...{ kind: 'fiat', label: 'Mine', holder: 'Ms Test Person', currency_id: 'AUD' },
    ...{ bsb: '062-000', account_number: '12345678' },
  });
  return who.with({ account: data.address_id });
}

const bankSays = (plan: PayeePlan | undefined) => writeSwitch(kopa.db, 'payee', plan);

const ask = async (who: Customer) => (await who.must(checkPayee, { address_id: who.account })).data;

const payOut = ({ credential, account }: Customer, more: object = {}, key = newKey()) =>
  kopa.api.call(
    createPayout,
    { amount: '100', address_id: account, fee: '0.5', password, ...more },
    { credential, idempotencyKey: key },
  );

const kept = ({ id }: Member) =>
  kopa.db
    .selectFrom('withdrawals')
    .select(['payee_answer', 'payee_name'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute();

const refused = { ok: false, refusal: { code: 'INVALID_INPUT' } };

const LATER_HOURS = 0.5;

test('KEEP-17 the bank says whose account it is, its answer is kept with the payout, and a match asks for nothing', async () => {
  const who = await customer();
  expect(await ask(who)).toEqual({ answer: 'match', name: 'Ms Test Person' });
  expect(await payOut(who)).toMatchObject({ ok: true });
  expect(await kept(who)).toEqual([{ payee_answer: 'match', payee_name: 'Ms Test Person' }]);
});

test('KEEP-17 HARD-99 nearly the name is paid to only once just that was seen and confirmed', async () => {
  await bankSays('close');
  const who = await customer();
  expect(await ask(who)).toEqual({ answer: 'close', name: 'M. Person' });
  for (const confirmed of [undefined, 'match', 'unknown', 'none']) {
    expect(await payOut(who, { payee: confirmed, payeeConfirmed: true })).toMatchObject(refused);
  }
  // What the page was told is no word of the customer's.
  for (const echo of [{}, { payeeConfirmed: false }]) {
    expect(await payOut(who, { payee: 'close', ...echo })).toMatchObject(refused);
  }
  expect(await kept(who)).toEqual([]);
  expect(await payOut(who, { payee: 'close', payeeConfirmed: true })).toMatchObject({ ok: true });
  expect(await kept(who)).toEqual([{ payee_answer: 'close', payee_name: 'M. Person' }]);
});

test('HARD-98 a page of before, which cannot ask whose account it is, is told how to become one that can', async () => {
  await bankSays('close');
  const who = await customer();
  const saying = (message: RegExp) => ({
    ok: false,
    refusal: { code: 'INVALID_INPUT', message: expect.stringMatching(message) },
  });
  expect(await payOut(who, { payee: 'close' })).toMatchObject(saying(/open it again/));
  expect(await payOut(who)).toMatchObject(saying(/Look at the review again/));
  expect(await kept(who)).toEqual([]);
});

test('HARD-55 an account in another name is paid to only once an officer allowed it, whatever is confirmed', async () => {
  await bankSays('none');
  const who = await customer();
  for (const confirmed of [undefined, 'match', 'close', 'unknown', 'none']) {
    expect(await payOut(who, { payee: confirmed, payeeConfirmed: true })).toMatchObject(refused);
  }
  expect(await kept(who)).toEqual([]);
  const officer = await kopa.officer();
  const which = { kind: 'payee', id: who.account } as const;
  const cases = async () => (await officer.must(listCases, {})).data;
  // However often it was refused, it is one case.
  expect(await cases()).toMatchObject([{ ...which, customer: who.email }]);
  const { data } = await officer.must(getCase, which);
  expect(data.facts).toContainEqual({ label: 'Account', value: '062-000 12345678' });
  const decide = (decision: CaseDecision) =>
    officer.call(decideCase, { ...which, decision, reason: 'A bank statement.' });
  expect(await decide('reject')).toMatchObject({ ok: false });
  expect(await decide('release')).toMatchObject({ ok: true });
  expect(await decide('close')).toMatchObject({ ok: false });
  expect(await cases()).toEqual([]);
  expect(await ask(who)).toEqual({ answer: 'none', name: '', allowed: true });
  expect(await payOut(who, { payee: 'none' })).toMatchObject({ ok: true });
  expect(await kept(who)).toEqual([{ payee_answer: 'none', payee_name: '' }]);
});

test('HARD-55 what an officer refused stays refused, and is no case again', async () => {
  await bankSays('none');
  const who = await customer();
  const officer = await kopa.officer();
  await payOut(who, { payee: 'none' });
  const closed = { kind: 'payee', id: who.account, decision: 'close', reason: 'No.' } as const;
  await officer.must(decideCase, closed);
  expect(await payOut(who, { payee: 'none' })).toMatchObject(refused);
  expect((await officer.must(listCases, {})).data).toEqual([]);
  expect(await kept(who)).toEqual([]);
});

test('HARD-55 cash waits a day where the bank does not say whose a new account is and nothing but a password was shown', async () => {
  await bankSays('silent');
  const waits = async ({ id }: Member): Promise<number> => {
    const { created_at: from, cancellable_until: until } = await kopa.db
      .selectFrom('withdrawals')
      .select(['created_at', 'cancellable_until'])
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    return ((until?.getTime() ?? 0) - from.getTime()) / 1000;
  };
  const silent = await customer();
  expect(await payOut(silent)).toMatchObject({ ok: true });
  expect(await waits(silent)).toBe(24 * 3600);
  await bankSays(undefined);
  const matched = await customer();
  expect(await payOut(matched)).toMatchObject({ ok: true });
  expect(await waits(matched)).toBe(300);
});

test('KEEP-17 a payout that nobody asked about is asked about then, and a silent bank keeps nobody from it', async () => {
  const who = await customer();
  await bankSays('none');
  expect(await payOut(who)).toMatchObject({ ok: false });
  await bankSays('silent');
  const moved = await who.later(LATER_HOURS);
  expect(await ask(moved)).toEqual({ answer: 'unknown', name: '' });
  expect(await payOut(moved, { payee: 'unknown' })).toMatchObject({ ok: true });
  await writeSwitch(kopa.db, 'bank', 'down');
  const again = await moved.later(LATER_HOURS);
  expect(await payOut(again)).toMatchObject({ ok: true });
  expect((await kept(who)).map(({ payee_answer }) => payee_answer)).toEqual(['unknown', 'unknown']);
});

test('KEEP-17 a bank that fails, or never says anything, has not answered', async () => {
  const who = await customer();
  const asked = vi.spyOn(kopa.deps.parties.bank, 'payee');
  asked.mockRejectedValueOnce(new Error('broken'));
  expect(await ask(who)).toEqual({ answer: 'unknown', name: '' });
  asked.mockReturnValueOnce(new Promise(() => undefined));
  expect(await ask(who)).toEqual({ answer: 'unknown', name: '' });
  expect(asked).toHaveBeenCalledTimes(2);
}, 30_000);

test('KEEP-17 a silent bank is asked again, and an answer counts for a quarter of an hour', async () => {
  const who = await customer();
  await bankSays('silent');
  expect((await ask(who)).answer).toBe('unknown');
  await bankSays('close');
  expect((await ask(who)).answer).toBe('close');
  await bankSays('none');
  expect((await ask(who)).answer).toBe('close');
  expect((await ask(await who.later(LATER_HOURS))).answer).toBe('none');
});

test('KEEP-17 nobody asks about an account of somebody else’s address book', async () => {
  const [who, other] = [await customer(), await customer()];
  const asked = await who.call(checkPayee, { address_id: other.account });
  expect(asked).toMatchObject({ ok: false, refusal: { code: 'NOT_FOUND' } });
});

test('KEEP-17 a repeated payout is the same one, whatever it says of the payee', async () => {
  const who = await customer();
  const key = newKey();
  const first = await payOut(who, { payee: 'match' }, key);
  await bankSays('none');
  expect(await payOut(await who.later(LATER_HOURS), {}, key)).toEqual(first);
});

test('KEEP-17 the name that the bank told goes with a closed account', async () => {
  const who = await customer();
  await payOut(who, { amount: '999.5' });
  await kopa.db.updateTable('withdrawals').set({ status: 'completed' }).execute();
  await kopa.db.updateTable('accounts').set({ balance: '0' }).execute();
  await who.must(deleteAccount, { password });
  expect(await kept(who)).toEqual([{ payee_answer: 'match', payee_name: '' }]);
});
