import { sql } from 'kysely';
import { isStorableInstant } from '#core/contract/schemas.ts';
import type { Register } from '#core/contract/staff/desk-act.ts';
import { formatUnits } from '#core/money/decimal.ts';
import type { Deps } from '#server/deps.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { malformed } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { ruleTitle } from '#server/services/checks/monitoring/monitoring-rules.ts';
import { withAccount } from '#server/services/customers/users/users.ts';
import { recordAlone } from '#server/services/staff/audit/record.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { isOpen, openWith } from './desk-proof.ts';

const PAGE = 500;

/** Where a register continues: after which row, by its time and id. */
interface RegisterCursor {
  readonly at: Date;
  readonly id: string;
}

interface Row extends RegisterCursor {
  readonly cells: readonly (string | Date | null)[];
}

interface Source {
  readonly columns: readonly string[];
  read(reader: Reader, behind: RegisterCursor, most: number): Promise<readonly Row[]>;
}

const euros = (cents: string): string => formatUnits(BigInt(cents), 2, 2);

const amountOf = ({
  units,
  currency,
}: {
  readonly units: string | null;
  readonly currency: string | null;
}): string => (units && currency ? formatUnits(BigInt(units), storedKept(currency).scale) : '');

const sources: Readonly<Record<Register, Source>> = {
  /** Customers' requests and complaints, and how they ended. */
  requests: {
    columns: ['Reference', 'Kind', 'Customer', 'Received', 'Due', 'State', 'Answered', 'Answer'],
    async read(reader, { at, id }, most) {
      const rows = await reader
        .selectFrom('customer_requests as asked')
        .innerJoin('users', 'users.id', 'asked.user_id')
        .where(sql<boolean>`(asked.created_at, asked.id) > (${at}, ${id})`)
        .select(['asked.id', 'kind', 'email', 'asked.created_at', 'due_at', 'asked.state'])
        .select(['answered_at', 'answer'])
        .orderBy('asked.created_at')
        .orderBy('asked.id')
        .limit(most)
        .execute();
      return rows.map(({ id, kind, email, created_at, due_at, state, answered_at, answer }) => ({
        at: created_at,
        id,
        cells: [id, kind, email, created_at, due_at, state, answered_at, answer],
      }));
    },
  },
  /** Findings of screening, and the decisions. */
  held: {
    columns: [
      ...['About', 'Customer', 'Asked', 'Found', 'State', 'Reported', 'Decided', 'By', 'Reason'],
    ],
    async read(reader, { at, id }, most) {
      const rows = await reader
        .selectFrom('screenings')
        .innerJoin('users', 'users.id', 'screenings.user_id')
        .where(sql<boolean>`(asked_at, screenings.id) > (${at}, ${id})`)
        // The condition of its index.
        .where(sql<boolean>`(matched <> '' or decided_at is not null)`)
        .selectAll('screenings')
        .select('email')
        .orderBy('asked_at')
        .orderBy('screenings.id')
        .limit(most)
        .execute();
      return rows.map((row) => ({
        at: row.asked_at,
        id: row.id,
        cells: [
          ...[row.id, row.email, row.asked_at, row.matched, row.state, row.reported_at],
          ...[row.decided_at, row.decided_by, row.decided_why],
        ],
      }));
    },
  },
  /** Findings of monitoring rules, and the decisions. */
  monitoring: {
    columns: [
      ...['Case', 'Rule', 'Customer', 'Name', 'Born', 'Country', 'Transfers', 'Found', 'Seen'],
      ...['Suspended', 'Report due', 'Outcome', 'Decided', 'By', 'Reason'],
    ],
    async read(reader, { at, id }, most) {
      const rows = await reader
        .selectFrom('monitoring_hits as hits')
        .leftJoin('transfer_values', 'transfer_values.id', 'hits.transfer')
        .leftJoin('screenings', 'screenings.id', 'hits.transfer')
        .innerJoin('users', (join) =>
          join.on(sql<boolean>`users.id = coalesce(transfer_values.user_id, screenings.user_id)`),
        )
        .leftJoin('users as officers', 'officers.id', 'hits.decided_by')
        .where(sql<boolean>`(hit_at, hits.id) > (${at}, ${id})`)
        .selectAll('hits')
        .select(['users.email', 'users.first_name', 'users.last_name', 'users.dob'])
        .select(['users.country_code', 'officers.email as by'])
        .orderBy('hit_at')
        .orderBy('hits.id')
        .limit(most)
        .execute();
      return rows.map((row) => ({
        at: row.hit_at,
        id: row.id,
        cells: [
          ...[row.id, ruleTitle(row.rule), row.email, `${row.first_name} ${row.last_name}`.trim()],
          ...[row.dob, row.country_code, row.transfers.join(' '), row.found, row.hit_at],
          ...[row.suspends ? 'yes' : 'no', row.report_by, row.outcome, row.decided_at, row.by],
          row.decided_why,
        ],
      }));
    },
  },
  /** Transfers at or above EUR 15,000, alone or linked, with their customers. */
  large: {
    columns: [
      ...['Transfer', 'Customer', 'Name', 'Born', 'Country', 'Direction', 'Amount', 'Currency'],
      ...['Network', 'Other side', 'Happened', 'Worth in EUR', 'Valued', 'Sum in EUR', 'Entered'],
    ],
    async read(reader, { at, id }, most) {
      const rows = await reader
        .selectFrom('large_transfers as large')
        .innerJoin('transfer_values as valued', 'valued.id', 'large.id')
        .innerJoin('users', 'users.id', 'valued.user_id')
        .leftJoin('withdrawals', (join) =>
          join.on(sql<boolean>`'withdrawal:' || withdrawals.id = large.id`),
        )
        .leftJoin('payment_routes', 'payment_routes.id', 'withdrawals.payment_route_id')
        .leftJoin('deposits', (join) => join.on(sql<boolean>`'deposit:' || deposits.id = large.id`))
        .where(sql<boolean>`(entered_at, large.id) > (${at}, ${id})`)
        .select(['large.id', 'entered_at', 'sum_eur_cents', 'email', 'first_name', 'last_name'])
        .select(['dob', 'country_code', 'direction', 'happened_at', 'eur_cents', 'valued_at'])
        .select((row) => [
          row.fn.coalesce('withdrawals.units', 'deposits.units').as('units'),
          row.fn.coalesce('withdrawals.currency', 'deposits.currency').as('currency'),
          row.fn.coalesce('payment_routes.network', 'deposits.network').as('network'),
          row.fn.coalesce('withdrawals.address', 'deposits.senders').as('other_side'),
        ])
        .orderBy('entered_at')
        .orderBy('large.id')
        .limit(most)
        .execute();
      return rows.map((row) => ({
        at: row.entered_at,
        id: row.id,
        cells: [
          ...[row.id, row.email, `${row.first_name} ${row.last_name}`.trim(), row.dob],
          ...[row.country_code, row.direction, amountOf(row), row.currency, row.network],
          ...[row.other_side, row.happened_at, euros(row.eur_cents), row.valued_at],
          ...[euros(row.sum_eur_cents), row.entered_at],
        ],
      }));
    },
  },
  /** Relationships that we ended, and why. */
  ended: {
    columns: ['Account', 'Customer', 'How', 'Told', 'Ended', 'Reason', 'By'],
    async read(reader, { at, id }, most) {
      const rows = await reader
        .selectFrom('ended_relationships as ended')
        .innerJoin('users', 'users.id', 'ended.user_id')
        .leftJoin('users as officers', 'officers.id', 'ended.officer')
        .where(sql<boolean>`(ended_at, ended.user_id) > (${at}, ${id})`)
        .selectAll('ended')
        .select(['users.email', 'officers.email as by'])
        .orderBy('ended_at')
        .orderBy('ended.user_id')
        .limit(most)
        .execute();
      return rows.map((row) => ({
        at: row.ended_at,
        id: row.user_id,
        cells: [
          ...[row.user_id, row.email, row.at_once ? 'at once' : 'with notice', row.noticed_at],
          ...[row.ended_at, row.reason, row.by],
        ],
      }));
    },
  },
  /** Deposits and bank transfers that were credited to nobody, and what came for closed accounts. */
  aside: {
    columns: ['Reference', 'From', 'Amount', 'Currency', 'Why', 'Seen', 'Closed', 'Reason'],
    async read(reader, { at, id }, most) {
      const { rows } = await sql<{
        id: string;
        source: string;
        amount: string;
        /** Instead of the amount, of what came for closed accounts. */
        units: string | null;
        currency: string;
        reason: string;
        seen_at: Date;
        settled_at: Date | null;
        settled_for: string;
      }>`select * from (
          select id, 'network' as source, amount, null as units, currency, reason, seen_at, settled_at, settled_for
          from deposits_aside
          union all
          select id, 'bank', amount, null, currency, reason, seen_at, settled_at, settled_for
          from bank_transfers where state = 'aside'
          union all
          select id, 'closed account', '', units::text, currency, cause, came_at, decided_at,
            coalesce(decision || ': ' || decided_why, '') from closed_money
        ) as aside where (seen_at, id) > (${at}, ${id}) order by seen_at, id limit ${most}`.execute(
        reader,
      );
      return rows.map((row) => ({
        at: row.seen_at,
        id: row.id,
        cells: [
          ...[row.id, row.source, row.amount || amountOf(row), row.currency, row.reason],
          row.seen_at,
          ...[row.settled_at, row.settled_for],
        ],
      }));
    },
  },
  /** What staff saw and did, with the hashes of the chain. */
  log: {
    columns: ['Entry', 'At', 'Who', 'What', 'Detail', 'Hash', 'Words'],
    async read(reader, { id }, most) {
      const rows = await reader
        .selectFrom('audit_log')
        .selectAll()
        .select((eb) =>
          eb
            .selectFrom('audit_words')
            .select(sql<string>`string_agg(name || ': ' || words, '; ' order by name)`.as('words'))
            .whereRef('audit_words.seq', '=', 'audit_log.seq')
            .where('words', '<>', '')
            .as('words'),
        )
        .where('seq', '>', Number(id) || 0)
        .orderBy('seq')
        .limit(most)
        .execute();
      return rows.map(({ seq, at, actor, action, detail, hash, words }) => ({
        at,
        id: String(seq),
        cells: [String(seq), at, actor, action, detail, hash, words ?? ''],
      }));
    },
  },
};

const START: RegisterCursor = { at: new Date(0), id: '' };

function placeFrom(text: string): RegisterCursor | undefined {
  if (text === '') return START;
  const [instant = '', ...rest] = text.split(' ');
  const at = new Date(instant);
  return isStorableInstant(at.getTime()) ? { at, id: rest.join(' ') } : undefined;
}

const textOf = (cell: string | Date | null): string =>
  cell instanceof Date ? cell.toISOString() : (cell ?? '');

interface Part {
  readonly columns: string[];
  readonly data: string[][];
  readonly next?: string;
}

/** Lets this session read a register for a while, with a fresh proof for that register alone (READ-08). */
export const openForReading = (
  deps: Deps,
  officer: Owner,
  { register, otp }: { readonly register: Register; readonly otp: string },
): Promise<Refused | undefined> =>
  withAccount(deps, officer, (tx) =>
    openWith(deps, tx, officer, { act: { act: 'register', register }, otp }),
  );

/** A part of a register for a file; that an officer downloads it is recorded first. */
export async function readRegister(
  deps: Deps,
  officer: Owner,
  register: Register,
  after: string,
): Promise<Part | Refused> {
  const behind = placeFrom(after);
  if (!behind) return malformed();
  if (!(await isOpen(deps, deps.db, officer, { act: 'register', register }))) {
    return refuse('SECOND_FACTOR_REQUIRED', 'Open the register with your second factor first.');
  }
  const { columns, read } = sources[register];
  const rows = await read(deps.db, behind, PAGE + 1);
  const shown = rows.slice(0, PAGE);
  // Not the caller's own text: the log is kept for good.
  const detail = { register, from: behind.at.toISOString(), rows: shown.length };
  await recordAlone(deps, { actor: officer.userId, action: 'took register', detail });
  const last = shown.at(-1);
  const more = last && rows.length > PAGE;
  return {
    columns: [...columns],
    data: shown.map(({ cells }) => cells.map(textOf)),
    ...(more && { next: `${last.at.toISOString()} ${last.id}` }),
  };
}
