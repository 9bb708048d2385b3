import type { updateKycStatus as endpoint } from '#core/contract/identity-widget.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { limit } from '#server/platform/rate-limit.ts';
import { unavailable } from '#server/refusal/refusals.ts';
import { kycDataOf, syncKyc } from '#server/services/identity/kyc.ts';

/** The page says what its widget said; what counts is what the provider says then (KYC-03). */
export const updateKycStatus: Handler<typeof endpoint> = async (call, request) => {
  const { deps } = call;
  const { userId } = signedIn(call);
  const limited = await limit(deps, {
    key: `identity-status:${userId}`,
    attempts: 60,
    windowSeconds: 3600,
  });
  if (limited) return limited;
  const { kyc_status: status, kyc_comment: comment } = request;
  await deps.parties.identity.widgetReported(userId, { status, comment });
  const known = await syncKyc(deps, userId);
  return known ? { status: 'success', data: kycDataOf(known) } : unavailable();
};
