import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { CaseRow } from '#core/contract/staff/desk.ts';
import { formatDayInZone } from '#core/time/date-text.ts';
import { homeZone } from '#server/adapters/geolocation/home-zone.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { lockUpdate, regroup } from '#server/services/customers/risk/data-updates.ts';
import { riskGroups } from '#server/services/customers/risk/risk-group.ts';
import type { DataUpdates, RiskGroup } from '#server/store/schema/risk-schema.ts';
import type { Reader, Schema } from '#server/store/schema/schema.ts';
import { type CaseSource, type Decide, decidedBefore } from './source.ts';

type Row = Selectable<DataUpdates> &
  Pick<
    Selectable<Schema['users']>,
    'email' | 'country_code' | 'state' | 'first_name' | 'last_name'
  > & {
    readonly decided_at: Date;
    readonly reason: string;
    readonly officer: string | null;
  };

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

const rowOf = (row: Row): CaseRow => ({
  kind: 'risk',
  id: row.user_id,
  title: `Risk group: ${row.risk_group}`,
  about: row.reason,
  customer: row.email,
  since: row.decided_at.toISOString(),
  // No document sets a deadline.
  due_at: null,
});

const put =
  (group: RiskGroup): Decide =>
  async (deps, tx, id, { reason, officer }) => {
    const row = await lockUpdate(tx, id);
    if (!row) return notFound();
    // Another officer was faster: once more would move the due date again.
    if (row.chosen && row.risk_group === group) return decidedBefore();
    await regroup(deps, tx, row, { group, by: officer, reason });
    return undefined;
  };

/**
 * Customers' risk groups (KEEP-09). Open cases are those that rules made high; any other is found by its
 * customer.
 */
export const riskCases: CaseSource<'risk'> = {
  kind: 'risk',

  open: () => sql`select data_updates.user_id as id, data_updates.user_id, '' as about,
      null::timestamptz as due,
      (select decided_at from risk_decisions where risk_decisions.user_id = data_updates.user_id
        order by risk_decisions.id desc limit 1) as since
    from data_updates where ${isOpen}`,

  async rows(reader, ids) {
    const named = sql<boolean>`data_updates.user_id in (${sql.join(ids)})`;
    return (await rowsWhere(reader, named).execute()).map(rowOf);
  },

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
    const told = rowOf(row);
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
      decisions: riskGroups,
      restsOn: `${row.risk_group} ${row.reason}`,
    };
  },

  lock: lockUpdate,

  decisions: { low: put('low'), medium: put('medium'), high: put('high') },
};
