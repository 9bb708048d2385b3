import type { QueryExecutorProvider } from 'kysely';
import { readSwitches } from '#server/adapters/sandbox-switches.ts';
import type { TravelRule } from './travel-rule.ts';

/** The simulated sender of a deposit: another provider's customer. */
const SENDER = {
  owner: 'other',
  name: 'Sandbox Sender',
  country: 'LT',
  provider: 'Sandbox Exchange',
} as const;

/**
 * The sandbox twin: recipients' providers accept everything and senders' providers report the sender, unless
 * `/sandbox` says otherwise.
 */
export function sandboxTravelRule(db: QueryExecutorProvider): TravelRule {
  return {
    handOver: async ({ reference }) => {
      const { beneficiaryRefused } = await readSwitches(db);
      return {
        kind: beneficiaryRefused ? 'refused' : 'accepted',
        message: `sandbox-${reference}`,
      };
    },
    received: async () => ((await readSwitches(db)).originatorMissing ? 'none' : SENDER),
  };
}
