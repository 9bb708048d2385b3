import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { type Gate, gates } from '#server/services/checks/gates/gates.ts';
import { gateAmong } from '#server/services/checks/gates/why.ts';

/** A queue: how many wait, and the seconds since the oldest could have been done; 0 if nothing waits. */
export interface Waiting {
  readonly name: string;
  readonly items: number;
  readonly oldest: number;
}

/** The queues of work that servers do by themselves. */
export const queues = [
  'mails',
  'pushes',
  'withdrawals',
  'transfers',
  'deposits',
  'purchases',
  'refunds',
  'notices',
  'recoveries',
] as const;

/** Why a withdrawal is not begun although its time for cancelling is over. */
export const holds = ['frozen', 'held', 'mail', 'transfers', 'restored'] as const;

/** By which gate; what else stops one is for screening, the desk or its customer, and counts as a queue. */
const heldBy: Readonly<Record<Gate, (typeof holds)[number] | null>> = {
  frozen: 'frozen',
  slowed: 'held',
  untold: 'mail',
  unmatched: 'transfers',
  'card-doubt': 'transfers',
  resting: 'restored',
  closed: null,
  listed: null,
  match: null,
  suspended: null,
  rejected: null,
  unscreened: null,
  unchecked: null,
  excluded: null,
  uncertified: null,
  ended: null,
  outdated: null,
  unanswered: null,
  'turned-down': null,
  unverified: null,
  untravelled: null,
  unnamed: null,
  cancelling: null,
  paying: null,
  unreachable: null,
  requesting: null,
  recovering: null,
  'no-withdrawals': null,
  'no-payouts': null,
  'no-bank': null,
  paused: null,
  doubted: null,
  racing: null,
  owing: null,
};

const holding = gates.filter((gate) => heldBy[gate] !== null);
const holdNames = sql.join(
  holding.map((gate) => sql`when ${gate} then ${heldBy[gate]}::text`),
  sql` `,
);

/** What a person must decide, because nobody can be credited or the row is missing. */
export const asides = ['deposits', 'transfers', 'purchases', 'closed-accounts'] as const;

export interface AllWaiting {
  readonly queues: readonly Waiting[];
  readonly holds: readonly Waiting[];
  readonly asides: readonly Waiting[];
}

type Kind = keyof AllWaiting;
type Row = Waiting & { readonly kind: Kind };

const known: Readonly<Record<Kind, readonly string[]>> = { queues, holds, asides };

/**
 * Everything that waits, in one statement. It uses the indexes by which the work is found, so finished work
 * is not read.
 */
export async function readWaiting(
  deps: Pick<Deps, 'clock' | 'config' | 'db'>,
): Promise<AllWaiting> {
  const { db, clock } = deps;
  const now = clock.sql;
  const { rows } = await sql<Row>`
    with open_withdrawals as (
      select withdrawals.*, case
        when status <> 'requested' or sending then null
        else case ${gateAmong(deps, 'withdrawals', holding)} ${holdNames} end
      end as hold, greatest(withdrawals.created_at, cancellable_until) as ready_at
      from withdrawals
      where due_at is not null
    ),
    waiting (kind, name, since) as (
      select 'queues', 'mails', created_at from mail_outbox
      union all select 'queues', 'pushes', created_at from notices where pushed_at is null
      union all select 'queues', 'withdrawals', ready_at from open_withdrawals
        where status in ('requested', 'failed') and hold is null and ready_at <= ${now}
      union all select 'queues', 'transfers', broadcast_at from open_withdrawals
        where status = 'broadcast'
      union all select 'queues', 'deposits', seen_at from deposits where state = 'pending'
      union all select 'queues', 'purchases', created_at from purchases
        where status in ('pending', 'unknown')
      union all select 'queues', 'refunds', coalesce(paid_at, created_at) from purchases
        where status = 'refunding'
      union all select 'queues', 'notices', asked_at from provider_notices
        where heard > answered and answered >= 0
      union all select 'queues', 'recoveries', due_at from recoveries
        where stage = 'waiting' and due_at <= ${now}
      union all select 'holds', hold, created_at from open_withdrawals where hold is not null
      union all select 'asides', 'deposits', seen_at from deposits_aside
        where settled_at is null
      union all select 'asides', 'transfers', seen_at from transfers_aside
        where settled_at is null
      union all select 'asides', 'closed-accounts', came_at from closed_money
        where decided_at is null
      union all select 'asides', 'purchases', asked_at from provider_notices where answered < 0
    )
    select kind, name, count(*)::integer as items,
      greatest(0, extract(epoch from ${now} - min(since)))::double precision as oldest
    from waiting group by kind, name`.execute(db);
  const of = (kind: Kind): readonly Waiting[] =>
    known[kind].map(
      (name) =>
        rows.find((row) => row.kind === kind && row.name === name) ?? { name, items: 0, oldest: 0 },
    );
  return { queues: of('queues'), holds: of('holds'), asides: of('asides') };
}
