import { beforeEach, expect, test, vi } from 'vitest';
import { followHistory, goesByApp } from '#platform/history-state.ts';
import { draftOf, dropDraft, forgetDrafts, keepDraft, takeDraft } from './drafts.ts';
import { session } from './session.ts';
import { endSession, sessionExpired } from './session-expired.ts';

const user = (id: string) => ({
  id,
  email: `${id}@kopa.test`,
  first_name: '',
  last_name: '',
  dob: '',
  address: '',
  city: '',
  state: '',
  postal: '',
  currency_code: 'AUD',
  country_code: 'AU',
  phone: '',
  role: 'user' as const,
  is2FA: 0,
});

beforeEach(() => {
  forgetDrafts();
  sessionExpired.value = false;
  session.user = user('one');
});

test('BEY-11 a draft outlives the session that the server ended, for the same customer', async () => {
  keepDraft('form', 'typed');
  await endSession();
  expect(draftOf('form')).toBeUndefined();
  // What is written down while the page is being taken away is theirs too.
  keepDraft('other', 'typed later');
  session.user = user('one');
  expect(draftOf('form')).toBe('typed');
  expect(draftOf('other')).toBe('typed later');
  dropDraft('form');
  expect(draftOf('form')).toBeUndefined();
});

test('BEY-11 another customer finds no draft, and theirs ends the first one’s', async () => {
  keepDraft('form', 'typed');
  await endSession();
  session.user = user('two');
  expect(draftOf('form')).toBeUndefined();
  keepDraft('other', 'theirs');
  session.user = user('one');
  expect(draftOf('form')).toBeUndefined();
  expect(draftOf('other')).toBeUndefined();
});

test('BEY-11 nobody’s draft is not kept', () => {
  session.user = null;
  keepDraft('form', 'typed');
  session.user = user('one');
  expect(draftOf('form')).toBeUndefined();
});

test('what was left is found by whoever comes back, and whoever follows a link begins anew', () => {
  let back = (): void => undefined;
  vi.stubGlobal('window', {
    addEventListener: (_sign: string, listener: () => void) => {
      back = listener;
    },
  });
  followHistory();
  keepDraft('form', 'typed', true);
  goesByApp();
  expect(draftOf('form')).toBeUndefined();
  back();
  expect(draftOf('form')).toBe('typed');
  goesByApp();
  expect(takeDraft('form')).toBeUndefined();
  back();
  expect(draftOf('form')).toBeUndefined();
  vi.unstubAllGlobals();
});
