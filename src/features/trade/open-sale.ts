import { confirmSwap } from '#core/contract/money/swap.ts';
import { openIntents } from '#transport/customer/intents.ts';

const isOpen = (kind: 'sell' | 'cash'): boolean =>
  openIntents(confirmSwap.path).some(({ summary }) => summary.kind === kind);

/** Whether a sale was sent and its outcome is not known. */
export const openSale = (): boolean => isOpen('sell');

/** The same of a purchase that is paid with cash. */
export const openCashPurchase = (): boolean => isOpen('cash');
