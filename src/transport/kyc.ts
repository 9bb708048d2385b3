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
 * Orders its own answers: `core/in-order.ts` is in a part of the script that the wallet does without.
 */
let asked = 0;
let answered = 0;

/**
 * Asks for the status. Returns undefined if there was no answer, and the answer to a later question if
 * that came first. A list without the property, or with an unknown value, reads as pending (KYC-01); for
 * those looking at the status, so does a missing answer if nothing was known.
 */
export async function loadKyc(): Promise<KycStatus | undefined> {
  const userId = session.user?.id;
  const question = ++asked;
  const outcome = await call(getKycStatus, {});
  if (userId === undefined || session.user?.id !== userId) return undefined;
  const known = kycOf(kyc, userId);
  if (question < answered) return known;
  if (outcome.ok) answered = question;
  const status =
    (outcome.ok
      ? kycStatuses.find((one) =>
          outcome.value.data.kyc_data.some(
            (entry) => entry.kyc_property === 'kyc_status' && entry.kyc_value === one,
          ),
        )
      : known) ?? 'pending';
  Object.assign(kyc, { of: userId, status });
  return outcome.ok ? status : undefined;
}

/** KYC-05: once per browser session; forgotten when the customer signs out. */
export const reminderSeen = (): boolean => visitStorage.get(POPUP_SEEN_KEY) !== undefined;

export const markReminderSeen = (): void => {
  visitStorage.set(POPUP_SEEN_KEY, 'true');
};
