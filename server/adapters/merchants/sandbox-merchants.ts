import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { MerchantTransaction } from '#core/contract/staff/merchant.ts';
import type { MerchantGateway, MerchantListingRequest } from './merchants.ts';

/** A text as a LIKE pattern with `%` and `_` escaped. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** The condition of each status of ADM-03; an unknown status matches nothing. */
function statusIs(status: string): RawBuilder<boolean> {
  switch (status.toLowerCase()) {
    case '':
      return sql`true`;
    case 'completed':
      return sql`(status and code = '200')`;
    case 'failed':
      return sql`(not status)`;
    case 'pending':
      return sql`(status and code <> '200')`;
    default:
      return sql`false`;
  }
}

function matching(request: MerchantListingRequest): RawBuilder<boolean> {
  const conditions = [statusIs(request.statusSearch)];
  if (request.user_id) conditions.push(sql`merchant_id = ${request.user_id}`);
  if (request.sourceSearch) conditions.push(sql`source ilike ${containing(request.sourceSearch)}`);
  if (request.search_key) {
    const pattern = containing(request.search_key);
    conditions.push(sql`(id ilike ${pattern} or transaction_id ilike ${pattern}
      or user_name ilike ${pattern} or orderreference ilike ${pattern})`);
  }
  return sql.join(conditions, sql` and `);
}

/**
 * The sandbox twin: the gateway's transactions are in the database. A page is newest first unless `order` is
 * `asc`.
 */
export function sandboxMerchants(db: QueryExecutorProvider): MerchantGateway {
  return {
    async list(request) {
      const where = matching(request);
      const direction = request.order.toLowerCase() === 'asc' ? sql`asc` : sql`desc`;
      const { rows } = await sql<MerchantTransaction & { createdAt: Date }>`
        select id as "_id", transaction_id, request_type, status, code, amount, currency,
          currency_amount, currency_value, user_name, source, orderreference,
          created_at as "createdAt"
        from merchant_transactions where ${where}
        order by created_at ${direction}, id ${direction}
        limit ${request.limit} offset ${(request.page - 1) * request.limit}`.execute(db);
      const count = await sql<{ total: number }>`
        select count(*)::integer as total from merchant_transactions where ${where}`.execute(db);
      const details = rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
      return { details, total: count.rows[0]?.total ?? 0 };
    },
  };
}
