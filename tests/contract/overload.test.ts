import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { freezeAccount } from '#core/contract/account/security.ts';
import { login } from '#core/contract/account/session.ts';
import type { AnyEndpoint, RequestOf } from '#core/contract/endpoint.ts';
import { forexPath } from '#core/contract/market/forex.ts';
import { getCurrencyPrice } from '#core/contract/market/price.ts';
import { swapCrypto } from '#core/contract/money/swap.ts';
import { getWithdrawal } from '#core/contract/money/withdrawal.ts';
import { forExport } from '#core/contract/wallet/for-export.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { callerFrom, hashing } from '#server/services/access/credentials/passwords.ts';
import { eventually } from '#tests/support/eventually.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

let who: Member;
const kopa = sharedWorld({ env: { CALLS_AT_ONCE: '4' } });
beforeAll(async () => {
  who = await kopa.person({ balances: { BTC: '1' } });
});

/** A busy machine takes its time for each of these many calls. */
const PATIENT = { timeout: 120_000 };
const inTime = (check: () => void) => eventually(check, PATIENT.timeout);

const gates: (() => void)[] = [];
afterEach(async () => {
  for (const free of gates.splice(0)) free();
  await inTime(() => expect(kopa.calls.taken).toBe(0));
  // What was refused is long over.
  kopa.clock.advance(60_000);
});

/** One more call is under way until the test ends; the load has lasted a while. */
function occupy(): void {
  const gate = Promise.withResolvers<void>();
  if (!kopa.calls.run('essential', () => gate.promise)) throw new Error('no place is left');
  kopa.clock.advance(1_000);
  gates.push(gate.resolve);
}

/** In the order in which they give way. */
const steps: readonly (readonly [name: string, endpoint: AnyEndpoint, request: object])[] = [
  ['prices', getCurrencyPrice, { base_currency: 'BTC', quote_currency: 'AUD' }],
  ['exports', forExport(getTransactionHistory), { limit: 500 }],
  ['quotes', swapCrypto, {}],
  ['histories', getTransactionHistory, {}],
];

const ask = (endpoint: AnyEndpoint, request: RequestOf<AnyEndpoint>) => who.call(endpoint, request);

/** The kinds that are refused for being too many; a malformed quote is answered as such. */
async function refusedKinds(): Promise<readonly string[]> {
  const refused: string[] = [];
  for (const [name, endpoint, request] of steps) {
    const reply = await ask(endpoint, request);
    if (!reply.ok && reply.status === 503) refused.push(name);
  }
  return refused;
}

test(
  'OPS-10 prices give way first, then exports, quotes and histories; balances, signing in, withdrawals and freezing go on',
  PATIENT,
  async () => {
    for (let i = 0; i < 3; i++) occupy();
    expect(await refusedKinds()).toEqual([]);
    const seen: (readonly string[])[] = [];
    for (const _ of steps) {
      occupy();
      seen.push(await refusedKinds());
    }
    const names = steps.map(([name]) => name);
    expect(seen).toEqual(names.map((_, i) => names.slice(0, i + 1)));

    expect(await ask(getWalletList, {})).toMatchObject({ ok: true });
    expect(await ask(getWithdrawal, { withdrawal_id: 'none' })).toMatchObject({
      refusal: { code: 'NOT_FOUND' },
    });
    const { email } = who;
    expect(await kopa.api.call(login, { email, password })).toMatchObject({ ok: true });
    const other = await kopa.person();
    const frozen = other.call(freezeAccount, { password });
    expect(await frozen).toMatchObject({ ok: true });
    for (const free of gates.splice(0)) free();
    // Wholly back with the next call.
    await inTime(() => expect(kopa.calls.taken).toBe(0));
    expect(await refusedKinds()).toEqual([]);
  },
);

test(
  'OPS-10 a refusal says when to come back, in a header and sealed as the app reads it',
  PATIENT,
  async () => {
    for (let i = 0; i < 4; i++) occupy();
    const reply = await ask(getCurrencyPrice, { base_currency: 'BTC', quote_currency: 'AUD' });
    expect(reply).toMatchObject({
      status: 503,
      refusal: {
        code: 'UNAVAILABLE',
        message: 'Kopa is very busy. Try again in 20 s.',
        retryAfter: 20,
      },
    });
    const bare = await fetch(`${kopa.url}/api${getCurrencyPrice.path}`, {
      method: 'POST',
      body: 'x',
    });
    expect([bare.status, bare.headers.get('retry-after')]).toEqual([503, '20']);
    const rates = await fetch(`${kopa.url}${forexPath}`);
    expect([rates.status, rates.headers.get('retry-after')]).toEqual([503, '20']);
  },
);

test('OPS-10 health and what works are told while calls give way', PATIENT, async () => {
  const asked = async () => (await fetch(`${kopa.url}/readyz`)).json();
  expect(await asked()).toMatchObject({
    status: 'ok',
    works: { signIn: 'yes', prices: 'yes', trading: 'yes', withdrawals: 'yes' },
    givingWay: [],
  });
  for (let i = 0; i < 6; i++) occupy();
  expect(await asked()).toMatchObject({
    status: 'ok',
    works: { signIn: 'yes', prices: 'busy', trading: 'busy', withdrawals: 'yes' },
    givingWay: ['prices', 'exports', 'quotes'],
  });
});

test(
  'OPS-10 with the database held, prices are refused at once, and what was admitted is answered when it is back',
  PATIENT,
  async () => {
    const release = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holding = kopa.db.transaction().execute(async () => {
      held.resolve();
      await release.promise;
    });
    await held.promise;
    const waiting = Array.from({ length: 4 }, () => ask(getWalletList, {}));
    await inTime(() => expect(kopa.calls.taken).toBe(4));
    kopa.clock.advance(1_000);
    const price = { base_currency: 'BTC', quote_currency: 'AUD' } as const;
    expect(await ask(getCurrencyPrice, price)).toMatchObject({ status: 503 });
    release.resolve();
    await holding;
    for (const reply of await Promise.all(waiting)) expect(reply).toMatchObject({ ok: true });
    expect(await ask(getCurrencyPrice, price)).toMatchObject({ ok: true });
  },
);

test(
  'OPS-10 a crowd at the sign-in that waits to be hashed takes no place from reads',
  PATIENT,
  async () => {
    const gone = Promise.withResolvers<void>();
    const crowd: Promise<void>[] = [];
    const other = callerFrom('2001:db8:1::1');
    for (let i = 0; i < 8; i++) crowd.push(hashing.run(() => gone.promise, other));
    const entered = vi.spyOn(kopa.calls, 'run');
    const people = await Promise.all(Array.from({ length: 12 }, () => kopa.person()));
    const signing = people.map(({ email }) => kopa.api.call(login, { email, password }));
    // Three times as many as are served at once; all of them wait for their turn.
    await inTime(() => expect(entered).toHaveBeenCalledTimes(people.length));
    await inTime(() => expect(kopa.calls.taken).toBe(0));
    kopa.clock.advance(1_000);
    expect(await refusedKinds()).toEqual([]);
    gone.resolve();
    for (const reply of await Promise.all(signing)) expect(reply).toMatchObject({ ok: true });
    await Promise.all(crowd);
  },
);
