import { getBankDetails, openBankAccount } from '#core/contract/money/bank.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { reading } from '#transport/calls/reading.ts';
import { scopedStore } from '#transport/session/scope.ts';

/** The account and the transfers under way. */
export const bank = reading(
  getBankDetails,
  {},
  {
    snapshot: 'bank',
    pick: ({ data }) => data,
    failed: 'Your account details could not be loaded.',
  },
);

interface Unopened {
  /** The identity check comes first. */
  unverified: boolean;
  failure: string | undefined;
}

/** Why the bank opened no account. */
export const unopened = scopedStore<Unopened>(() => ({ unverified: false, failure: undefined }));

/** Opens the account at the bank; if there is one already, the server returns it. */
async function open(): Promise<void> {
  const outcome = await call(openBankAccount, {});
  if (outcome.ok) {
    Object.assign(unopened, { unverified: false, failure: undefined });
    return bank.load();
  }
  const { failure } = outcome;
  const unverified = failure.kind === 'refused' && failure.refusal.code === 'VERIFICATION_REQUIRED';
  const text = failureText(failure, 'Your account could not be opened. Please try again.');
  Object.assign(unopened, { unverified, failure: unverified ? undefined : text });
}

/** Reads them; opens the account if there is none. */
export async function loadBank(): Promise<void> {
  await bank.load();
  const { data, source, failure } = bank.known;
  if (data?.account === null && source === 'server' && failure === undefined) await open();
}
