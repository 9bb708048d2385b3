import type { confirmEmailChange as endpoint } from '#core/contract/change-email.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { completeEmailChange } from '#server/services/account/change-email.ts';

export const confirmEmailChange: Handler<typeof endpoint> = async (call, request) =>
  (await completeEmailChange(call.deps, signedIn(call), request)) ?? {
    status: 'success',
    message: 'Your email address has been changed',
  };
