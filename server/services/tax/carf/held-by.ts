import { sql } from 'kysely';
import type { TaxJournal } from '#core/statement/tax-meaning.ts';
import { sendersIn } from '#server/services/checks/screening/screenings.ts';
import {
  counterpartiesQuery,
  ownerIn,
} from '#server/services/checks/travel-rule/counterparties.ts';
import type { Reader } from '#server/store/schema/schema.ts';

interface Transfer {
  readonly id: string;
  readonly network: string;
  /** Who holds the other side, as it was handed over with the transfer; null: nobody said. */
  readonly provider: string | null;
  /** Where it was sent; null: it is a deposit. */
  readonly address: string | null;
  readonly tag: string | null;
  /** Where it came from; null: it was sent. */
  readonly senders: string | null;
}

const SENT = 'withdrawal-sent:';
const CAME = 'deposit:';

/** The withdrawals and deposits among journals, with what their Travel Rule data say. */
async function transfersIn(
  reader: Reader,
  journals: readonly Pick<TaxJournal, 'id'>[],
): Promise<readonly Transfer[]> {
  const { rows } = await sql<Transfer>`
    with moved as materialized (
      select id, network,
        case when starts_with(reference, ${SENT})
          then substr(reference, ${SENT.length + 1}::integer) end as sent,
        case when starts_with(reference, ${CAME})
          then substr(reference, ${CAME.length + 1}::integer) end as came
      from journals where id = any(${journals.map(({ id }) => id)}::text[])
    )
    select moved.id, moved.network,
      case when travel_rule.owner is not null then travel_rule.provider end as provider,
      withdrawals.address, withdrawals.tag, deposits.senders
    from moved
    left join travel_rule on travel_rule.id = coalesce('withdrawal:' || sent, 'deposit:' || came)
    left join withdrawals on withdrawals.id = sent
    left join deposits on deposits.id = came
    where sent is not null or came is not null`.execute(reader);
  return rows;
}

/**
 * Which of a customer's journals are transfers to or from addresses that another provider holds. What was handed
 * over with a transfer counts; where there was nothing yet, what the customer says of its address.
 */
export async function heldByProviders(
  reader: Reader,
  userId: string,
  journals: readonly Pick<TaxJournal, 'id' | 'kind'>[],
): Promise<ReadonlySet<string>> {
  const moved = journals.filter(({ kind }) => kind === 'deposit' || kind === 'withdrawal-sent');
  if (moved.length === 0) return new Set();
  const transfers = await transfersIn(reader, moved);
  const stated = ownerIn(await counterpartiesQuery(reader, userId).execute());
  const isHeld = ({ network, provider, address, tag, senders }: Transfer): boolean => {
    if (provider !== null) return provider !== '';
    const places =
      address === null
        ? sendersIn(senders ?? '').map((sender) => ({ address: sender, tag: '' }))
        : [{ address, tag: tag ?? '' }];
    return places.some((place) => (stated({ network, ...place })?.provider ?? '') !== '');
  };
  return new Set(transfers.filter(isHeld).map(({ id }) => id));
}
