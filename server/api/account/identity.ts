import type { KycData } from '#core/contract/account/identity.ts';
import { type Handlers, signedIn } from '#server/api/handling/handler.ts';
import type { Deps } from '#server/deps.ts';
import { notFound, unavailable } from '#server/refusal/refusals.ts';
import { syncKyc } from '#server/services/customers/identity/kyc.ts';
import { followKycData, readKycData } from '#server/services/customers/identity/kyc-view.ts';
import {
  sessionCheckOf,
  sessionCheckUnderWay,
  syncSessionChecks,
} from '#server/services/customers/identity/session-check.ts';
import {
  syncUpdate,
  updateCheckOf,
  updateUnderWay,
} from '#server/services/customers/identity/update-check.ts';
import { applicantOf } from '#server/services/customers/users/person.ts';
import { findUser } from '#server/services/customers/users/users.ts';
import { unverifiedProperties } from '#server/services/money-in/purchases/unverified.ts';
import { certify } from '#server/services/tax/residence/certifications.ts';

/** What is known of the check, with what may be bought until it is passed (SPEC-05). */
async function withPurchases(deps: Deps, userId: string, data: KycData): Promise<KycData> {
  return { ...data, kyc_data: [...data.kyc_data, ...(await unverifiedProperties(deps, userId))] };
}

/** Asks the provider about the check that the widget was opened for. */
async function askAgain(
  deps: Deps,
  userId: string,
  {
    ofSession,
    check,
  }: { readonly ofSession?: string | undefined; readonly check?: string | undefined },
): Promise<boolean> {
  if (ofSession !== undefined) return syncSessionChecks(deps, userId);
  if (check !== undefined) return syncUpdate(deps, userId);
  return (await syncKyc(deps, userId)) !== undefined;
}

export const identityHandlers = {
  getKycStatus: async (call) => {
    const { deps } = call;
    const owner = signedIn(call);
    const { userId } = owner;
    const data = await followKycData(deps, owner);
    return { status: 'success', data: await withPurchases(deps, userId, data) };
  },

  certifyTaxResidence: async (call, request) => {
    const { deps } = call;
    const owner = signedIn(call);
    const { userId } = owner;
    const refused = await certify(deps, owner, request);
    if (refused) return refused;
    const data = await readKycData(deps, owner);
    return { status: 'success', data: await withPurchases(deps, userId, data) };
  },

  getSumsubToken: async (call) => {
    const { deps } = call;
    const owner = signedIn(call);
    const { userId } = owner;
    const user = await findUser(deps.db, userId);
    if (!user) return notFound();
    const check = (await sessionCheckOf(deps, owner)) ?? (await updateCheckOf(deps, userId));
    const token = await deps.parties.identity.accessToken(applicantOf(user), check);
    return token === undefined ? unavailable() : { status: 'success', data: { token } };
  },

  /** The page reports what the widget said, but the provider's answer counts (KYC-03). */
  updateKycStatus: async (call, request) => {
    const { deps } = call;
    const owner = signedIn(call);
    const { userId } = owner;
    const { kyc_status: status, kyc_comment: comment } = request;
    const ofSession = await sessionCheckUnderWay(deps, owner);
    const check = ofSession ?? (await updateUnderWay(deps, userId));
    await deps.parties.identity.widgetReported(userId, { status, comment }, check);
    const answered = await askAgain(deps, userId, { ofSession, check });
    if (!answered) return unavailable();
    const data = await readKycData(deps, owner);
    return { status: 'success', data: await withPurchases(deps, userId, data) };
  },
} satisfies Partial<Handlers>;
