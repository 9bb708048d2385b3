import { conversionDeps } from '#conversion/conversion-wiring.ts';
import { createConversion } from '#conversion/machine.ts';
import { sellRules, swapRules } from '#conversion/rules.ts';
import { deleteAccount } from '#core/contract/account/account.ts';
import { saveAddress } from '#core/contract/account/address-book.ts';
import {
  type Assertion,
  type Attestation,
  addPasskey,
  passkeyAddChallenge,
  passkeySignIn,
  passkeySignInChallenge,
} from '#core/contract/account/passkeys.ts';
import {
  getRecoveryToken,
  reportRecoveryCheck,
  requestRecovery,
} from '#core/contract/account/recovery.ts';
import { sendEmailOtp, verifyOtpAndUpdatePassword } from '#core/contract/account/registration.ts';
import { freezeAccount } from '#core/contract/account/security.ts';
import type { AnswerOf, AnyEndpoint, RequestOf } from '#core/contract/endpoint.ts';
import { getCurrencyPrice } from '#core/contract/market/price.ts';
import { getBankDetails, openBankAccount } from '#core/contract/money/bank.ts';
import { generateAddress, listReceiving } from '#core/contract/money/funds.ts';
import { initTransaction, insertTransaction } from '#core/contract/money/payment.ts';
import {
  addRecurringBuy,
  changeRecurringBuy,
  listRecurringBuys,
} from '#core/contract/money/recurring-buys.ts';
import { cancelWithdrawal, createPayout } from '#core/contract/money/withdrawal.ts';
import { addPriceAlert } from '#core/contract/wallet/price-alerts.ts';
import type { WalletEntry } from '#core/contract/wallet/wallet.ts';
import type { Outcome } from '#core/failure.ts';
import { type AssetCode, assetOf } from '#core/money/currencies.ts';
import { cryptoFor } from '#core/money/purchase.ts';
import { attemptSignIn, enter, givenDevice } from '#features/auth/sign-in.ts';
import { createWithdraw } from '#features/withdraw/withdraw-machine.ts';
import { withdrawDeps } from '#features/withdraw/withdraw-wiring.ts';
import { watchNetwork } from '#platform/page/online.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { call } from '#transport/calls/call.ts';
import { mayHaveHappened } from '#transport/calls/may-have-happened.ts';
import { newIntent, openIntents, watchIntents } from '#transport/customer/intents.ts';
import { readBalances } from '#transport/money/balances.ts';
import { isSignedIn, session, watchOtherTabs } from '#transport/session/session.ts';
import { logOut } from '#transport/session/sign-out.ts';
import { watchLeftSessions } from '#transport/session/watch-left-sessions.ts';

const TRIES = 3;

/** A money write as pages do it: under one key, and again under the same where nobody knows. */
async function once<E extends AnyEndpoint>(
  endpoint: E,
  request: RequestOf<E>,
): Promise<Outcome<AnswerOf<E>>> {
  const { key: idempotencyKey } = newIntent(endpoint.path, {});
  for (let tried = 1; ; tried++) {
    const outcome = await call(endpoint, request, { idempotencyKey });
    if (outcome.ok || tried === TRIES || !mayHaveHappened(outcome.failure)) return outcome;
  }
}

/** Begins a purchase at the price that the page shows. Returns its tracking id. */
async function buyByCard(code: AssetCode, amount: string): Promise<string | undefined> {
  const currency = session.user?.currency_code ?? 'AUD';
  const pair = { base_currency: code, quote_currency: currency };
  const priced = await call(getCurrencyPrice, pair);
  const [price] = priced.ok ? priced.value.data : [];
  const bought = price && cryptoFor(amount, price.ask, assetOf(code));
  if (!bought) return undefined;
  const urls = { success_url: '/s', decline_url: '/d', fail_url: '/f', cancel_url: '/c' };
  const order = {
    ...{ amount, currency, crypto_value: bought, crypto_currency: code, usdc: amount },
    ...urls,
    payment_test_env: true,
  };
  const begun = await once(initTransaction, order);
  return begun.ok ? begun.value.data.tracking_id : undefined;
}

/** The page to which the provider leads back has the purchase recorded. */
const returned = (id: string, code: AssetCode, amount: string) =>
  once(insertTransaction, {
    ...{ transaction_id: id, amount, currency: session.user?.currency_code ?? 'AUD' },
    ...{ crypto_value: '1', crypto_currency: code, usdc: amount },
    ...{ device_type: 'desktop', status: 'success' },
  });

/** An amount, or all the cash there is but a fee, in whole units. */
async function cashOf(amount: string, fee: string): Promise<string> {
  if (amount !== 'all') return amount;
  let all = 0;
  await readBalances((entries) => {
    const own = entries.find(
      ({ currency }) => currency.currency_id === session.user?.currency_code,
    );
    all = Number(own?.free_balance ?? 0) - Number(fee);
  });
  return String(Math.max(1, Math.floor(all)));
}

/** Pays cash out to the customer's own account, which is saved first where none is. */
async function payOut(amount: string, holder: string, password: string) {
  const read = await call(getBankDetails, {});
  const payout = read.ok ? read.value.data.payout : undefined;
  if (!payout) return undefined;
  const [known] = payout.accounts;
  const isEuro = session.user?.currency_code === 'EUR';
  const account = isEuro
    ? { currency_id: 'EUR', iban: 'DE89370400440532013000' }
    : { currency_id: 'AUD', bsb: '062-000', account_number: '12345678' };
  const saved =
    known ?? (await call(saveAddress, { kind: 'fiat', label: 'Mine', holder, ...account }));
  const id = 'ok' in saved ? saved.ok && saved.value.data.address_id : saved.address_id;
  if (!id) return undefined;
  const order = {
    amount: await cashOf(amount, payout.fee),
    address_id: id,
    fee: payout.fee,
    password,
  };
  const asked = await once(createPayout, order);
  return asked.ok ? asked.value.data.withdrawal_id : undefined;
}

/** The part of an authenticator that a browser asks. */
interface Keys {
  readonly make: (asked: { challenge: string; userHandle: string }) => Attestation;
  readonly answer: (challenge: string) => Assertion;
}

/** Adds a passkey to the account. Returns whether it was. */
async function makePasskey(keys: Keys, password: string): Promise<boolean> {
  const asked = await call(passkeyAddChallenge, { password });
  if (!asked.ok) return false;
  return (await call(addPasskey, { credential: keys.make(asked.value.data) })).ok;
}

/** Signs in with a passkey, as the page of signing in does. */
async function signInByPasskey(keys: Keys): Promise<boolean> {
  const asked = await call(passkeySignInChallenge, {});
  if (!asked.ok) return false;
  const credential = keys.answer(asked.value.data.challenge);
  const answered = await call(passkeySignIn, { credential, ...givenDevice() });
  if (!answered.ok) return false;
  await enter(answered.value);
  return true;
}

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
    openIntents,
    wallet: (
      show: (entries: readonly WalletEntry[], asOf: Date, stale: boolean) => void,
    ): Promise<boolean> => readBalances(show),
    convert(kind: 'swap' | 'sell') {
      const rules = kind === 'swap' ? swapRules : sellRules;
      const machine = createConversion(conversionDeps(rules), rules, this.market());
      machine.start();
      return machine;
    },
    withdraw(code: AssetCode) {
      const machine = createWithdraw(withdrawDeps(), assetOf(code), this.market());
      machine.start();
      return machine;
    },
    cancel: (id: string) => call(cancelWithdrawal, { withdrawal_id: id }),
    buyByCard,
    returned,
    payOut,
    makePasskey,
    signInByPasskey,
    freeze: (password: string) => call(freezeAccount, { password }),
    askForCode: (email: string) => call(sendEmailOtp, { email, type: 2 }),
    setPassword: (email: string, otp: string, password: string) =>
      call(verifyOtpAndUpdatePassword, { email, otp, password }),
    askForRecovery: (email: string) => call(requestRecovery, { email }),
    /** Shows the identity document and the face in the provider's widget. */
    showIdentity: async (link: string): Promise<void> => {
      const begun = await call(getRecoveryToken, { link });
      if (begun.ok) await call(reportRecoveryCheck, { link, kyc_status: 'approved' });
    },
    closeAccount: (password: string, giveUp: RequestOf<typeof deleteAccount>['give_up']) =>
      call(deleteAccount, { password, give_up: giveUp }),
    alertAbove: (currency_id: AssetCode, value: string) =>
      call(addPriceAlert, { currency_id, kind: 'above', value, channel: 'mail' }),
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
