import { proxy, type Snapshot } from 'valtio/vanilla';
import {
  getKycStatus,
  type KycData,
  type KycStatus,
  kycStatuses,
} from '#core/contract/identity.ts';
import type { Unverified } from '#core/domain/purchase-approval.ts';
import type { Outcome } from '#core/failure.ts';
import { inOrder } from '#core/in-order.ts';
import { serverNow } from '#platform/clock.ts';
import { visitStorage } from '#platform/storage.ts';
import { readThrough } from './read-through.ts';
import { POPUP_SEEN_KEY, session } from './session.ts';

interface Known {
  /** The customer whose check it is. */
  of: string | undefined;
  /** Undefined until it was asked for. */
  status: KycStatus | undefined;
  /** The server's whole answer. */
  data: KycData | undefined;
  /** When the server made the answer; undefined without one. */
  asOf: Date | undefined;
}

/** What is known of the customer's identity check. */
export const kyc = proxy<Known>({
  of: undefined,
  status: undefined,
  data: undefined,
  asOf: undefined,
});

/** The status of the customer who is signed in now; undefined if the known one is another customer's. */
export const kycOf = (
  known: Pick<Readonly<Known>, 'of' | 'status'>,
  userId: string | undefined,
): KycStatus | undefined =>
  userId !== undefined && known.of === userId ? known.status : undefined;

const propertyOf = (data: Snapshot<KycData> | undefined, name: string): string | undefined =>
  data?.kyc_data.find(({ kyc_property }) => kyc_property === name)?.kyc_value;

/** A property of the signed-in customer's check, such as what the reviewer asks for. */
export const kycPropertyOf = (
  known: Snapshot<Pick<Known, 'of' | 'data'>>,
  userId: string | undefined,
  name: string,
): string | undefined => (known.of === userId ? propertyOf(known.data, name) : undefined);

/** What the signed-in customer may buy until the check is passed; undefined where nothing was said of it. */
export function unverifiedOf(
  known: Snapshot<Pick<Known, 'of' | 'data'>>,
  userId: string | undefined,
): Unverified | undefined {
  const [total, left, days] = ['total', 'left', 'days'].map((name) =>
    kycPropertyOf(known, userId, `purchases_${name}`),
  );
  return total === undefined || left === undefined || days === undefined
    ? undefined
    : { total, left, days };
}

/** A list without the property, or with an unknown value, reads as pending (KYC-01). */
const statusIn = (data: KycData): KycStatus =>
  kycStatuses.find((one) => one === propertyOf(data, 'kyc_status')) ?? 'pending';

const keep = (userId: string | undefined, data: KycData, asOf: Date): void => {
  Object.assign(kyc, { of: userId, status: statusIn(data), data, asOf });
};

const questions = inOrder();

/**
 * Keeps the answer to a question about this customer's check, unless a later question was answered first.
 * Returns the same as `loadKyc`.
 */
export async function askKyc(
  userId: string | undefined,
  question: () => Promise<Outcome<{ readonly data: KycData }> & { readonly asOf?: Date }>,
): Promise<KycStatus | undefined> {
  const isNews = questions.ask();
  const outcome = await question();
  if (userId === undefined || session.user?.id !== userId) return undefined;
  const known = kycOf(kyc, userId);
  if (!isNews(outcome.ok)) return known;
  if (!outcome.ok) {
    // A missing answer reads as pending if nothing was known before.
    if (known === undefined) {
      Object.assign(kyc, { of: userId, status: 'pending', data: undefined, asOf: undefined });
    }
    return undefined;
  }
  keep(userId, outcome.value.data, outcome.asOf ?? new Date(serverNow()));
  return statusIn(outcome.value.data);
}

/**
 * Asks for the status, and shows the device's copy meanwhile if nothing is known. Returns undefined if there
 * was no answer; if a later question was answered first, that answer.
 */
export function loadKyc(): Promise<KycStatus | undefined> {
  const userId = session.user?.id;
  return askKyc(userId, () =>
    readThrough('identity', getKycStatus, {}, ({ data }, { asOf, source }) => {
      if (source === 'server' || (kyc.of === userId && kyc.asOf)) return;
      keep(userId, data, asOf);
    }),
  );
}

/** KYC-05: once per browser session; forgotten when the customer signs out. */
export const reminderSeen = (): boolean => visitStorage.get(POPUP_SEEN_KEY) !== undefined;

export const markReminderSeen = (): void => {
  visitStorage.set(POPUP_SEEN_KEY, 'true');
};
