import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, seal, transportKey } from '#core/envelope/envelope.ts';
import { eventually } from '#tests/support/eventually.ts';
import { stubSignedIn } from '#transport/session/signed-in.fixture.ts';

const transport = transportKey(developmentKey.key, developmentKey.iv);
const at = '2026-05-13T10:42:00Z';

const answer = (text: string): Response => {
  const data = [{ notice_id: text, text, at }];
  const body = { status: 'success', data, as_of: at, recovery_due: at };
  return Response.json({ res: seal(transport, body, nonceOf(new Uint8Array(16))) });
};

let asked: PromiseWithResolvers<Response>[];

/** The question of this place, as soon as it has been asked. */
const question = (place: number) =>
  eventually(() => {
    const one = asked[place];
    if (!one) throw new Error('not asked yet');
    return one;
  });

beforeEach(() => {
  vi.resetModules();
  asked = [];
  stubSignedIn(() => {
    const one = Promise.withResolvers<Response>();
    asked.push(one);
    return one.promise;
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('READ-01 a notice that comes after its customer left is shown to nobody, also after a second look meanwhile', async () => {
  const { showNotices } = await import('./notices.ts');
  const { session } = await import('#transport/session/session.ts');
  const { recovery } = await import('#transport/session/recovery-due.ts');
  const { toast } = await import('#ui/feedback/toasts.ts');
  const told = () => toast.list.value.map(({ text }) => text);
  void showNotices(0);
  void showNotices(0);
  const adas = await question(0);
  if (session.user) session.user = { ...session.user, id: 'u2' };
  adas.resolve(answer('for the former customer'));
  void showNotices(0);
  (await question(1)).resolve(answer('for the next'));
  await eventually(() => expect(told()).toEqual(['for the next']));
  expect(recovery.due).toBe(at);
  if (session.user) session.user = { ...session.user, id: 'u3' };
  expect(recovery.due).toBeUndefined();
});
