import { sql } from 'kysely';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { checkWithdrawalAddress } from '#core/contract/withdrawal.ts';
import { looksAlike, sameAddress } from '#core/domain/address/look-alike.ts';
import type { Reader } from '#server/store/schema.ts';

export type Familiarity = AnswerOf<typeof checkWithdrawalAddress>['data'];

interface Known {
  readonly address: string;
  /** Empty: not of the address book. */
  readonly label: string;
}

/** Addresses of a network the customer has withdrawn to or keeps, those kept first. */
async function knownOf(reader: Reader, userId: string, network: string) {
  const { rows } = await sql<Known>`
    select address, max(label) as label from (
      select address, label from saved_addresses
      where user_id = ${userId} and kind = 'crypto' and network = ${network}
      union all
      select withdrawals.address, '' as label from withdrawals
      join payment_routes on payment_routes.id = withdrawals.payment_route_id
      where user_id = ${userId} and payment_routes.network = ${network}
        and withdrawals.status in ('broadcast', 'completed')
    ) known group by address order by label desc, address`.execute(reader);
  return rows;
}

/** Whether the customer knows an address, and whether it only looks like one they know (BEY-14). */
export async function familiarity(
  reader: Reader,
  userId: string,
  network: string,
  address: string,
): Promise<Familiarity> {
  const known = await knownOf(reader, userId, network);
  const same = known.find((other) => sameAddress(other.address, address));
  if (same) return same.label ? { known: 'saved', label: same.label } : { known: 'used' };
  const lookalike = known.find((other) => looksAlike(other.address, address));
  return { known: 'new', ...(lookalike && { lookalike }) };
}
