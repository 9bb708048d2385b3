import { getGains, stateCost } from '#core/contract/wallet/gains.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { readings } from '#transport/calls/reading.ts';

/** What each asset cost and gained. */
export const gains = readings(getGains, (currency_id) => ({ currency_id }), {
  pick: ({ data }) => data,
  failed: 'What it cost could not be loaded.',
});

/** States what a deposit cost; resolves with an error text, or with undefined. */
export async function sayCost(
  code: string,
  journalId: string,
  cost: string,
): Promise<string | undefined> {
  const outcome = await call(stateCost, { journal_id: journalId, cost });
  if (!outcome.ok) return failureText(outcome.failure, 'The cost could not be saved.');
  await gains.changed(code);
  return undefined;
}
