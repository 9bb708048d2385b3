import { confirmSwap } from '#core/contract/swap.ts';
import { openIntents } from '#transport/intents.ts';

/** Whether a sale was sent and its outcome is not known. */
export const openSale = (): boolean =>
  openIntents(confirmSwap.path).some(({ summary }) => summary.kind === 'sell');
