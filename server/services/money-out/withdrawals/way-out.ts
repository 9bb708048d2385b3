import { BANK_TRANSFER } from '#core/money/cash.ts';
import type { Transfers } from '#server/adapters/custody/transfers.ts';
import type { Parties } from '#server/adapters/parties.ts';

/** Who sends a withdrawal: the bank to bank accounts, the custodian otherwise. */
export const wayOut = (parties: Pick<Parties, 'bank' | 'transfers'>, network: string): Transfers =>
  network === BANK_TRANSFER ? parties.bank.payouts : parties.transfers;
