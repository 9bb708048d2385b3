import type { Failure } from '#core/failure.ts';

/**
 * The text for the customer when a call failed: the server's message, or what is wrong with the
 * connection, otherwise `fallback`.
 */
export function failureText(failure: Failure, fallback: string): string {
  switch (failure.kind) {
    case 'refused':
      return failure.refusal.message || fallback;
    case 'offline':
      return 'You are offline. Nothing was sent.';
    case 'network':
      return 'Network error. Check your connection and try again.';
    case 'aborted':
      return 'Request aborted.';
    case 'timeout':
      return 'Timeout exceeded. Check your connection and try again.';
    case 'unreadable':
      return failure.status >= 400
        ? `${fallback} (Request failed with status code ${failure.status}.)`
        : fallback;
    case 'session-over':
      return 'Your session has ended. Sign in again.';
  }
}

/**
 * The text of a failure, followed by `doubt` if the answer was lost, because the call may have
 * succeeded.
 */
export const withDoubt = (failure: Failure, text: string, doubt: string): string =>
  failure.kind === 'network' || failure.kind === 'timeout' ? `${text} ${doubt}` : text;
