import type { QueryExecutorProvider } from 'kysely';
import { readSwitches } from '#server/adapters/sandbox-switches.ts';
import type { TravelRule } from './travel-rule.ts';

/** Who sends what nobody was asked about: another customer of a provider that plays along. */
const SENDER = {
  owner: 'other',
  name: 'Sandbox Sender',
  country: 'LT',
  provider: 'Sandbox Exchange',
} as const;

/**
 * The sandbox twin: recipients' providers accept everything and senders' providers tell who sent it, unless
 * somebody at `/sandbox` wants it otherwise.
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
