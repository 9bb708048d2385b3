import type { Snapshot } from 'valtio/vanilla';
import {
  getKycStatus,
  type KycData,
  type KycStatus,
  kycStatuses,
} from '#core/contract/account/identity.ts';
import type { Outcome } from '#core/failure.ts';
import type { Unverified } from '#core/money/purchase-approval.ts';
import { visitStorage } from '#platform/kept/storage.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { inOrder } from '#transport/calls/in-order.ts';
import { readThrough } from '#transport/calls/read-through.ts';
import { scope, scopedStore } from './scope.ts';
import { POPUP_SEEN_KEY } from './session.ts';

interface Known {
  /** Undefined until it was asked for. */
  status: KycStatus | undefined;
  /** The server's whole answer. */
  data: KycData | undefined;
  /** When the server made the answer; undefined without one. */
  asOf: Date | undefined;
}

/** What is known of the customer's identity check. */
export const kyc = scopedStore<Known>(() => ({
  status: undefined,
  data: undefined,
  asOf: undefined,
}));

const propertyOf = (data: Snapshot<KycData> | undefined, name: string): string | undefined =>
  data?.kyc_data.find(({ kyc_property }) => kyc_property === name)?.kyc_value;

/** A property of the customer's check, such as what the reviewer asks for. */
export const kycPropertyOf = (
  known: Snapshot<Pick<Known, 'data'>>,
  name: string,
): string | undefined => propertyOf(known.data, name);

/** What the customer may buy until the check is passed; undefined where nothing was said of it. */
export function unverifiedOf(known: Snapshot<Pick<Known, 'data'>>): Unverified | undefined {
  const [total, left, days] = ['total', 'left', 'days'].map((name) =>
    kycPropertyOf(known, `purchases_${name}`),
  );
  return total === undefined || left === undefined || days === undefined
    ? undefined
    : { total, left, days };
}

/** A list without the property, or with an unknown value, reads as pending (KYC-01). */
const statusIn = (data: KycData): KycStatus =>
  kycStatuses.find((one) => one === propertyOf(data, 'kyc_status')) ?? 'pending';

const keep = (data: KycData, asOf: Date): void => {
  Object.assign(kyc, { status: statusIn(data), data, asOf });
};

const questions = inOrder();

/**
 * Keeps the answer to a question about the customer's check, unless a later question was answered first.
 * Returns the same as `loadKyc`.
 */
export async function askKyc(
  question: () => Promise<Outcome<{ readonly data: KycData }> & { readonly asOf?: Date }>,
): Promise<KycStatus | undefined> {
  const isNews = questions.ask();
  const { userId, heard } = scope();
  const outcome = await heard(question());
  const known = kyc.status;
  if (userId === undefined) return undefined;
  if (!isNews(outcome.ok)) return known;
  if (!outcome.ok) {
    // A missing answer reads as pending if nothing was known before.
    if (known === undefined) kyc.status = 'pending';
    return undefined;
  }
  keep(outcome.value.data, outcome.asOf ?? new Date(serverNow()));
  return statusIn(outcome.value.data);
}

/**
 * Asks for the status, and shows the device's copy meanwhile if nothing is known. Returns undefined if there
 * was no answer; if a later question was answered first, that answer.
 */
export function loadKyc(): Promise<KycStatus | undefined> {
  return askKyc(() =>
    readThrough('identity', getKycStatus, {}, ({ data }, { asOf, source }) => {
      if (source === 'snapshot' && !kyc.asOf) keep(data, asOf);
    }),
  );
}

/** KYC-05: once per browser session; forgotten when the customer signs out. */
export const reminderSeen = (): boolean => visitStorage.get(POPUP_SEEN_KEY) !== undefined;

export const markReminderSeen = (): void => {
  visitStorage.set(POPUP_SEEN_KEY, 'true');
};
