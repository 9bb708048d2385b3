import type { Failure } from '#core/failure.ts';
import { readAmount } from '#core/money/amount-input.ts';
import { type AssetCode, assetOf, offeredAssets } from '#core/money/currencies.ts';
import { purchaseProblem, usdcFor } from '#core/money/purchase.ts';
import { FIAT_SCALE, needsApproval } from '#core/money/purchase-approval.ts';
import { KYC_UNANSWERED } from '#core/people/verification-texts.ts';
import { holdWhileBusy } from '#platform/page/hold-while-busy.ts';
import type { BuyDeps } from './buy-deps.ts';
import type { BuyDraft } from './buy-draft.ts';
import { initialBuy, type Side } from './buy-state.ts';
import type { Order } from './order.ts';
import { payment } from './payment/payment.ts';
import { follow, prices } from './prices.ts';

/**
 * The buy side of the trade page without its views: one machine per visit, about asset `code` if
 * named.
 */
export function createBuy(deps: BuyDeps, market: string, code?: string) {
  const state = initialBuy(market);
  const named = offeredAssets(market).find((asset) => asset.code === code);
  if (named) state.asset = named.code;
  const price = prices(state, deps);

  /** The server decides what a customer may buy; the page only checks earlier. */
  function refused(failure: Failure): void {
    const refusal = failure.kind === 'refused' ? failure.refusal : undefined;
    if (refusal?.code === 'PROFILE_INCOMPLETE') state.gate = 'profile';
    else if (refusal?.code === 'TAX_RESIDENCE_REQUIRED') state.gate = 'tax';
    else if (refusal?.code !== 'VERIFICATION_REQUIRED') {
      state.error = deps.failureText(failure, 'Failed to initialize payment');
      // The price may have been the reason.
      void price.load();
    } else if (refusal.rejected) deps.rejected();
    else state.gate = 'verification';
  }

  const paying = payment(state, deps, refused);
  /** Open payments that the customer was shown before deciding to buy all the same. */
  const accepted = new Set<string>();

  function clear(): void {
    state.early = false;
    state.doubt = undefined;
    state.amountError = undefined;
    state.error = undefined;
  }

  function orderNow(): Order | string {
    const { crypto, fiat, asset, market: currency, price: rate, usdcPrice, spreadBps } = state;
    const order = { crypto, total: fiat, currency, price: rate, asset: assetOf(asset) };
    const problem = purchaseProblem(order);
    if (problem) return problem;
    const total = fiat.replace(/\.$/, '');
    const usdc = usdcPrice && usdcFor(total, usdcPrice);
    if (!usdc) return 'Exchange rate not available. Please try again.';
    return {
      crypto: crypto.replace(/\.$/, ''),
      asset,
      total,
      currency,
      usdc,
      ...(rate !== undefined && { price: rate }),
      ...(spreadBps !== undefined && { spread: String(spreadBps) }),
    };
  }

  /** Whether the customer may buy this much with their identity check (BUY-04). */
  async function approved(total: string): Promise<boolean> {
    if (!needsApproval(total)) return true;
    const status = await deps.kyc();
    if (status === undefined) state.error = `${KYC_UNANSWERED} Nothing was bought.`;
    else if (status === 'rejected') deps.rejected();
    else if (status !== 'approved') state.gate = 'verification';
    return status === 'approved';
  }

  async function buy(): Promise<void> {
    if (state.phase !== 'form' || state.doubt) return;
    if (state.priceStatus !== 'ready') {
      state.early = state.priceStatus === 'loading' && state.fiat + state.crypto !== '';
      return;
    }
    clear();
    const order = orderNow();
    if (typeof order === 'string') {
      state.amountError = order;
      return;
    }
    if (!deps.profileComplete()) {
      state.gate = 'profile';
      return;
    }
    const others = deps.openPayments().filter(({ id }) => !accepted.has(id));
    if (others.length > 0) {
      Object.assign(state, { others, gate: 'another' });
      return;
    }
    // The phase changes before anything is awaited, so a second tap has no effect.
    state.phase = 'starting';
    state.result = undefined;
    if (await approved(order.total)) await paying.open(order);
    else state.phase = 'form';
  }

  const hasEnded = (): boolean => state.phase === 'success' || state.phase === 'failure';
  const stopHolding = holdWhileBusy({
    state,
    hold: deps.hold,
    busy: ({ phase }) => phase !== 'form' && !hasEnded(),
    filled: ({ fiat, crypto }) => hasEnded() || fiat + crypto !== '',
  });

  return {
    state,
    payment: paying,

    /** Starts, with a kept draft unless it is in another market's currency. */
    start(draft?: BuyDraft): void {
      // A link about another asset replaces the asset that was chosen before.
      if (draft?.market === state.market && (!named || draft.asset === named.code)) {
        const { asset, typed, amount } = draft;
        Object.assign(state, { asset, typed, [typed]: amount });
      }
      void price.load();
    },

    /** Takes a field's new text; text that is not an amount changes nothing. */
    type(side: Side, text: string): void {
      if (state.phase !== 'form') return;
      const reading =
        side === 'fiat'
          ? readAmount(text, state.fiat, FIAT_SCALE, state.market)
          : readAmount(text, state.crypto, assetOf(state.asset).scale, state.asset);
      // Refused text leaves an earlier doubt in place.
      if (reading.kind === 'refused') return;
      state.doubt = reading.kind === 'doubtful' ? { side, text: reading.text } : undefined;
      if (reading.kind !== 'amount' || reading.value === state[side]) return;
      clear();
      state[side] = reading.value;
      state.typed = side;
      follow(state);
      price.soon();
    },

    fill(fiat: string): void {
      if (state.phase !== 'form') return;
      clear();
      state.typed = 'fiat';
      state.fiat = fiat;
      follow(state);
      price.soon();
    },

    choose(code: AssetCode): void {
      if (state.phase !== 'form' || code === state.asset) return;
      clear();
      state.asset = code;
      // The amount to spend stays; the amount of the other asset is computed anew.
      state.typed = 'fiat';
      price.forget();
      follow(state);
      price.soon();
    },

    /** Called when the market currency turns out to be another one. */
    setMarket(currency: string): void {
      if (currency === state.market) return;
      clear();
      state.market = currency;
      if (!offeredAssets(currency).some(({ code }) => code === state.asset)) state.asset = 'BTC';
      price.forget();
      follow(state);
      void price.load();
    },

    buy: () => void buy(),

    /** The customer buys although other payments are open. */
    buyAnother(): void {
      if (state.gate !== 'another') return;
      for (const { id } of state.others) accepted.add(id);
      state.gate = undefined;
      void buy();
    },
    retryPrice: () => void price.load(),

    closeGate(): void {
      state.gate = undefined;
    },

    /** Goes back to the form after the outcome was shown. */
    done(): void {
      if (!hasEnded()) return;
      state.phase = 'form';
      state.payment = undefined;
      state.order = undefined;
      void price.load();
    },

    closeResult(): void {
      state.result = undefined;
    },

    /** Called when the page is visible again or the connection is back. */
    resume(): void {
      if (state.phase === 'form') void price.load();
      paying.wake();
    },

    leave(): void {
      paying.leave();
      price.leave();
      stopHolding();
    },
  };
}

export type BuyMachine = ReturnType<typeof createBuy>;
