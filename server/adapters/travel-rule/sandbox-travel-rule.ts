import { type QueryExecutorProvider, sql } from 'kysely';
import { readSwitches } from '#server/adapters/party/sandbox-switches.ts';
import type { TravelRule } from './travel-rule.ts';

/** The simulated sender of a deposit: another provider's customer. */
const SENDER = {
  owner: 'other',
  name: 'Sandbox Sender',
  country: 'LT',
  provider: 'Sandbox Exchange',
} as const;

/** Whether the customer has said who owns an address that a deposit came from: then it is nobody of the sandbox. */
async function isKnown(db: QueryExecutorProvider, reference: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select exists (
    select from deposits join counterparties on counterparties.user_id = deposits.user_id
      and counterparties.network = deposits.network
      and lower(counterparties.address) = any(string_to_array(lower(deposits.senders), ' '))
    where 'deposit:' || deposits.id = ${reference}) as known`.execute(db);
  return rows[0]?.known ?? false;
}

/**
 * The sandbox twin: recipients' providers accept everything and senders' providers report the sender, unless
 * `/sandbox` says otherwise.
 */
export function sandboxTravelRule(db: QueryExecutorProvider): TravelRule {
  return {
    // Its messages come before their deposits.
    graceSeconds: 0,
    handOver: async ({ reference }) => {
      const { beneficiaryRefused } = await readSwitches(db);
      const kind = beneficiaryRefused ? 'refused' : 'accepted';
      return { kind, said: kind, message: `sandbox-${reference}` };
    },
    received: async ({ reference }) => {
      const isSilent = (await readSwitches(db)).originatorMissing || (await isKnown(db, reference));
      return isSilent ? 'none' : SENDER;
    },
  };
}
