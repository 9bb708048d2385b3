import { proxy } from 'valtio/vanilla';
import { getKycStatus, type KycStatus, kycStatuses } from '#core/contract/identity.ts';
import { visitStorage } from '#platform/storage.ts';
import { call } from './call.ts';
import { POPUP_SEEN_KEY, session } from './session.ts';

/** What is known of the customer's identity check. `undefined`: nobody has asked yet. */
export const kyc = proxy<{ of: string | undefined; status: KycStatus | undefined }>({
  of: undefined,
  status: undefined,
});

/** The status of whoever is signed in now; another customer's says nothing. */
export const kycOf = (
  known: { readonly of: string | undefined; readonly status: KycStatus | undefined },
  userId: string | undefined,
): KycStatus | undefined =>
  userId !== undefined && known.of === userId ? known.status : undefined;

/**
 * Asks for the status; undefined where there was no answer. A list without the property, or with a
 * value nobody knows, reads as pending (KYC-01), and so does no answer where nothing was known.
 */
export async function loadKyc(): Promise<KycStatus | undefined> {
  const userId = session.user?.id;
  const outcome = await call(getKycStatus, {});
  if (userId === undefined || session.user?.id !== userId) return undefined;
  if (!outcome.ok) {
    Object.assign(kyc, { of: userId, status: kycOf(kyc, userId) ?? 'pending' });
    return undefined;
  }
  const entry = outcome.value.data.kyc_data.find((one) => one.kyc_property === 'kyc_status');
  const status = kycStatuses.find((one) => one === entry?.kyc_value) ?? 'pending';
  Object.assign(kyc, { of: userId, status });
  return status;
}

/** KYC-05: once per browser session; forgotten when the customer signs out. */
export const reminderSeen = (): boolean => visitStorage.get(POPUP_SEEN_KEY) !== undefined;

export const markReminderSeen = (): void => {
  visitStorage.set(POPUP_SEEN_KEY, 'true');
};
