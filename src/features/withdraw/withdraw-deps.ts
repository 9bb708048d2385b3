import type { AnswerOf, RequestOf } from '#core/contract/endpoint.ts';
import type { getPaymentRoutes } from '#core/contract/money/funds.ts';
import type { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import type { checkWithdrawalAddress } from '#core/contract/money/withdrawal-address.ts';
import type { Outcome } from '#core/failure.ts';
import type { Counterparty } from '#core/people/counterparty.ts';
import type { ReadBalances } from '#transport/money/balance-loader.ts';
import type { GateDeps } from '#withdrawal/identity-gate.ts';
import type { SendingDeps } from '#withdrawal/sending.ts';

export type RoutesAnswer = AnswerOf<typeof getPaymentRoutes>;
export type WithdrawRequest = RequestOf<typeof createWithdrawal>;
export type Familiarity = AnswerOf<typeof checkWithdrawalAddress>['data'];

/** Where a withdrawal goes, and how much of it. */
export interface To {
  readonly routeId: string;
  readonly address: string;
  readonly tag: string;
  readonly amount: string;
}

/** Everything the withdraw machine needs from outside. The wiring beside it provides it in a browser. */
export interface WithdrawDeps extends SendingDeps<WithdrawRequest>, GateDeps {
  routes(): Promise<Outcome<RoutesAnswer>>;
  balances: ReadBalances;
  familiarity(to: To): Promise<Familiarity | undefined>;
  /** Tells the server who owns the recipient's address, and which provider holds it. */
  describe(to: To, counterparty: Counterparty): Promise<Outcome<unknown>>;
  /** Proves control of an own wallet by a signature. */
  prove(to: To, signature: string): Promise<Outcome<unknown>>;
  /** Keeps updates from reloading the page until the returned function is called (PWA-06). */
  hold(): () => void;
}
