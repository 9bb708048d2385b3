import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { createWithdrawal as endpoint } from '#core/contract/money/withdrawal.ts';
import { parsePrice } from '#core/money/price.ts';
import type { Deps } from '#server/deps.ts';
import { type AccountOperation, earlierAnswer, runOnce } from '#server/platform/operations.ts';
import { routeUnavailable, unavailable } from '#server/refusal/refusals.ts';
import { isRefused, type Refused } from '#server/refusal/refused.ts';
import { watchCodes } from '#server/services/access/credentials/code-refusal.ts';
import { countingSecondFactor } from '#server/services/access/credentials/second-factor-limit.ts';
import { showPassword } from '#server/services/access/credentials/shown-password.ts';
import { cashPrices } from '#server/services/exchange/offers/cash-price.ts';
import { eurCentsOf } from '#server/services/exchange/offers/eur-worth.ts';
import { findBankRoute, findRoute } from '#server/services/exchange/offers/payment-routes.ts';
import { noPriceToWithdraw } from '#server/services/exchange/trading/closed.ts';
import { payeeForPayout, type SeenPayee } from './payee.ts';
import { checkPayout, type PayoutRequest } from './payout-checks.ts';
import { requestWithdrawal, type Withdrawal } from './withdraw.ts';
import { checkWithdrawal, type WithdrawalRequest } from './withdrawal-checks.ts';

type Answer = AnswerOf<typeof endpoint>;

/** Proofs that come with a withdrawal but are no part of it: a repetition may have others. */
interface WithdrawalProofs {
  /** The second factor's code; empty without one. */
  readonly otp: string;
  /** The code or passkey's token for this transfer, or empty (KEEP-15). */
  readonly transferCode: string;
  readonly password: string | undefined;
  /** The customer confirmed the address after a warning that it looks like another one. */
  readonly looked: boolean;
  /** When the owner of the address was stated, as the review showed it. */
  readonly saidAt: string | undefined;
}

/** Checks a withdrawal, sets the money aside and tells the customer, once per key. */
export async function createWithdrawal(
  deps: Deps,
  operation: AccountOperation & {
    readonly request: WithdrawalRequest & { readonly paymentRouteId: string };
  },
  shown: WithdrawalProofs,
): Promise<Answer | Refused> {
  const { userId, request } = operation;
  const before = await earlierAnswer<Answer>(deps.db, operation);
  if (before) return before;
  const route = await findRoute(deps.db, userId, request.paymentRouteId);
  if (!route) return routeUnavailable();
  const checked = checkWithdrawal(request, route);
  if (isRefused(checked)) return checked;
  const { asset, units } = checked;
  const [found, eurCents] = await Promise.all([
    deps.parties.market.price(asset.code),
    eurCentsOf(deps, asset.code, units),
  ]);
  const price = found && parsePrice(found.usd);
  if (!price) return noPriceToWithdraw(deps, asset.code);
  const travel = { eurCents, saidAt: shown.saidAt };
  return requestOnce(deps, operation, { route, checked, price, travel }, shown);
}

/** The same for cash to a saved bank account, which must be in the customer's own name (BANK-05). */
export async function createPayout(
  deps: Deps,
  operation: AccountOperation & { readonly request: PayoutRequest },
  shown: Omit<WithdrawalProofs, 'looked' | 'saidAt'> & { readonly payee: SeenPayee },
): Promise<Answer | Refused> {
  const { userId, request } = operation;
  const before = await earlierAnswer<Answer>(deps.db, operation);
  if (before) return before;
  const route = await findBankRoute(deps.db, userId);
  if (!route) return routeUnavailable();
  const checked = await checkPayout(deps.db, userId, request, route);
  if (isRefused(checked)) return checked;
  const price = (await cashPrices(deps)).get(checked.cash.code);
  if (!price) return unavailable();
  const payee = await payeeForPayout(deps, checked.account, shown.payee);
  if (isRefused(payee)) return payee;
  // Bank accounts need no look-alike check: their check digits show typing errors, and the address book shows
  // which one is meant.
  const asked = { route, checked, price, payee, travel: undefined };
  return requestOnce(deps, operation, asked, { ...shown, looked: true });
}

async function requestOnce(
  deps: Deps,
  operation: AccountOperation,
  asked: Pick<Withdrawal, 'route' | 'checked' | 'price' | 'payee' | 'travel'>,
  { otp, transferCode, password, looked }: Omit<WithdrawalProofs, 'saidAt'>,
): Promise<Answer | Refused> {
  const { userId, sessionId, key } = operation;
  const shown = await showPassword(deps, operation, password);
  const worth = { cashPrices: await cashPrices(deps) };
  const how = { otp, transferCode, shown, looked };
  const withdrawal = { userId, sessionId, key, ...asked, ...worth, ...how };
  const answer = await countingSecondFactor(deps, userId, otp, () =>
    runOnce(deps, operation, async (tx) => {
      const data = await requestWithdrawal(deps, tx, withdrawal);
      return isRefused(data) ? data : { status: 'success' as const, data };
    }),
  );
  return transferCode ? watchCodes(deps, answer) : answer;
}
