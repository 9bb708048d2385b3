import type { getNewToken as endpoint } from '#core/contract/session.ts';
import type { Handler } from '#server/api/handler.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { renewAccess } from '#server/services/sessions.ts';
import { inTransaction } from '#server/store/transaction.ts';

export const getNewToken: Handler<typeof endpoint> = async ({ deps }, { refreshToken }) => {
  const token = await inTransaction(deps.db, (tx) => renewAccess(deps, tx, refreshToken));
  return isRefused(token) ? token : { status: 'success', token };
};
