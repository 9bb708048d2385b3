import { afterEach, expect, test, vi } from 'vitest';
import { testStorage } from '#platform/kept/test-storage.ts';
import { stubSignedIn } from '#transport/session/signed-in.fixture.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('SESS-08 AUTH-13 what was typed to create an account is gone once somebody has signed out', async () => {
  vi.resetModules();
  stubSignedIn(async () => new Response('{}'));
  const { emptyRegistration, keepRegistration, registrationDraft } = await import(
    './registration-draft.ts'
  );
  const { logOut } = await import('#transport/session/sign-out.ts');
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

const form = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@kopa.test',
  password: 'Secret-1!',
  confirmation: 'Secret-1!',
  dateOfBirth: '1990-01-01',
};

/** The sign-in page as a visitor loads it; what the tab stores outlives that. */
async function load() {
  vi.resetModules();
  return import('./registration-draft.ts');
}

test('HARD-11 HARD-36 a reload keeps the form of a new account and its tab, but no password', async () => {
  vi.stubGlobal('sessionStorage', testStorage());
  (await load()).keepRegistration(form);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Secret');
  const { registrationDraft, draftTab } = await load();
  expect(registrationDraft()).toEqual({ ...form, password: '', confirmation: '' });
  expect(draftTab()).toBe('signup');
});

test('HARD-36 the address typed to sign in is the one of the new account, and nothing else is lost', async () => {
  vi.stubGlobal('sessionStorage', testStorage());
  const { keepEmail, keepRegistration, keepTab, registrationDraft, draftTab } = await load();
  keepRegistration(form);
  keepTab('signin');
  keepEmail('lee@kopa.test');
  expect(registrationDraft()).toEqual({ ...form, email: 'lee@kopa.test' });
  expect(draftTab()).toBe('signin');
});

test('HARD-11 the form of a new account is kept for a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T10:00:00Z') });
  vi.stubGlobal('sessionStorage', testStorage());
  (await load()).keepRegistration(form);
  vi.setSystemTime(Date.parse('2026-11-24T09:00:00Z'));
  expect((await load()).registrationDraft().email).toBe(form.email);
  vi.setSystemTime(Date.parse('2026-11-24T11:00:00Z'));
  const { emptyRegistration, registrationDraft } = await load();
  expect(registrationDraft()).toEqual(emptyRegistration);
});
