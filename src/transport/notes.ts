import * as v from 'valibot';
import { proxy, ref } from 'valtio/vanilla';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import {
  listNotes,
  type NotesKey,
  putNotesKey,
  removeNotes,
  type SealedNote,
  saveNote,
} from '#core/contract/notes.ts';
import { fromBase64, toBase64 } from '#core/envelope/base64.ts';
import { type Failure, type Outcome, ok } from '#core/failure.ts';
import { inOrder } from '#core/in-order.ts';
import { newKey, type OpenKey, opener, openKey, sealKey, sealText } from '#platform/notes-seal.ts';
import { dropKept, readKept, writeKept } from '#platform/vault/kept-notes.ts';
import { call } from './call.ts';
import { failureText } from './failure-text.ts';
import { session, whenCustomerChanges } from './session.ts';

export interface Note {
  readonly text: string;
  readonly version: number;
}

interface Notes {
  /**
   * `none`: the customer has never written one. `closed`: there is a key, and this device does not have
   * it. `failed`: neither an answer nor a copy on the device.
   */
  status: 'loading' | 'failed' | 'none' | 'closed' | 'open';
  /** Where the key is sealed under a password from before a change: when it was sealed. */
  former: string | undefined;
  /** How many there are, also while they are closed. */
  count: number;
  /** By the ids of entries. */
  texts: ReadonlyMap<string, Note>;
  /** Which entries have one, also while they are closed. */
  ids: ReadonlySet<string>;
  failure: string | undefined;
}

const nothing = (): Notes => ({
  ...{ status: 'loading', former: undefined, count: 0, failure: undefined },
  ...{ texts: ref(new Map()), ids: ref(new Set()) },
});

/** The customer's notes (EASE-16), as this tab can read them. */
export const notes = proxy<Notes>(nothing());

/** The key in this tab's memory; and one that was made, and may be kept by the server already. */
let held: OpenKey | undefined;
let made: OpenKey | undefined;
/** As the server keeps it. */
let sealedKey: NotesKey | undefined;

const answers = inOrder(() => session.user?.id);

whenCustomerChanges(() => {
  held = undefined;
  made = undefined;
  sealedKey = undefined;
  Object.assign(notes, nothing());
});

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
  if (held?.id === keyId) return held;
  const kept = await readKept('notes-key', userId);
  const [id = '', raw = ''] = kept?.split(' ') ?? [];
  return id === keyId ? { id, raw: fromBase64(raw) } : undefined;
}

const keepOnDevice = (userId: string, key: OpenKey): Promise<void> =>
  writeKept('notes-key', userId, `${key.id} ${toBase64(key.raw)}`);

/** Shows what was read, if `counts` still. */
async function show(userId: string, listed: Listed, counts: () => boolean): Promise<void> {
  const key = listed.key ? await heldOnDevice(userId, listed.key.key_id) : undefined;
  const texts = new Map<string, Note>();
  if (key) {
    const read = await opener(userId, key);
    for (const { entry_id, sealed, version } of listed.notes) {
      const text = await read(entry_id, sealed);
      if (text !== undefined) texts.set(entry_id, { text, version });
    }
  }
  if (!counts()) return;
  held = key;
  sealedKey = listed.key ?? undefined;
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

/** The device's copy first, then what the server has. */
export async function loadNotes(): Promise<void> {
  const userId = session.user?.id;
  if (userId === undefined) return;
  const counts = answers.ask();
  let answered = false;
  const isCurrent = () => !answered && session.user?.id === userId;
  const fromDevice = readKept('notes', userId).then(async (text) => {
    const kept = v.safeParse(keptList, text);
    if (kept.success && isCurrent()) await show(userId, kept.output, isCurrent);
  });
  const all = await readAll();
  if (!counts(all.ok)) return;
  if (all.ok) {
    answered = true;
    await show(userId, all.value, () => session.user?.id === userId);
    // In one that was started anew, the former key is of no use.
    if (all.value.key === null) await dropKept();
    else await writeKept('notes', userId, JSON.stringify(all.value));
    return;
  }
  await fromDevice;
  const failure = failureText(all.failure, 'Your notes could not be loaded.');
  Object.assign(notes, { failure, ...(notes.status === 'loading' && { status: 'failed' }) });
}

/** Why a step came to nothing, and the field it is about. */
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

/** The first key of a customer, sealed under their password. */
export async function beginNotes(password: string): Promise<Refusal | undefined> {
  const userId = session.user?.id;
  if (userId === undefined) return undefined;
  // An answer may have been lost: with another key the server would refuse the second try.
  made ??= newKey();
  const key = made;
  const put = await call(putNotesKey, { ...(await sealKey(userId, key, password)), password });
  if (!put.ok) {
    await loadNotes();
    return refusalOf(put.failure, 'password', NOT_SAVED);
  }
  held = key;
  await keepOnDevice(userId, key);
  await loadNotes();
  return undefined;
}

/**
 * Opens the notes on this device with the password that their key is sealed under. Where that is a former
 * one, the key is sealed again under the `present` one.
 */
export async function openNotes(
  password: string,
  present: string | undefined,
): Promise<Refusal | undefined> {
  const userId = session.user?.id;
  if (userId === undefined || !sealedKey) return undefined;
  const key = await openKey(userId, sealedKey, password);
  if (!key) return { field: 'password', text: 'This password does not open your notes.' };
  if (present !== undefined) {
    const sealed = await sealKey(userId, key, present);
    const put = await call(putNotesKey, { ...sealed, password: present });
    if (!put.ok) return refusalOf(put.failure, 'present', NOT_SAVED);
  }
  held = key;
  await keepOnDevice(userId, key);
  await loadNotes();
  return undefined;
}

/** Removes all notes, which their customer cannot open any more. */
export async function startAnew(password: string): Promise<Refusal | undefined> {
  const removed = await call(removeNotes, { password });
  if (!removed.ok) {
    return refusalOf(removed.failure, 'password', 'Your notes could not be removed.');
  }
  held = undefined;
  made = undefined;
  await loadNotes();
  return undefined;
}

const NOTE_NOT_SAVED = 'The note could not be saved. Please try again.';

/** Writes a note, or removes it where the text is blank; resolves with why it was not. */
export async function writeNote(entryId: string, typed: string): Promise<string | undefined> {
  const userId = session.user?.id;
  const key = held;
  // What was not saved is never said to be.
  if (userId === undefined || !key) return NOTE_NOT_SAVED;
  const text = typed.trim();
  const saved = await call(saveNote, {
    key_id: key.id,
    entry_id: entryId,
    sealed: text === '' ? null : await sealText(userId, key, entryId, text),
    replaces: notes.texts.get(entryId)?.version ?? 0,
  });
  answers.changed();
  await loadNotes();
  // Its answer may have been lost, and this was a second try.
  const isThere = (notes.texts.get(entryId)?.text ?? '') === text;
  return saved.ok || (isThere && !notes.failure)
    ? undefined
    : failureText(saved.failure, NOTE_NOT_SAVED);
}

/**
 * The key under a new password, for the call that changes it. Undefined: there are no notes, or neither
 * this device nor the password opens them, and they stay under a former one.
 */
export async function keyUnder(before: string, next: string): Promise<NotesKey | undefined> {
  const userId = session.user?.id;
  if (userId === undefined) return undefined;
  const answer = await call(listNotes, {});
  const sealed = answer.ok ? answer.value.data.key : null;
  if (!sealed) return undefined;
  const key =
    (await heldOnDevice(userId, sealed.key_id)) ?? (await openKey(userId, sealed, before));
  return key && sealKey(userId, key, next);
}
