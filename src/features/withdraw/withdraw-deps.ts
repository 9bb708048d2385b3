import type { AnswerOf, RequestOf } from '#core/contract/endpoint.ts';
import type { getPaymentRoutes } from '#core/contract/funds.ts';
import type { KycStatus } from '#core/contract/identity.ts';
import type { checkWithdrawalAddress, createWithdrawal } from '#core/contract/withdrawal.ts';
import type { Failure, Outcome } from '#core/failure.ts';
import type { ReadBalances } from '#transport/balance-loader.ts';
import type { Sendable } from '#transport/settle.ts';

export type RoutesAnswer = AnswerOf<typeof getPaymentRoutes>;
export type WithdrawAnswer = AnswerOf<typeof createWithdrawal>;
export type WithdrawRequest = RequestOf<typeof createWithdrawal>;
export type Familiarity = AnswerOf<typeof checkWithdrawalAddress>['data'];

/** Amount, asset and address of one withdrawal, as kept with its intent. */
export interface WithdrawSummary {
  readonly currency: string;
  readonly amount: string;
  readonly address: string;
}

/** An intent to withdraw, made before the review and kept until its outcome is known (BEY-01). */
export interface WithdrawIntent extends Sendable<WithdrawRequest, WithdrawAnswer> {
  readonly summary: WithdrawSummary;
}

/** Everything the withdraw machine needs from outside. browser.ts provides it in a browser. */
export interface WithdrawDeps {
  twoFactor(): boolean;
  /** Takes over what the server says: 2FA may have been turned on or off on another device. */
  setTwoFactor(on: boolean): void;
  routes(): Promise<Outcome<RoutesAnswer>>;
  balances: ReadBalances;
  /** Undefined if there was no answer. */
  kyc(): Promise<KycStatus | undefined>;
  familiarity(routeId: string, address: string, tag: string): Promise<Familiarity | undefined>;
  /** Whether the code of the dialog is right (D11). */
  verifyCode(otp: string): Promise<Outcome<boolean>>;
  failureText(failure: Failure, fallback: string): string;
  newIntent(summary: WithdrawSummary): WithdrawIntent;
  openIntents(): readonly WithdrawIntent[];
  /** Keeps updates from reloading the page until the returned function is called (PWA-06). */
  hold(): () => void;
  tell(
    kind: 'success' | 'error',
    text: string,
    options?: { title: string; duration: number },
  ): void;
}
