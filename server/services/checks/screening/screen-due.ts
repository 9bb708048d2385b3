import { type RawBuilder, sql } from 'kysely';
import { writtenForms } from '#core/networks/address/destination.ts';
import type { Screened, ScreeningAnswer } from '#server/adapters/screening/screening.ts';
import type { Deps } from '#server/deps.ts';
import { askDue, takeDue } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import type { Hit } from '#server/services/checks/monitoring/monitoring-rules.ts';
import { suspicionsOf } from '#server/services/checks/monitoring/suspicion.ts';
import { formerOwner } from '#server/services/customers/archive/archive.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { askLater, entriesIn, isAmong, keepAnswer, type Row } from './answers.ts';
import { customerNames } from './customer-names.ts';
import { sendersIn } from './screenings.ts';

/** How many are asked about at the same time, so that one without an answer does not hold up the others. */
const BATCH = 20;
/** How long a question belongs to its process. */
const LEASE_SECONDS = 30;

/** Among what was found: no list names anybody, but the amount is more than a person has. */
const LARGE_AMOUNT = 'amount:large';

/**
 * The customer, one side of every transfer, as `customerNames` has them, and then the other side, if it is known and not
 * the customer.
 */
async function personsOf(
  deps: Pick<Deps, 'config'> & { readonly db: Reader },
  { id, subject, reference, user_id }: Row,
): Promise<readonly Screened[]> {
  const { rows } = await sql<Omit<Extract<Screened, { kind: 'person' }>, 'kind'>>`
    ${customerNames(sql`id = ${user_id}`)}
    union all select '', name, '', country, 2 from travel_rule where id = ${id} and name <> ''
    union all select '', told_name, '', told_country, 2 from travel_rule
      where id = ${id} and told_name <> ''
    union all select '', payer, '', '', 3 from bank_transfers
      where ${subject} = 'transfer' and bank_transfers.id = ${reference} and payer <> ''
    order by place`.execute(deps.db);
  const known = rows.map(
    ({ id, name, born, country }) => ({ kind: 'person', id, name, born, country }) as const,
  );
  if (subject !== 'withdrawal' || known.some((one) => one.id === user_id)) return known;
  // Officers pay a closed account: only the archive has the name (HARD-51).
  const owner = await formerOwner(deps, deps.db, user_id);
  if (!owner) return known;
  const { first, last, born, country } = owner;
  return [{ kind: 'person', id: user_id, name: `${first} ${last}`, born, country }, ...known];
}

const formsOf = (
  network: string,
  currency: string,
  addresses: readonly string[],
): readonly Screened[] =>
  addresses
    .flatMap((address) => writtenForms(network, address))
    .map((address) => ({ kind: 'address', address, currency }));

/** The addresses that the money goes to or comes from, in every form in which a list may have them (HARD-91). */
async function addressesOf(reader: Reader, row: Row): Promise<readonly Screened[]> {
  switch (row.subject) {
    case 'customer':
    case 'transfer':
      return [];
    case 'withdrawal': {
      const { address, currency, network } = await reader
        .selectFrom('withdrawals')
        .innerJoin('payment_routes', 'payment_routes.id', 'withdrawals.payment_route_id')
        .select(['address', 'withdrawals.currency', 'network'])
        .where('withdrawals.id', '=', row.reference)
        .executeTakeFirstOrThrow();
      return formsOf(network, currency, [address]);
    }
    case 'deposit': {
      const { senders, currency, network } = await reader
        .selectFrom('deposits')
        .select(['senders', 'currency', 'network'])
        .where('id', '=', row.reference)
        .executeTakeFirstOrThrow();
      return formsOf(network, currency, sendersIn(senders));
    }
  }
}

/**
 * A bank transfer larger than a person's: it may be a slip of the bank's point, so an officer looks first (HARD-53).
 * Released and refused like a finding of the lists.
 */
async function isTooLarge({ db, config }: Deps, { subject, reference }: Row): Promise<boolean> {
  if (subject !== 'transfer') return false;
  const { rows } = await sql`select from bank_transfers where id = ${reference}
    and amount::numeric > ${config.bankTransferMost}::integer`.execute(db);
  return rows.length > 0;
}

/**
 * The entries of the lists that officers found to be about somebody of a similar name: they are no finding in this
 * customer's own transfers either (HARD-90).
 */
async function namesakesOf(reader: Reader, row: Row): Promise<readonly string[]> {
  if (row.subject === 'customer') return [];
  const own = await reader
    .selectFrom('screenings')
    .select('matched')
    .where('id', '=', `customer:${row.user_id}`)
    .where('state', '=', 'released')
    .executeTakeFirst();
  return entriesIn(own?.matched ?? '');
}

/** What the lists say, without what is known to be about a namesake of the customer. */
async function entriesOf(
  reader: Reader,
  row: Row,
  who: readonly Screened[],
  { matched, formerly }: ScreeningAnswer,
): Promise<readonly string[]> {
  const namesakes = await namesakesOf(reader, row);
  const isCustomer = (one: Screened | undefined): boolean =>
    one?.kind === 'person' && one.id === row.user_id;
  return matched.flatMap((entries, at) =>
    isCustomer(who[at]) ? entries.filter((entry) => !isAmong(entry, namesakes, formerly)) : entries,
  );
}

/** The rules' findings now; undefined if a price is missing. Decided subjects are not checked again. */
async function hitsIn(deps: Deps, row: Row): Promise<readonly Hit[] | undefined> {
  if (row.subject !== 'withdrawal' || row.state === 'released' || row.state === 'match') return [];
  return suspicionsOf(deps, row.reference);
}

/** Asks the party, outside any transaction. Without an answer, nothing changes. */
async function ask(deps: Deps, row: Row): Promise<boolean> {
  const who = [...(await personsOf(deps, row)), ...(await addressesOf(deps.db, row))];
  const answer = await deps.parties.screening.screen({ reference: row.id, who });
  const hits = answer && (await hitsIn(deps, row));
  if (answer && hits) {
    const large = (await isTooLarge(deps, row)) ? [LARGE_AMOUNT] : [];
    const entries = await entriesOf(deps.db, row, who, answer);
    const matched = [...entries, ...large];
    return keepAnswer(deps, row, { matched, formerly: answer.formerly, hits });
  }
  await askLater(deps, row);
  return false;
}

/** Withdrawals, deposits and bank transfers: money waits for the answer. Customers have lanes of their own (READ-16). */
const transfers = sql`subject <> 'customer'`;
/** Customers of whom nobody has said anything yet, or of whom more is known: their money waits as well. */
const newcomers = sql`subject = 'customer' and bulk_since is null`;

const take = ({ db, clock }: Deps, lane: RawBuilder<unknown>) =>
  takeDue<Row>(db, {
    table: 'screenings',
    when: sql`due_at <= ${clock.sql} and ${lane}`,
    order: sql`due_at, id`,
    most: BATCH,
    set: sql`attempts = attempts + 1, due_at = ${clock.sqlIn(LEASE_SECONDS)}`,
  });

const askLane = (deps: Deps, lane: RawBuilder<unknown>, stopping?: AbortSignal): Promise<number> =>
  askDue(deps, {
    take: () => take(deps, lane),
    most: BATCH,
    ask: (row) => ask(deps, row),
    failed: 'screening not asked',
    facts: ({ id }) => ({ id }),
    stopping,
  });

/** Asks about all transfers that are due; returns how many answers were stored. */
export const screenTransfers = (deps: Deps, stopping?: AbortSignal): Promise<number> =>
  askLane(deps, transfers, stopping);

/** The same about customers, but for those who are asked about again because the lists have changed. */
export const screenNewcomers = (deps: Deps, stopping?: AbortSignal): Promise<number> =>
  askLane(deps, newcomers, stopping);

export const screeningLoop: Loop = {
  everyMs: 1_000,
  failed: 'customers not screened',
  round: screenNewcomers,
};
