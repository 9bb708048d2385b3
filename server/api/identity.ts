import type { KycData } from '#core/contract/identity.ts';
import type { Deps } from '#server/deps.ts';
import { limit } from '#server/platform/rate-limit.ts';
import { unavailable } from '#server/refusal/refusals.ts';
import { syncKyc } from '#server/services/identity/kyc.ts';
import { followKycData, readKycData } from '#server/services/identity/kyc-view.ts';
import {
  syncUpdate,
  updateCheckOf,
  updateUnderWay,
} from '#server/services/identity/update-check.ts';
import { recipientOf } from '#server/services/notices/recipients.ts';
import { unverifiedProperties } from '#server/services/purchases/unverified.ts';
import { certify } from '#server/services/tax/certifications.ts';
import { type Handlers, signedIn } from './handler.ts';

/** What is known of the check, with what may be bought until it is passed (SPEC-05). */
async function withPurchases(deps: Deps, userId: string, data: KycData): Promise<KycData> {
  return { ...data, kyc_data: [...data.kyc_data, ...(await unverifiedProperties(deps, userId))] };
}

export const identityHandlers = {
  getKycStatus: async (call) => {
    const { deps } = call;
    const { userId } = signedIn(call);
    const data = await followKycData(deps, userId);
    return { status: 'success', data: await withPurchases(deps, userId, data) };
  },

  certifyTaxResidence: async (call, request) => {
    const { deps } = call;
    const owner = signedIn(call);
    const { userId } = owner;
    const limited = await limit(deps, {
      key: `tax-residence:${userId}`,
      attempts: 30,
      windowSeconds: 3600,
    });
    if (limited) return limited;
    const refused = await certify(deps, owner, request);
    if (refused) return refused;
    const data = await readKycData(deps, userId);
    return { status: 'success', data: await withPurchases(deps, userId, data) };
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
    const check = await updateCheckOf(deps, userId);
    const token = await deps.parties.identity.accessToken({ id: userId, email }, check);
    return token === undefined ? unavailable() : { status: 'success', data: { token } };
  },

  /** The page reports what the widget said, but the provider's answer counts (KYC-03). */
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
    const check = await updateUnderWay(deps, userId);
    await deps.parties.identity.widgetReported(userId, { status, comment }, check);
    const answered =
      check === undefined ? await syncKyc(deps, userId) : await syncUpdate(deps, userId);
    if (!answered) return unavailable();
    const data = await readKycData(deps, userId);
    return { status: 'success', data: await withPurchases(deps, userId, data) };
  },
} satisfies Partial<Handlers>;
