/** What stands for an amount the customer chose not to show (BEY-20). */
export const hidden = '••••••';

/** What stands for a value nobody knows. */
export const UNKNOWN = '\u2013';
