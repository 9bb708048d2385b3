import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { otpTypes } from '#core/contract/account/registration.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, seal, transportKey } from '#core/envelope/envelope.ts';

const transport = transportKey(developmentKey.key, developmentKey.iv);
const answered = (body: object, status = 200): Response =>
  new Response(JSON.stringify({ res: seal(transport, body, nonceOf(new Uint8Array(16))) }), {
    status,
  });
const sent = () => answered({ status: 'success', message: 'OTP sent to your email' });
const wait = (retryAfter: number, codeCounts: boolean) => () =>
  answered({ status: 'error', code: 'TOO_MANY', message: 'Too many', retryAfter, codeCounts }, 429);
const EMAIL = 'ann@kopa.test';
const { proveEmail, resetPassword } = otpTypes;
let replies: (() => Response)[] = [];
let asked = 0;

async function load() {
  vi.resetModules();
  return import('./mailed-code.ts');
}

beforeEach(() => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  asked = 0;
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('document', { cookie: `XSRF-TOKEN=${'0'.repeat(32)}` });
  vi.stubGlobal('fetch', async () => {
    asked++;
    return replies.shift()?.();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('HARD-24 only an explicit wish makes a new code: the step goes on with the one that counts', async () => {
  replies = [sent, sent, sent];
  const { askForCode, firstCode } = await load();
  expect(await firstCode(EMAIL, proveEmail, 'no')).toEqual({ kind: 'done' });
  expect(await firstCode(EMAIL, proveEmail, 'no')).toEqual({ kind: 'counts' });
  expect(asked).toBe(1);
  // Also after a reload; but it is a code for this address and this purpose alone.
  const reloaded = await load();
  expect(await reloaded.firstCode(EMAIL, proveEmail, 'no')).toEqual({ kind: 'counts' });
  expect(await reloaded.firstCode(EMAIL, resetPassword, 'no')).toEqual({ kind: 'done' });
  expect(await askForCode(EMAIL, resetPassword, 'no')).toEqual({ kind: 'done' });
  expect(asked).toBe(3);
});

test('HARD-24 a code that is over is not gone on with', async () => {
  replies = [sent, sent];
  const { codeSince, firstCode, forgetCode } = await load();
  await firstCode(EMAIL, proveEmail, 'no');
  const now = Date.now();
  expect(codeSince(EMAIL, proveEmail, now + 599_000)).toBeDefined();
  expect(codeSince(EMAIL, proveEmail, now + 601_000)).toBeUndefined();
  expect(codeSince(EMAIL, proveEmail, now - 3_600_000)).toBeUndefined();
  forgetCode(EMAIL, proveEmail);
  expect(await firstCode(EMAIL, proveEmail, 'no')).toEqual({ kind: 'done' });
});

test('AUTH-12 AUTH-16 why no code was sent is said in the server’s words, and else in those of the page', async () => {
  const { askForCode } = await load();
  const refusal = { status: 'error', code: 'INVALID_INPUT', message: 'Mail is down.' };
  replies = [() => answered(refusal, 422), () => answered({ ...refusal, message: '' }, 422)];
  const asking = () => askForCode(EMAIL, proveEmail, 'Failed to send OTP');
  expect(await asking()).toMatchObject({ kind: 'failed', message: 'Mail is down.' });
  expect(await asking()).toMatchObject({ kind: 'failed', message: 'Failed to send OTP' });
});

test('HARD-42 a page says that a code is on its way only where one is', async () => {
  // At noon, so that so many seconds later is always tomorrow.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 5, 1, 12) });
  replies = [wait(20, true), wait(86_000, false)];
  const { firstCode, secondsToWait } = await load();
  expect(await firstCode(EMAIL, resetPassword, 'no')).toEqual({ kind: 'counts' });
  const other = 'bob@kopa.test';
  const refused = await firstCode(other, resetPassword, 'no');
  expect(refused).toMatchObject({ kind: 'wait', codeCounts: false });
  expect(refused).toMatchObject({
    message: expect.stringMatching(/^No code was sent\. You can ask again .* at \d+:\d\d [AP]M\.$/),
  });
  expect(secondsToWait(other, resetPassword)).toBeGreaterThan(80_000);
});
