import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testStorage } from '#platform/kept/test-storage.ts';
import { eventually } from '#tests/support/eventually.ts';

const HOUR_MS = 3_600_000;
const place = {
  country: 'AU',
  countryName: 'Australia',
  continentCode: 'OC',
  currencyName: 'AUD',
  timeZone: 'UTC',
};
const answer = (id: string) => ({
  token: 't',
  refreshToken: 'r',
  user: {
    ...{ id, email: `${id}@kopa.test`, first_name: '', last_name: '', dob: '', address: '' },
    ...{ city: '', state: '', postal: '', currency_code: 'AUD', country_code: 'AU', phone: '' },
    role: 'user' as const,
    is2FA: 0,
  },
});

let hear = (_event: Pick<StorageEvent, 'key' | 'newValue'>): void => undefined;

/** The page after a reload: its modules are new, what the browser stores is not. */
async function load() {
  vi.resetModules();
  vi.stubGlobal('window', {
    addEventListener: (_kind: string, run: typeof hear) => {
      hear = run;
    },
  });
  const drafts = await import('./customer/drafts.ts');
  const session = await import('./session/session.ts');
  const signOut = await import('./session/sign-out.ts');
  await drafts.openDrafts();
  return { ...drafts, ...session, ...signOut };
}

async function records(): Promise<Map<string, unknown>> {
  const opened = indexedDB.open('kopa-device');
  await new Promise((done) => {
    opened.onsuccess = done;
  });
  const store = opened.result.transaction('records').objectStore('records');
  const [keys, values] = [store.getAllKeys(), store.getAll()];
  await new Promise((done) => {
    store.transaction.oncomplete = done;
  });
  opened.result.close();
  return new Map(keys.result.map((key, at) => [String(key), values.result[at]]));
}

/** As if the page had been gone before the device could remove it. */
async function putBack(key: string, record: unknown): Promise<void> {
  const opened = indexedDB.open('kopa-device');
  await new Promise((done) => {
    opened.onsuccess = done;
  });
  const put = opened.result.transaction('records', 'readwrite');
  put.objectStore('records').put(record, key);
  await new Promise((done) => {
    put.oncomplete = done;
  });
  opened.result.close();
}

const drafted = async (): Promise<readonly string[]> =>
  [...(await records()).keys()].filter((key) => key.startsWith('snapshot-draft-'));

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('localStorage', testStorage());
  vi.stubGlobal('sessionStorage', testStorage());
  vi.stubGlobal('document', { cookie: `XSRF-TOKEN=${'0'.repeat(32)}` });
  vi.stubGlobal('fetch', async () => Response.error());
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const form = { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', amount: '0.5' };

async function typed() {
  const page = await load();
  await page.signIn(answer('anna'), place);
  page.keepDraft('withdrawal', form);
  await eventually(async () => expect(await drafted()).toHaveLength(1));
  return page;
}

test('HARD-11 a reload keeps what was typed, and the device cannot read it', async () => {
  await typed();
  const [key = ''] = await drafted();
  const { box } = (await records()).get(key) as { box: ArrayBuffer };
  expect(new TextDecoder('latin1').decode(box)).not.toContain('bc1q');
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('bc1q');
  expect((await load()).draftOf('withdrawal')).toEqual(form);
});

test('HARD-11 a reload in the moment after a reload loses nothing, and what is sent then is not offered', async () => {
  await typed();
  const page = await load();
  const taken = page.takeDraft('withdrawal');
  page.keepDraft('withdrawal', taken);
  // Before the device has written it again.
  const again = await load();
  expect(again.takeDraft('withdrawal')).toEqual(form);
  again.keepDraft('withdrawal', form);
  again.dropDraft('withdrawal');
  expect((await load()).draftOf('withdrawal')).toBeUndefined();
});

test('HARD-11 what was sent is not offered again after a reload', async () => {
  const page = await typed();
  page.dropDraft('withdrawal');
  await eventually(async () => expect(await drafted()).toHaveLength(0));
  expect((await load()).draftOf('withdrawal')).toBeUndefined();
});

test('HARD-11 a form that was given up is not offered by a reload in the same moment, nor by a later one', async () => {
  const page = await typed();
  const [key = ''] = await drafted();
  const record = (await records()).get(key);
  page.dropDraft('withdrawal');
  const atOnce = { ...sessionStorage };
  await eventually(async () => expect(await drafted()).toHaveLength(0));
  await putBack(key, record);
  Object.assign(sessionStorage, atOnce);
  expect(await drafted()).toHaveLength(1);
  const reloaded = await load();
  expect(reloaded.draftOf('withdrawal')).toBeUndefined();
  await eventually(async () => expect(await drafted()).toHaveLength(0));
  expect((await load()).draftOf('withdrawal')).toBeUndefined();
});

test('HARD-11 what is typed after a form was given up is kept, and a reload before that offers nothing old', async () => {
  const page = await typed();
  page.dropDraft('withdrawal');
  const again = { ...form, amount: '0.7' };
  page.keepDraft('withdrawal', again);
  expect((await load()).draftOf('withdrawal')).not.toEqual(form);
  const last = await load();
  last.keepDraft('withdrawal', again);
  await eventually(async () => expect((await load()).draftOf('withdrawal')).toEqual(again));
});

test('HARD-11 another tab and another customer find nothing', async () => {
  await typed();
  const tab = sessionStorage;
  vi.stubGlobal('sessionStorage', testStorage());
  expect((await load()).draftOf('withdrawal')).toBeUndefined();
  vi.stubGlobal('sessionStorage', tab);
  const other = await load();
  await other.signIn(answer('ben'), place);
  expect(other.draftOf('withdrawal')).toBeUndefined();
  expect(await drafted()).toHaveLength(0);
});

test('HARD-30 signing out removes every draft, and the name of the tab', async () => {
  const page = await typed();
  await page.logOut();
  expect([...(await records()).keys()]).toEqual([]);
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('HARD-11 a draft is offered for a day, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T10:00:00Z') });
  const open = await typed();
  vi.setSystemTime(Date.now() + 23 * HOUR_MS);
  expect(open.draftOf('withdrawal')).toEqual(form);
  expect((await load()).draftOf('withdrawal')).toEqual(form);
  vi.setSystemTime(Date.now() + 2 * HOUR_MS);
  expect(open.draftOf('withdrawal')).toBeUndefined();
  expect((await load()).draftOf('withdrawal')).toBeUndefined();
});

test('HARD-11 what is typed while the device’s drafts are being read is newer', async () => {
  await typed();
  vi.resetModules();
  const drafts = await import('./customer/drafts.ts');
  const opening = drafts.openDrafts();
  drafts.keepDraft('withdrawal', { ...form, amount: '0.6' });
  await opening;
  expect(drafts.draftOf('withdrawal')).toEqual({ ...form, amount: '0.6' });
});

test('HARD-11 what was sent in one of two copies of a tab is not offered in the other', async () => {
  const page = await typed();
  const told: string[] = [];
  const keep = localStorage.setItem;
  localStorage.setItem = (key, value) => {
    told.push(`${key}=${value}`);
    keep.call(localStorage, key, value);
  };
  page.dropDraft('withdrawal');
  // The other tab was duplicated before that, with what it had read.
  const newValue = told.find((one) => one.startsWith('kopa-draft-gone='))?.split('=')[1] ?? null;
  page.keepDraft('withdrawal', form);
  hear({ key: 'kopa-draft-gone', newValue });
  expect(page.draftOf('withdrawal')).toBeUndefined();
  page.keepDraft('withdrawal', form);
  hear({ key: 'kopa-draft-gone', newValue: 'another-tab withdrawal' });
  expect(page.draftOf('withdrawal')).toEqual(form);
});
