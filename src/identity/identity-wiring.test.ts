import { afterEach, expect, test, vi } from 'vitest';
import { identityEnded } from '#transport/session/identity-ended.ts';
import { session } from '#transport/session/session.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { verificationDeps } from './identity-wiring.ts';

const before = { ...session };

afterEach(() => {
  Object.assign(session, before);
  vi.unstubAllGlobals();
});

const customer = (id: string) => ({
  token: `token of ${id}`,
  refreshToken: `refresh of ${id}`,
  user: { id, email: `${id}@kopa.test` },
  isAuthenticated: true,
});

test('SESS-08 KYC-03 what is decided of one customer after another signed in is said of nobody and signs nobody out', async () => {
  const asked = vi.fn();
  vi.stubGlobal('fetch', asked);
  Object.assign(session, customer('old'));
  const deps = verificationDeps();
  Object.assign(session, customer('new'));
  const answered = vi.fn();
  void deps.report({ status: 'rejected' }).then(answered);
  void deps.token().then(answered);
  deps.complain('Failed to update KYC status. Please try again.');
  void deps.reject();
  void deps.startOver();
  // Whatever these began would have run by then.
  await new Promise((resolve) => setTimeout(resolve));
  expect(answered).not.toHaveBeenCalled();
  expect(asked).not.toHaveBeenCalled();
  expect(toast.list.value).toHaveLength(0);
  expect(identityEnded.value).toBeUndefined();
  expect(session.user?.id).toBe('new');
});
