import { signal } from '@preact/signals-react';

/**
 * True once an identity check ended in a final rejection, until the customer has read about it (KYC-03).
 */
export const identityRejected = signal(false);
