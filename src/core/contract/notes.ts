import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { done, id, instant, password, success, text, whole } from './schemas.ts';

const base64 = (most: number) => v.pipe(text(most), v.regex(/^[A-Za-z0-9+/]+={0,2}$/));

/** Room for the longest note as bytes, padded and sealed. */
export const MOST_SEALED = 44_000;

/** Weaker than this, a stolen key would be cheap to guess at; much stronger, no telephone opens it. */
export const LEAST_ROUNDS = 600_000;

/**
 * The key of a customer's notes, sealed on the device under a key made of the password: whoever knows
 * only this cannot read a note (EASE-16).
 */
export const notesKey = v.object({
  key_id: id,
  salt: base64(64),
  /** Of PBKDF2 with SHA-256. */
  rounds: whole(LEAST_ROUNDS, 10_000_000),
  wrapped: base64(200),
});
export type NotesKey = v.InferOutput<typeof notesKey>;

const note = v.object({ entry_id: id, sealed: base64(MOST_SEALED), version: whole(1, 1e9) });
export type SealedNote = v.InferOutput<typeof note>;

/** All notes of a customer, page after page; the key they open with comes with each. */
export const listNotes = endpoint({
  path: '/users/list-notes',
  access: 'user',
  effect: 'read',
  request: v.object({ after: v.optional(id) }),
  answer: v.object({
    ...success,
    data: v.object({
      /** Null: the customer has never written any. */
      key: v.nullable(
        v.object({
          ...notesKey.entries,
          sealed_at: instant,
          /** The password has been changed since without it: it opens with the one before. */
          former: v.boolean(),
        }),
      ),
      notes: v.array(note),
      next: v.optional(id),
    }),
  }),
});

/** Keeps the key as it was sealed under the present password. Refused for another key than there is. */
export const putNotesKey = endpoint({
  path: '/users/put-notes-key',
  access: 'user',
  effect: 'write',
  request: v.object({ ...notesKey.entries, password }),
  answer: done,
});

/** Writes one note or, without one, removes it. Refused if it is no longer the one that was replaced. */
export const saveNote = endpoint({
  path: '/users/save-note',
  access: 'user',
  effect: 'write',
  request: v.object({
    key_id: id,
    entry_id: id,
    sealed: v.nullable(base64(MOST_SEALED)),
    /** The version that the writer saw; 0: none. */
    replaces: whole(0, 1e9),
  }),
  answer: v.object({ ...success, data: v.object({ version: whole(0, 1e9) }) }),
});

/** Removes every note and their key: for who cannot open them any more. */
export const removeNotes = endpoint({
  path: '/users/remove-notes',
  access: 'user',
  effect: 'write',
  request: v.object({ password }),
  answer: done,
});
