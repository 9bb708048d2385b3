import { signal } from '@preact/signals-react';

/**
 * Why an identity check has just signed its customer out, until they have read about it: a final
 * rejection (KYC-03), or a provider that does not know the session (KYC-04).
 */
export const identityEnded = signal<'rejected' | 'not-authorized' | undefined>(undefined);

/** The customer has read why. */
export function identityEndRead(): void {
  identityEnded.value = undefined;
}
