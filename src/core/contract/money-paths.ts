/**
 * Paths of the calls that move money. An intent on a device is recognised by them, and code that looks
 * for open ones needs to know nothing more about the calls.
 */
export const SWAP_PATH = '/exchange/confirm-swap';
export const WITHDRAWAL_PATH = '/exchange/create-withdrawal-action';
export const CHECKOUT_PATH = '/exchange/init-transaction';
export const RECORD_PATH = '/exchange/insert-transaction';
