import { createHmac, hkdfSync } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import * as v from 'valibot';
import { type ArchivePart, archiveParts, type ClosedAccount } from '#core/contract/staff/desk.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { plainEmail } from '#core/people/email-address.ts';
import type { Deps } from '#server/deps.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import { doEach, takeDue } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { openUnder, sealUnder } from '#server/platform/secret-box.ts';
import { YEARS_KEPT, YEARS_KEPT_LONGER } from '#server/policy.ts';
import type { Archived } from '#server/store/schema/archive-schema.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { accountKept, blanking, extendable, type KeptTable, sealedInParts } from './kept.ts';

type Row = Readonly<Record<string, unknown>>;

/** The sealed content: rows by table, as JSON. */
type Sealed = Readonly<Record<string, readonly Row[]>>;

const contextOf = (formerId: string, part: ArchivePart): string => `archive ${formerId} ${part}`;

/** A keyed hash by which something is found without being readable. */
function emailTag(key: Uint8Array, email: string): string {
  const tagKey = new Uint8Array(hkdfSync('sha256', key, '', 'kopa archive addresses', 32));
  return createHmac('sha256', tagKey).update(email).digest('base64url');
}

/** So many rows of a table are sealed in one transaction: nobody's whole history is in memory or locked (HARD-95). */
const SLICE = 500;

type Parts = Map<ArchivePart, Record<string, readonly Row[]>>;

const pickedOf = ({ columns }: KeptTable) => sql.join(columns.map((column) => sql.ref(column)));

/**
 * Takes rows of a customer out of a table, at most `SLICE`: each is read as it is when it is deleted or blanked, so that
 * what changed a moment before is in the archive too.
 */
async function takeRows(tx: Tx, kept: KeptTable, userId: string): Promise<readonly Row[]> {
  const { table, only = sql`true`, first, blank } = kept;
  const picked = pickedOf(kept);
  const { rows } = await sql<Row>`with slice as materialized (
      select ctid::text as row_place, ${picked} from ${sql.table(table)}
      where user_id = ${userId} and (${only}) ${first ? sql`order by ${first}` : sql``}
      limit ${SLICE} for update
    ) select * from slice order by ${picked}`.execute(tx);
  if (rows.length === 0) return rows;
  const taken = sql`ctid = any(${rows.map(({ row_place }) => row_place)}::text[]::tid[])`;
  const away =
    blank.length > 0
      ? sql`update ${sql.table(table)} set ${blanking(blank)}`
      : sql`delete from ${sql.table(table)}`;
  await sql`${away} where ${taken}`.execute(tx);
  return rows.map(({ row_place: _, ...row }) => row);
}

/** Journals of payouts that a server of the version before wrote: this one's name no account (HARD-97). */
const blankJournals = (tx: Tx, payouts: readonly Row[]) =>
  sql`update journals set recipient = '' where recipient not in ('', '-') and reference = any(
    select kind || ':' || id from unnest(${payouts.map(({ id }) => id)}::text[]) as id,
      unnest(array['withdrawal', 'withdrawal-sent', 'withdrawal-returned']) as kind)`.execute(tx);

/** Takes out a slice of each table. `more`: there may be others. */
async function takeSlice(
  tx: Tx,
  userId: string,
): Promise<{ readonly parts: Parts; readonly more: boolean }> {
  const parts: Parts = new Map();
  let more = false;
  for (const kept of sealedInParts) {
    const rows = await takeRows(tx, kept, userId);
    if (rows.length === 0) continue;
    if (kept.table === 'withdrawals') await blankJournals(tx, rows);
    parts.set(kept.part, { ...parts.get(kept.part), [kept.table]: rows });
    more ||= rows.length === SLICE;
  }
  return { parts, more };
}

/** The row of the account itself. */
async function accountRows(tx: Tx, userId: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const kept of accountKept) {
    const found = await sql<Row>`select ${pickedOf(kept)} from users where id = ${userId}`.execute(
      tx,
    );
    rows.push(...found.rows);
  }
  return rows;
}

type Sealing = Pick<Deps, 'clock' | 'config' | 'random'>;

/**
 * Seals what the law makes us keep about a customer, and takes it out of where it was, in the transaction that erases
 * the account; `blank` does so with the account's own row, before which nothing of the account can be removed. The books
 * and registers keep their rows under the id; afterwards only the archive leads from the id to a name. What is more than
 * a slice goes the same way soon after (`eraseRest`): the account is closed then, and nobody waits.
 */
export async function sealAway(
  deps: Sealing,
  tx: Tx,
  userId: string,
  blank: () => Promise<unknown>,
): Promise<void> {
  const [key] = deps.config.archiveKeys;
  const { email, role } = await tx
    .selectFrom('users')
    .select(['email', 'role'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const users = await accountRows(tx, userId);
  await blank();
  const { parts, more } = await takeSlice(tx, userId);
  if (more) await eraseLater(deps, tx, userId);
  // Only customers are archived: the law is about them.
  if (role !== 'user') return;
  parts.set('identity', { users, ...parts.get('identity') });
  for (const [part, rows] of parts) {
    await tx
      .insertInto('archived')
      .values({
        former_id: userId,
        part,
        email_tag: emailTag(key, email),
        sealed: sealUnder(key, deps, contextOf(userId, part), JSON.stringify(rows)),
        closed_at: deps.clock.sql,
        erase_at: sql<Date>`${deps.clock.sql} + make_interval(years => ${YEARS_KEPT[part]})`,
      })
      .execute();
  }
}

const pieceContext = (formerId: string, part: ArchivePart, piece: number): string =>
  `${contextOf(formerId, part)} ${piece}`;

/** A part that is written late is kept as long as it would be had it been there, also if an authority asked for longer. */
function keptUntil(part: ArchivePart, identity: Selectable<Archived>) {
  const { closed_at, extended_at } = identity;
  const isLonger = extended_at !== null && extendable.includes(part);
  const years = YEARS_KEPT[part] + (isLonger ? YEARS_KEPT_LONGER : 0);
  return {
    erase_at: sql<Date>`${closed_at}::timestamptz + make_interval(years => ${years})`,
    ...(isLonger && { extended_at }),
  };
}

/** Seals a further slice, unless the archive was erased meanwhile: then nothing of it is kept. */
async function sealMore(deps: Sealing, tx: Tx, formerId: string, parts: Parts): Promise<void> {
  const [key] = deps.config.archiveKeys;
  const kept = await tx
    .selectFrom('archived')
    .selectAll()
    .where('former_id', '=', formerId)
    .forUpdate()
    .execute();
  const identity = kept.find(({ part }) => part === 'identity');
  if (!identity) return;
  const last = await tx
    .selectFrom('archived_pieces')
    .select((row) => row.fn.max('piece').as('piece'))
    .where('former_id', '=', formerId)
    .executeTakeFirst();
  const piece = (last?.piece ?? 1) + 1;
  const sealed = (context: string, rows: Sealed) =>
    sealUnder(key, deps, context, JSON.stringify(rows));
  for (const [part, rows] of parts) {
    if (kept.some((one) => one.part === part)) {
      const of = { former_id: formerId, part, piece };
      const content = sealed(pieceContext(formerId, part, piece), rows);
      await tx
        .insertInto('archived_pieces')
        .values({ ...of, sealed: content })
        .execute();
      continue;
    }
    // The first of its part, which was written since.
    await tx
      .insertInto('archived')
      .values({
        ...{ former_id: formerId, part, email_tag: identity.email_tag },
        sealed: sealed(contextOf(formerId, part), rows),
        closed_at: identity.closed_at,
        ...keptUntil(part, identity),
      })
      .execute();
  }
}

const says = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** The account's row as it is kept, with what a later reading says of what it says nothing about. */
const mergedRow = (known: Row | undefined, late: Row): Row => ({
  ...late,
  ...Object.fromEntries(
    Object.entries(known ?? {}).filter(([column, value]) => says(value) || !says(late[column])),
  ),
});

/** Has what is left of a closed account taken slice by slice (`eraseRest`). */
export const eraseLater = (deps: Pick<Deps, 'clock'>, tx: Tx, formerId: string) =>
  tx
    .insertInto('erasures')
    .values({ former_id: formerId, due_at: deps.clock.sql })
    .onConflict((row) => row.doNothing())
    .execute();

/**
 * Adds to what is kept of a closed account what a server of the version before left in its row, which `blank` then
 * blanks. Where nothing is kept any more, it is only removed.
 */
export async function sealLate(
  deps: Sealing,
  tx: Tx,
  formerId: string,
  blank: () => Promise<unknown>,
): Promise<void> {
  const [key] = deps.config.archiveKeys;
  const [late] = await accountRows(tx, formerId);
  await blank();
  const kept = await tx
    .selectFrom('archived')
    .select('sealed')
    .where('former_id', '=', formerId)
    .where('part', '=', 'identity')
    .forUpdate()
    .executeTakeFirst();
  if (!kept || !late) return;
  const context = contextOf(formerId, 'identity');
  const text = openUnder(deps.config.archiveKeys, context, kept.sealed);
  const rows: unknown = text === undefined ? undefined : JSON.parse(text);
  if (!isRows(rows)) throw new Error('no key opens an archive');
  const all = { ...rows, users: [mergedRow(rows.users?.[0], late)] };
  await tx
    .updateTable('archived')
    .set({ sealed: sealUnder(key, deps, context, JSON.stringify(all)) })
    .where('former_id', '=', formerId)
    .where('part', '=', 'identity')
    .execute();
}

/** How long the rest of an account belongs to its process. */
const LEASE_SECONDS = 60;
const AT_ONCE = 10;

/** Takes the next slice of a closed account; false if that was the last one. Its row's lock orders processes. */
export const eraseSlice = (deps: Deps, formerId: string): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const row = await tx
      .selectFrom('erasures')
      .select('former_id')
      .where('former_id', '=', formerId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return false;
    const { parts, more } = await takeSlice(tx, formerId);
    await sealMore(deps, tx, formerId, parts);
    if (!more) await tx.deleteFrom('erasures').where('former_id', '=', formerId).execute();
    return more;
  });

/** Seals and erases what closed accounts had more than one slice of, slice by slice, until `stopping`. */
export async function eraseRest(deps: Deps, stopping?: AbortSignal): Promise<void> {
  let due: readonly { readonly former_id: string }[];
  do {
    due = await takeDue(deps.db, {
      table: 'erasures',
      key: 'former_id',
      when: sql`due_at <= ${deps.clock.sql}`,
      order: sql`due_at`,
      most: AT_ONCE,
      set: sql`due_at = ${deps.clock.sqlIn(LEASE_SECONDS)}`,
    });
    const all = async ({ former_id: id }: { readonly former_id: string }) => {
      while (!stopping?.aborted && (await eraseSlice(deps, id)));
    };
    await doEach(deps, due, 'closed account not erased wholly', all, {
      stopping,
      facts: ({ former_id: account }) => ({ account }),
    });
  } while (due.length === AT_ONCE && !stopping?.aborted);
}

export const archiveLoop: Loop = {
  everyMs: 5_000,
  failed: 'closed accounts not looked for',
  round: eraseRest,
};

interface Act {
  readonly formerId: string;
  readonly act: 'read' | 'extended';
  /** The officer's account. */
  readonly officer: string;
  readonly reason: string;
}

/** Records who read the archive or extended it, and why. */
export async function noteAct(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { formerId, act, officer, reason }: Act,
): Promise<void> {
  await tx
    .insertInto('archive_acts')
    .values({ former_id: formerId, act, officer, reason, at: clock.sql })
    .execute();
}

const textOf = (value: unknown): string => (value === null ? '' : String(value));

const isRows = (value: unknown): value is Sealed =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((rows) => Array.isArray(rows));

/** The rows of a part as labels and values; null if no key opens it. */
function tablesIn(
  keys: readonly Uint8Array[],
  context: string,
  sealed: string,
): ClosedAccount['parts'][number]['tables'] {
  const text = openUnder(keys, context, sealed);
  if (text === undefined) return null;
  const rows: unknown = JSON.parse(text);
  if (!isRows(rows)) return null;
  return Object.entries(rows).map(([name, all]) => ({
    name,
    rows: all.map((row) =>
      Object.entries(row).map(([label, value]) => ({ label, value: textOf(value) })),
    ),
  }));
}

const formerUser = v.object({
  ...{ email: v.string(), first_name: v.string(), last_name: v.string(), dob: v.string() },
  country_code: v.string(),
  // By their document (READ-09); archives of before have none.
  kyc_first_name: v.nullish(v.string(), null),
  kyc_last_name: v.nullish(v.string(), null),
  kyc_born: v.nullish(v.string(), null),
});
const formerHome = v.object({
  ...{ address: v.string(), city: v.string(), state: v.string(), postal: v.string() },
  ...{ country: v.string(), certified_at: v.string() },
});

/** Whose a closed account was, as far as paying them needs it (HARD-51). */
export interface FormerOwner {
  readonly first: string;
  readonly last: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly born: string;
  readonly country: string;
  /** Where mails reach them; empty: they reach nobody. */
  readonly email: string;
  /** The address that they certified last. */
  readonly home: Omit<v.InferOutput<typeof formerHome>, 'certified_at'> | undefined;
}

/**
 * Whose a closed account was, opened for the server's own work: a mail to them, the bank's or another provider's
 * question, screening. Undefined where nothing is kept any more, or no key opens it.
 */
export async function formerOwner(
  { config }: Pick<Deps, 'config'>,
  reader: Reader,
  formerId: string,
): Promise<FormerOwner | undefined> {
  const row = await reader
    .selectFrom('archived')
    .select('sealed')
    .where('former_id', '=', formerId)
    .where('part', '=', 'identity')
    .executeTakeFirst();
  const text = row && openUnder(config.archiveKeys, contextOf(formerId, 'identity'), row.sealed);
  const rows: unknown = text === undefined ? undefined : JSON.parse(text);
  if (!isRows(rows)) return undefined;
  const [user] = v.parse(v.array(formerUser), rows.users ?? []);
  if (!user) return undefined;
  const [newest] = v
    .parse(v.array(formerHome), rows.tax_certifications ?? [])
    .sort((one, other) => (one.certified_at < other.certified_at ? 1 : -1));
  const { certified_at: _, ...home } = newest ?? { certified_at: '' };
  return {
    first: user.kyc_first_name ?? user.first_name,
    last: user.kyc_first_name === null ? user.last_name : (user.kyc_last_name ?? ''),
    born: user.kyc_born || user.dob,
    country: user.country_code,
    email: user.email.endsWith('.invalid') ? '' : user.email,
    home: 'address' in home ? home : undefined,
  };
}

const paidContext = (id: string): string => `closed money ${id}`;

/** Seals where money of a closed account went, beside what else is kept of it. */
export const sealPaidTo = (
  deps: Pick<Deps, 'config' | 'random'>,
  id: string,
  text: string,
): string => sealUnder(deps.config.archiveKeys[0], deps, paidContext(id), text);

export const openPaidTo = (
  { config }: Pick<Deps, 'config'>,
  id: string,
  sealed: string,
): string | undefined => openUnder(config.archiveKeys, paidContext(id), sealed);

async function actsOn(reader: Reader, formerId: string): Promise<ClosedAccount['acts']> {
  const rows = await reader
    .selectFrom('archive_acts')
    .leftJoin('users', 'users.id', 'archive_acts.officer')
    .where('former_id', '=', formerId)
    .select(['at', 'email', 'act', 'reason'])
    .orderBy('archive_acts.id')
    .execute();
  return rows.map(({ at, email, act, reason }) => ({
    at: at.toISOString(),
    by: email ?? '',
    act,
    reason,
  }));
}

type Tables = NonNullable<ClosedAccount['parts'][number]['tables']>;

/** What came for an account after it was closed, and where it went. */
async function cameLater(
  deps: Pick<Deps, 'config'>,
  reader: Reader,
  formerId: string,
): Promise<Tables> {
  const rows = await reader
    .selectFrom('closed_money')
    .selectAll()
    .where('former_id', '=', formerId)
    .orderBy('came_at')
    .orderBy('id')
    .execute();
  if (rows.length === 0) return [];
  const told = rows.map((row) =>
    Object.entries({
      id: row.id,
      amount: `${formatUnits(BigInt(row.units), storedKept(row.currency).scale)} ${row.currency}`,
      came_at: row.came_at.toISOString(),
      decision: row.decision,
      decided_at: row.decided_at?.toISOString() ?? null,
      paid_to: row.paid_to && (openPaidTo(deps, row.id, row.paid_to) ?? ''),
    }).map(([label, value]) => ({ label, value: textOf(value) })),
  );
  return [{ name: 'came_after_closing', rows: told }];
}

/** The identity says whose it is, so what came later stands with it. */
const withLater = (tables: Tables | null, part: ArchivePart, later: Tables): Tables | null =>
  tables && part === 'identity' ? [...tables, ...later] : tables;

/**
 * Opens what is kept about closed accounts with this address, or about the one with this number: of each part its first
 * slice, to which `furtherTables` adds. Who read it and why is recorded with each.
 */
export async function readArchived(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  about: string,
  by: Pick<Act, 'officer' | 'reason'>,
): Promise<Omit<ClosedAccount, 'erasure'>[]> {
  const keys = deps.config.archiveKeys;
  const tags = keys.map((key) => emailTag(key, plainEmail(about)));
  const rows = await tx
    .selectFrom('archived')
    .selectAll()
    .where((row) => row.or([row('former_id', '=', about), row('email_tag', 'in', tags)]))
    .orderBy('closed_at', 'desc')
    .orderBy('former_id')
    .execute();
  const found: Omit<ClosedAccount, 'erasure'>[] = [];
  for (const [formerId, parts] of Map.groupBy(rows, (row) => row.former_id)) {
    await noteAct(deps, tx, { ...by, formerId, act: 'read' });
    const later = await cameLater(deps, tx, formerId);
    found.push({
      id: formerId,
      closed_at: (parts[0]?.closed_at ?? new Date(0)).toISOString(),
      parts: archiveParts.flatMap((name) =>
        parts
          .filter(({ part }) => part === name)
          .map(({ part, erase_at, extended_at, sealed }) => ({
            part,
            erase_at: erase_at.toISOString(),
            extended: extended_at !== null,
            tables: withLater(tablesIn(keys, contextOf(formerId, part), sealed), part, later),
          })),
      ),
      acts: await actsOn(tx, formerId),
    });
  }
  return found;
}

/** What a part has beyond its first slice, a piece at a time (HARD-95). */
export async function* furtherTables(
  { config }: Pick<Deps, 'config'>,
  reader: Reader,
  formerId: string,
  part: ArchivePart,
): AsyncGenerator<Tables> {
  for (let last = 0; ; ) {
    const row = await reader
      .selectFrom('archived_pieces')
      .select(['piece', 'sealed'])
      .where('former_id', '=', formerId)
      .where('part', '=', part)
      .where('piece', '>', last)
      .orderBy('piece')
      .limit(1)
      .executeTakeFirst();
    if (!row) return;
    const { piece, sealed } = row;
    last = piece;
    const tables = tablesIn(config.archiveKeys, pieceContext(formerId, part, piece), sealed);
    yield tables?.map(({ name, rows }) => ({ name: `${name} (${piece})`, rows })) ?? [
      { name: `piece ${piece}, which no key of this server opens`, rows: [] },
    ];
  }
}

/** The parts that are kept of a closed account now, locked; empty if none. */
export async function partsKept(tx: Tx, formerId: string): Promise<readonly ArchivePart[]> {
  const rows = await tx
    .selectFrom('archived')
    .select('part')
    .where('former_id', '=', formerId)
    .orderBy('part')
    .forUpdate()
    .execute();
  return rows.map(({ part }) => part);
}

/** Erases what is kept of a closed account, with the record of its readers and where its money went. */
export async function eraseArchived(tx: Tx, formerId: string): Promise<void> {
  await tx.deleteFrom('archived').where('former_id', '=', formerId).execute();
  await tx
    .updateTable('closed_money')
    .set({ paid_to: '' })
    .where('former_id', '=', formerId)
    .execute();
}

/**
 * Extends how long the rest of a closed account is kept, once per part: what the legal pages let an authority
 * extend.
 */
export async function extendArchived(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  formerId: string,
): Promise<'extended' | 'extended-before' | 'not-kept'> {
  const rows = await tx
    .selectFrom('archived')
    .select('extended_at')
    .where('former_id', '=', formerId)
    .where('part', 'in', extendable)
    .forUpdate()
    .execute();
  if (rows.length === 0) return 'not-kept';
  if (rows.some(({ extended_at }) => extended_at !== null)) return 'extended-before';
  await tx
    .updateTable('archived')
    .set({
      extended_at: clock.sql,
      erase_at: sql<Date>`erase_at + make_interval(years => ${YEARS_KEPT_LONGER})`,
    })
    .where('former_id', '=', formerId)
    .where('part', 'in', extendable)
    .execute();
  return 'extended';
}
