import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { changePassword, downloadOwnData } from '#core/contract/account/account.ts';
import { getTransactionHistory } from '#core/contract/wallet/history.ts';
import {
  LEAST_ROUNDS,
  listNotes,
  NOT_HERE,
  type NotesKey,
  openNotesKey,
  putNotesKey,
  removeNotes,
  saveNote,
} from '#core/contract/wallet/notes.ts';
import { eraseAccount } from '#server/services/customers/users/erase-account.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

const KEY: NotesKey = {
  key_id: 'first',
  salt: 'c2FsdHNhbHRzYWx0c2FsdA==',
  rounds: LEAST_ROUNDS,
  wrapped: 'd3JhcHBlZA==',
};

const funded = (): Promise<Member> => kopa.person({ balances: { BTC: '0.5', ETH: '2' } });

const put = (who: Member, key: object = {}, typed = password) =>
  who.call(putNotesKey, { ...KEY, ...key, password: typed });

const save = (who: Member, request: object) =>
  who.call(saveNote, {
    key_id: 'first',
    entry_id: '',
    sealed: 'bm90ZQ==',
    replaces: 0,
    ...request,
  });

const list = async (who: Member) => (await who.must(listNotes, {})).data;

const entriesOf = async (who: Member, more: object = {}) =>
  (await who.must(getTransactionHistory, more)).data.map(({ account_transaction_id: id }) => id);

const refusedFor = (code: string) => ({ ok: false, refusal: { code } });

const openKey = (who: Member, typed = password) => who.call(openNotesKey, { password: typed });
const keyOf = async (who: Member, typed = password) =>
  (await who.must(openNotesKey, { password: typed })).data;

test('EASE-16 notes are kept with the key they open with, and only under the password of the account', async () => {
  const who = await funded();
  expect(await list(who)).toEqual({ key: null, notes: [] });
  const [entry = ''] = await entriesOf(who);
  // Without a key nothing can be sealed.
  expect(await save(who, { entry_id: entry })).toMatchObject(refusedFor('INVALID_INPUT'));
  expect(await put(who, {}, 'Wrong-1-password')).toMatchObject(refusedFor('INVALID_CREDENTIALS'));
  expect(await put(who)).toMatchObject({ ok: true });
  expect(await save(who, { entry_id: entry })).toMatchObject({ ok: true });
  expect(await list(who)).toMatchObject({
    key: { ...KEY, wrapped: NOT_HERE, former: false },
    notes: [{ entry_id: entry, sealed: 'bm90ZQ==', version: 1 }],
  });
  // A second key would leave the first one’s notes closed.
  expect(await put(who, { key_id: 'second' })).toMatchObject(refusedFor('INVALID_INPUT'));
  expect(await keyOf(who)).toEqual(KEY);
});

test('READ-12 a session alone is not handed the key: with it passwords could be tried at home', async () => {
  const who = await funded();
  expect(await openKey(who)).toMatchObject(refusedFor('NOT_FOUND'));
  await put(who);
  expect(JSON.stringify(await list(who))).not.toContain(KEY.wrapped);
  expect(await openKey(who, 'Wrong-1-password')).toMatchObject(refusedFor('INVALID_CREDENTIALS'));
  expect(await keyOf(who)).toEqual(KEY);
  // Tries are counted as everywhere else where the password is shown.
  for (let i = 0; i < 20; i++) await openKey(who, 'Wrong-1-password');
  expect(await openKey(who)).toMatchObject(refusedFor('TOO_MANY'));
});

test('EASE-16 a stolen database does not hold the key as the device sealed it', async () => {
  const who = await funded();
  await put(who);
  const { rows } = await sql<object>`select * from note_keys where user_id = ${who.id}`.execute(
    kopa.db,
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(KEY.wrapped);
});

test('EASE-16 without the key of the server’s own, devices that hold the customer’s go on, and seal it again', async () => {
  const who = await funded();
  await put(who);
  await sql`update note_keys set sealed = 'of-a-key-that-is-gone' where user_id = ${who.id}`.execute(
    kopa.db,
  );
  expect(await keyOf(who)).toEqual({ ...KEY, wrapped: NOT_HERE });
  await put(who);
  expect(await keyOf(who)).toEqual(KEY);
});

test('EASE-16 of two devices that write at once one is refused, and none writes what the other replaced', async () => {
  const who = await funded();
  await put(who);
  const [entry = ''] = await entriesOf(who);
  const both = await Promise.all(
    ['b25l', 'dHdv'].map((sealed) => save(who, { entry_id: entry, sealed })),
  );
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await save(who, { entry_id: entry, replaces: 0 })).toMatchObject(
    refusedFor('INVALID_INPUT'),
  );
  expect(await save(who, { entry_id: entry, key_id: 'other', replaces: 1 })).toMatchObject(
    refusedFor('INVALID_INPUT'),
  );
  expect(await save(who, { entry_id: entry, sealed: 'dGhyZWU=', replaces: 1 })).toMatchObject({
    ok: true,
    value: { data: { version: 2 } },
  });
  expect(await save(who, { entry_id: entry, sealed: null, replaces: 2 })).toMatchObject({
    ok: true,
    value: { data: { version: 0 } },
  });
  expect((await list(who)).notes).toEqual([]);
});

test('EASE-16 a note belongs to a transaction of its customer’s', async () => {
  const [who, other] = await Promise.all([funded(), funded()]);
  await Promise.all([put(who), put(other)]);
  const [theirs = ''] = await entriesOf(other);
  for (const entry_id of [theirs, randomUUID(), theirs.replace(/-\d+$/, '')]) {
    expect(await save(who, { entry_id })).toMatchObject(refusedFor('NOT_FOUND'));
  }
  await save(other, { entry_id: theirs });
  expect((await list(who)).notes).toEqual([]);
});

test('EASE-16 the history tells which entries have a note, and of no other', async () => {
  const who = await funded();
  await put(who);
  const all = await entriesOf(who);
  const [, second = ''] = all;
  expect(await entriesOf(who, { noted: true })).toEqual([]);
  await save(who, { entry_id: second });
  expect(await entriesOf(who, { noted: true })).toEqual([second]);
  expect(await entriesOf(who, { noted: true, search: 'no such word' })).toEqual([]);
  expect(await entriesOf(who)).toEqual(all);
});

test('EASE-16 a new password takes the key along; one that does not is told as former', async () => {
  const who = await funded();
  await put(who);
  const [second, third] = ['Second-1-password', 'Third-1-password'];
  const change = (oldPassword: string, newPassword: string, notes_key?: NotesKey) =>
    who.must(changePassword, { oldPassword, newPassword, ...(notes_key && { notes_key }) });
  await change(password, second, { ...KEY, wrapped: 'YWdhaW4=' });
  expect((await list(who)).key).toMatchObject({ former: false });
  expect((await keyOf(who, second)).wrapped).toBe('YWdhaW4=');
  // Another key than there is changes nothing of it, and does not keep the password from changing.
  await change(second, third, { ...KEY, key_id: 'other', wrapped: 'b3RoZXI=' });
  expect((await list(who)).key).toMatchObject({ former: true });
  expect((await keyOf(who, third)).wrapped).toBe('YWdhaW4=');
  expect(await put(who, { wrapped: 'dGhpcmQ=' }, third)).toMatchObject({ ok: true });
  expect((await list(who)).key).toMatchObject({ former: false });
  expect((await keyOf(who, third)).wrapped).toBe('dGhpcmQ=');
});

test('EASE-16 notes are in the customer’s own data as sealed bytes, without their key', async () => {
  const who = await funded();
  await put(who);
  const [entry = ''] = await entriesOf(who);
  await save(who, { entry_id: entry });
  const { data } = await who.must(downloadOwnData, { password });
  const notes = data.tables.find(({ name }) => name === 'notes');
  expect(notes?.rows).toEqual([expect.arrayContaining([entry, 'bm90ZQ=='])]);
  expect(JSON.stringify(data.tables)).not.toContain(KEY.wrapped);
  expect(JSON.stringify(data.tables)).not.toContain(KEY.salt);
});

test('EASE-16 notes go with the password alone, and with the account', async () => {
  const who = await funded();
  await put(who);
  const [entry = ''] = await entriesOf(who);
  await save(who, { entry_id: entry });
  expect(await who.call(removeNotes, { password: 'Wrong-1-password' })).toMatchObject(
    refusedFor('INVALID_CREDENTIALS'),
  );
  expect((await list(who)).notes).toHaveLength(1);
  await who.must(removeNotes, { password });
  expect(await list(who)).toEqual({ key: null, notes: [] });
  await put(who, { key_id: 'second' });
  const bare = await kopa.person({});
  await put(bare);
  await inTransaction(kopa.db, (tx) => eraseAccount(kopa.deps, tx, bare.id));
  const { rows } = await sql`select 1 from note_keys where user_id = ${bare.id}`.execute(kopa.db);
  expect(rows).toEqual([]);
});

test('EASE-16 notes are read page after page, and are full at some point', async () => {
  const who = await funded();
  await put(who);
  const [entry = ''] = await entriesOf(who);
  await sql`insert into notes (user_id, entry_id, journal_id, sealed, version, changed_at)
    select ${who.id}, 'entry ' || lpad(number::text, 4, '0'), null, 'bm90ZQ==', 1, now()
    from generate_series(1, 450) as number`.execute(kopa.db);
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const request = after === undefined ? {} : { after };
    const { data } = await who.must(listNotes, request);
    expect(data.notes.length).toBeLessThanOrEqual(200);
    ids.push(...data.notes.map(({ entry_id }) => entry_id));
    after = data.next;
  } while (after !== undefined);
  expect(new Set(ids).size).toBe(450);
  await sql`update notes set sealed = repeat('a', 9000) where user_id = ${who.id}`.execute(kopa.db);
  expect(await save(who, { entry_id: entry })).toMatchObject(refusedFor('LIMIT_EXCEEDED'));
});
