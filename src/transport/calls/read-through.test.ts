import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listReceiving } from '#core/contract/money/funds.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, seal, transportKey } from '#core/envelope/envelope.ts';
import { KEPT_CONTRACT } from '#core/snapshot.ts';
import { testStorage } from '#platform/kept/test-storage.ts';
import { eventually } from '#tests/support/eventually.ts';

const own = transportKey(developmentKey.key, developmentKey.iv);
const rotated = transportKey('7f'.repeat(32), '3c'.repeat(16));
const nonce = nonceOf(new Uint8Array(16));
const savedAt = new Date(Date.now() - 60_000);
const answer = {
  status: 'success',
  data: { addresses: [], incoming: [] },
  as_of: savedAt.toISOString(),
};
const lacking = { status: 'success', as_of: savedAt.toISOString() };

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('indexedDB', new IDBFactory());
  const user = { id: 'anna', email: 'anna@kopa.test' };
  const stored = { token: 't', refreshToken: 'r', user };
  vi.stubGlobal('localStorage', testStorage({ 'auth-storage': JSON.stringify(stored) }));
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('document', { cookie: '' });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** An installed app without a connection, with this text kept by an earlier build. */
async function offline(text: string) {
  const { openVault, currentEpoch } = await import('#platform/vault/vault.ts');
  const { readSnapshot, writeSnapshot } = await import('#platform/vault/snapshots.ts');
  const { unreadCopies } = await import('#platform/kept/unread-copies.ts');
  const { readThrough } = await import('./read-through.ts');
  await openVault('anna');
  await writeSnapshot('receiving', (await currentEpoch('anna')) ?? '', text, savedAt);
  const shown: unknown[] = [];
  const outcome = await readThrough('receiving', listReceiving, {}, (read, { asOf, source }) => {
    shown.push({ data: read.data, asOf, source });
  });
  expect(outcome).toEqual({ ok: false, failure: { kind: 'offline' } });
  const snapshot = await readSnapshot('receiving', 'anna');
  return {
    shown,
    unread: unreadCopies.value.get('receiving'),
    kept: typeof snapshot === 'object' ? snapshot.text : snapshot,
  };
}

const isShown = [{ data: answer.data, asOf: savedAt, source: 'snapshot' }];
const opened = (contract: number, part: object): string =>
  JSON.stringify({ contract, answer: part });

test('HARD-72 an opened copy needs no key of the transport', async () => {
  const text = opened(KEPT_CONTRACT, answer);
  expect(await offline(text)).toEqual({ shown: isShown, unread: undefined, kept: text });
});

test('HARD-72 a copy kept by another contract is shown where this one can read it', async () => {
  const text = opened(KEPT_CONTRACT + 1, answer);
  expect(await offline(text)).toEqual({ shown: isShown, unread: undefined, kept: text });
});

test('HARD-72 a copy that earlier apps kept sealed is shown, and is kept opened from then on', async () => {
  const { shown, unread, kept } = await offline(seal(own, answer, nonce));
  expect({ shown, unread }).toEqual({ shown: isShown, unread: undefined });
  expect(JSON.parse(kept ?? '')).toMatchObject({ contract: KEPT_CONTRACT, answer });
});

test.each([
  ['was sealed under a key of the transport that has changed', seal(rotated, answer, nonce)],
  ['lacks what this contract wants', opened(KEPT_CONTRACT + 1, lacking)],
  ['lacks it and was sealed', seal(own, lacking, nonce)],
])('HARD-72 a copy that %s is said to be another version’s, and stays', async (_, text) => {
  expect(await offline(text)).toEqual({ shown: [], unread: 'foreign', kept: text });
});

test('HARD-72 a broken copy of this contract is removed, and counts as none', async () => {
  const text = opened(KEPT_CONTRACT, lacking);
  expect(await offline(text)).toEqual({ shown: [], unread: undefined, kept: undefined });
});

const answeredAt = new Date();

/**
 * An app whose copy is read only when `read` is called, and whose server answers when `answered` is; with what was
 * shown, in its order.
 */
async function between() {
  let read = (): void => undefined;
  let answered = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    read = resolve;
  });
  const response = new Promise<Response>((resolve) => {
    answered = () =>
      resolve(
        Response.json({ res: seal(own, { ...answer, as_of: answeredAt.toISOString() }, nonce) }),
      );
  });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', { cookie: `XSRF-TOKEN=${'0'.repeat(32)}` });
  vi.stubGlobal('fetch', () => response);
  let looked = 0;
  vi.doMock('#platform/vault/snapshots.ts', async (actual) => {
    const real = await actual<typeof import('#platform/vault/snapshots.ts')>();
    const readSnapshot = async (...of: Parameters<typeof real.readSnapshot>) => {
      await slow;
      const found = await real.readSnapshot(...of);
      looked += 1;
      return found;
    };
    return { ...real, readSnapshot };
  });
  const { openVault, currentEpoch } = await import('#platform/vault/vault.ts');
  const { writeSnapshot } = await import('#platform/vault/snapshots.ts');
  const { unreadCopies } = await import('#platform/kept/unread-copies.ts');
  const { session } = await import('#transport/session/session.ts');
  const { readThrough } = await import('./read-through.ts');
  vi.doUnmock('#platform/vault/snapshots.ts');
  /** What the device keeps before the page asks. */
  const keeps = async (text: string): Promise<void> => {
    await openVault('anna');
    await writeSnapshot('receiving', (await currentEpoch('anna')) ?? '', text, savedAt);
  };
  const shown: string[] = [];
  const ask = () =>
    readThrough('receiving', listReceiving, {}, (_, { source }) => void shown.push(source));
  const copyWasRead = () => eventually(() => expect(looked).toBe(1));
  return { read, answered, keeps, ask, shown, session, unreadCopies, copyWasRead };
}

/** What was begun has come to rest. */
const rest = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

test('HARD-99 a copy that comes after the answer is not shown over it', async () => {
  const one = await between();
  await one.keeps(opened(KEPT_CONTRACT, answer));
  const asked = one.ask();
  one.answered();
  expect(await asked).toMatchObject({ ok: true });
  one.read();
  await one.copyWasRead();
  await rest();
  expect(one.shown).toEqual(['server']);
});

test('HARD-99 of a copy that comes after the answer nobody is told that it is another version’s', async () => {
  const one = await between();
  await one.keeps(opened(KEPT_CONTRACT + 1, lacking));
  const asked = one.ask();
  one.answered();
  await asked;
  one.read();
  await one.copyWasRead();
  await rest();
  expect(one.unreadCopies.value.size).toBe(0);
});

test('HARD-99 a copy that comes first is shown first, and the answer after it', async () => {
  const one = await between();
  await one.keeps(opened(KEPT_CONTRACT, answer));
  const asked = one.ask();
  one.read();
  await eventually(() => expect(one.shown).toEqual(['snapshot']));
  one.answered();
  await asked;
  expect(one.shown).toEqual(['snapshot', 'server']);
});

test('HARD-99 READ-01 the copy of a customer who has left meanwhile is shown to nobody', async () => {
  const one = await between();
  await one.keeps(opened(KEPT_CONTRACT, answer));
  void one.ask();
  if (one.session.user) one.session.user = { ...one.session.user, id: 'bob' };
  one.read();
  await one.copyWasRead();
  await rest();
  expect(one.shown).toEqual([]);
});

test('HARD-99 READ-01 another customer’s copy is not shown to whoever is there', async () => {
  const one = await between();
  await one.keeps(opened(KEPT_CONTRACT, answer));
  if (one.session.user) one.session.user = { ...one.session.user, id: 'bob' };
  void one.ask();
  one.read();
  await one.copyWasRead();
  await rest();
  expect(one.shown).toEqual([]);
});
