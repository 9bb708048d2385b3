import { expect, test } from 'vitest';
import type { KycStatus } from '#core/contract/account/identity.ts';
import type { PayoutAccount } from '#core/contract/money/bank.ts';
import type { Payee } from '#core/contract/money/payee.ts';
import { walletEntry } from '#core/contract/wallet/wallet-entry.fixture.ts';
import { fail, ok } from '#core/failure.ts';
import { cashes } from '#core/money/cash.ts';
import type { WithdrawSummary } from '#withdrawal/sending.ts';
import {
  type CashOutDeps,
  createCashOut,
  type Payout,
  type PayoutRequest,
} from './cash-out-machine.ts';

const [EUR] = cashes;

const account = (id: string, more: Partial<PayoutAccount> = {}): PayoutAccount => ({
  ...{ address_id: id, label: 'Mine', holder: 'Test Person', currency_id: 'EUR' },
  ...{ iban: 'DE89370400440532013000', bsb: '', account_number: '', standing: 'known' },
  ...more,
});

const terms = (...accounts: readonly PayoutAccount[]): Payout => ({
  ...{ fee: '0.5', minimum: '5', accounts },
});

interface Scene {
  readonly payout?: Payout;
  /** What the device keeps of it. */
  readonly kept?: Payout;
  /** Nobody says what can be paid out. */
  readonly silent?: boolean;
  readonly kyc?: KycStatus;
  readonly usdLeft?: string;
  readonly held?: boolean;
  readonly twoFactor?: boolean;
  readonly refused?: boolean;
}

function world(scene: Scene = {}) {
  const sent: PayoutRequest[] = [];
  const summaries: WithdrawSummary[] = [];
  const asked: { readonly id: string; readonly answer: (payee: Payee) => void }[] = [];
  let payout = scene.payout ?? terms(account('a'));
  let holds = 0;
  const deps: CashOutDeps = {
    async payout(show) {
      if (scene.kept) show(scene.kept, false);
      if (scene.silent) return fail({ kind: 'network' });
      show(payout, true);
      return ok(undefined);
    },
    payee: (id) => new Promise((answer) => asked.push({ id, answer })),
    routes: async () =>
      ok({
        status: 'success' as const,
        data: [],
        withdrawalHold: scene.held
          ? { until: '2030-01-01T00:00:00.000Z', reason: 'asked' as const }
          : null,
        withdrawalLimit: { usd: '50000', usd_left: scene.usdLeft ?? '50000' },
      }),
    async balances(show) {
      show([walletEntry('EUR', { free_balance: '1000', price: '1' })], new Date(), false);
      return true;
    },
    kyc: async () => scene.kyc ?? 'approved',
    hold() {
      holds += 1;
      return () => {
        holds -= 1;
      };
    },
    twoFactor: () => scene.twoFactor ?? false,
    setTwoFactor: () => undefined,
    verifyCode: async (code) => ok(code === '123456'),
    failureText: (failure, fallback) =>
      failure.kind === 'refused' ? failure.refusal.message : fallback,
    newIntent(summary) {
      summaries.push(summary);
      return {
        summary,
        async send(request) {
          sent.push(request);
          if (scene.refused) {
            const refusal = { status: 'error', code: 'INVALID_INPUT', message: 'Not so' } as const;
            return { kind: 'refused', failure: { kind: 'refused', status: 422, refusal } };
          }
          const { amount } = request;
          const data = { withdrawal_id: 'w1', amount, fee: '0.5', total: '', currency_id: 'EUR' };
          return { kind: 'done', value: { status: 'success', data } };
        },
        check: async () => ({ kind: 'never' }),
      };
    },
    openIntents: () => [],
    tell: () => undefined,
  };
  const machine = createCashOut(deps, EUR);
  return {
    ...{ machine, sent, summaries, asked },
    holds: () => holds,
    offer: (next: Payout) => {
      payout = next;
    },
  };
}

/** Everything that was begun has come to rest. */
const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

async function opened(scene: Scene = {}) {
  const made = world(scene);
  made.machine.start();
  await settle();
  return made;
}

/** At the review of 100, with this answer of the bank. */
async function reviewed(payee: Payee | undefined, scene: Scene = {}) {
  const made = await opened(scene);
  if (payee) made.asked[0]?.answer(payee);
  made.machine.typeAmount('100');
  made.machine.press();
  await settle();
  expect(made.machine.state.phase).toBe('review');
  return made;
}

const SAY = 'Say that this account is yours, or go back and choose another.';

test('HARD-99 KEEP-17 an account in a similar name is sent to only once the customer said that it is theirs', async () => {
  const { machine, sent } = await reviewed({ answer: 'close', name: 'T. Person' });
  machine.confirm();
  await settle();
  expect(machine.state).toMatchObject({ phase: 'review', error: SAY });
  machine.confirmPayee(true);
  expect(machine.state.error).toBeUndefined();
  machine.confirmPayee(false);
  machine.confirm();
  await settle();
  expect([machine.state.error, sent]).toEqual([SAY, []]);
  machine.confirmPayee(true);
  machine.confirm();
  await settle();
  expect(sent).toEqual([
    { amount: '100', address_id: 'a', fee: '0.5', payee: 'close', payeeConfirmed: true },
  ]);
  expect(machine.state).toMatchObject({ phase: 'success', withdrawalId: 'w1' });
});

test.each(['match', 'unknown', 'none'] as const)(
  'HARD-99 KEEP-17 of an account of which the bank says %s nothing has to be said, and nothing is said to the server',
  async (answer) => {
    const { machine, sent, summaries } = await reviewed({ answer, name: '' });
    machine.confirm();
    await settle();
    expect(sent).toEqual([{ amount: '100', address_id: 'a', fee: '0.5', payee: answer }]);
    expect(summaries.at(-1)).toEqual({
      ...{ currency: 'EUR', amount: '100', address: 'DE89370400440532013000' },
    });
  },
);

test('HARD-99 KEEP-17 nothing is sent while the bank is being asked', async () => {
  const { machine, sent, asked } = await reviewed(undefined);
  machine.confirm();
  await settle();
  expect(machine.state.error).toBe('The bank is being asked whose account this is.');
  expect(sent).toEqual([]);
  asked[0]?.answer({ answer: 'match', name: '' });
  await settle();
  machine.confirm();
  await settle();
  expect(sent).toHaveLength(1);
});

test('HARD-99 KEEP-17 the word about one account is none about the next, and a late answer about the first is none either', async () => {
  const { machine, asked } = await opened({ payout: terms(account('a'), account('b')) });
  expect([machine.state.accountId, asked]).toEqual([undefined, []]);
  machine.chooseAccount('a');
  machine.confirmPayee(true);
  machine.chooseAccount('b');
  expect(machine.state).toMatchObject({ payee: 'asking', payeeConfirmed: false });
  asked[1]?.answer({ answer: 'close', name: 'B' });
  await settle();
  asked[0]?.answer({ answer: 'match', name: 'A' });
  await settle();
  expect(machine.state.payee).toEqual({ answer: 'close', name: 'B' });
});

test('HARD-99 KEEP-17 a bank is asked once of an account, and again if it did not answer', async () => {
  const { machine, asked } = await opened();
  expect(asked.map(({ id }) => id)).toEqual(['a']);
  machine.resume();
  await settle();
  expect(asked).toHaveLength(1);
  asked[0]?.answer({ answer: 'unknown', name: '' });
  await settle();
  machine.resume();
  await settle();
  expect(asked).toHaveLength(2);
  asked[1]?.answer({ answer: 'match', name: '' });
  await settle();
  machine.resume();
  await settle();
  expect(asked).toHaveLength(2);
});

test('HARD-99 a refused payout asks the bank again, and what was confirmed has to be confirmed anew', async () => {
  const { machine, asked } = await reviewed({ answer: 'close', name: '' }, { refused: true });
  machine.confirmPayee(true);
  machine.confirm();
  await settle();
  expect(machine.state).toMatchObject({
    ...{ phase: 'review', error: 'Not so', payee: 'asking', payeeConfirmed: false },
  });
  expect(asked).toHaveLength(2);
});

test('HARD-99 BANK-05 the one account that can be paid to is chosen, of several none, and one that is gone is unchosen', async () => {
  const other = account('x', { standing: 'other-name' });
  const waits = account('y', { standing: 'waits' });
  const { machine, offer } = await opened({ payout: terms(other, account('a'), waits) });
  expect(machine.state.accountId).toBe('a');
  offer(terms(account('b'), account('c')));
  machine.reload();
  await settle();
  expect(machine.state).toMatchObject({ accountId: undefined, payee: undefined });
  machine.chooseAccount('c');
  offer(terms(account('c'), account('d')));
  machine.reload();
  await settle();
  expect(machine.state.accountId).toBe('c');
});

test('HARD-99 BANK-05 the device’s copy is shown until the server answers, and never over its answer', async () => {
  const kept = await opened({ kept: terms(account('old')), silent: true });
  expect(kept.machine.state).toMatchObject({ termsStatus: 'ready', accountId: 'old' });
  const silent = await opened({ silent: true });
  expect(silent.machine.state.termsStatus).toBe('failed');
  const both = await opened({ kept: terms(account('old')) });
  both.machine.reload();
  await settle();
  expect(both.machine.state.accounts.map(({ address_id: id }) => id)).toEqual(['a']);
});

test('HARD-99 HARD-21 an account never paid to asks for the password where there is no second factor', async () => {
  const saved = { payout: terms(account('a', { standing: 'saved' })) };
  const match = { answer: 'match', name: '' } as const;
  const { machine, sent } = await reviewed(match, saved);
  machine.confirm();
  await settle();
  expect([machine.state.passwordError, sent]).toEqual([expect.any(String), []]);
  machine.typePassword('Mine-2026!');
  machine.confirm();
  await settle();
  expect(sent).toMatchObject([{ password: 'Mine-2026!' }]);
  const known = await reviewed(match);
  known.machine.confirm();
  await settle();
  expect(known.sent[0]?.password).toBeUndefined();
  const strong = await reviewed(match, { ...saved, twoFactor: true });
  strong.machine.confirm();
  expect(strong.machine.state.phase).toBe('code');
});

test('HARD-99 BANK-05 what is reviewed stays what is sent, whatever is typed or told later', async () => {
  const { machine, sent, offer } = await reviewed({ answer: 'match', name: '' });
  machine.typeAmount('900');
  machine.chooseAccount('b');
  offer({ fee: '9', minimum: '5', accounts: [account('a')] });
  machine.reload();
  await settle();
  expect(machine.state.review).toMatchObject({ amount: '100', fee: '0.5', total: '100.5' });
  machine.confirm();
  await settle();
  expect(sent).toMatchObject([{ amount: '100', address_id: 'a', fee: '0.5' }]);
});

test('HARD-99 BEY-09 Max takes the fee off the balance, and off the day’s rest where that is less', async () => {
  const { machine } = await opened();
  machine.max();
  expect(machine.state.amount).toBe('999.50');
  expect(machine.press()).toBeUndefined();
  const limited = await opened({ usdLeft: '200' });
  limited.machine.max();
  expect(limited.machine.state.amount).toBe('199.50');
  expect(limited.machine.press()).toBeUndefined();
  const more = await opened({ usdLeft: '200' });
  more.machine.typeAmount('199.51');
  expect(more.machine.press()?.field).toBe('amount');
  await settle();
  expect(more.machine.state.phase).toBe('form');
});

test.each([
  ['withdrawals are on hold', { held: true }, '100'],
  ['what was typed is no amount for sure', {}, '1,000'],
] as const)('HARD-99 no review begins while %s', async (_, scene, typed) => {
  const { machine } = await opened(scene);
  machine.typeAmount('5');
  machine.typeAmount(typed);
  machine.press();
  await settle();
  expect(machine.state.phase).toBe('form');
});

test('HARD-99 WD-06 who is not identified comes to no review', async () => {
  const { machine } = await opened({ kyc: 'not_started' });
  machine.typeAmount('100');
  machine.press();
  await settle();
  expect(machine.state).toMatchObject({ phase: 'form', verifying: true, review: undefined });
});

test('HARD-99 what changed while the identity was asked about is checked again', async () => {
  const { machine } = await opened();
  machine.typeAmount('100');
  machine.press();
  machine.state.amount = '5000';
  await settle();
  expect(machine.state).toMatchObject({ phase: 'form', review: undefined });
});

test('HARD-99 PWA-06 updates wait while a payout is typed, reviewed or its result is shown, and not after it was left', async () => {
  const { machine, holds } = await opened();
  expect(holds()).toBe(0);
  machine.typeAmount('100');
  expect(holds()).toBe(1);
  machine.clear();
  expect(holds()).toBe(0);
  machine.typeAmount('100');
  machine.leave();
  expect(holds()).toBe(0);
});

test('HARD-99 BEY-11 a kept draft and a payout that was sent are shown again', async () => {
  const draft = world();
  draft.machine.start({ code: 'EUR', amount: '12', accountId: 'a' });
  await settle();
  expect(draft.machine.state).toMatchObject({ amount: '12', accountId: 'a', phase: 'form' });
  const other = world();
  other.machine.start({ code: 'AUD', amount: '12', accountId: 'a' });
  expect(other.machine.state.amount).toBe('');
  const summary = { currency: 'EUR', amount: '12', address: 'DE' };
  const sent = world();
  sent.machine.start(undefined, { withdrawalId: 'w9', summary });
  await settle();
  expect(sent.machine.state).toMatchObject({ phase: 'success', withdrawalId: 'w9', summary });
});

test('EYE-06 an account that was added for the payout is chosen once it is known, and no older copy unchooses it', async () => {
  const [old, added] = [account('a'), account('b')];
  const { machine } = world({ kept: terms(old), payout: terms(old, account('c'), added) });
  machine.start(undefined, undefined, 'b');
  await Promise.resolve();
  expect(machine.state.accountId).toBe('b');
  // What the customer chooses afterwards stays.
  machine.chooseAccount('c');
  machine.reload();
  await Promise.resolve();
  expect(machine.state.accountId).toBe('c');
});
