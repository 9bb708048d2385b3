import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { IncomingDeposit } from '#core/contract/money/funds.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, seal, transportKey } from '#core/envelope/envelope.ts';
import { KEPT_CONTRACT } from '#core/snapshot.ts';
import { eventually } from '#tests/support/eventually.ts';
import { stubSignedIn } from '#transport/session/signed-in.fixture.ts';

const transport = transportKey(developmentKey.key, developmentKey.iv);

const deposit = (state: IncomingDeposit['state']): IncomingDeposit => ({
  deposit_id: 'd',
  currency_id: 'BTC',
  network: 'Bitcoin',
  amount: '0.5',
  confirmations: 1,
  confirmations_needed: 2,
  state,
  seen_at: '2026-01-01T00:00:00Z',
});
const answer = (state: IncomingDeposit['state']) => ({
  status: 'success',
  data: { addresses: [], incoming: [deposit(state)] },
  as_of: '2026-01-01T00:00:00Z',
});

/** A device whose snapshot has the deposit as pending, and a server played by the test. */
async function world() {
  const questions: PromiseWithResolvers<Response>[] = [];
  stubSignedIn(() => {
    const asked = Promise.withResolvers<Response>();
    questions.push(asked);
    return asked.promise;
  });
  vi.stubGlobal('indexedDB', new IDBFactory());
  const { openVault, currentEpoch } = await import('#platform/vault/vault.ts');
  const { writeSnapshot } = await import('#platform/vault/snapshots.ts');
  await openVault('u1');
  const kept = JSON.stringify({ contract: KEPT_CONTRACT, answer: answer('pending') });
  const savedAt = new Date(Date.now() - 60_000);
  const keep = async () =>
    writeSnapshot('receiving', (await currentEpoch('u1')) ?? '', kept, savedAt);
  await keep();
  const { incoming } = await import('./incoming-state.ts');
  const { session } = await import('#transport/session/session.ts');
  return {
    incoming,
    session,
    keep,
    pending: () => incoming.known.data?.length ?? 0,
    asked: (times: number) => eventually(() => expect(questions).toHaveLength(times)),
    answers: (place: number, state: IncomingDeposit['state']): void => {
      const res = seal(transport, answer(state), nonceOf(new Uint8Array(16)));
      questions[place]?.resolve(Response.json({ res }));
    },
    fails: (place: number): void => questions[place]?.reject(new TypeError('no connection')),
  };
}

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('TX-07 BEY-18 neither an older answer nor the snapshot makes a credited deposit pending again', async () => {
  const { incoming, pending, asked, answers, fails, keep } = await world();
  const slow = incoming.load();
  await eventually(() => expect(pending()).toBe(1));
  const fast = incoming.load();
  await asked(2);
  answers(1, 'credited');
  await fast;
  expect(pending()).toBe(0);
  answers(0, 'pending');
  await slow;
  expect(pending()).toBe(0);
  await keep();
  const again = incoming.load();
  await asked(3);
  fails(2);
  // By then the device's copy has been read.
  await again;
  expect(pending()).toBe(0);
});

test('SESS-08 an answer that comes after somebody else signed in is not shown', async () => {
  const { incoming, session, pending, asked, answers } = await world();
  void incoming.load();
  await asked(1);
  if (session.user) session.user.id = 'u2';
  answers(0, 'pending');
  const theirs = incoming.load();
  await asked(2);
  answers(1, 'credited');
  await theirs;
  expect(pending()).toBe(0);
});
