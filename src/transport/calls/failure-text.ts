import { asNever, type Failure } from '#core/failure.ts';

/** What is said of a lost answer where nobody knows a better way to find out. */
const DOUBT = {
  look: 'It may have been done all the same: look before you repeat it.',
  repeat: 'Please try again.',
} as const;

const UNREAD = 'No answer came that can be read.';

/**
 * The text for the customer when a call failed: the server's message, or what is wrong with the
 * connection, otherwise `fallback`. Of a write whose answer was lost it never says that it failed, but
 * `doubt`: that it may have happened, and how to find out (READ-04).
 */
export function failureText(failure: Failure, fallback: string, doubt?: string): string {
  if (failure.unknown) return `${lostText(failure)} ${doubt ?? DOUBT[failure.unknown]}`;
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
        ? `${fallback || UNREAD} (Request failed with status code ${failure.status}.)`
        : fallback;
    case 'session-over':
      return 'Your session has ended. Sign in again.';
  }
}

/** How an answer was lost. */
function lostText(failure: Failure): string {
  switch (failure.kind) {
    case 'network':
    case 'offline':
      return 'Network error: no answer came.';
    case 'aborted':
      return 'Request aborted before an answer came.';
    case 'timeout':
      return 'Timeout exceeded: no answer came.';
    case 'refused':
    case 'unreadable':
    case 'session-over':
      return failureText(asNever(failure), UNREAD);
  }
}
