import { type RawBuilder, sql } from 'kysely';
import { isStorableInstant } from '#core/contract/schemas.ts';
import type { CaseRow, KindCount } from '#core/contract/staff/desk.ts';
import { type CaseKind, caseKinds } from '#core/contract/staff/desk-act.ts';
import type { Deps } from '#server/deps.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import type { CaseDeps } from './source.ts';
import { sources } from './sources.ts';

/** Those with a deadline stand before those without, which are sorted by since when they wait. */
type Part = 'due' | 'since';

/** After which case a list goes on. */
interface CaseCursor {
  readonly part: Part;
  readonly at: Date;
  readonly kind: CaseKind;
  readonly id: string;
}

const placeText = ({ part, at, kind, id }: CaseCursor): string =>
  `${part} ${at.toISOString()} ${kind} ${id}`;

/** The place that an earlier answer named; undefined if none did. */
export function placeFrom(text: string): CaseCursor | undefined {
  const [part, instant = '', name, ...rest] = text.split(' ');
  const at = new Date(instant);
  const kind = caseKinds.find((one) => one === name);
  if (!kind || !isStorableInstant(at.getTime()) || (part !== 'due' && part !== 'since')) {
    return undefined;
  }
  return { part, at, kind, id: rest.join(' ') };
}

/** Cases of the same moment stand in the order of the kinds. */
const rankOf = (kind: CaseKind): number => caseKinds.indexOf(kind);

/** The rows of one kind after a place in the list of all kinds. */
function behind(kind: CaseKind, part: Part, place: CaseCursor | undefined): RawBuilder<boolean> {
  if (place?.part !== part) return sql<boolean>`true`;
  const { at, id } = place;
  const by = rankOf(kind) - rankOf(place.kind);
  if (by < 0) return sql<boolean>`${sql.ref(part)} > ${at}`;
  if (by > 0) return sql<boolean>`${sql.ref(part)} >= ${at}`;
  return sql<boolean>`(${sql.ref(part)}, id) > (${at}, ${id})`;
}

/** Which of the open cases are wanted. */
export interface Wanted {
  readonly kinds: readonly CaseKind[];
  /** Further conditions on what a source selects. */
  readonly which: RawBuilder<boolean>;
}

export const allCases: Wanted = { kinds: caseKinds, which: sql<boolean>`true` };

/** The open cases of one customer. */
export const casesOfCustomer = (userId: string): Wanted => ({
  kinds: caseKinds,
  which: sql<boolean>`user_id = ${userId}`,
});

/** Shorter words stand in too many texts. */
const SHORTEST_WORD = 3;
/** So many requests at most that have the words, the most urgent ones. */
const MOST_WITH_WORDS = 200;

/** The open requests in which a customer wrote all of these words; no row for words that are too short. */
const requestsWith = (text: string): RawBuilder<unknown> => {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const isWritten = words.map(
    (word) => sql`strpos(lower(body || ' ' || title), lower(${word})) > 0`,
  );
  const isLong = words.length > 0 && words.every((word) => [...word].length >= SHORTEST_WORD);
  return sql`select id from customer_requests
    where answered_at is null and ${isLong ? sql.join(isWritten, sql` and `) : sql`false`}
    order by due_at, id limit ${MOST_WITH_WORDS}`;
};

/**
 * The open cases that a text names: a customer's email address or account, a case, or a transaction, by the id that the
 * app shows or that the books use; or the words that a customer wrote in a request. What is looked for stands in no log.
 */
export async function casesNamed(reader: Reader, text: string): Promise<RawBuilder<boolean>> {
  const named = text.trim();
  const { rows } = await sql<{ id: string }>`
    select id from users where email = ${named.toLowerCase()} and deleted_at is null
    union all
    select reverse(split_part(reverse(comment), '/', 1)) from journals
      where id = regexp_replace(${named}, '-[0-9]+$', '') and comment like '%/%'
    union all (${requestsWith(named)})`.execute(reader);
  const names = sql.join([named, named.toUpperCase(), ...rows.map(({ id }) => id)]);
  return sql<boolean>`(id in (${names}) or about in (${names}) or user_id in (${names}))`;
}

interface Placed {
  readonly rank: number;
  readonly id: string;
  readonly at: Date;
}

/** The first cases of one part after a place, in order: each kind gives no more than are wanted, by its own index. */
async function placesOf(
  deps: CaseDeps,
  { kinds, which }: Wanted,
  part: Part,
  place: CaseCursor | undefined,
  most: number,
): Promise<readonly Placed[]> {
  const inPart = part === 'due' ? sql`due is not null` : sql`due is null`;
  const pages = kinds.map(
    (kind) => sql`(select ${rankOf(kind)}::integer as rank, id, ${sql.ref(part)} as at
      from (${sources[kind].open(deps)}) as found
      where ${inPart} and ${which} and ${behind(kind, part, place)}
      order by ${sql.ref(part)}, id limit ${most})`,
  );
  const { rows } = await sql<Placed>`select * from (${sql.join(pages, sql` union all `)}) as pages
    order by at, rank, id limit ${most}`.execute(deps.db);
  return rows;
}

interface Page {
  readonly rows: readonly CaseRow[];
  readonly next: string | undefined;
}

/** A page of the wanted cases: what is due first, then what has no deadline, the oldest first. */
export async function listOpen(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  wanted: Wanted,
  place: CaseCursor | undefined,
  most: number,
): Promise<Page> {
  const dated = place?.part === 'since' ? [] : await placesOf(deps, wanted, 'due', place, most + 1);
  const left = most + 1 - dated.length;
  const undated = left > 0 ? await placesOf(deps, wanted, 'since', place, left) : [];
  const all = [
    ...dated.map((one) => ({ ...one, part: 'due' as const })),
    ...undated.map((one) => ({ ...one, part: 'since' as const })),
  ].flatMap(({ rank, ...one }) => {
    const kind = caseKinds[rank];
    return kind ? [{ ...one, kind }] : [];
  });
  const shown = all.slice(0, most);
  const last = shown.at(-1);
  const found = await Promise.all(
    caseKinds.map(async (kind) => {
      const ids = shown.flatMap((one) => (one.kind === kind ? [one.id] : []));
      return ids.length > 0 ? sources[kind].rows(deps.db, ids, deps) : [];
    }),
  );
  const byName = new Map(found.flat().map((row) => [`${row.kind} ${row.id}`, row]));
  return {
    // What was decided meanwhile is left out.
    rows: shown.flatMap(({ kind, id }) => byName.get(`${kind} ${id}`) ?? []),
    next: last && all.length > most ? placeText(last) : undefined,
  };
}

/** When the officer's day and week end. */
export interface Ends {
  readonly today: Date;
  readonly week: Date;
}

/** How many cases are open, by kind; a kind without any is left out. */
export async function countOpen(
  deps: CaseDeps,
  { today, week }: Ends,
): Promise<readonly KindCount[]> {
  const counts = caseKinds.map(
    (kind) => sql`select ${rankOf(kind)}::integer as rank, count(*)::integer as open,
        count(due)::integer as dated,
        (count(*) filter (where due < ${deps.clock.sql}))::integer as late,
        (count(*) filter (where due < ${today}))::integer as today,
        (count(*) filter (where due < ${week}))::integer as week
      from (${sources[kind].open(deps)}) as found`,
  );
  const { rows } = await sql<Omit<KindCount, 'kind'> & { readonly rank: number }>`
    ${sql.join(counts, sql` union all `)}`.execute(deps.db);
  return rows.flatMap(({ rank, ...count }) => {
    const kind = caseKinds[rank];
    return kind && count.open > 0 ? [{ kind, ...count }] : [];
  });
}
