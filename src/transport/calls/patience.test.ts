import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changePassword } from '#core/contract/account/account.ts';
import { getNewToken } from '#core/contract/account/session.ts';
import { API_BASE } from '#core/contract/endpoint.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { getOperationOutcome } from '#core/contract/operation.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { testStorage } from '#platform/kept/test-storage.ts';

const PROBE = '/healthz';
const HOUR_MS = 60 * 60_000;

/** What is asked and never answered; the rest is answered as a server that is well would. */
let silent: readonly string[];
let asked: string[];
/** Silent requests that were given up. */
let stopped: string[];
/** How to reset the connections of silent requests, in the order they were made. */
let resets: (() => void)[];
/** An answer that comes in parts. */
let slow: Response | undefined;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  asked = [];
  stopped = [];
  resets = [];
  slow = undefined;
  const user = { id: 'u1', email: 'a@kopa.test' };
  const session = { token: 't', refreshToken: 'r', user, isAuthenticated: true };
  vi.stubGlobal('localStorage', testStorage({ 'auth-storage': JSON.stringify(session) }));
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', { cookie: `XSRF-TOKEN=${'0'.repeat(32)}` });
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    const path = url.startsWith(API_BASE) ? url.slice(API_BASE.length) : url;
    asked.push(path);
    if (slow && path === getWalletList.path) return Promise.resolve(slow);
    if (!silent.includes(path)) {
      return Promise.resolve(Response.json({}, { status: path === PROBE ? 200 : 401 }));
    }
    return new Promise((_, reject) => {
      resets.push(() => reject(new TypeError('connection reset')));
      signal.addEventListener('abort', () => {
        stopped.push(path);
        reject(signal.reason);
      });
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
  const { newIntent, openIntents } = await import('#transport/customer/intents.ts');
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
  const { session } = await import('#transport/session/session.ts');
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

const asksFor = ({ path }: { readonly path: string }): number =>
  asked.filter((one) => one === path).length;

test('READ-02 a read that no answer begins to is asked once more beside the first, and given up with words', async () => {
  silent = [getWalletList.path];
  const { call } = await import('./call.ts');
  const { online } = await import('#platform/page/online.ts');
  const read = follow(call(getWalletList, {}));
  await pass(14_999);
  expect(asksFor(getWalletList)).toBe(1);
  await pass(1);
  expect(asksFor(getWalletList)).toBe(2);
  await pass(59_999);
  expect(read).toEqual({});
  await pass(1);
  expect(read.result).toEqual({ ok: false, failure: { kind: 'timeout' } });
  expect(asksFor(getWalletList)).toBe(2);
  expect(online.value).toBe(true);
});

test('READ-02 the second question counts if the first connection is stuck, which is then given up', async () => {
  silent = [getWalletList.path];
  const { call } = await import('./call.ts');
  const read = follow(call(getWalletList, {}));
  await pass(14_999);
  silent = [];
  await pass(1);
  expect(read.result).toMatchObject({ ok: false, failure: { kind: 'unreadable', status: 401 } });
  expect(stopped).toEqual([getWalletList.path]);
});

test('READ-02 a connection that is reset ends its own question, and not the other one', async () => {
  silent = [getWalletList.path];
  const { call } = await import('./call.ts');
  for (const [reset, left] of [
    [0, 1],
    [1, 0],
  ] as const) {
    resets = [];
    const read = follow(call(getWalletList, {}));
    await pass(15_000);
    resets[reset]?.();
    await pass(0);
    expect(read).toEqual({});
    // Once both are lost there is nothing to wait for.
    resets[left]?.();
    await pass(0);
    expect(read.result).toEqual({ ok: false, failure: { kind: 'network' } });
  }
  const alone = follow(call(getWalletList, {}));
  await pass(0);
  resets.at(-1)?.();
  await pass(0);
  expect(alone.result).toEqual({ ok: false, failure: { kind: 'network' } });
});

test('READ-02 an answer that has begun is waited for while parts of it come', async () => {
  silent = [getWalletList.path];
  const { call } = await import('./call.ts');
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      body = controller;
    },
  });
  slow = new Response(stream, { status: 401 });
  const read = follow(call(getWalletList, {}));
  for (let part = 0; part < 5; part += 1) {
    await pass(50_000);
    body?.enqueue(new TextEncoder().encode('{'));
  }
  await pass(59_000);
  expect(asksFor(getWalletList)).toBe(1);
  expect(read).toEqual({});
  body?.close();
  await pass(0);
  expect(read.result).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
});

test('NET-03 a write without a limit of its own is waited for as long as the server answers others', async () => {
  silent = [changePassword.path];
  const { call } = await import('./call.ts');
  const write = follow(call(changePassword, { oldPassword: 'a', newPassword: 'b' }));
  await pass(HOUR_MS);
  expect(write).toEqual({});
  expect(asksFor(changePassword)).toBe(1);
});

test('BEY-23 a connection that swallows everything counts as none, and what waits is not waited for', async () => {
  silent = [getWalletList.path, PROBE];
  const { call } = await import('./call.ts');
  const { online } = await import('#platform/page/online.ts');
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
  const { online } = await import('#platform/page/online.ts');
  const caller = new AbortController();
  const read = follow(call(getWalletList, {}, { signal: caller.signal }));
  await pass(1);
  caller.abort();
  await pass(0);
  expect(read.result).toEqual({ ok: false, failure: { kind: 'aborted' } });
  expect(online.value).toBe(true);
});
