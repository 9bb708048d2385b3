import { listReceiving } from '#core/contract/money/funds.ts';
import { reading } from '#transport/calls/reading.ts';

/**
 * Deposits that were seen on chain and are not in the history yet (BEY-18). A failure is not shown: the history beside
 * them says what is wrong with the connection.
 */
export const incoming = reading(
  listReceiving,
  {},
  {
    snapshot: 'receiving',
    pick: ({ data }) => data.incoming.filter(({ state }) => state === 'pending'),
  },
);
