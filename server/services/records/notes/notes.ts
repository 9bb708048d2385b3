import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { AnswerOf, ParsedRequestOf } from '#core/contract/endpoint.ts';
import {
  type listNotes,
  NOT_HERE,
  type NotesKey,
  type putNotesKey,
  type saveNote,
} from '#core/contract/wallet/notes.ts';
import type { Deps } from '#server/deps.ts';
import { openSecret, sealSecret } from '#server/platform/secret-box.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { checkShown, showPassword } from '#server/services/access/credentials/shown-password.ts';
import { withAccount } from '#server/services/customers/users/users.ts';
import { isoOf, type JsonRow } from '#server/store/json-row.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';

/** The page size for short notes; pages of the longest notes take a few seconds. */
const PAGE = 200;
/** The most that all sealed notes of a customer may take: about 10,000 short ones. */
const MOST_TOGETHER = 4_000_000;

/**
 * The context under which the key is sealed on the server: a stolen database alone must not help to guess a
 * password.
 */
const contextOf = (userId: string): string => `notes-key:${userId}`;

/** A mark of the password hash, which tells whether the key was sealed with the present password. */
const markOf = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('hex');

const changedMeanwhile = (): Refused =>
  refuse('INVALID_INPUT', 'Your notes were changed on another device. Look at them again.');

type Listed = AnswerOf<typeof listNotes>['data'];

/** Reads the key of an account's notes, with the hash of the present password. */
const keyQuery = (reader: Reader, userId: string) =>
  reader
    .selectFrom('note_keys')
    .innerJoin('users', 'users.id', 'note_keys.user_id')
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .select(['key_id', 'salt', 'rounds', 'sealed', 'sealed_at', 'sealed_for', 'password_hash']);

/** What a session alone is told of the key. */
const keyOf = (kept: JsonRow<ReturnType<typeof keyQuery>>): Listed['key'] => ({
  key_id: kept.key_id,
  salt: kept.salt,
  rounds: kept.rounds,
  wrapped: NOT_HERE,
  sealed_at: isoOf(kept.sealed_at),
  former: kept.sealed_for !== markOf(kept.password_hash),
});

export async function readNotes(
  deps: Deps,
  userId: string,
  after: string | undefined,
): Promise<Listed> {
  let query = deps.db
    .selectFrom('notes')
    .select(['entry_id', 'sealed', 'version'])
    .where('user_id', '=', userId);
  if (after !== undefined) query = query.where('entry_id', '>', after);
  const { key, rows } = await deps.db
    .selectNoFrom([
      jsonObjectFrom(keyQuery(deps.db, userId)).as('key'),
      jsonArrayFrom(query.orderBy('entry_id').limit(PAGE + 1)).as('rows'),
    ])
    .executeTakeFirstOrThrow();
  const notes = rows.slice(0, PAGE);
  const last = notes.at(-1);
  return {
    key: key && keyOf(key),
    notes,
    ...(rows.length > PAGE && last && { next: last.entry_id }),
  };
}

/**
 * Stores a customer's key, sealed anew: the first one, or the one they have. False for another key, which
 * would make the existing notes unreadable.
 */
export async function keepKey(
  deps: Deps,
  tx: Tx,
  userId: string,
  { key_id, salt, rounds, wrapped }: NotesKey,
  passwordHash: string,
): Promise<boolean> {
  const row = {
    ...{ salt, rounds },
    sealed: sealSecret(deps, contextOf(userId), wrapped),
    sealed_for: markOf(passwordHash),
    sealed_at: deps.clock.sql,
  };
  const kept = await tx
    .insertInto('note_keys')
    .values({ user_id: userId, key_id, ...row })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(row).where('note_keys.key_id', '=', key_id),
    )
    .executeTakeFirst();
  return kept.numInsertedOrUpdatedRows === 1n;
}

/** The id of the key that a customer's notes open with; undefined before their first note. */
const keyIdOf = async (reader: Reader, userId: string): Promise<string | undefined> =>
  (
    await reader
      .selectFrom('note_keys')
      .select('key_id')
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.key_id;

/** Runs `work` for an owner who knows the account's password. */
async function withPassword<T>(
  deps: Deps,
  owner: Owner,
  password: string,
  work: (tx: Tx, passwordHash: string) => Promise<T | Refused>,
): Promise<T | Refused> {
  const shown = await showPassword(deps, owner, password);
  if (isRefused(shown)) return shown;
  return withAccount(
    deps,
    owner,
    async (tx, account) => checkShown(account, shown) ?? (await work(tx, shown)),
  );
}

/**
 * Seals the key with a new password, if it is the customer's key. A failure does not prevent the change of
 * the password.
 */
export async function sealAgain(
  deps: Deps,
  tx: Tx,
  userId: string,
  key: NotesKey,
  passwordHash: string,
): Promise<void> {
  if ((await keyIdOf(tx, userId)) === key.key_id)
    await keepKey(deps, tx, userId, key, passwordHash);
}

/** The sealed key, for whoever knows the account's present password (READ-12). */
export const showKey = (deps: Deps, owner: Owner, password: string): Promise<NotesKey | Refused> =>
  withPassword(deps, owner, password, async (tx) => {
    const kept = await keyQuery(tx, owner.userId).executeTakeFirst();
    if (!kept) return notFound();
    const { key_id, salt, rounds, sealed } = kept;
    // Sealed with a lost `SECRETS_KEY`, no password opens it: devices that have the key seal it again.
    const wrapped = openSecret(deps, contextOf(owner.userId), sealed) ?? NOT_HERE;
    return { key_id, salt, rounds, wrapped };
  });

/** The password is required, because a key sealed with another one would be useless. */
export const putKey = (
  deps: Deps,
  owner: Owner,
  { password, ...key }: ParsedRequestOf<typeof putNotesKey>,
): Promise<Refused | undefined> =>
  withPassword(deps, owner, password, async (tx, passwordHash) =>
    (await keepKey(deps, tx, owner.userId, key, passwordHash)) ? undefined : changedMeanwhile(),
  );

/**
 * The journal of an entry; null for a card payment that bought nothing; undefined if the entry is not this
 * customer's.
 */
async function journalOf(
  reader: Reader,
  userId: string,
  entryId: string,
): Promise<string | null | undefined> {
  const journalId = entryId.replace(/-\d{1,4}$/, '');
  const journal = await reader
    .selectFrom('journals')
    .select('id')
    .where('id', '=', journalId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (journal && journalId !== entryId) return journal.id;
  const payment = await reader
    .selectFrom('purchases')
    .select('id')
    .where('id', '=', entryId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return payment && null;
}

async function tooMuch(tx: Tx, userId: string, entryId: string, sealed: string): Promise<boolean> {
  const { size } = await tx
    .selectFrom('notes')
    .select((row) => row.fn.sum<string | null>(sql`length(sealed)`).as('size'))
    .where('user_id', '=', userId)
    .where('entry_id', '!=', entryId)
    .executeTakeFirstOrThrow();
  return Number(size ?? 0) + sealed.length > MOST_TOGETHER;
}

/** Resolves with the note's new version. If two devices write at once, one is refused. */
export async function writeNote(
  deps: Deps,
  owner: Owner,
  { key_id, entry_id, sealed, replaces }: ParsedRequestOf<typeof saveNote>,
): Promise<number | Refused> {
  const { userId } = owner;
  return withAccount(deps, owner, async (tx) => {
    const before = await tx
      .selectFrom('notes')
      .select('version')
      .where('user_id', '=', userId)
      .where('entry_id', '=', entry_id)
      .executeTakeFirst();
    if ((await keyIdOf(tx, userId)) !== key_id || (before?.version ?? 0) !== replaces) {
      return changedMeanwhile();
    }
    if (sealed === null) {
      await tx
        .deleteFrom('notes')
        .where('user_id', '=', userId)
        .where('entry_id', '=', entry_id)
        .execute();
      return 0;
    }
    const journal_id = await journalOf(tx, userId, entry_id);
    if (journal_id === undefined) return notFound();
    if (await tooMuch(tx, userId, entry_id, sealed)) {
      return refuse('LIMIT_EXCEEDED', 'Your notes are full. Shorten or remove some first.');
    }
    const row = { sealed, version: replaces + 1, changed_at: deps.clock.sql };
    await tx
      .insertInto('notes')
      .values({ user_id: userId, entry_id, journal_id, ...row })
      .onConflict((conflict) => conflict.columns(['user_id', 'entry_id']).doUpdateSet(row))
      .execute();
    return row.version;
  });
}

/** For a customer who forgot the password that opens the notes: nobody else can open them either. */
export const dropNotes = (
  deps: Deps,
  owner: Owner,
  password: string,
): Promise<Refused | undefined> =>
  withPassword(deps, owner, password, async (tx) => {
    for (const table of ['notes', 'note_keys'] as const) {
      await tx.deleteFrom(table).where('user_id', '=', owner.userId).execute();
    }
    return undefined;
  });
