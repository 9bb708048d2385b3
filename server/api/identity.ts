import { limit } from '#server/platform/rate-limit.ts';
import { unavailable } from '#server/refusal/refusals.ts';
import { followKyc, kycDataOf, readKyc, syncKyc } from '#server/services/identity/kyc.ts';
import {
  followUpdate,
  syncUpdate,
  updateCheckOf,
  updateUnderWay,
  withUpdate,
} from '#server/services/identity/update-check.ts';
import { recipientOf } from '#server/services/notices/recipients.ts';
import { openUpdateOf } from '#server/services/risk/data-updates.ts';
import { certify, taxDataOf } from '#server/services/tax/certifications.ts';
import { type Handlers, signedIn } from './handler.ts';

export const identityHandlers = {
  getKycStatus: async (call) => {
    const { deps } = call;
    const { userId } = signedIn(call);
    const review = await followKyc(deps, userId);
    const data = withUpdate(review, await followUpdate(deps, userId));
    return { status: 'success', data: { ...data, tax_data: await taxDataOf(deps, userId) } };
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
    const open = await openUpdateOf(deps, deps.db, userId);
    const data = withUpdate(await readKyc(deps.db, userId), open);
    return { status: 'success', data: { ...data, tax_data: await taxDataOf(deps, userId) } };
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
    if (check !== undefined) {
      if (!(await syncUpdate(deps, userId))) return unavailable();
      const open = await openUpdateOf(deps, deps.db, userId);
      const data = withUpdate(await readKyc(deps.db, userId), open);
      return { status: 'success', data: { ...data, tax_data: await taxDataOf(deps, userId) } };
    }
    const known = await syncKyc(deps, userId);
    if (!known) return unavailable();
    const tax_data = await taxDataOf(deps, userId);
    return { status: 'success', data: { ...kycDataOf(known), tax_data } };
  },
} satisfies Partial<Handlers>;
