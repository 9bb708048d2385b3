import type { RefusalCode } from '#core/contract/refusal.ts';

/** The HTTP status of a refusal. */
export function statusOf(code: RefusalCode): 400 | 401 | 403 | 404 | 409 | 422 | 429 | 503 {
  switch (code) {
    case 'MALFORMED':
      return 400;
    case 'UNAUTHENTICATED':
    case 'TOKEN_EXPIRED':
    case 'UNAUTHORIZED_ACCESS':
    case 'REFRESH_TOKEN_EXPIRED':
      return 401;
    case 'FORBIDDEN':
    case 'SECOND_FACTOR_MISSING':
      return 403;
    case 'NOT_FOUND':
      return 404;
    case 'KEY_CONFLICT':
    case 'REPEATED':
      return 409;
    case 'INVALID_CREDENTIALS':
    case 'PASSWORD_REQUIRED':
    case 'ACCOUNT_FROZEN':
    case 'INVALID_CODE':
    case 'ANOTHER_PROOF_NEEDED':
    case 'INVALID_INPUT':
    case 'SECOND_FACTOR_REQUIRED':
    case 'EMAIL_TAKEN':
    case 'REGION_CLOSED':
    case 'QUOTE_EXPIRED':
    case 'QUOTE_USED':
    case 'BELOW_MINIMUM':
    case 'INSUFFICIENT_BALANCE':
    case 'PAIR_UNAVAILABLE':
    case 'VERIFICATION_REQUIRED':
    case 'TAX_RESIDENCE_REQUIRED':
    case 'PROFILE_INCOMPLETE':
    case 'WITHDRAWALS_HELD':
    case 'LIMIT_EXCEEDED':
    case 'ROUTE_UNAVAILABLE':
    case 'NOT_CANCELLABLE':
    case 'ADDRESS_LOOKALIKE':
    case 'RECIPIENT_NOT_SAVED':
    case 'COUNTERPARTY_UNKNOWN':
    case 'CONTROL_NEEDED':
    case 'BALANCE_NOT_EMPTY':
      return 422;
    case 'TOO_MANY':
      return 429;
    case 'UNAVAILABLE':
      return 503;
  }
}
