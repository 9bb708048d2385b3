import { conversionDeps } from '#conversion/browser.ts';
import { createConversion } from '#conversion/machine.ts';
import { sellRules, swapRules } from '#conversion/rules.ts';
import { openBankAccount } from '#core/contract/bank.ts';
import { generateAddress, listReceiving } from '#core/contract/funds.ts';
import {
  addRecurringBuy,
  changeRecurringBuy,
  listRecurringBuys,
} from '#core/contract/recurring-buys.ts';
import type { WalletEntry } from '#core/contract/wallet.ts';
import { cancelWithdrawal } from '#core/contract/withdrawal.ts';
import { type AssetCode, assetOf } from '#core/domain/currencies.ts';
import { attemptSignIn } from '#features/auth/sign-in.ts';
import { withdrawDeps } from '#features/withdraw/browser.ts';
import { createWithdraw } from '#features/withdraw/withdraw-machine.ts';
import { serverNow } from '#platform/clock.ts';
import { watchNetwork } from '#platform/network.ts';
import { readBalances } from '#transport/balances.ts';
import { call } from '#transport/call.ts';
import { newIntent, openIntents, watchIntents } from '#transport/intents.ts';
import { sameCustomer } from '#transport/same-customer.ts';
import { isSignedIn, session, watchOtherTabs, whenCustomerChanges } from '#transport/session.ts';
import { logOut } from '#transport/sign-out.ts';
import { watchLeftSessions } from '#transport/watch-left-sessions.ts';

/** The app in a tab without its views: what `main.tsx` wires, and what pages do. */
export function openTab() {
  watchNetwork();
  watchOtherTabs();
  watchIntents();
  watchLeftSessions();
  return {
    signIn: attemptSignIn,
    logOut,
    isSignedIn,
    userId: (): string | undefined => session.user?.id,
    market: (): string => session.user?.currency_code ?? 'AUD',
    serverNow,
    whenCustomerChanges,
    openIntents,
    wallet: (
      show: (entries: readonly WalletEntry[], asOf: Date, stale: boolean) => void,
    ): Promise<boolean> => readBalances(show),
    convert(kind: 'swap' | 'sell') {
      const rules = kind === 'swap' ? swapRules : sellRules;
      const machine = createConversion(conversionDeps(rules, sameCustomer()), rules, this.market());
      machine.start();
      return machine;
    },
    withdraw(code: AssetCode) {
      const machine = createWithdraw(withdrawDeps(sameCustomer()), assetOf(code), this.market());
      machine.start();
      return machine;
    },
    cancel: (id: string) => call(cancelWithdrawal, { withdrawal_id: id }),
    openBankAccount: () => call(openBankAccount, {}),
    buyWeekly: (currency: AssetCode, amount: string, day: string) =>
      call(
        addRecurringBuy,
        { currency_id: currency, amount, every: 'weekly', first_on: day },
        { idempotencyKey: newIntent(addRecurringBuy.path, {}).key },
      ),
    recurringBuys: () => call(listRecurringBuys, {}),
    pauseBuying: (id: string) => call(changeRecurringBuy, { buy_id: id, to: 'paused' }),
    receiving: () => call(listReceiving, {}),
    address: (currencyId: string, paymentRouteId: string) =>
      call(generateAddress, { currencyId, paymentRouteId }),
  };
}

export type Tab = ReturnType<typeof openTab>;
