import type { login as endpoint } from '#core/contract/session.ts';
import type { Handler } from '#server/api/handler.ts';
import { logIn } from '#server/services/log-in.ts';
import { limitAddress } from '#server/services/rate-limit.ts';

export const login: Handler<typeof endpoint> = async ({ deps, ip }, request) => {
  return (await limitAddress(deps, ip)) ?? logIn(deps, request);
};
