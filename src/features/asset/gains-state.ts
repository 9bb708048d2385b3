import { getGains, stateCost } from '#core/contract/wallet/gains.ts';
import { ok } from '#core/failure.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { readsByAsset } from './by-asset.ts';

const reads = readsByAsset(async (currency_id) => {
  const outcome = await call(getGains, { currency_id });
  return outcome.ok ? ok(outcome.value.data) : outcome;
}, 'What it cost could not be loaded.');

/** What an asset cost and gained. */
export const gains = reads.known;
export const loadGains = reads.load;

/** States what a deposit cost; resolves with an error text, or with undefined. */
export async function sayCost(
  code: string,
  journalId: string,
  cost: string,
): Promise<string | undefined> {
  const outcome = await call(stateCost, { journal_id: journalId, cost });
  if (!outcome.ok) return failureText(outcome.failure, 'The cost could not be saved.');
  reads.changed(code);
  await loadGains(code);
  return undefined;
}
