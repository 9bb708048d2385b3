import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, seal, transportKey } from '#core/envelope/envelope.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { kyc, kycStatusOf, loadKyc } from './kyc.ts';
import { stubSignedIn } from './signed-in.fixture.ts';

const transport = transportKey(developmentKey.key, developmentKey.iv);

/** What the server says, with one entry for each value. */
function answer(...values: readonly string[]): Response {
  const kyc_data = values.map((kyc_value) => ({ kyc_property: 'kyc_status', kyc_value }));
  const sealed = seal(
    transport,
    { status: 'success', data: { kyc_data } },
    nonceOf(new Uint8Array(16)),
  );
  return new Response(JSON.stringify({ res: sealed }));
}

let known: typeof kyc;
let status: typeof kycStatusOf;
let load: typeof loadKyc;
/** The questions on their way, in the order they were asked. */
let questions: PromiseWithResolvers<Response>[];

/** Asks so many times at once. */
async function asked(times: number) {
  const outcomes = Array.from({ length: times }, () => load());
  await eventually(() => expect(questions).toHaveLength(times));
  return outcomes;
}

beforeEach(async () => {
  vi.resetModules();
  questions = [];
  stubSignedIn(() => {
    const question = Promise.withResolvers<Response>();
    questions.push(question);
    return question.promise;
  });
  ({ kyc: known, loadKyc: load, kycStatusOf: status } = await import('./kyc.ts'));
  // The first look of a page makes a vault; after it, questions are sent in the order they are asked.
  await (await import('#platform/vault/vault.ts')).currentEpoch('u1');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each([
  ['a status', ['approved'], 'approved'],
  ['a status nobody knows', ['blessed'], 'pending'],
  ['a list without one', [], 'pending'],
] as const)('KYC-01 %s is read', async (_, values, read) => {
  const [outcome] = await asked(1);
  questions[0]?.resolve(answer(...values));
  expect(await outcome).toBe(read);
  expect(status(known)).toBe(read);
  expect(known.asOf).toEqual(expect.any(Date));
});

test('KYC-01 an answer that was asked for earlier does not take the place of a later one', async () => {
  const [before, after] = await asked(2);
  questions[1]?.resolve(answer('approved'));
  expect(await after).toBe('approved');
  questions[0]?.resolve(answer('submitted'));
  // A caller that waited gets the newest status.
  expect(await before).toBe('approved');
  expect(status(known)).toBe('approved');
});

test('KYC-01 a question that fails does not outdate the answer to an earlier one', async () => {
  const [before, after] = await asked(2);
  questions[1]?.reject(new TypeError('no connection'));
  expect(await after).toBeUndefined();
  expect(status(known)).toBe('pending');
  questions[0]?.resolve(answer('approved'));
  expect(await before).toBe('approved');
  expect(status(known)).toBe('approved');
});

test('KYC-01 PWA-04 the status the device has kept is shown until the server answers, with its time', async () => {
  const { IDBFactory } = await import('fake-indexeddb');
  vi.stubGlobal('indexedDB', new IDBFactory());
  const { openVault, currentEpoch } = await import('#platform/vault/vault.ts');
  const { writeSnapshot } = await import('#platform/vault/snapshots.ts');
  await openVault('u1');
  const kept = JSON.parse(await answer('submitted').text()) as { res: string };
  const savedAt = new Date(Date.now() - 60_000);
  await writeSnapshot('identity', (await currentEpoch('u1')) ?? '', kept.res, savedAt);
  const [outcome] = await asked(1);
  await eventually(() => expect([status(known), known.asOf]).toEqual(['submitted', savedAt]));
  questions[0]?.reject(new TypeError('no connection'));
  expect(await outcome).toBeUndefined();
  expect([status(known), known.asOf]).toEqual(['submitted', savedAt]);
  const after = load();
  await eventually(() => expect(questions).toHaveLength(2));
  questions[1]?.resolve(answer('approved'));
  expect(await after).toBe('approved');
  expect(status(known)).toBe('approved');
});
