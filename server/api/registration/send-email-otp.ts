import { sendEmailOtp as endpoint } from '#core/contract/registration.ts';
import { attemptOf, type Handler } from '#server/api/handler.ts';
import { limitAddress } from '#server/platform/rate-limit.ts';
import { sendCode } from '#server/services/account/send-code.ts';

export const sendEmailOtp: Handler<typeof endpoint> = async (call, request) => {
  const { deps, ip, device } = call;
  const { email, type: purpose } = request;
  return (
    (await limitAddress(deps, ip)) ??
    sendCode(deps, { email, purpose, device }, { ip, attempt: attemptOf(call, endpoint, request) })
  );
};
