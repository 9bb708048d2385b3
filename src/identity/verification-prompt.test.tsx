import { afterEach, expect, test, vi } from 'vitest';
import { stubSignedIn } from '#transport/session/signed-in.fixture.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('SPEC-10 the status pending has a way on, and is called unloaded only if it was', async () => {
  vi.resetModules();
  stubSignedIn(async () => new Response('{}'));
  const { VerificationPrompt } = await import('./verification-prompt.tsx');
  const { kyc } = await import('#transport/session/kyc.ts');
  const { session } = await import('#transport/session/session.ts');
  const { rendered, words } = await import('#ui/hooks/rendered.fixture.tsx');
  const said = (known: Partial<typeof kyc>): string => {
    Object.assign(kyc, { of: session.user?.id, data: undefined, asOf: undefined, ...known });
    return words(
      rendered(<VerificationPrompt onClose={() => undefined}>To withdraw.</VerificationPrompt>),
    );
  };
  const answered = said({ status: 'pending', asOf: new Date(0) });
  expect(answered).toContain('Check again');
  expect(answered).not.toMatch(/could not load|Complete Verification/);
  const unanswered = said({ status: 'pending' });
  expect(unanswered).toMatch(/could not load your verification status\..*Check again/);
  // Only these start anew.
  for (const status of ['not_started', 'incomplete'] as const) {
    expect(said({ status, asOf: new Date(0) })).toContain('Complete Verification');
  }
  for (const status of ['rejected', 'submitted'] as const) {
    expect(said({ status, asOf: new Date(0) })).not.toContain('Complete Verification');
  }
});
