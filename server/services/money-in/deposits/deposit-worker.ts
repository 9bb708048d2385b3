import type { Deps } from '#server/deps.ts';
import { inTurn } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { followCustodian } from './deposit-feed.ts';
import { creditConfirmed } from './deposits.ts';
import { refuseStopped } from './refuse-deposit.ts';
import { followSandbox } from './sandbox-deposit.ts';

/** One step of the worker, until `stopping`. Any number of processes may take it at the same time. */
export async function stepDeposits(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { incoming } = deps.parties;
  const steps = [
    () => (incoming ? followCustodian(deps, incoming, stopping) : followSandbox(deps, stopping)),
    () => creditConfirmed(deps, stopping),
    () => refuseStopped(deps, stopping),
  ];
  await inTurn(deps, 'deposits not followed', steps, stopping);
}

export const depositLoop: Loop = {
  everyMs: 5_000,
  failed: 'deposits not followed',
  round: stepDeposits,
};
