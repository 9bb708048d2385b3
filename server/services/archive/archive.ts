import { createHmac, hkdfSync } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import { type ArchivePart, archiveParts, type ClosedAccount } from '#core/contract/desk.ts';
import { formatUnits } from '#core/domain/decimal.ts';
import { plainEmail } from '#core/domain/email-address.ts';
import type { Deps } from '#server/deps.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import { openUnder, sealUnder } from '#server/platform/secret-box.ts';
import type { Reader, Tx } from '#server/store/schema.ts';
import { extendable, keptTables, YEARS_LONGER, yearsKept } from './kept.ts';

type Row = Readonly<Record<string, unknown>>;

/** The sealed content: rows by table, as JSON. */
type Sealed = Readonly<Record<string, readonly Row[]>>;

const contextOf = (formerId: string, part: ArchivePart): string => `archive ${formerId} ${part}`;

/** A keyed hash by which something is found without being readable. */
function emailTag(key: Uint8Array, email: string): string {
  const tagKey = new Uint8Array(hkdfSync('sha256', key, '', 'kopa archive addresses', 32));
  return createHmac('sha256', tagKey).update(email).digest('base64url');
}

/** What is kept of a customer, by part. */
async function gather(
  tx: Tx,
  userId: string,
  isLate: Late = () => sql`true`,
): Promise<ReadonlyMap<ArchivePart, Sealed>> {
  const parts = new Map<ArchivePart, Record<string, readonly Row[]>>();
  for (const { table, part, columns, only = sql`true` } of keptTables) {
    const which = isLate(table);
    if (!which) continue;
    const picked = sql.join(columns.map((column) => sql.ref(column)));
    const owner = sql.ref(table === 'users' ? 'id' : 'user_id');
    const { rows } = await sql<Row>`select ${picked} from ${sql.table(table)}
      where ${owner} = ${userId} and (${only}) and (${which}) order by ${picked}`.execute(tx);
    const found = parts.get(part) ?? {};
    if (rows.length > 0) found[table] = rows;
    parts.set(part, found);
  }
  return parts;
}

/**
 * Seals what the law makes us keep about a customer, in the transaction that erases the account. The books
 * and registers keep their rows under the id; afterwards only the archive leads from the id to a name.
 */
export async function sealAway(
  deps: Pick<Deps, 'clock' | 'config' | 'random'>,
  tx: Tx,
  userId: string,
): Promise<void> {
  const [key] = deps.config.archiveKeys;
  const { email, role } = await tx
    .selectFrom('users')
    .select(['email', 'role'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  // Only customers are archived: the law is about them.
  if (role !== 'user') return;
  for (const [part, rows] of await gather(tx, userId)) {
    if (Object.keys(rows).length === 0) continue;
    await tx
      .insertInto('archived')
      .values({
        former_id: userId,
        part,
        email_tag: emailTag(key, email),
        sealed: sealUnder(key, deps, contextOf(userId, part), JSON.stringify(rows)),
        closed_at: deps.clock.sql,
        erase_at: sql<Date>`${deps.clock.sql} + make_interval(years => ${yearsKept[part]})`,
      })
      .execute();
  }
}

/** What `only` says of a table: which of its rows of a closed account are from before it was closed. */
type Late = (table: string) => RawBuilder<unknown> | undefined;

const says = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** The rows of both; of the account itself, what the one says of which the other has nothing. */
function mergedRows(table: string, known: readonly Row[], late: readonly Row[]): readonly Row[] {
  const [own] = known;
  if (table === 'users' && own) {
    const more = Object.entries(late[0] ?? {}).filter(
      ([column, value]) => says(value) && !says(own[column]),
    );
    return [{ ...own, ...Object.fromEntries(more) }];
  }
  const before = new Set(known.map((row) => JSON.stringify(row)));
  return [...known, ...late.filter((row) => !before.has(JSON.stringify(row)))];
}

/**
 * Adds to what is kept of a closed account what a server of the version before left where it was, in the transaction that
 * removes it (HARD-98). Where nothing is kept any more, it is only removed.
 */
export async function sealLate(
  deps: Pick<Deps, 'config' | 'random'>,
  tx: Tx,
  userId: string,
  isLate: Late,
): Promise<void> {
  const [key] = deps.config.archiveKeys;
  const kept = await tx
    .selectFrom('archived')
    .selectAll()
    .where('former_id', '=', userId)
    .forUpdate()
    .execute();
  const [any] = kept;
  if (!any) return;
  for (const [part, late] of await gather(tx, userId, isLate)) {
    if (Object.keys(late).length === 0) continue;
    const before = kept.find((one) => one.part === part);
    const context = contextOf(userId, part);
    const text = before && openUnder(deps.config.archiveKeys, context, before.sealed);
    const known: unknown = text === undefined ? {} : JSON.parse(text);
    if ((before && text === undefined) || !isRows(known))
      throw new Error('no key opens an archive');
    const tables = new Set([...Object.keys(known), ...Object.keys(late)]);
    const all = Object.fromEntries(
      [...tables].map((table) => [table, mergedRows(table, known[table] ?? [], late[table] ?? [])]),
    );
    const sealed = sealUnder(key, deps, context, JSON.stringify(all));
    const { email_tag, closed_at } = any;
    const erase_at = sql<Date>`${closed_at}::timestamptz + make_interval(years => ${yearsKept[part]})`;
    await tx
      .insertInto('archived')
      .values({ former_id: userId, part, email_tag, sealed, closed_at, erase_at })
      .onConflict((row) => row.columns(['former_id', 'part']).doUpdateSet({ sealed }))
      .execute();
  }
}

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
 * Opens what is kept about closed accounts with this address, or about the one with this number. Who read it
 * and why is recorded with each.
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
      erase_at: sql<Date>`erase_at + make_interval(years => ${YEARS_LONGER})`,
    })
    .where('former_id', '=', formerId)
    .where('part', 'in', extendable)
    .execute();
  return 'extended';
}
