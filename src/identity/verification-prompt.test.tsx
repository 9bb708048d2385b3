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
  const { rendered, words } = await import('#ui/hooks/rendered.fixture.tsx');
  const said = (status: string | undefined): string => {
    const data = status && { kyc_data: [{ kyc_property: 'kyc_status', kyc_value: status }] };
    const asOf = status && new Date(0);
    Object.assign(kyc, { data, asOf, failure: status ? undefined : 'no connection' });
    return words(
      rendered(<VerificationPrompt onClose={() => undefined}>To withdraw.</VerificationPrompt>),
    );
  };
  const answered = said('pending');
  expect(answered).toContain('Check again');
  expect(answered).not.toMatch(/could not load|Complete Verification/);
  const unanswered = said(undefined);
  expect(unanswered).toMatch(/could not load your verification status\..*Check again/);
  // Only these start anew.
  for (const status of ['not_started', 'incomplete'] as const) {
    expect(said(status)).toContain('Complete Verification');
  }
  for (const status of ['rejected', 'submitted'] as const) {
    expect(said(status)).not.toContain('Complete Verification');
  }
});
