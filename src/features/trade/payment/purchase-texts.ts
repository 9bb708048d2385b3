import type { ReturnCause } from '#core/contract/money/payment.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { formatDecimal, formatFiat } from '#core/money/format.ts';
import { FEE_BPS, MOST_WORSE_BPS } from '#core/money/purchase.ts';
import { formatOnAxis, zoneNote } from '#core/time/date-text.ts';

interface Bought {
  readonly crypto: string;
  readonly asset: string;
  readonly total: string;
  readonly currency: string;
}

/** TRD-03. */
export const boughtText = ({ crypto, asset, total, currency }: Bought): string =>
  `You bought ${formatDecimal(crypto)} ${asset} for ${formatFiat(total, currency)}`;

/** The text after a check without a change. `at`: milliseconds since the epoch. */
export const waitingText = (at: number, timeZone: string): string =>
  `Still waiting \u00b7 checked at ${formatOnAxis(at, timeZone, 'hour')}${zoneNote(at, timeZone)}`;

/** All open payments in one line; `sum`: what a single one costs. */
export const openLineText = (payments: number, sum: string): string =>
  payments === 1 ? `${sum} by card under way` : `${payments} card payments under way`;

/** The text of several open payments. */
export const openText = (payments: number): string =>
  `${payments} card payments are not settled yet. If a card is charged, what you bought arrives automatically.`;

/** The text of a payment whose outcome could not be asked for. */
export const uncheckedText = ({ total, currency }: Bought): string =>
  `Your card payment of ${formatFiat(total, currency)} could not be checked: there was no answer. It is not lost; we will check again as soon as you are connected.`;

const percent = (bps: bigint): string => `${formatDecimal(formatUnits(bps, 2))}%`;

/**
 * Until when the price of an open payment is guaranteed, and what happens to the price afterwards (HARD-14,
 * D38). `until`: milliseconds since the epoch.
 */
export const heldText = (until: number, timeZone: string): string =>
  `Price held until ${formatOnAxis(until, timeZone, 'hour')}, unless the market moves by more than our fee of ${percent(FEE_BPS)}. Otherwise the price when you pay counts; if it is over ${percent(MOST_WORSE_BPS)} worse, the payment goes back to your card.`;

/** Explains why the bought amount differs from the one shown at first (HARD-14). */
export const movedText = (agreed: string, asset: string): string =>
  `The price had moved when you paid. At first you were shown ${formatDecimal(agreed)} ${asset}.`;

/** Why a payment bought nothing although it was made; older servers name no cause but the price (HARD-14). */
function causeText(cause: ReturnCause, charged: string): string {
  switch (cause) {
    case 'price':
      return `When your card payment of ${charged} arrived, the price had risen by more than 1%.`;
    case 'another-name':
      return `Your card payment of ${charged} came from a card in another name than yours. Only your own cards can pay here.`;
    case 'other':
      return `Your card payment of ${charged} could not be accepted.`;
  }
}

/** Explains why a payment is refunded. */
export const refundText = (
  refund: 'under-way' | 'done',
  { total, currency }: Pick<Bought, 'total' | 'currency'>,
  cause: ReturnCause = 'price',
): string =>
  `${causeText(cause, formatFiat(total, currency))} Nothing was bought. The full amount ${refund === 'done' ? 'went' : 'goes'} back to your card; your bank may take some days to show it.`;

/** What is said of a payment while an officer looks whose card has paid (SPEC-06). */
export const holderText = ({ total, currency }: Pick<Bought, 'total' | 'currency'>): string =>
  `Your card payment of ${formatFiat(total, currency)} has arrived. The name on the card is not quite yours, so we are looking at it. Then what you bought arrives, or the payment goes back to the card; there is nothing to do.`;

export type PurchaseEnd = 'success' | 'failed' | 'declined' | 'cancelled' | 'unknown' | 'pending';

/** One sentence on how a purchase ended. For an open purchase it does not claim an outcome. */
export function endText(end: PurchaseEnd, order: Bought): string {
  const charged = formatFiat(order.total, order.currency);
  switch (end) {
    case 'success':
      return boughtText(order);
    case 'failed':
      return `Your card payment of ${charged} failed. Nothing was bought.`;
    case 'declined':
      return `Your card payment of ${charged} was declined. Nothing was bought.`;
    case 'cancelled':
      return `Your card payment of ${charged} was cancelled. Nothing was bought.`;
    case 'pending':
    case 'unknown':
      return `Your card payment of ${charged} is not settled yet. If your card is charged, what you bought arrives automatically.`;
  }
}
