import { parseUnits } from './decimal.ts';

/** What a network asks for a withdrawal, in whole units of the asset. */
export interface WithdrawalTerms {
  readonly min_withdrawal: string;
  /** On top of the amount. */
  readonly withdrawal_fee: string;
}

/**
 * Whether an amount, in minor units, is less than every one of these networks would pay out: the smallest
 * withdrawal and its fee. False where there is no network now: one may be opened again.
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
