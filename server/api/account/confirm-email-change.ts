import { confirmEmailChange as endpoint } from '#core/contract/change-email.ts';
import { attemptOf, type Handler, signedIn } from '#server/api/handler.ts';
import { completeEmailChange } from '#server/services/account/change-email.ts';

export const confirmEmailChange: Handler<typeof endpoint> = (call, request) =>
  completeEmailChange(
    call.deps,
    {
      ...signedIn(call),
      device: call.device,
      attempt: attemptOf(call, endpoint, { email: request.email }),
    },
    request,
  );
