import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changePassword } from '#core/contract/account/account.ts';
import { getKycStatus } from '#core/contract/account/identity.ts';
import { login } from '#core/contract/account/session.ts';
import { REPEATS_HEADER } from '#core/contract/endpoint.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import type { Refusal, RefusalCode } from '#core/contract/refusal.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, open, seal, transportKey } from '#core/envelope/envelope.ts';
import type { Outcome } from '#core/failure.ts';
import { exchange } from './exchange.ts';

const transport = transportKey(developmentKey.key, developmentKey.iv);
const repeated: Refusal = { status: 'error', code: 'REPEATED', message: 'Twice.' };
const answered = { status: 'success', data: { kyc_data: [] } };

/** The nonce of each request that was sent, and the one it says it repeats. */
let sent: (readonly [nonce: unknown, repeats: string | null])[];

/** A network that sends the first requests twice: what comes back is the answer to the second copy. */
function twice(times: number): void {
  vi.stubGlobal('fetch', async (_: string, { body, headers }: RequestInit) => {
    const { req } = JSON.parse(String(body)) as { req: string };
    sent.push([open(transport, req)?.nonce, new Headers(headers).get(REPEATS_HEADER)]);
    const refused = sent.length <= times;
    const res = seal(transport, refused ? repeated : answered, nonceOf(new Uint8Array(16)));
    return new Response(JSON.stringify({ res }), { status: refused ? 409 : 200 });
  });
}

beforeEach(() => {
  sent = [];
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', { cookie: `XSRF-TOKEN=${'0'.repeat(32)}` });
});
afterEach(() => vi.unstubAllGlobals());

test('HARD-05 a read that the network sent twice is sent once more, with a fresh nonce', async () => {
  twice(1);
  expect(await exchange(getKycStatus, {}, undefined)).toMatchObject({ ok: true });
  const [[first, of], [second, repeats]] = sent as [(typeof sent)[0], (typeof sent)[0]];
  expect(sent).toHaveLength(2);
  expect(second).not.toBe(first);
  expect([of, repeats]).toEqual([null, first]);
});

test('HARD-05 so is a sign-in, and never more than once', async () => {
  twice(9);
  const outcome = await exchange(login, { email: 'a@kopa.test', password: 'x' }, undefined);
  expect(outcome).toEqual({ ok: false, failure: { kind: 'network', unknown: 'repeat' } });
  expect(sent).toHaveLength(2);
});

const withdrawal = { amount: '1', cryptoAddress: 'a', paymentRouteId: 'btc-bitcoin', fee: '0' };
test.each([
  ['a withdrawal', () => exchange(createWithdrawal, withdrawal, undefined)],
  [
    'a change of the password',
    () => exchange(changePassword, { newPassword: 'a', oldPassword: 'b' }, undefined),
  ],
])('HARD-05 %s is not: its answer is lost, as on any bad network', async (_, ask) => {
  twice(1);
  const unknown = 'look';
  expect(await ask()).toEqual({ ok: false, failure: { kind: 'network', unknown } });
  expect(sent).toHaveLength(1);
});

const unread = () => Promise.resolve(new Response('<p>Bad gateway</p>', { status: 502 }));
const failedWith = (code: RefusalCode, status: number) => () =>
  Promise.resolve(
    new Response(
      JSON.stringify({
        res: seal(transport, { ...repeated, code }, nonceOf(new Uint8Array(16))),
      }),
      { status },
    ),
  );
const cut = () => Promise.reject(new TypeError('connection lost'));

test.each([
  ['a broken connection', cut],
  ['a page of a proxy', unread],
  ['an error of the server', failedWith('UNAVAILABLE', 503)],
])(
  'READ-04 after %s it is not known whether a write happened, and a read just failed',
  async (_, answer) => {
    vi.stubGlobal('fetch', answer);
    const unknownOf = async (asking: Promise<Outcome<unknown>>) => {
      const outcome = await asking;
      return outcome.ok ? 'answered' : outcome.failure.unknown;
    };
    const change = { newPassword: 'a', oldPassword: 'b' };
    expect(await unknownOf(exchange(changePassword, change, undefined))).toBe('look');
    const signIn = { email: 'a@kopa.test', password: 'x' };
    expect(await unknownOf(exchange(login, signIn, undefined))).toBe('repeat');
    expect(await unknownOf(exchange(getKycStatus, {}, undefined))).toBeUndefined();
  },
);

test('READ-04 what the server refused did not happen, nor what was never sent', async () => {
  const change = { newPassword: 'a', oldPassword: 'b' };
  vi.stubGlobal('fetch', failedWith('INVALID_CREDENTIALS', 422));
  const refused = await exchange(changePassword, change, undefined);
  expect(refused).toMatchObject({ ok: false, failure: { kind: 'refused' } });
  expect(refused).not.toHaveProperty('failure.unknown');
  vi.stubGlobal('navigator', { onLine: false });
  expect(await exchange(changePassword, change, undefined)).toEqual({
    ok: false,
    failure: { kind: 'offline' },
  });
});

test('NET-01 a refusal whose code only a newer server knows is still refused, in its own words', async () => {
  const newer = { status: 'error', code: 'MOON_FULL', message: 'Not at full moon.' };
  vi.stubGlobal('fetch', () => {
    const res = seal(transport, newer, nonceOf(new Uint8Array(16)));
    return Promise.resolve(new Response(JSON.stringify({ res }), { status: 422 }));
  });
  const outcome = await exchange(createWithdrawal, withdrawal, undefined);
  expect(outcome).toMatchObject({ ok: false, failure: { kind: 'refused', refusal: newer } });
});
