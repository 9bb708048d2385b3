import type { getKycStatus as endpoint } from '#core/contract/identity.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { followKyc, kycDataOf } from '#server/services/identity/kyc.ts';

export const getKycStatus: Handler<typeof endpoint> = async (call) => {
  const { userId } = signedIn(call);
  return { status: 'success', data: kycDataOf(await followKyc(call.deps, userId)) };
};
