import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { API_BASE } from '#core/contract/endpoint.ts';
import { cancelWithdrawal } from '#core/contract/money/withdrawal.ts';
import { eventually } from '#tests/support/eventually.ts';
import { stubSignedIn } from '#transport/session/signed-in.fixture.ts';

/** What was asked, in the order it was sent. */
let asked: { readonly path: string; readonly answered: PromiseWithResolvers<Response> }[];

beforeEach(() => {
  vi.resetModules();
  asked = [];
  stubSignedIn((url: string) => {
    const answered = Promise.withResolvers<Response>();
    asked.push({ path: url.slice(API_BASE.length), answered });
    return answered.promise;
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('BEY-15 SESS-08 what became of a cancelling that failed is not asked for as somebody else', async () => {
  const { session } = await import('#transport/session/session.ts');
  const { followedWithdrawal } = await import('./withdrawal-wiring.ts');
  const { cancel } = followedWithdrawal('one');
  const { toast } = await import('#ui/feedback/toasts.ts');
  void cancel();
  await eventually(() => expect(asked.map(({ path }) => path)).toEqual([cancelWithdrawal.path]));
  if (session.user) session.user = { ...session.user, id: 'u2' };
  asked[0]?.answered.reject(new TypeError('no connection'));
  // All that waits for nothing but its turn has run by then.
  for (let turn = 0; turn < 10; turn += 1) await new Promise((done) => setImmediate(done));
  expect(asked.map(({ path }) => path)).toEqual([cancelWithdrawal.path]);
  expect(toast.list.value).toEqual([]);
});
