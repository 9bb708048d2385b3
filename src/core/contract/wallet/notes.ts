import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import { done, id, instant, password, success, text, whole } from '#core/contract/schemas.ts';

const base64 = (most: number) => v.pipe(text(most), v.regex(/^[A-Za-z0-9+/]+={0,2}$/));

/** Room for the longest note as bytes, padded and sealed. */
export const MOST_SEALED = 44_000;

/** With fewer rounds, a stolen key is cheap to guess; with many more, a phone takes too long. */
export const LEAST_ROUNDS = 600_000;

/**
 * The key of a customer's notes, sealed on the device with a key derived from the password. Without the
 * password, nobody can read a note (EASE-16).
 */
export const notesKey = v.object({
  key_id: id,
  salt: base64(64),
  /** Rounds of PBKDF2 with SHA-256. */
  rounds: whole(LEAST_ROUNDS, 10_000_000),
  wrapped: base64(200),
});
export type NotesKey = v.InferOutput<typeof notesKey>;

const note = v.object({ entry_id: id, sealed: base64(MOST_SEALED), version: whole(1, 1e9) });
export type SealedNote = v.InferOutput<typeof note>;

/**
 * Given in place of the sealed key, which only `openNotesKey` hands out (READ-12); pages of before expect it there, and
 * no password opens it.
 */
export const NOT_HERE = 'AAAA';

/** All notes of a customer, page by page; each page says which key opens them, without the sealed key itself. */
export const listNotes = endpoint({
  path: '/users/list-notes',
  access: 'user',
  effect: 'read',
  givesWay: 'histories',
  request: v.object({ after: v.optional(id) }),
  answer: v.object({
    ...success,
    data: v.object({
      /** Null if the customer never wrote a note. */
      key: v.nullable(
        v.object({
          ...notesKey.entries,
          sealed_at: instant,
          /** The password was changed without the key: the former password opens it. */
          former: v.boolean(),
        }),
      ),
      notes: v.array(note),
      next: v.optional(id),
    }),
  }),
});

/**
 * The key as it was sealed, for whoever shows the account's present password: with it alone passwords could be tried at
 * home, as often as one likes (READ-12).
 */
export const openNotesKey = endpoint({
  path: '/users/open-notes-key',
  access: 'user',
  effect: 'write',
  repeatable: true,
  request: v.object({ password }),
  answer: v.object({ ...success, data: notesKey }),
});

/** Stores the key, sealed with the present password. Refused if the customer has another key already. */
export const putNotesKey = endpoint({
  path: '/users/put-notes-key',
  access: 'user',
  effect: 'write',
  request: v.object({ ...notesKey.entries, password }),
  answer: done,
});

/**
 * Writes a note, or removes it if no text is given. Refused if the note was changed since the writer read it.
 */
export const saveNote = endpoint({
  path: '/users/save-note',
  access: 'user',
  effect: 'write',
  hourly: 300,
  request: v.object({
    key_id: id,
    entry_id: id,
    sealed: v.nullable(base64(MOST_SEALED)),
    /** The version that the writer read; 0 if there was no note. */
    replaces: whole(0, 1e9),
  }),
  answer: v.object({ ...success, data: v.object({ version: whole(0, 1e9) }) }),
});

/** Removes all notes and their key, for a customer who cannot open them any more. */
export const removeNotes = endpoint({
  path: '/users/remove-notes',
  access: 'user',
  effect: 'write',
  request: v.object({ password }),
  answer: done,
});
