import type { getNewToken as endpoint } from '#core/contract/session.ts';
import type { Handler } from '#server/api/handler.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { renewAccess } from '#server/services/sessions/sessions.ts';

export const getNewToken: Handler<typeof endpoint> = async ({ deps }, { refreshToken }) => {
  const token = await renewAccess(deps, refreshToken);
  return isRefused(token) ? token : { status: 'success', token };
};
