import { BANK_TRANSFER } from '#core/domain/cash.ts';
import type { Transfers } from '#server/adapters/custody/transfers.ts';
import type { Parties } from '#server/adapters/parties.ts';

/** Who sends: the bank what goes to a bank account, the custodian everything else. */
export const wayOut = (parties: Pick<Parties, 'bank' | 'transfers'>, network: string): Transfers =>
  network === BANK_TRANSFER ? parties.bank.payouts : parties.transfers;
