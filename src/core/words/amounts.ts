/** What is wrong with an amount, on the page and in the server’s refusal. */

export const VALID_AMOUNT = 'Please enter a valid amount';
export const ABOVE_ZERO = 'Amount should be more than 0';
export const INSUFFICIENT = 'Insufficient balance';
