import * as v from 'valibot';
import { ref } from 'valtio/vanilla';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import {
  listNotes,
  type NotesKey,
  openNotesKey,
  putNotesKey,
  removeNotes,
  type SealedNote,
  saveNote,
} from '#core/contract/wallet/notes.ts';
import { fromBase64, toBase64 } from '#core/envelope/base64.ts';
import { type Failure, type Outcome, ok } from '#core/failure.ts';
import {
  newKey,
  type OpenKey,
  opener,
  openKey,
  sealKey,
  sealText,
} from '#platform/ciphers/notes-seal.ts';
import { dropKept, readKept, writeKept } from '#platform/vault/kept-notes.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { inOrder } from '#transport/calls/in-order.ts';
import { perScope, scope, scopedStore } from '#transport/session/scope.ts';

export interface Note {
  readonly text: string;
  readonly version: number;
}

interface Notes {
  /**
   * `none`: the customer never wrote a note. `closed`: this device does not have the key. `failed`: there is
   * neither an answer nor a copy.
   */
  status: 'loading' | 'failed' | 'none' | 'closed' | 'open';
  /** If the key is still sealed with a former password: when it was sealed. */
  former: string | undefined;
  /** The number of notes, known even while they are closed. */
  count: number;
  /** The notes by entry id. */
  texts: ReadonlyMap<string, Note>;
  /** The entries that have a note, known even while the notes are closed. */
  ids: ReadonlySet<string>;
  failure: string | undefined;
}

const nothing = (): Notes => ({
  ...{ status: 'loading', former: undefined, count: 0, failure: undefined },
  ...{ texts: ref(new Map()), ids: ref(new Set()) },
});

/** The customer's notes (EASE-16), as far as this tab can read them. */
export const notes = scopedStore(nothing);

interface Keys {
  /** In this tab's memory. */
  held: OpenKey | undefined;
  /** A new one, which the server may have stored already. */
  made: OpenKey | undefined;
}

const keys = perScope((): Keys => ({ held: undefined, made: undefined }));

const answers = inOrder();

type Page = AnswerOf<typeof listNotes>['data'];
type Listed = Pick<Page, 'key' | 'notes'>;

async function readAll(): Promise<Outcome<Listed>> {
  const all: SealedNote[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await call(listNotes, after === undefined ? {} : { after });
    if (!page.ok) return page;
    all.push(...page.value.data.notes);
    after = page.value.data.next;
    if (after === undefined) return ok({ key: page.value.data.key, notes: all });
  }
}

async function heldOnDevice(userId: string, keyId: string): Promise<OpenKey | undefined> {
  const { held } = keys();
  if (held?.id === keyId) return held;
  const kept = await readKept('notes-key', userId);
  const [id = '', raw = ''] = kept?.split(' ') ?? [];
  return id === keyId ? { id, raw: fromBase64(raw) } : undefined;
}

const keepOnDevice = (userId: string, key: OpenKey): Promise<void> =>
  writeKept('notes-key', userId, `${key.id} ${toBase64(key.raw)}`);

/** The notes that were read, as far as this device has their key. */
async function opened(userId: string, listed: Listed) {
  const key = listed.key ? await heldOnDevice(userId, listed.key.key_id) : undefined;
  const texts = new Map<string, Note>();
  if (key) {
    const read = await opener(userId, key);
    for (const { entry_id, sealed, version } of listed.notes) {
      const text = await read(entry_id, sealed);
      if (text !== undefined) texts.set(entry_id, { text, version });
    }
  }
  return { key, texts };
}

/** Shows the notes that were read, if they still count once they are opened. */
async function show(userId: string, listed: Listed, counts = () => true): Promise<void> {
  const { key, texts } = await scope().only(opened(userId, listed));
  if (!counts()) return;
  keys().held = key;
  Object.assign(notes, {
    status: key ? 'open' : listed.key ? 'closed' : 'none',
    former: listed.key?.former ? listed.key.sealed_at : undefined,
    count: listed.notes.length,
    texts: ref(texts),
    ids: ref(new Set(listed.notes.map(({ entry_id }) => entry_id))),
    failure: undefined,
  });
}

const keptList = v.pipe(v.string(), v.parseJson(), listNotes.answer.entries.data);

/** Loads the notes: first the device's copy, then the server's. */
export async function loadNotes(): Promise<void> {
  const { userId, only } = scope();
  if (userId === undefined) return;
  const counts = answers.ask();
  let answered = false;
  const isFirst = () => !answered;
  const fromDevice = only(readKept('notes', userId)).then(async (text) => {
    const kept = v.safeParse(keptList, text);
    if (kept.success && isFirst()) await show(userId, kept.output, isFirst);
  });
  const all = await readAll();
  if (!counts(all.ok)) return;
  if (all.ok) {
    answered = true;
    await show(userId, all.value);
    // After starting anew, the former key is of no use.
    if (all.value.key === null) await dropKept();
    else await writeKept('notes', userId, JSON.stringify(all.value));
    return;
  }
  await fromDevice;
  const failure = failureText(all.failure, 'Your notes could not be loaded.');
  Object.assign(notes, { failure, ...(notes.status === 'loading' && { status: 'failed' }) });
}

/** Why a step failed, and the field it concerns. */
export interface Refusal {
  readonly field: 'password' | 'present' | 'form';
  readonly text: string;
}

const refusalOf = (failure: Failure, field: 'password' | 'present', text: string): Refusal => ({
  field:
    failure.kind === 'refused' && failure.refusal.code === 'INVALID_CREDENTIALS' ? field : 'form',
  text: failureText(failure, text),
});

const NOT_SAVED = 'Your notes could not be sealed. Please try again.';
const NOT_OPENED = 'Your notes could not be opened. Please try again.';
const WRONG_PASSWORD = 'This password does not open your notes.';

/** Makes a customer's first key, sealed with their password. */
export async function beginNotes(password: string): Promise<Refusal | undefined> {
  const { userId, only } = scope();
  if (userId === undefined) return undefined;
  // The answer may have been lost. A second attempt must use the same key, because the server refuses another
  // one.
  const mine = keys();
  mine.made ??= newKey();
  const key = mine.made;
  const sealed = await only(sealKey(userId, key, password));
  const put = await call(putNotesKey, { ...sealed, password });
  if (!put.ok) {
    await loadNotes();
    return refusalOf(put.failure, 'password', NOT_SAVED);
  }
  keys().held = key;
  await only(keepOnDevice(userId, key));
  await loadNotes();
  return undefined;
}

/**
 * Opens the notes on this device with the password of their key. If that is a former one, the key is sealed
 * again with the `present` one.
 */
export async function openNotes(
  password: string,
  present: string | undefined,
): Promise<Refusal | undefined> {
  const { userId, only } = scope();
  if (userId === undefined) return undefined;
  const shown = await call(openNotesKey, { password: present ?? password });
  if (!shown.ok) {
    const refused = refusalOf(
      shown.failure,
      present === undefined ? 'password' : 'present',
      NOT_OPENED,
    );
    const isTheirs = present === undefined && refused.field === 'password';
    return isTheirs ? { ...refused, text: WRONG_PASSWORD } : refused;
  }
  const key = await only(openKey(userId, shown.value.data, password));
  if (!key) return { field: 'password', text: WRONG_PASSWORD };
  if (present !== undefined) {
    const sealed = await only(sealKey(userId, key, present));
    const put = await call(putNotesKey, { ...sealed, password: present });
    if (!put.ok) return refusalOf(put.failure, 'present', NOT_SAVED);
  }
  keys().held = key;
  await only(keepOnDevice(userId, key));
  await loadNotes();
  return undefined;
}

/** Removes all notes of a customer who cannot open them any more. */
export async function startAnew(password: string): Promise<Refusal | undefined> {
  const removed = await call(removeNotes, { password });
  if (!removed.ok) {
    return refusalOf(removed.failure, 'password', 'Your notes could not be removed.');
  }
  Object.assign(keys(), { held: undefined, made: undefined });
  await loadNotes();
  return undefined;
}

const NOTE_NOT_SAVED = 'The note could not be saved. Please try again.';

/** Writes a note, or removes it if the text is blank; resolves with the reason of a failure. */
export async function writeNote(entryId: string, typed: string): Promise<string | undefined> {
  const { userId, only } = scope();
  const key = keys().held;
  // A note that was not saved is never shown as saved.
  if (userId === undefined || !key) return NOTE_NOT_SAVED;
  const text = typed.trim();
  const saved = await call(saveNote, {
    key_id: key.id,
    entry_id: entryId,
    sealed: text === '' ? null : await only(sealText(userId, key, entryId, text)),
    replaces: notes.texts.get(entryId)?.version ?? 0,
  });
  answers.changed();
  await loadNotes();
  // The first attempt's answer may have been lost, and this was the second.
  const isThere = (notes.texts.get(entryId)?.text ?? '') === text;
  return saved.ok || (isThere && !notes.failure)
    ? undefined
    : failureText(saved.failure, NOTE_NOT_SAVED);
}

/**
 * The key sealed with a new password, for the call that changes the password. Undefined if there are no
 * notes, or if neither this device nor the password opens the key: then it stays sealed with the former
 * password.
 */
export async function keyUnder(before: string, next: string): Promise<NotesKey | undefined> {
  const { userId, only } = scope();
  if (userId === undefined) return undefined;
  const answer = await call(listNotes, {});
  const sealed = answer.ok ? answer.value.data.key : null;
  if (!sealed) return undefined;
  const here = await only(heldOnDevice(userId, sealed.key_id));
  if (here) return only(sealKey(userId, here, next));
  const shown = await call(openNotesKey, { password: before });
  const key = shown.ok ? await only(openKey(userId, shown.value.data, before)) : undefined;
  return key && only(sealKey(userId, key, next));
}
