/** What staff are told. */

export const SAY_UNTIL_WHEN = 'Say until when.';
export const SAY_WHERE_TO = 'Say where it is paid.';
export const SAY_WHOSE = 'Say whose account it was.';
export const SAY_WHAT_ABOUT = 'Say what it is about.';
export const TRANSACTIONS_UNREAD = 'Failed to fetch transactions';

/** Facts of a case whose values are states, which the desk says in words for people. */
export const PURCHASE_STATE = 'State of the purchase';
export const CUSTODIAN_STATUS = 'Status at the custodian';
