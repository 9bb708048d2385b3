import type { WaysLeft } from '#core/contract/account/ways-in.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { listPasskeys } from './passkeys.ts';
import { readTwoFactor } from './second-factor.ts';

/** The ways into an account beside its password now, and what was just removed. */
export async function waysLeftOf(
  tx: Tx,
  userId: string,
  dropped: { readonly passkeys: boolean; readonly factor: boolean } = {
    passkeys: false,
    factor: false,
  },
): Promise<WaysLeft> {
  const passkeys = (await listPasskeys(tx, userId)).map(({ addedAt }) => addedAt);
  const twoFactor = await readTwoFactor(tx, userId);
  return {
    passkeys,
    twoFactor,
    passkeysRemoved: dropped.passkeys,
    factorRemoved: dropped.factor,
  };
}
