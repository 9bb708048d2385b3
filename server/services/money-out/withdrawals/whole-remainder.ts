import { parseUnits } from '#core/money/decimal.ts';

/** A network's minimum and fee for withdrawals, in whole units of the asset. */
export interface WithdrawalTerms {
  readonly min_withdrawal: string;
  /** Charged on top of the amount. */
  readonly withdrawal_fee: string;
}

/**
 * Whether an amount in minor units is below the minimum plus fee of all these networks. False if there is no
 * network now, because one may be opened again.
 */
export function isTooLittle(
  units: bigint,
  scale: number,
  networks: readonly WithdrawalTerms[],
): boolean {
  const needed = networks.map(({ min_withdrawal, withdrawal_fee }) => {
    const [least, fee] = [parseUnits(min_withdrawal, scale), parseUnits(withdrawal_fee, scale)];
    return least === undefined || fee === undefined ? 0n : least + fee;
  });
  return needed.length > 0 && needed.every((least) => units < least);
}
