import type { getKycStatus as endpoint } from '#core/contract/identity.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { followKyc } from '#server/services/identity/kyc.ts';

export const getKycStatus: Handler<typeof endpoint> = async (call) => {
  const { userId } = signedIn(call);
  const status = await followKyc(call.deps, userId);
  return {
    status: 'success',
    data: { kyc_data: [{ kyc_property: 'kyc_status', kyc_value: status }] },
  };
};
