import type { getTransactionHistory as endpoint } from '#core/contract/history.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { malformed } from '#server/refusal/refusals.ts';
import { readStatement } from '#server/services/wallet/statement.ts';

export const getTransactionHistory: Handler<typeof endpoint> = async (call, request) => {
  const statement = await readStatement(call.deps.db, {
    userId: signedIn(call).userId,
    limit: request.limit,
    after: request.after,
    currency: request.currency_id,
  });
  if (!statement) return malformed();
  return {
    status: 'success',
    data: statement.entries,
    ...(statement.failedPayments.length > 0 && { failed_payments: statement.failedPayments }),
    ...(statement.next !== undefined && { next: statement.next }),
    as_of: new Date(call.now).toISOString(),
  };
};
