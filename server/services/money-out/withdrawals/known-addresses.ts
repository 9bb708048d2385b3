import { type RawBuilder, sql } from 'kysely';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { checkWithdrawalAddress } from '#core/contract/money/withdrawal-address.ts';
import { BANK_TRANSFER } from '#core/money/cash.ts';
import {
  type Destination,
  destinationOf,
  sameDestination,
} from '#core/networks/address/destination.ts';
import { looksAlike, sameAddress } from '#core/networks/address/look-alike.ts';
import type { Clock } from '#server/base/clock.ts';
import { SAVED_RECIPIENT_KNOWN_SECONDS } from '#server/policy.ts';

export type Familiarity = AnswerOf<typeof checkWithdrawalAddress>['data'];

/** The network of a saved entry in a withdrawal; bank accounts have none of their own. */
export const savedNetwork = sql<string>`(case kind when 'fiat' then ${BANK_TRANSFER} else network end)`;
/** The address in the form of `accountText`. */
export const savedAddress = sql<string>`(case when kind = 'crypto' then address
  when iban <> '' then iban else bsb || ' ' || account_number end)`;

/** An address that a customer has sent to or saved. */
export interface KnownAddress {
  readonly address: string;
  readonly tag: string;
  /** Empty if it is not in the address book. */
  readonly label: string;
  /** When it was saved, as text; null if it is not in the address book, or it is in doubt who saved it (READ-14). */
  readonly saved_at: string | null;
  /** It was sent to before, or saved long enough ago. */
  readonly trusted: boolean;
  readonly sent: boolean;
}

/**
 * The addresses on a network that a customer has sent to or saved, the most trusted first, as an SQL
 * expression. `network` may be a column of the query where this stands.
 */
export const knownAddressesSql = (
  clock: Clock,
  userId: string,
  network: RawBuilder<string>,
): RawBuilder<readonly KnownAddress[]> => sql<readonly KnownAddress[]>`(
  select coalesce(json_agg(known order by trusted desc, label desc, address), '[]') from (
    select ${savedAddress} as address, tag, label,
      case when doubted_at is null then created_at end as saved_at,
      doubted_at is null and created_at <= ${clock.sqlIn(-SAVED_RECIPIENT_KNOWN_SECONDS)} as trusted, false as sent
    from saved_addresses
    where user_id = ${userId} and ${savedNetwork} = ${network}
    union
    select withdrawals.address, withdrawals.tag, '', null, true, true from withdrawals
    join payment_routes as sent_by on sent_by.id = withdrawals.payment_route_id
    where user_id = ${userId} and sent_by.network = ${network}
      and withdrawals.status in ('broadcast', 'completed') and withdrawals.doubted_at is null
  ) known)`;

interface To {
  readonly network: string;
  readonly address: string;
  readonly tag: string;
}

const withLeads = (rows: readonly KnownAddress[], network: string) =>
  rows.map((row) => ({ ...row, leads: destinationOf(network, row.address, row.tag) }));

/** The address book's label; empty if it is not saved. */
const labelOf = (rows: ReturnType<typeof withLeads>, to: Destination): string =>
  rows.find(({ leads, label }) => label !== '' && sameDestination(leads, to))?.label ?? '';

/** When an address was first saved; undefined if it is not. `known`: those on its network. */
export function savedAt(known: readonly KnownAddress[], to: To): Date | undefined {
  const here = destinationOf(to.network, to.address, to.tag);
  const moments = withLeads(known, to.network).flatMap(({ leads, saved_at }) =>
    saved_at !== null && sameDestination(leads, here) ? [Date.parse(saved_at)] : [],
  );
  return moments.length > 0 ? new Date(Math.min(...moments)) : undefined;
}

/**
 * Whether the customer knows an address, or it only looks like one they know (BEY-14). `known`: those on its
 * network.
 */
export function familiarityOf(known: readonly KnownAddress[], to: To): Familiarity {
  const rows = withLeads(known, to.network);
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
