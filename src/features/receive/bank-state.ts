import {
  type BankDetails,
  type BankTransfer,
  getBankDetails,
  openBankAccount,
} from '#core/contract/money/bank.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { inOrder } from '#transport/calls/in-order.ts';
import { readThrough } from '#transport/calls/read-through.ts';
import { scopedStore } from '#transport/session/scope.ts';

export interface BankState {
  /** `failed`: there is neither an answer nor a copy on the device. `unverified`: the identity check comes first. */
  status: 'loading' | 'ready' | 'failed' | 'unverified';
  account: BankDetails | undefined;
  transfers: readonly BankTransfer[];
  owed: string;
  /** The same in other currencies. */
  owedElse: readonly { readonly currency_id: string; readonly amount: string }[];
  /** Why there is no account to show. */
  error: string | undefined;
  asOf: Date | undefined;
}

const unknown = (): BankState => ({
  ...{ status: 'loading', account: undefined, transfers: [], owed: '0', owedElse: [] },
  ...{ error: undefined, asOf: undefined },
});

export const bank = scopedStore(unknown);

const questions = inOrder();

function fail(error: string): void {
  if (bank.status !== 'ready') Object.assign(bank, { status: 'failed', error });
}

/** Opens the account at the bank; if there is one already, the server returns it. */
async function open(): Promise<void> {
  const outcome = await call(openBankAccount, {});
  if (outcome.ok) return loadBank(false);
  const { failure } = outcome;
  if (failure.kind === 'refused' && failure.refusal.code === 'VERIFICATION_REQUIRED') {
    bank.status = 'unverified';
  } else fail(failureText(failure, 'Your account could not be opened. Please try again.'));
}

/**
 * Reads the account and the transfers under way, first from the device. `opens`: opens the account if there
 * is none.
 */
export async function loadBank(opens = true): Promise<void> {
  const counts = questions.ask();
  let missing = false;
  const outcome = await readThrough('bank', getBankDetails, {}, ({ data }, { asOf, source }) => {
    // The device's copy is older than what is on screen.
    if ((source === 'snapshot' && bank.asOf) || !counts(source === 'server')) return;
    missing = data.account === null;
    const { account, transfers, owed, owed_else: owedElse = [] } = data;
    Object.assign(bank, { transfers, owed, owedElse, asOf, error: undefined });
    if (account) Object.assign(bank, { account, status: 'ready' });
  });
  if (!outcome.ok) fail(failureText(outcome.failure, 'Your account details could not be loaded.'));
  else if (missing && opens) await open();
}
