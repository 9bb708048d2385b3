import { beforeEach, expect, test, vi } from 'vitest';
import { followHistory, goesByApp } from '#platform/kept/history-state.ts';
import { session } from '#transport/session/session.ts';
import { endSession, sessionExpired } from '#transport/session/session-expired.ts';
import { draftOf, dropDraft, forgetDrafts, keepDraft, takeDraft } from './drafts.ts';

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
  keepDraft('swap', 'typed');
  await endSession();
  expect(draftOf('swap')).toBeUndefined();
  // What is written down while the page is being taken away is theirs too.
  keepDraft('sell', 'typed later');
  session.user = user('one');
  expect(draftOf('swap')).toBe('typed');
  expect(draftOf('sell')).toBe('typed later');
  dropDraft('swap');
  expect(draftOf('swap')).toBeUndefined();
});

test('BEY-11 another customer finds no draft, and theirs ends the first one’s', async () => {
  keepDraft('swap', 'typed');
  await endSession();
  session.user = user('two');
  expect(draftOf('swap')).toBeUndefined();
  keepDraft('sell', 'theirs');
  session.user = user('one');
  expect(draftOf('swap')).toBeUndefined();
  expect(draftOf('sell')).toBeUndefined();
});

test('BEY-11 nobody’s draft is not kept', () => {
  session.user = null;
  keepDraft('swap', 'typed');
  session.user = user('one');
  expect(draftOf('swap')).toBeUndefined();
});

test('what was left is found by whoever comes back, and whoever follows a link begins anew', () => {
  let back = (): void => undefined;
  vi.stubGlobal('window', {
    addEventListener: (_sign: string, listener: () => void) => {
      back = listener;
    },
  });
  followHistory();
  keepDraft('swap', 'typed', true);
  goesByApp();
  expect(draftOf('swap')).toBeUndefined();
  back();
  expect(draftOf('swap')).toBe('typed');
  goesByApp();
  expect(takeDraft('swap')).toBeUndefined();
  back();
  expect(draftOf('swap')).toBeUndefined();
  vi.unstubAllGlobals();
});
