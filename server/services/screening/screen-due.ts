import { type Selectable, sql } from 'kysely';
import { writtenForms } from '#core/domain/address/destination.ts';
import { businessDaysAfter, businessHoursAfter } from '#core/domain/business-time.ts';
import type { Hit } from '#core/domain/monitoring-rules.ts';
import type { Screened, ScreeningAnswer } from '#server/adapters/screening/screening.ts';
import type { Deps } from '#server/deps.ts';
import { afterAttempts, askDue, takeDue } from '#server/platform/due.ts';
import { formerOwner } from '#server/services/archive/archive.ts';
import { keepHits } from '#server/services/monitoring/hits.ts';
import { suspicionsOf } from '#server/services/monitoring/suspicion.ts';
import type { Reader, Tx } from '#server/store/schema.ts';
import type { Screenings } from '#server/store/screening-schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { sendersIn } from './screenings.ts';
import { suspendedUntil } from './suspensions.ts';

/** How many are asked about at the same time, so that one without an answer does not hold up the others. */
const BATCH = 20;
/** How long a question belongs to its process. */
const LEASE_SECONDS = 30;
/** The longest pause between questions while the party does not answer. */
const LONGEST_PAUSE_SECONDS = 60;

/** Among what was found: no list names anybody, but the amount is more than a person has. */
const LARGE_AMOUNT = 'amount:large';

type Row = Selectable<Screenings>;

/** The customer, one side of every transfer, and then the other side, if it is known and not the customer. */
async function personsOf(
  deps: Pick<Deps, 'config'> & { readonly db: Reader },
  { id, subject, reference, user_id }: Row,
): Promise<readonly Screened[]> {
  const { rows } = await sql<Omit<Extract<Screened, { kind: 'person' }>, 'kind'>>`
    select id, trim(first_name || ' ' || last_name) as name, dob as born, country_code as country
    from users where id = ${user_id} and deleted_at is null
    union all select '', name, '', country from travel_rule where id = ${id} and name <> ''
    union all select '', payer, '', '' from bank_transfers
      where ${subject} = 'transfer' and bank_transfers.id = ${reference} and payer <> ''
    order by id desc`.execute(deps.db);
  const known = rows.map((person) => ({ kind: 'person', ...person }) as const);
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
 * The deadline for reporting a match: three business hours after a transfer was suspended, otherwise one
 * business day (AML policy).
 */
const reportBy = ({ subject }: Row, now: number): Date =>
  new Date(subject === 'customer' ? businessDaysAfter(now, 1) : businessHoursAfter(now, 3));

interface Found {
  /** The provider's ids of entries on its lists, and our own reasons to look. */
  readonly matched: readonly string[];
  /** Findings of the monitoring rules. */
  readonly hits: readonly Hit[];
}

const entriesIn = (matched: string): readonly string[] =>
  matched.split(' ').filter((entry) => entry !== '');

/** What becomes of a row with this answer. */
function judged(row: Row, { matched, hits }: Found) {
  const before = entriesIn(row.matched);
  const found = [...new Set([...matched, ...hits.map(({ rule }) => `rule:${rule.name}`)])].sort();
  const isNew = found.some((entry) => !before.includes(entry));
  // What was found stays found, and what was released stays released, until something else is.
  if (row.state === 'match' || (row.state === 'released' && !isNew)) {
    const all = isNew ? [...new Set([...before, ...found])].sort() : before;
    return { state: row.state, matched: all.join(' '), isNew };
  }
  if (found.length === 0) return { state: 'clear' as const, matched: row.matched, isNew: false };
  return { state: 'match' as const, matched: found.join(' '), isNew: true };
}

/**
 * Stores the answer, unless somebody has decided meanwhile, or the question or the lists have changed. Returns whether
 * it counts.
 */
async function keepAnswer(deps: Deps, row: Row, found: Found): Promise<boolean> {
  const { clock, log } = deps;
  const { matched, hits } = found;
  const { isNew, ...become } = judged(row, found);
  // Assets of persons on a list stay frozen until somebody decides; a suspicion suspends for a limited time.
  const until = matched.length === 0 && hits.length > 0 ? suspendedUntil(clock.now()) : null;
  const finding = {
    decide_by: isNew ? reportBy(row, clock.now()) : null,
    ...{ reported_at: null, suspended_until: until, confirmed_at: null },
  };
  const write = (on: Deps['db'] | Tx) =>
    on
      .updateTable('screenings')
      .set({
        ...{ ...become, answered_at: clock.sql, due_at: null },
        answered_generation: row.generation,
        // What is held or was decided keeps its deadlines and reports, unless more was found.
        ...((become.state === 'clear' || isNew) && finding),
      })
      .where('id', '=', row.id)
      .where('state', '=', row.state)
      .where('generation', '=', row.generation)
      .where('attempts', '=', row.attempts)
      .where('list', '=', row.list)
      .returning('state')
      .executeTakeFirst();
  const kept =
    hits.length === 0
      ? await write(deps.db)
      : await inTransaction(deps.db, async (tx) => {
          const one = await write(tx);
          if (one) await keepHits(tx, clock, { transfer: row.id, hits });
          return one;
        });
  const facts = { subject: row.subject, reference: row.reference };
  if (kept && isNew && matched.length > 0) log.warn('screening found a match', facts);
  if (kept && isNew && hits.length > 0) log.warn('rules suspended a transfer', facts);
  return kept !== undefined;
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
  { matched }: ScreeningAnswer,
): Promise<readonly string[]> {
  const namesakes = await namesakesOf(reader, row);
  const isCustomer = (one: Screened | undefined): boolean =>
    one?.kind === 'person' && one.id === row.user_id;
  return matched.flatMap((entries, at) =>
    isCustomer(who[at]) ? entries.filter((entry) => !namesakes.includes(entry)) : entries,
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
    return keepAnswer(deps, row, { matched: [...entries, ...large], hits });
  }
  await deps.db
    .updateTable('screenings')
    .set({ due_at: afterAttempts(deps.clock, row.attempts, LONGEST_PAUSE_SECONDS) })
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .where('generation', '=', row.generation)
    .where('due_at', 'is not', null)
    .execute();
  return false;
}

const take = ({ db, clock }: Deps) =>
  takeDue<Row>(db, {
    table: 'screenings',
    when: sql`due_at <= ${clock.sql}`,
    order: sql`due_at, id`,
    most: BATCH,
    set: sql`attempts = attempts + 1, due_at = ${clock.sqlIn(LEASE_SECONDS)}`,
  });

/** Asks about everything that is due; returns how many answers were stored. */
export const screenDue = (deps: Deps, stopping?: AbortSignal): Promise<number> =>
  askDue(deps, {
    take: () => take(deps),
    most: BATCH,
    ask: (row) => ask(deps, row),
    failed: 'screening not asked',
    facts: ({ id }) => ({ id }),
    stopping,
  });
