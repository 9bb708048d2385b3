import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { CaseDecision } from '#core/contract/staff/desk-act.ts';
import { formatDayInZone } from '#core/time/date-text.ts';
import { homeZone } from '#server/adapters/geolocation/home-zone.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { refuse } from '#server/refusal/refused.ts';
import { lockUpdate, regroup } from '#server/services/customers/risk/data-updates.ts';
import { riskGroups } from '#server/services/customers/risk/risk-group.ts';
import type { DataUpdates } from '#server/store/schema/risk-schema.ts';
import type { Reader, Schema } from '#server/store/schema/schema.ts';
import {
  behindPlace,
  type CaseSource,
  decidedBefore,
  type PlacedRow,
  type Stored,
} from './source.ts';

type Row = Selectable<DataUpdates> &
  Pick<
    Selectable<Schema['users']>,
    'email' | 'country_code' | 'state' | 'first_name' | 'last_name'
  > & {
    readonly decided_at: Date;
    readonly reason: string;
    readonly officer: string | null;
  };

const groups: readonly CaseDecision[] = riskGroups;

/** Rules put the customer into the high group, which an officer must approve according to the policy. */
const isOpen = sql<boolean>`data_updates.risk_group = 'high' and not chosen`;

const rowsWhere = (reader: Reader, which: RawBuilder<boolean>) =>
  reader
    .selectFrom('data_updates')
    .innerJoin('users', 'users.id', 'data_updates.user_id')
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('risk_decisions')
          .whereRef('risk_decisions.user_id', '=', 'data_updates.user_id')
          .select(['decided_at', 'reason', 'decided_by'])
          .orderBy('risk_decisions.id', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .leftJoin('users as officers', 'officers.id', 'newest.decided_by')
    .where(which)
    .selectAll('data_updates')
    .select(['users.email', 'users.country_code', 'users.state'])
    .select(['users.first_name', 'users.last_name'])
    .select(['newest.decided_at', 'newest.reason', 'officers.email as officer']);

const rowOf = (row: Row): PlacedRow => ({
  kind: 'risk',
  id: row.user_id,
  title: `Risk group: ${row.risk_group}`,
  customer: row.email,
  since: row.decided_at.toISOString(),
  // No document sets a deadline: the case is sorted by when it came.
  due_at: null,
  at: row.decided_at,
});

/**
 * Customers' risk groups (KEEP-09). Open cases are those that rules made high; any other is found by its
 * customer.
 */
export const riskCases: CaseSource = {
  kind: 'risk',

  async list({ db }: Stored, behind, most) {
    const at = sql`newest.decided_at`;
    const place = behindPlace('risk', behind, at, sql`data_updates.user_id`);
    const rows = await rowsWhere(db, sql<boolean>`${isOpen} and ${place}`)
      .orderBy('newest.decided_at')
      .orderBy('data_updates.user_id')
      .limit(most)
      .execute();
    return rows.map(rowOf);
  },

  countQuery: ({ db }) =>
    db
      .selectFrom('data_updates')
      .where(isOpen)
      .select((row) => row.fn.countAll<number>().as('count')),

  async isOpen(reader, id) {
    const open = reader.selectFrom('data_updates').where(isOpen).where('user_id', '=', id);
    return (await open.select('user_id').executeTakeFirst()) !== undefined;
  },

  async read(reader, id) {
    // Each by its own index: “or” between two tables would read both.
    const named = sql`select id from users where id = ${id}
      union all select id from users where email = ${id} and deleted_at is null`;
    const row = await rowsWhere(
      reader,
      sql<boolean>`data_updates.user_id in (${named})`,
    ).executeTakeFirst();
    if (!row) return undefined;
    const { at: _, ...told } = rowOf(row);
    const dayOf = (at: Date): string => formatDayInZone(at.getTime(), homeZone(row));
    return {
      ...told,
      facts: [
        { label: 'Name', value: `${row.first_name} ${row.last_name}`.trim() },
        { label: 'Country', value: row.country_code },
        { label: 'In this group because', value: row.reason },
        { label: 'Decided by', value: row.officer ?? 'the rules' },
        { label: 'Data updated', value: dayOf(row.updated_at) },
        { label: 'Next update due', value: dayOf(row.due_at) },
        { label: 'Limited from', value: dayOf(row.limited_at) },
      ],
      body: '',
      // A group can be changed at any time.
      decided: null,
      decisions: [...groups],
    };
  },

  async decide(deps, tx, id, { decision, reason, officer }) {
    const group = riskGroups.find((one) => one === decision);
    if (!group) return refuse('INVALID_INPUT', 'Choose a risk group.');
    const row = await lockUpdate(tx, id);
    if (!row) return notFound();
    // Another officer was faster: once more would move the due date again.
    if (row.chosen && row.risk_group === group) return decidedBefore();
    await regroup(deps, tx, row, { group, by: officer, reason });
    return undefined;
  },
};
