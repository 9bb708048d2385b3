import { sql } from 'kysely';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { checkWithdrawalAddress } from '#core/contract/withdrawal-address.ts';
import {
  type Destination,
  destinationOf,
  sameDestination,
} from '#core/domain/address/destination.ts';
import { looksAlike, sameAddress } from '#core/domain/address/look-alike.ts';
import { BANK_TRANSFER } from '#core/domain/cash.ts';
import type { Clock } from '#server/clock.ts';
import type { Reader } from '#server/store/schema.ts';

export type Familiarity = AnswerOf<typeof checkWithdrawalAddress>['data'];

/**
 * An intruder can save an address too, so it counts as known only after the mail about it has had its time.
 */
const SAVED_SECONDS = 24 * 3600;

/** The network of a saved entry in a withdrawal; bank accounts have none of their own. */
export const savedNetwork = sql<string>`(case kind when 'fiat' then ${BANK_TRANSFER} else network end)`;
/** The address in the form of `accountText`. */
export const savedAddress = sql<string>`(case when kind = 'crypto' then address
  when iban <> '' then iban else bsb || ' ' || account_number end)`;

interface Row {
  readonly address: string;
  readonly tag: string;
  /** Empty if it is not in the address book. */
  readonly label: string;
  /** It was sent to before, or saved long enough ago. */
  readonly trusted: boolean;
  readonly sent: boolean;
}

/** The addresses on a network that the customer has sent to or saved, the most trusted first. */
async function rowsOf(reader: Reader, clock: Clock, userId: string, network: string) {
  const { rows } = await sql<Row>`
    select * from (
      select ${savedAddress} as address, tag, label, created_at <= ${clock.sqlIn(-SAVED_SECONDS)} as trusted,
        false as sent
      from saved_addresses
      where user_id = ${userId} and ${savedNetwork} = ${network}
      union
      select withdrawals.address, withdrawals.tag, '' as label, true as trusted,
        true as sent from withdrawals
      join payment_routes on payment_routes.id = withdrawals.payment_route_id
      where user_id = ${userId} and payment_routes.network = ${network}
        and withdrawals.status in ('broadcast', 'completed')
    ) known order by trusted desc, label desc, address`.execute(reader);
  return rows.map((row) => ({ ...row, leads: destinationOf(network, row.address, row.tag) }));
}

type Known = Awaited<ReturnType<typeof rowsOf>>;

/** The address book's label; empty if it is not saved. */
const labelOf = (rows: Known, to: Destination): string =>
  rows.find(({ leads, label }) => label !== '' && sameDestination(leads, to))?.label ?? '';

/** Whether the customer knows an address, or it only looks like one they know (BEY-14). */
export async function familiarity(
  { db: reader, clock }: { readonly db: Reader; readonly clock: Clock },
  userId: string,
  to: { readonly network: string; readonly address: string; readonly tag: string },
): Promise<Familiarity> {
  const rows = await rowsOf(reader, clock, userId, to.network);
  const here = destinationOf(to.network, to.address, to.tag);
  const label = labelOf(rows, here);
  const trusted = rows.filter((row) => row.trusted && sameDestination(row.leads, here));
  if (trusted.length > 0) {
    const neverSent = !trusted.some(({ sent }) => sent);
    return label === ''
      ? { known: 'used' }
      : { known: 'saved', label, ...(neverSent && { neverSent }) };
  }
  const otherTag = rows.some((row) => row.trusted && sameAddress(row.leads.address, here.address));
  const lookalike = rows.find(({ leads }) => looksAlike(leads.address, here.address));
  return {
    known: 'new',
    ...(label && { label }),
    ...(otherTag && { otherTag }),
    ...(lookalike && {
      lookalike: { address: lookalike.address, label: labelOf(rows, lookalike.leads) },
    }),
  };
}
