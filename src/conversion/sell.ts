import type { Failure } from '#core/failure.ts';
import { type ButtonInput, type ButtonState, quotable } from '#core/money/swap-form.ts';

/** The rules and texts of the sell tab, without effects and without a clock. */

export const QUOTE_EXPIRED = 'Quote has expired. Click "Get New Quote" to refresh.';

/** The text after an outcome was unknown and turned out to be that nothing happened. */
export const NEVER_SOLD = 'Nothing was sold.';

/**
 * TRD-02: the sell button. An expired quote is not replaced automatically: the button requests the next one.
 * If the amount exceeds the balance, the button still names the asset; the box beside it explains why it is
 * disabled.
 */
export function sellButton({
  amount,
  cover,
  quote,
  converting,
  source,
  lasting,
}: ButtonInput): ButtonState {
  const off = { action: 'confirm', enabled: false, busy: false } as const;
  if (converting) return { ...off, label: 'Selling...', busy: true };
  if (!quotable(amount)) return { ...off, label: 'Enter amount' };
  if (cover === 'short') return { ...off, label: `Sell ${source}` };
  if (lasting) return { ...off, label: `Sell ${source}`, enabled: cover === 'covered' };
  switch (quote) {
    case 'loading':
      return { ...off, label: 'Getting Quote...', busy: true };
    case 'active':
      return { ...off, label: `Sell ${source}`, enabled: cover === 'covered' };
    case 'expired':
    case 'none':
      return { label: 'Get New Quote', action: 'quote', enabled: true, busy: false };
  }
}

/**
 * Why a conversion did not happen; `never` is the text if the failure itself has none. Only for failures
 * whose outcome is certain: see `mayHaveHappened`.
 */
export function certainText(failure: Failure, never: string): string {
  switch (failure.kind) {
    case 'refused':
      return failure.refusal.message.trim() || `Server error: ${failure.status}`;
    case 'offline':
    case 'network':
      return 'Network error - please check your connection';
    case 'unreadable':
    case 'aborted':
    case 'timeout':
    case 'session-over':
      return never;
  }
}

export const sellErrorText = (failure: Failure): string => certainText(failure, NEVER_SOLD);

export const soldText = (amount: string, symbol: string, total: string, currency: string): string =>
  `You sold ${amount} ${symbol} for ${total} ${currency}`;
