import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { API_BASE } from '#core/contract/endpoint.ts';
import { getOperationOutcome } from '#core/contract/operation.ts';
import { getNewToken } from '#core/contract/session.ts';
import { getWalletList } from '#core/contract/wallet.ts';
import { createWithdrawal } from '#core/contract/withdrawal.ts';
import { testStorage } from '#platform/test-storage.ts';

const PROBE = '/healthz';
const HOUR_MS = 60 * 60_000;

/** What is asked and never answered; the rest is answered as a server that is well would. */
let silent: readonly string[];
let asked: string[];

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  asked = [];
  const user = { id: 'u1', email: 'a@kopa.test' };
  const session = { token: 't', refreshToken: 'r', user, isAuthenticated: true };
  vi.stubGlobal('localStorage', testStorage({ 'auth-storage': JSON.stringify(session) }));
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', { cookie: `XSRF-TOKEN=${'0'.repeat(32)}` });
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    const path = url.startsWith(API_BASE) ? url.slice(API_BASE.length) : url;
    asked.push(path);
    if (!silent.includes(path)) {
      return Promise.resolve(Response.json({}, { status: path === PROBE ? 200 : 401 }));
    }
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** What has come of something so far. */
function follow<T>(work: Promise<T>): { result?: T } {
  const followed: { result?: T } = {};
  void work.then((result) => {
    followed.result = result;
  });
  return followed;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function withdraw() {
  const { newIntent, openIntents } = await import('./intents.ts');
  const { askOutcome, perform } = await import('./once.ts');
  const request = { amount: '1', cryptoAddress: 'a', paymentRouteId: 'btc-bitcoin', fee: '0' };
  const intent = newIntent(createWithdrawal.path, {});
  return {
    intent,
    openIntents,
    send: () => perform(intent, createWithdrawal, request),
    ask: () => askOutcome(intent, createWithdrawal),
  };
}

test('BEY-02 a money write that is never answered has an unknown outcome, and is asked about', async () => {
  silent = [createWithdrawal.path, getOperationOutcome.path];
  const { intent, openIntents, send, ask } = await withdraw();
  const sent = follow(send());
  await pass(44_999);
  expect(sent).toEqual({});
  await pass(1);
  expect(sent.result).toEqual({ kind: 'unknown' });
  expect(openIntents()).toEqual([intent]);
  // A question that is never answered either gives way to the next one.
  const question = follow(ask());
  await pass(15_000);
  expect(question.result).toEqual({ kind: 'unknown' });
});

test('SESS-09 a refresh that is never answered fails and leaves the customer signed in', async () => {
  silent = [getNewToken.path];
  const { call } = await import('./call.ts');
  const { session } = await import('./session.ts');
  const read = follow(call(getWalletList, {}));
  await pass(14_999);
  expect(read).toEqual({});
  await pass(1);
  expect(read.result).toEqual({ ok: false, failure: { kind: 'timeout' } });
  expect(session.isAuthenticated).toBe(true);
  // Nobody waits for it any more.
  asked = [];
  void call(getWalletList, {});
  await pass(0);
  expect(asked).toContain(getWalletList.path);
});

test('NET-03 a read is waited for as long as the server answers others', async () => {
  silent = [getWalletList.path];
  const { call } = await import('./call.ts');
  const { online } = await import('#platform/network.ts');
  const read = follow(call(getWalletList, {}));
  await pass(HOUR_MS);
  expect(read).toEqual({});
  expect(online.value).toBe(true);
});

test('BEY-23 a connection that swallows everything counts as none, and what waits is not waited for', async () => {
  silent = [getWalletList.path, PROBE];
  const { call } = await import('./call.ts');
  const { online } = await import('#platform/network.ts');
  const read = follow(call(getWalletList, {}));
  await pass(9_999);
  expect(asked).toEqual([getWalletList.path]);
  await pass(10_001);
  expect(read.result).toEqual({ ok: false, failure: { kind: 'network' } });
  expect(online.value).toBe(false);
  silent = [];
  await pass(5_000);
  expect(online.value).toBe(true);
});

test('NET-03 whose caller leaves is aborted, and says nothing about the connection', async () => {
  silent = [getWalletList.path];
  const { call } = await import('./call.ts');
  const { online } = await import('#platform/network.ts');
  const caller = new AbortController();
  const read = follow(call(getWalletList, {}, { signal: caller.signal }));
  await pass(1);
  caller.abort();
  await pass(0);
  expect(read.result).toEqual({ ok: false, failure: { kind: 'aborted' } });
  expect(online.value).toBe(true);
});
