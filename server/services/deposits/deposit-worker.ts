import type { Deps } from '#server/deps.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { followCustodian } from './deposit-feed.ts';
import { creditConfirmed } from './deposits.ts';
import { refuseStopped } from './refuse-deposit.ts';
import { followSandbox } from './sandbox-deposit.ts';

/** One step of the worker, until `stopping`. Any number of processes may take it at the same time. */
export async function stepDeposits(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { incoming } = deps.parties;
  if (incoming) await followCustodian(deps, incoming, stopping);
  else await followSandbox(deps, stopping);
  await creditConfirmed(deps, stopping);
  if (!stopping?.aborted) await refuseStopped(deps, stopping);
}

export const depositing: Loop = {
  everyMs: 5_000,
  failed: 'deposits not followed',
  round: stepDeposits,
};
