import { listAddresses } from '#core/contract/account/address-book.ts';
import { reading } from '#transport/calls/reading.ts';

/** The customer's saved crypto addresses by label (EASE-09), in memory only. */
export const recipients = reading(
  listAddresses,
  {},
  { pick: ({ data }) => data.crypto, failed: 'We could not load your address book.' },
);
