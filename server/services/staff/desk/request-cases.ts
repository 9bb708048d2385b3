import { type Selectable, sql } from 'kysely';
import type { CaseDecision } from '#core/contract/staff/desk-act.ts';
import { isOver, requestTitles } from '#core/people/request-rules.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { refuse } from '#server/refusal/refused.ts';
import { decideRequest } from '#server/services/customers/requests/answer-request.ts';
import type { RequestRow } from '#server/services/customers/requests/requests.ts';
import type { Schema } from '#server/store/schema/schema.ts';
import { behindPlace, type CaseSource, factsOf, type PlacedRow } from './source.ts';

type Row = RequestRow & Pick<Selectable<Schema['users']>, 'email'>;

const rowOf = ({ id, kind, email, created_at, due_at }: Row): PlacedRow => ({
  kind: 'request',
  id,
  title: requestTitles[kind],
  customer: email,
  since: created_at.toISOString(),
  due_at: due_at.toISOString(),
  at: due_at,
});

/** The documents let complaints and requests about data take longer, if the customer is told why. */
function decisionsOf({ kind, state }: RequestRow): CaseDecision[] {
  if (isOver(state)) return [];
  if (state === 'explaining') return ['reject'];
  switch (kind) {
    case 'refund':
      return ['answer', 'reject'];
    case 'error':
      return ['answer', 'reject', 'no-error'];
    case 'complaint':
    case 'correct':
    case 'object':
    case 'restrict':
      return ['answer', 'reject', 'later'];
  }
}

/** Customers' requests and complaints (KEEP-03). */
export const requestCases: CaseSource = {
  kind: 'request',

  async list({ db }, behind, most) {
    const rows = await db
      .selectFrom('customer_requests')
      .innerJoin('users', 'users.id', 'customer_requests.user_id')
      .where('answered_at', 'is', null)
      .where(behindPlace('request', behind, sql`due_at`, sql`customer_requests.id`))
      .selectAll('customer_requests')
      .select('users.email')
      .orderBy('due_at')
      .orderBy('customer_requests.id')
      .limit(most)
      .execute();
    return rows.map(rowOf);
  },

  countQuery: ({ db }) =>
    db
      .selectFrom('customer_requests')
      .where('answered_at', 'is', null)
      .select((row) => row.fn.countAll<number>().as('count')),

  async read(reader, id) {
    const row = await reader
      .selectFrom('customer_requests')
      .innerJoin('users', 'users.id', 'customer_requests.user_id')
      .leftJoin('users as officers', 'officers.id', 'answered_by')
      .where('customer_requests.id', '=', id)
      .selectAll('customer_requests')
      .select(['users.email', 'users.kyc_status', 'users.country_code'])
      .select(['users.first_name', 'users.last_name', 'officers.email as officer'])
      .executeTakeFirst();
    if (!row) return undefined;
    const facts = [
      ['Name', `${row.first_name} ${row.last_name}`.trim()],
      ['Country', row.country_code],
      ['Identity check', row.kyc_status],
      ['Transaction, in their words', row.title],
      ['Transaction ID', row.about],
      ['Delayed because', row.later],
    ] as const;
    const { at: _, ...named } = rowOf(row);
    return {
      ...named,
      facts: factsOf(facts),
      body: row.body,
      decided: row.answered_at && {
        at: row.answered_at.toISOString(),
        by: row.officer ?? '',
        text: row.answer,
      },
      decisions: decisionsOf(row),
    };
  },

  async decide(deps, tx, id, { decision, reason, due, officer }) {
    const row = await tx
      .selectFrom('customer_requests')
      .where('id', '=', id)
      .selectAll()
      .forUpdate()
      .executeTakeFirst();
    if (!row) return notFound();
    // Another officer was faster.
    if (!decisionsOf(row).includes(decision)) {
      return refuse('INVALID_INPUT', 'This can no longer be decided: open the case again.');
    }
    switch (decision) {
      case 'answer':
      case 'reject':
        return decideRequest(deps, tx, row, { kind: decision, text: reason, officer });
      case 'no-error':
        return decideRequest(deps, tx, row, { kind: decision });
      case 'later':
        if (!due) return refuse('INVALID_INPUT', 'Say until when.');
        return decideRequest(deps, tx, row, { kind: decision, text: reason, due });
      default:
        return refuse('INVALID_INPUT', 'A request is answered or rejected.');
    }
  },
};
