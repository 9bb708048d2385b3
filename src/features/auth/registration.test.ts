import { afterEach, expect, test, vi } from 'vitest';
import { stubSignedIn } from '#transport/signed-in.fixture.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('SESS-08 AUTH-13 what was typed to create an account is gone once somebody has signed out', async () => {
  vi.resetModules();
  stubSignedIn(async () => new Response('{}'));
  const { emptyRegistration, keepRegistration, registrationDraft } = await import(
    './registration.ts'
  );
  const { logOut } = await import('#transport/sign-out.ts');
  keepRegistration({
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'ann@kopa.test',
    password: 'Secret-1!',
    confirmation: 'Secret-1!',
    dateOfBirth: '1990-01-01',
  });
  vi.stubGlobal('window', { addEventListener: () => undefined });
  await logOut();
  expect(registrationDraft()).toEqual(emptyRegistration);
});
