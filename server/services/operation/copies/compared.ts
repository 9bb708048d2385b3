import { type RawBuilder, sql } from 'kysely';
import type { Transfers } from '#server/adapters/custody/transfers.ts';
import type { Parties } from '#server/adapters/parties.ts';
import type { Deps } from '#server/deps.ts';
import type { Loop } from '#server/platform/repeat.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';

type Senders = Pick<Parties, 'transfers' | 'bank'>;
type Compared = Pick<Parties, 'transfers' | 'bank' | 'payment' | 'incoming' | 'sandboxed'>;

/** How long a comparison is good. */
export const COMPARED_MS = 3600_000;
/** The pause after a question without an answer. */
export const AGAIN_MS = 30_000;
export const ROUND_MS = 5_000;

/** When this process last compared a party's list with the books, in its monotonic milliseconds. */
const compared = new WeakMap<object, number>();

/** The parties that send for us and tell what they have sent. */
export const listingSenders = ({ transfers, bank }: Senders): readonly Transfers[] =>
  [transfers, bank.payouts].filter(({ list }) => list !== undefined);

/**
 * Whether anything may be sent, returned or cancelled: not before this process has compared once what each
 * party has sent with the books (HARD-82).
 */
export const isCompared = (senders: Senders): boolean =>
  listingSenders(senders).every((transfers) => compared.has(transfers));

export const isComparedSince = (senders: Senders, moment: number): boolean =>
  listingSenders(senders).every((one) => (compared.get(one) ?? Number.NEGATIVE_INFINITY) >= moment);

/** When a list was compared; undefined: not yet, since the database may last have changed. */
export const comparedAt = (list: object): number | undefined => compared.get(list);

export const markCompared = (list: object): void => {
  compared.set(list, performance.now());
};

/**
 * Whether a card payment may be given back: not before this process has compared once what their provider has
 * given back with the books (HARD-82).
 */
export const mayGiveBack = ({ payment }: Pick<Parties, 'payment'>): boolean =>
  !payment.list || compared.has(payment);

/** When this process last looked whether a comparison is due. */
const tried = new WeakMap<object, number>();

export const lastTry = ({ transfers }: Senders): number | undefined => tried.get(transfers);

export const noteTry = ({ transfers }: Senders): void => {
  tried.set(transfers, performance.now());
};

/** The database may be another one from now on, as after a failover: everything is compared again at once. */
export function forgetCompared(parties: Compared): void {
  const { transfers, bank, payment, incoming, sandboxed } = parties;
  for (const one of [transfers, payment, incoming ?? sandboxed]) tried.delete(one);
  for (const one of [bank, payment, incoming ?? sandboxed]) compared.delete(one);
  for (const sender of listingSenders(parties)) compared.delete(sender);
}

/** How a party's list is compared with the books. */
interface Comparison<L extends object> {
  /** The log message of a failed round. */
  readonly failed: string;
  /** Who has the list; undefined: nobody. */
  readonly listOf: (parties: Parties) => L | undefined;
  /** Whether it was compared to its end. */
  readonly compare: (deps: Deps, list: L, stopping: AbortSignal) => Promise<boolean>;
}

/**
 * Compares a party's list at once and then hourly, sooner if it did not answer, or if the database may be another
 * one.
 */
export const comparingLoop = <L extends object>({
  failed,
  listOf,
  compare,
}: Comparison<L>): Loop => ({
  everyMs: ROUND_MS,
  failed,
  round: async (deps, stopping) => {
    const list = listOf(deps.parties);
    if (!list) return;
    const now = performance.now();
    if (now < (tried.get(list) ?? Number.NEGATIVE_INFINITY) + AGAIN_MS) return;
    if (now < (compared.get(list) ?? Number.NEGATIVE_INFINITY) + COMPARED_MS) return;
    tried.set(list, now);
    if (await compare(deps, list, stopping)) markCompared(list);
  },
});

/** How far a party's list was read; empty: not at all. */
export async function cursorOf(reader: Reader, feed: string): Promise<string> {
  const row = await reader
    .selectFrom('custody_feeds')
    .select('cursor')
    .where('source', '=', feed)
    .executeTakeFirst();
  return row?.cursor ?? '';
}

export async function keepCursor(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  feed: string,
  cursor: string,
): Promise<void> {
  const now = clock.sql;
  await tx
    .insertInto('custody_feeds')
    .values({ source: feed, cursor, due_at: now, leased_until: now })
    .onConflict((row) => row.column('source').doUpdateSet({ cursor, heard_at: now }))
    .execute();
}

/** What a bank says otherwise of a transfer to us than when it was credited, by the prefix of its reference. */
export const ARRIVED = 'arrived:';
export const ARRIVED_OTHER = 'arrived-other';

/** What a party sent without a reference of ours, by the prefix of its name: it cannot be an order that the books lost. */
export const STRANGE = 'strange:';
export const NO_REFERENCE = 'no-reference';

/** Whether nothing is begun, because a party has sent what the books do not know (OPS-01). */
export const partySentMore = sql<boolean>`exists (
  select 1 from transfers_aside where settled_at is null and party <> 'payment'
    and reason not in (${sql.lit(ARRIVED_OTHER)}, ${sql.lit(NO_REFERENCE)}))`;

/**
 * Whether nothing of one customer's is begun, because the provider of card payments has given back, or never got,
 * what the books have as bought (HARD-82).
 */
export const cardInDoubt = (userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from transfers_aside
    join purchases on purchases.id = transfers_aside.reference
    where transfers_aside.settled_at is null and party = 'payment'
      and purchases.user_id = ${userId})`;
