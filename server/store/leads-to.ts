import { type RawBuilder, sql } from 'kysely';

/**
 * The account that a row of `withdrawals` goes to, in one form however its address was typed. Rows from before that
 * form was kept have only what was typed.
 */
export const leadsTo = (table: 'withdrawals' | 'before' | 'this'): RawBuilder<string> =>
  sql`coalesce(nullif(${sql.ref(`${table}.destination`)}, ''), ${sql.ref(`${table}.address`)})`;

/** Whether an earlier withdrawal, in the query where this stands, went to the same account as this one. */
export const leadsToSame: RawBuilder<boolean> = sql<boolean>`(
  ${leadsTo('before')} = ${leadsTo('this')} or before.address = this.address)`;
