/** Whether balances are hidden on this device: '1' where they are. */
export const MASK_KEY = 'kopa-masked';
