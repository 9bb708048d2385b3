import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { checkWithdrawalAddress } from '#core/contract/money/withdrawal-address.ts';
import type { CashCode } from '#core/money/cash.ts';
import { mulDivUp, parseUnits, pow10 } from '#core/money/decimal.ts';
import { PRICE_SCALE } from '#core/money/price.ts';
import { isNetwork } from '#core/networks/networks.ts';
import {
  CONTROL_FROM_EUR_CENTS,
  type Counterparty,
  factsOf,
  needsControl,
} from '#core/people/counterparty.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Deps } from '#server/deps.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import type { Customer, Owner } from '#server/platform/standing-session.ts';
import { LINKED_SECONDS } from '#server/policy.ts';
import { routeUnavailable } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import {
  type CounterpartyRow,
  checkCounterparty,
  counterpartiesQuery,
  findCounterparty,
  keepCounterparty,
  markProved,
  ownerIn,
} from '#server/services/checks/travel-rule/counterparties.ts';
import { controlMessage, isSigned } from '#server/services/checks/travel-rule/signed-message.ts';
import { withAccount } from '#server/services/customers/users/users.ts';
import { cashPrices } from '#server/services/exchange/offers/cash-price.ts';
import { eurCentsOf } from '#server/services/exchange/offers/eur-worth.ts';
import { isOffered } from '#server/services/exchange/offers/instruments.ts';
import { isoOf, type JsonRow } from '#server/store/json-row.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { closedTo } from './address-book-only.ts';
import { familiarityOf, knownAddressesSql } from './known-addresses.ts';

export interface Recipient {
  readonly network: string;
  readonly address: string;
  readonly tag: string;
}

type Statement = CounterpartyRow | JsonRow<ReturnType<typeof counterpartiesQuery>>;

/** The message that a wallet's owner signs; undefined if wallets of its network sign none. */
const messageFor = ({ network, address, nonce }: Statement): string | undefined =>
  isNetwork(network) ? controlMessage(network, address, nonce) : undefined;

/** The proof that is still missing before so much is sent there; undefined if none is. */
const controlOf = (row: Statement, market: string, eurCents: bigint | undefined) => {
  // An amount without a known value may be above the threshold.
  const worth = eurCents ?? CONTROL_FROM_EUR_CENTS;
  if (row.proved_at || !needsControl(row, market, worth)) return undefined;
  return { message: messageFor(row) ?? null };
};

/** An amount of an asset that may be sent; undefined while none is typed. */
interface Wished {
  readonly currency: string;
  readonly amount: string | undefined;
  readonly market: string;
  /** What is linked to it, in cents of USD. */
  readonly linked: string;
}

/** What is known about a recipient's owner, for the review of an amount. */
async function ownerFor(deps: Deps, row: Statement, wished: Wished) {
  const { currency, amount, market, linked } = wished;
  const units = parseUnits(amount ?? '', storedKept(currency).scale);
  const own = units ? await eurCentsOf(deps, currency, units) : undefined;
  const cents = linkedWorth(own, linked, await cashPrices(deps));
  const control = units && controlOf(row, market, cents);
  return {
    counterparty: factsOf(row),
    saidAt: isoOf(row.said_at),
    ...(control && { control }),
  };
}

/** What the review of a withdrawal shows of its recipient, read in one statement. */
export async function reviewRecipient(
  deps: Deps,
  { userId, market }: Customer,
  asked: {
    readonly routeId: string;
    readonly address: string;
    readonly tag: string;
    readonly amount: string | undefined;
  },
): Promise<AnswerOf<typeof checkWithdrawalAddress>['data'] | Refused> {
  const { db, clock } = deps;
  const network = sql.ref<string>('payment_routes.network');
  const statements = counterpartiesQuery(db, userId).where('counterparties.network', '=', network);
  const read = await db
    .selectFrom('payment_routes')
    .innerJoin('users', (join) => join.on('users.id', '=', userId))
    .where('payment_routes.id', '=', asked.routeId)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .select(['currency', 'network', 'book_only_since', 'book_only_until'])
    .select([
      knownAddressesSql(clock, userId, network).as('known'),
      linkedSql(clock, userId).as('linked'),
      jsonArrayFrom(statements).as('statements'),
    ])
    .executeTakeFirst();
  if (!read || !isOffered(read.currency, market)) return routeUnavailable();
  const { address, tag, amount } = asked;
  const to = { network: read.network, address, tag };
  const said = ownerIn(read.statements)(to);
  const wished = { currency: read.currency, amount, market, linked: read.linked };
  const recipient = said && (await ownerFor(deps, said, wished));
  const bookOnly = closedTo(read.known, read, to, clock.now());
  return {
    ...familiarityOf(read.known, to),
    ...(recipient && { recipient }),
    ...(bookOnly && { bookOnly }),
  };
}

/** Records who owns a recipient's address; undefined after success. */
export async function describeRecipient(
  deps: Deps,
  owner: Owner,
  to: Recipient,
  counterparty: Counterparty,
): Promise<Refused | undefined> {
  const said = checkCounterparty(counterparty);
  if (isRefused(said)) return said;
  return withAccount(deps, owner, async (tx) => {
    await keepCounterparty(tx, deps.clock, owner.userId, to, said);
    return undefined;
  });
}

/** Checks the signature of an own wallet; undefined if control is proved. */
export const proveRecipient = (
  deps: Deps,
  owner: Owner,
  to: Recipient,
  signature: string,
): Promise<Refused | undefined> =>
  withAccount(deps, owner, async (tx) => {
    const row = await findCounterparty(tx, owner.userId, to);
    if (!row) return unknown();
    const { network, address } = row;
    const message = messageFor(row);
    if (!isNetwork(network) || !message || !isSigned(network, address, message, signature)) {
      return refuse(
        'INVALID_INPUT',
        'This is not the signature of this message by this address. Sign exactly the text above.',
      );
    }
    await markProved(tx, deps.clock, row, 'message');
    return undefined;
  });

const unknown = (): Refused =>
  refuse('COUNTERPARTY_UNKNOWN', 'Say first whose this address is. Nothing was sent.');

/** What left for networks in the time that links it, in cents of USD with fees, as an SQL expression. */
export const linkedSql = (clock: Clock, userId: string): RawBuilder<string> => sql<string>`(
  select coalesce(sum(usd_cents), 0)::text from withdrawals
  where user_id = ${userId} and holder = '' and status not in ('failed', 'refunded', 'cancelled')
    and created_at > ${clock.sqlIn(-LINKED_SECONDS)})`;

/**
 * The value of an amount together with what is linked to it, in cents of EUR, rounded up; undefined without prices.
 */
export function linkedWorth(
  eurCents: bigint | undefined,
  linkedUsdCents: string,
  prices: ReadonlyMap<CashCode, bigint>,
): bigint | undefined {
  const linked = BigInt(linkedUsdCents);
  if (eurCents === undefined || linked === 0n) return eurCents;
  const euro = prices.get('EUR');
  return euro === undefined ? undefined : eurCents + mulDivUp(linked, pow10(PRICE_SCALE), euro);
}

interface RecipientRequest {
  readonly market: string;
  /** Together with what is linked to it, in cents of EUR; undefined without a price. */
  readonly eurCents: bigint | undefined;
  /** When the owner was stated, as the review showed it. */
  readonly saidAt: string | undefined;
}

/** What a customer has stated about recipients on a network, for `recipientFor`. */
export const statementsSql = (tx: Tx, userId: string, network: string) =>
  jsonArrayFrom(counterpartiesQuery(tx, userId).where('counterparties.network', '=', network));

/** The recipient's owner for a withdrawal, or why it may not be sent yet. */
export function recipientFor(
  statements: readonly Statement[],
  to: Recipient,
  { market, eurCents, saidAt }: RecipientRequest,
): Counterparty | Refused {
  const row = ownerIn(statements)(to);
  if (!row) return unknown();
  if (saidAt !== undefined && saidAt !== isoOf(row.said_at)) {
    return refuse(
      'COUNTERPARTY_UNKNOWN',
      'What you said about this recipient has changed since. Please review it again.',
    );
  }
  if (controlOf(row, market, eurCents)) {
    return refuse('CONTROL_NEEDED', 'Show first that this wallet is yours. Nothing was sent.');
  }
  return factsOf(row);
}
