import type { endLeftSession as endpoint } from '#core/contract/session.ts';
import type { Handler } from '#server/api/handler.ts';
import * as sessions from '#server/services/sessions/sessions.ts';

export const endLeftSession: Handler<typeof endpoint> = async ({ deps }, { endToken }) => {
  await sessions.endLeftSession(deps, endToken);
  return { status: 'success' };
};
