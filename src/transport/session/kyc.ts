import type { Snapshot } from 'valtio/vanilla';
import {
  getKycStatus,
  type KycData,
  type KycStatus,
  kycStatuses,
} from '#core/contract/account/identity.ts';
import type { Unverified } from '#core/money/purchase-approval.ts';
import { visitStorage } from '#platform/kept/storage.ts';
import { reading } from '#transport/calls/reading.ts';
import { POPUP_SEEN_KEY } from './session.ts';

const answers = reading(getKycStatus, {}, { snapshot: 'identity', pick: ({ data }) => data });

/** What is known of the customer's identity check. */
export const kyc = answers.known;

type KycReading = typeof kyc;

const propertyOf = (data: Snapshot<KycData> | undefined, name: string): string | undefined =>
  data?.kyc_data.find(({ kyc_property }) => kyc_property === name)?.kyc_value;

/** A property of the customer's check, such as what the reviewer asks for. */
export const kycPropertyOf = (
  known: Snapshot<Pick<KycReading, 'data'>>,
  name: string,
): string | undefined => propertyOf(known.data, name);

/** What the customer may buy until the check is passed; undefined where nothing was said of it. */
export function unverifiedOf(known: Snapshot<Pick<KycReading, 'data'>>): Unverified | undefined {
  const [total, left, days] = ['total', 'left', 'days'].map((name) =>
    kycPropertyOf(known, `purchases_${name}`),
  );
  return total === undefined || left === undefined || days === undefined
    ? undefined
    : { total, left, days };
}

/**
 * Undefined until it was asked for. A list without the property, or with an unknown value, reads as pending (KYC-01), as
 * does a missing answer.
 */
export function kycStatusOf({ data, failure }: Snapshot<KycReading>): KycStatus | undefined {
  if (!data && failure === undefined) return undefined;
  return kycStatuses.find((one) => one === propertyOf(data, 'kyc_status')) ?? 'pending';
}

/** Whether the check is known not to be passed (yet): what needs it would be refused. */
export const isUnapproved = (status: KycStatus | undefined): boolean =>
  status !== undefined && status !== 'pending' && status !== 'approved';

/** The status after an answer, which may be the one to a later question; undefined if there was none. */
const answered = (): KycStatus | undefined =>
  kyc.failure === undefined ? kycStatusOf(kyc) : undefined;

/** Keeps the answer to a question about the customer's check. */
export const askKyc = (
  question: Parameters<typeof answers.told>[0],
): Promise<KycStatus | undefined> => answers.told(question).then(answered);

/** Asks for the status, and shows the device's copy meanwhile if nothing is known. */
export const loadKyc = (): Promise<KycStatus | undefined> => answers.load().then(answered);

/** KYC-05: once per browser session; forgotten when the customer signs out. */
export const reminderSeen = (): boolean => visitStorage.get(POPUP_SEEN_KEY) !== undefined;

export const markReminderSeen = (): void => {
  visitStorage.set(POPUP_SEEN_KEY, 'true');
};
