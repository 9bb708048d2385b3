import type { getKycStatus as endpoint } from '#core/contract/identity.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { readKyc, syncKyc } from '#server/services/kyc.ts';

/** While a check is under way the provider is asked: its notice may be late or lost. */
export const getKycStatus: Handler<typeof endpoint> = async (call) => {
  const { userId } = signedIn(call);
  const known = await readKyc(call.deps.db, userId);
  const underWay = known === 'submitted' || known === 'incomplete';
  const status = underWay ? ((await syncKyc(call.deps, userId)) ?? known) : known;
  return {
    status: 'success',
    data: { kyc_data: [{ kyc_property: 'kyc_status', kyc_value: status }] },
  };
};
