import { findCash } from '#core/money/cash.ts';
import { thresholdText, type Unverified, unverifiedText } from '#core/money/purchase-approval.ts';

/**
 * What an identity check is needed for, in the same words wherever it is offered: 'Needed only to withdraw, and to buy for
 * more than AU$200 at once, or AU$1,000 in 30 days.'
 */
export function neededOnlyText(market: string, known: Unverified | undefined): string {
  const most = `${thresholdText(market)}${known ? ` at once, or ${unverifiedText(known, market)}` : ''}`;
  return findCash(market) === undefined
    ? `Needed only to withdraw, and to buy for more than ${most}.`
    : `Needed only to withdraw, to add money by bank transfer, and to buy for more than ${most}.`;
}
