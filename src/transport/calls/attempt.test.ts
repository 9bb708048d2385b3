import { afterEach, expect, test, vi } from 'vitest';
import { confirmEmailChange } from '#core/contract/account/account.ts';
import { otpTypes, sendEmailOtp } from '#core/contract/account/registration.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, seal, transportKey } from '#core/envelope/envelope.ts';
import { eventually } from '#tests/support/eventually.ts';
import { stubSignedIn } from '#transport/session/signed-in.fixture.ts';

const transport = transportKey(developmentKey.key, developmentKey.iv);
const answered = (body: object, status = 200): Response =>
  new Response(JSON.stringify({ res: seal(transport, body, nonceOf(new Uint8Array(16))) }), {
    status,
  });
const lost = () => Promise.reject(new TypeError('connection lost'));
const request = { email: 'ann@kopa.test', type: otpTypes.proveEmail };

async function attemptWith(...replies: (() => Response | Promise<Response>)[]) {
  vi.resetModules();
  const asked: string[] = [];
  stubSignedIn(async (url) => {
    asked.push(url.replace('/api', ''));
    return (replies.shift() ?? lost)();
  });
  const { attempt } = await import('./attempt.ts');
  const onLost = vi.fn();
  const outcome = await attempt(sendEmailOtp, request, { onLost });
  return { outcome, asked, told: onLost.mock.calls.length };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('HARD-42 an answer that arrives is the answer, and nothing is asked', async () => {
  const said = { status: 'success', message: 'OTP sent to your email' };
  expect(await attemptWith(() => answered(said))).toEqual({
    outcome: { ok: true, value: said },
    asked: [sendEmailOtp.path],
    told: 0,
  });
  const refused = { status: 'error', code: 'TOO_MANY', message: 'Too many', retryAfter: 9 };
  const { outcome, asked } = await attemptWith(() => answered(refused, 429));
  expect(outcome).toMatchObject({ ok: false, failure: { kind: 'refused', refusal: refused } });
  expect(asked).toHaveLength(1);
});

test('HARD-42 where the answer is lost, what became of it is asked until the server says', async () => {
  const said = { status: 'success', message: 'OTP sent to your email' };
  const { outcome, asked, told } = await attemptWith(lost, () =>
    answered({ status: 'success', data: { outcome: 'done', answer: said } }),
  );
  expect(outcome).toEqual({ ok: true, value: said });
  expect(asked).toEqual([sendEmailOtp.path, '/users/get-attempt-outcome']);
  expect(told).toBe(1);
});

test('HARD-42 what never happened failed as it failed', async () => {
  const { outcome } = await attemptWith(lost, () =>
    answered({ status: 'success', data: { outcome: 'never' } }),
  );
  expect(outcome).toEqual({ ok: false, failure: { kind: 'network' } });
});

test('READ-01 what became of a change of one customer is told to nobody who came after them', async () => {
  vi.resetModules();
  const later: ((response: Response) => void)[] = [];
  const replies = [lost, () => new Promise<Response>((resolve) => later.push(resolve))];
  stubSignedIn(async () => (replies.shift() ?? lost)());
  const { attempt } = await import('./attempt.ts');
  const { session } = await import('#transport/session/session.ts');
  const told = vi.fn();
  void attempt(confirmEmailChange, { email: 'new@kopa.test', code: '12345678' }).then(told);
  await eventually(() => expect(later).toHaveLength(1));
  if (session.user) session.user = { ...session.user, id: 'somebody else' };
  const said = { status: 'success' };
  later[0]?.(answered({ status: 'success', data: { outcome: 'done', answer: said } }));
  await new Promise((done) => setTimeout(done));
  await new Promise((done) => setTimeout(done));
  expect(told).not.toHaveBeenCalled();
});

test('HARD-98 nobody asks on what became of a change once its customer is gone', async () => {
  vi.resetModules();
  vi.useFakeTimers();
  try {
    let asked = 0;
    stubSignedIn(async (url) => {
      if (url.endsWith('/get-attempt-outcome')) asked += 1;
      return lost();
    });
    const { attempt } = await import('./attempt.ts');
    const { session } = await import('#transport/session/session.ts');
    const told = vi.fn();
    void attempt(confirmEmailChange, { email: 'new@kopa.test', code: '12345678' }).then(told);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBeGreaterThan(3);
    if (session.user) session.user = { ...session.user, id: 'somebody else' };
    await vi.advanceTimersByTimeAsync(20_000);
    const last = asked;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked).toBe(last);
    expect(told).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});
