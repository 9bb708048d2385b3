/** What staff are told. */

export const SAY_UNTIL_WHEN = 'Say until when.';
export const SAY_WHERE_TO = 'Say where it is paid.';
export const SAY_WHOSE = 'Say whose account it was.';
export const SAY_WHAT_ABOUT = 'Say what it is about.';
export const TRANSACTIONS_UNREAD = 'Failed to fetch transactions';
