import type { WalletEntry } from '#core/contract/wallet/wallet.ts';
import { type Holding, holdingsOf } from '#core/statement/portfolio.ts';
import { balanceLoader, type ReadBalances } from '#transport/money/balance-loader.ts';

/** The part of a form's state about the balance it withdraws from. */
export interface HoldingState {
  holding: Holding | undefined;
  holdingStatus: 'loading' | 'ready' | 'failed';
  /** When the balance was read, and whether it is the device's copy. */
  holdingAsOf: Date | undefined;
  holdingStale: boolean;
  /** When the balance last shown from the device was read. */
  holdingKeptAsOf: Date | undefined;
}

export const noHolding: HoldingState = {
  holding: undefined,
  holdingStatus: 'loading',
  holdingAsOf: undefined,
  holdingStale: false,
  holdingKeptAsOf: undefined,
};

/** Loads the balance of `code` into the state, with its value in the current currency. */
export function holdingLoader(
  state: HoldingState,
  read: ReadBalances,
  code: string,
  currency: () => string,
) {
  const take = (entries: readonly WalletEntry[], asOf: Date, stale: boolean): void => {
    state.holding = holdingsOf(entries, currency()).find((one) => one.code === code);
    state.holdingAsOf = asOf;
    state.holdingStale = stale;
    if (stale) state.holdingKeptAsOf = asOf;
    state.holdingStatus = 'ready';
  };
  const balances = balanceLoader(read, take);

  async function show(loading: Promise<boolean>): Promise<void> {
    if (!(await loading)) state.holdingStatus = 'failed';
  }
  return {
    load: () => show(balances.load()),
    /** Loads the balance again after money may have moved. Answers to earlier requests are ignored. */
    reload: () => show(balances.reload()),
  };
}
