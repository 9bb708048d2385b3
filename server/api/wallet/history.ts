import { type Handlers, signedIn } from '#server/api/handling/handler.ts';
import { malformed } from '#server/refusal/refusals.ts';
import { readStatement } from '#server/services/records/wallet/statement.ts';

export const historyHandlers = {
  getTransactionHistory: async (call, request) => {
    const statement = await readStatement(call.deps, {
      userId: signedIn(call).userId,
      limit: request.limit,
      after: request.after,
      currency: request.currency_id,
      search: request.search,
      timeZone: request.time_zone,
      type: request.type,
      noted: request.noted,
      ...(request.from && { from: new Date(request.from) }),
      ...(request.until && { until: new Date(request.until) }),
    });
    if (!statement) return malformed();
    return {
      status: 'success',
      data: statement.entries,
      ...(statement.failedPayments.length > 0 && { failed_payments: statement.failedPayments }),
      ...(statement.next !== undefined && { next: statement.next }),
      as_of: statement.asOf.toISOString(),
    };
  },
} satisfies Partial<Handlers>;
