import { isCashCode } from './cash.ts';
import { formatCrypto, formatFiat } from './format.ts';

/** An amount of what a customer keeps, a coin or cash: 'AU$30.00', '0.05 BTC'. */
export const formatKept = (amount: string, code: string): string =>
  isCashCode(code) ? formatFiat(amount, code) : formatCrypto(amount, code);
