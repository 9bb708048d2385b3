import type { Deps } from '#server/deps.ts';
import { repeat } from '#server/platform/repeat.ts';
import { followCustodian } from './deposit-feed.ts';
import { creditConfirmed } from './deposits.ts';
import { addBlocks } from './sandbox-deposit.ts';

/** One step of the worker, until `stopping`. Any number of processes may take it at the same time. */
export async function stepDeposits(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { incoming } = deps.parties;
  if (incoming) await followCustodian(deps, incoming, stopping);
  else await addBlocks(deps);
  await creditConfirmed(deps, stopping);
}

const EVERY_MS = 5_000;

/** Follows the chains while the server runs; gives back how to stop, which waits for a step under way. */
export const startDeposits = (deps: Deps): (() => Promise<void>) =>
  repeat(deps, EVERY_MS, 'deposits not followed', (stopping) => stepDeposits(deps, stopping));
