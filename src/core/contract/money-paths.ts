/**
 * Paths of the calls that move money. An intent on a device is known by them, and what looks for open
 * ones needs no more of the calls than this.
 */
export const SWAP_PATH = '/exchange/confirm-swap';
export const WITHDRAWAL_PATH = '/exchange/create-withdrawal-action';
export const CHECKOUT_PATH = '/exchange/init-transaction';
export const RECORD_PATH = '/exchange/insert-transaction';
