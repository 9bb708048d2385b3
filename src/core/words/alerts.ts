/** What is wrong with an alert. */

export const MOVE_BOUNDS = 'Enter a move between 0.01 and 1000 %.';
export const PRICE_NEEDED = 'Enter a price.';
