import { limit } from '#server/platform/rate-limit.ts';
import { unavailable } from '#server/refusal/refusals.ts';
import { followKyc, kycDataOf, syncKyc } from '#server/services/identity/kyc.ts';
import { recipientOf } from '#server/services/notices/recipients.ts';
import { type Handlers, signedIn } from './handler.ts';

export const identityHandlers = {
  getKycStatus: async (call) => {
    const { userId } = signedIn(call);
    return { status: 'success', data: kycDataOf(await followKyc(call.deps, userId)) };
  },

  getSumsubToken: async (call) => {
    const { deps } = call;
    const { userId } = signedIn(call);
    const limited = await limit(deps, {
      key: `identity-token:${userId}`,
      attempts: 30,
      windowSeconds: 3600,
    });
    if (limited) return limited;
    const { email } = await recipientOf(deps.db, userId);
    const token = await deps.parties.identity.accessToken({ id: userId, email });
    return token === undefined ? unavailable() : { status: 'success', data: { token } };
  },

  /** The page says what its widget said; what counts is what the provider says then (KYC-03). */
  updateKycStatus: async (call, request) => {
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
  },
} satisfies Partial<Handlers>;
