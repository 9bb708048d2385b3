import type { KeptCode } from '#core/money/cash.ts';
import { formatCrypto, formatFiat } from '#core/money/format.ts';
import { instrumentOf, pairUnavailable } from '#core/money/swap-form.ts';
import { usdOf } from '#core/statement/portfolio.ts';
import { TAX_NEEDED } from '#core/tax/tax-needed.ts';
import { whenText } from '#core/time/clock-text.ts';
import {
  buttonIn,
  type ConversionState,
  coverIn,
  holdingOf,
  isRenewed,
} from './conversion-state.ts';
import type { ConversionRules } from './rules.ts';
import { isBelowMinimum } from './swap-texts.ts';

/** What the customer can retry. A conversion itself is never repeated, only quoted again. */
type Retry = 'Get new quote' | 'Retry';

/** What prevents a conversion, most important first. */
export type Obstacle =
  | { readonly kind: 'offline'; readonly text: string }
  | { readonly kind: 'error'; readonly text: string; readonly retry?: Retry }
  /** Shown with a link to buy the missing asset (SWAP-11). */
  | { readonly kind: 'short'; readonly text: string; readonly code: KeptCode }
  | { readonly kind: 'no-balance'; readonly text: string; readonly retry: Retry };

export function obstacleIn(
  state: ConversionState,
  rules: ConversionRules,
  online: boolean,
): Obstacle | undefined {
  const { pair, amount } = state;
  if (!online)
    return {
      kind: 'offline',
      text: `${rules.gerund} needs a connection. Nothing is queued to send later.`,
    };
  if (state.error !== undefined)
    return {
      kind: 'error',
      text: state.error,
      // If the main button itself requests the next quote, no second button is needed.
      ...(amount !== '' &&
        isRenewed(state, rules) &&
        !isBelowMinimum(state.error) &&
        state.error !== TAX_NEEDED && { retry: 'Get new quote' }),
    };
  if (state.instrumentsStatus === 'failed') {
    return { kind: 'error', text: 'We could not load the trading pairs.', retry: 'Retry' };
  }
  if (state.instrumentsStatus === 'ready' && !instrumentOf(state.instruments, pair)) {
    return { kind: 'error', text: pairUnavailable(pair) };
  }
  if (state.holdingsStatus === 'failed') {
    return {
      kind: 'no-balance',
      text: `Your balance is unavailable right now, so nothing can be ${rules.participle} yet. Your money is safe.`,
      retry: 'Retry',
    };
  }
  return amount !== '' && coverIn(state) === 'short'
    ? { kind: 'short', text: rules.notEnough(pair.source), code: pair.source }
    : undefined;
}

/** Shown in place of an amount that the customer has hidden (BEY-20). */
export const HIDDEN = '••••••';

/** Shown in place of a value that only a quote provides. */
export const UNKNOWN = '\u2013';

/** The text after “I have”. */
export function balanceText(state: ConversionState, now: Date, masked: boolean): string {
  const { source } = state.pair;
  const holding = holdingOf(state, source);
  if (!holding) {
    return state.holdingsStatus === 'loading'
      ? 'Loading assets...'
      : `${source}, balance unavailable`;
  }
  if (masked) return `${HIDDEN} ${source}`;
  const amount = formatCrypto(holding.available, source);
  return state.holdingsStale && state.holdingsAsOf
    ? `${amount} ${whenText(state.holdingsAsOf, now)}`
    : amount;
}

/** Whether the shown amounts belong to an expired quote that is not being replaced. */
export const isAged = (state: ConversionState, rules: ConversionRules, online: boolean): boolean =>
  state.quote === 'expired' && !(online && isRenewed(state, rules));

/** The amounts that a press exchanges (EASE-04). */
export const exchangeText = ({ shown, pair }: ConversionState): string | undefined =>
  shown &&
  `${formatCrypto(shown.sourceAmount, pair.source)} for ${formatCrypto(shown.targetAmount, pair.target)}`;

/** What became of a press that came before there was a quote which it could take (EASE-04). */
export function earlyText(
  state: ConversionState,
  rules: ConversionRules,
  online: boolean,
): string | undefined {
  const { early, phase, quote, shown, pair } = state;
  if (!early || !online || phase !== 'form') return undefined;
  if (quote !== 'active' || !shown) {
    return `Nothing is ${rules.participle} yet: the rate is on its way. Press again once you see it.`;
  }
  const gives = formatCrypto(shown.sourceAmount, pair.source);
  const gets = formatCrypto(shown.targetAmount, pair.target);
  return `The new rate is here: ${gets} for ${gives}. Press ${buttonIn(state, rules).label} to take it.`;
}

type Convert = (usd: string | undefined) => string | undefined;

/** What an amount is worth at the wallet's prices; undefined if a price or rate is missing. */
export function fiatText(
  state: ConversionState,
  code: KeptCode,
  amount: string,
  currency: string,
  convert: Convert,
): string | undefined {
  const holding = holdingOf(state, code);
  const value = holding && convert(usdOf(holding, amount.replace(/\.$/, '')));
  return value === undefined ? undefined : formatFiat(value, currency);
}

/** Basis points as percent: 50 → “0.50%”. */
export const percentOf = (basisPoints: number): string => `${(basisPoints / 100).toFixed(2)}%`;

/**
 * The main button as shown: disabled while offline (PWA-05) or while the typed amount is in doubt.
 */
export const pressable = (state: ConversionState, rules: ConversionRules, online: boolean) => {
  // Offline, no quote is being fetched; it is requested when the connection is back.
  const button = buttonIn(online ? state : { ...state, quote: 'none' }, rules);
  return { ...button, enabled: button.enabled && online && !state.doubt };
};
