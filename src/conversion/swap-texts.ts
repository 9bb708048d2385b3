import type { Failure } from '#core/failure.ts';

/** The error texts of quote and confirmation. */

const filled = (text: string | undefined): string | undefined =>
  text?.trim() ? text.trim() : undefined;

/** The errors in the answer, if any, as one text. */
const errorsOf = (failure: Failure): string | undefined =>
  failure.kind === 'refused'
    ? filled(failure.refusal.errors?.filter(Boolean).join(' '))
    : undefined;

const messageOf = (failure: Failure): string | undefined =>
  failure.kind === 'refused' ? filled(failure.refusal.message) : undefined;

/** The pair's minimum, which texts can state. */
export interface Minimum {
  readonly amount: string;
  readonly symbol: string;
}

const BELOW_MINIMUM = /less than min amount|minimum amount/i;

/** Whether an error is about the minimum: the same amount would fail again. */
export const isBelowMinimum = (text: string): boolean => BELOW_MINIMUM.test(text);

/**
 * Why there is no quote (SWAP-12): the answer's errors, otherwise its message, the state of the connection,
 * or a default text. A text about the minimum also states it.
 */
export function quoteErrorText(
  failure: Failure,
  connectionText: string | undefined,
  minimum: Minimum | undefined,
): string {
  const text =
    errorsOf(failure) ?? messageOf(failure) ?? filled(connectionText) ?? 'Failed to get quote';
  return minimum && isBelowMinimum(text)
    ? `${text.replace(/\.$/, '')}. Minimum required: ${minimum.amount} ${minimum.symbol}`
    : text;
}

/** HARD-10: shown instead of requesting quotes for ever. */
export const TOO_SLOW =
  'Your connection is too slow: each rate runs out on its way here. Try a faster connection.';

/** Why a swap did not happen (SWAP-13). Only for failures whose outcome is certain: see `mayHaveHappened`. */
export function confirmErrorText(failure: Failure): string {
  switch (failure.kind) {
    case 'refused':
      return messageOf(failure) ?? `Server error: ${failure.status}`;
    case 'offline':
    case 'network':
      return 'Network error - please check your connection';
    case 'unreadable':
      return failure.status >= 400
        ? `Server error: ${failure.status}`
        : 'Unexpected response from server';
    case 'aborted':
    case 'timeout':
    case 'session-over':
      return 'Failed to complete swap';
  }
}

/** The text after an outcome was unknown and turned out to be that nothing happened. */
export const NEVER_HAPPENED = 'Failed to complete swap. Nothing was exchanged.';

export const swappedText = (
  amount: string,
  from: string,
  received: string,
  target: string,
): string => `You swapped ${amount} ${from} for ${received} ${target}`;
