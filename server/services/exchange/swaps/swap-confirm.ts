import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { confirmSwap as endpoint, SwapResult } from '#core/contract/money/swap.ts';
import { type CashCode, cashes, isCashCode, type KeptCurrency } from '#core/money/cash.ts';
import { assets } from '#core/money/currencies.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { MORE_TIME_BPS, MOVED_TOO_FAR } from '#core/money/quote-change.ts';
import { cashPurchaseMail, swapMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import type { Journal } from '#server/ledger/journal.ts';
import { postTrade } from '#server/ledger/post.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import { type AccountOperation, runOnce } from '#server/platform/operations.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { CASH_BAND_BPS } from '#server/policy.ts';
import { insufficientBalance, notFound } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { type Why, whySql } from '#server/services/checks/gates/why.ts';
import { gateRefusal } from '#server/services/customers/risk/limited.ts';
import { cashPrices } from '#server/services/exchange/offers/cash-price.ts';
import { tooMuchAtOnce, tooMuchInADay } from '#server/services/exchange/trading/closed.ts';
import { chosenOf, chosenSql } from '#server/services/messages/notices/notification-settings.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import { takeDebts } from '#server/services/money-in/debts/debts.ts';
import type { Quotes } from '#server/store/schema/core-schema.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { exceededDay } from './cash-day.ts';

const SOURCE = sql<string>`source_currency`;
const TARGET = sql<string>`target_currency`;

const used = (): Refused => refuse('QUOTE_USED', 'This quote has already been used.');

const expired = (): Refused => refuse('QUOTE_EXPIRED', 'The quote has expired.');

/** The price of each cash currency, in 1e-8 USD. */
type CashPrices = ReadonlyMap<CashCode, bigint>;

/** The price of an asset is in the table of prices, and that of cash is passed in. */
const usdOf = (code: RawBuilder<string>, prices: CashPrices) => sql`coalesce(
  (select usd from prices where asset = ${code}),
  case ${code} ${sql.join(
    cashes.map(
      ({ code: cash }) => sql`when ${cash} then ${String(prices.get(cash) ?? 0n)}::numeric`,
    ),
    sql` `,
  )} end)`;

const worth = (units: RawBuilder<unknown>, code: RawBuilder<string>, prices: CashPrices) => sql`
  ${units} * ${usdOf(code, prices)}
    / power(10::numeric, case ${code} ${sql.join(
      [...assets, ...cashes].map((kept) => sql`when ${kept.code} then ${kept.scale}::integer`),
      sql` `,
    )} end)`;

/**
 * Whether a quote is too far in the customer's favour: its price differs from the accepted one by more than
 * prices may move while it is valid. Without an accepted price, there is nothing to compare with.
 */
const strayedSql = ({ config }: Deps, prices: CashPrices): RawBuilder<boolean> => {
  const bands = config.parties.priceBands;
  const slack = (code: RawBuilder<string>) =>
    sql`case ${code} ${sql.join(
      assets.map((asset) => sql`when ${asset.code} then ${bands[asset.code].minuteBps}::integer`),
      sql` `,
    )} else ${CASH_BAND_BPS}::integer end`;
  return sql<boolean>`coalesce(
    ${worth(sql`target_units`, TARGET, prices)} * 10000
      > ${worth(sql`source_units`, SOURCE, prices)} * (10000 + ${slack(SOURCE)} + ${slack(TARGET)}), false)`;
};

/** A quote, and the one that the customer saw, if this one replaced it. */
export interface Chosen {
  readonly quoteId: string;
  readonly insteadOf: string | undefined;
}

/** For how long after its expiry a quote may have been the one that the customer saw. */
const SEEN_SECONDS = 60;

/**
 * Whether a quote may replace the one that the customer confirmed (EASE-04); null if the confirmed one is not
 * a quote of theirs from a moment ago.
 */
const closeEnoughSql = (
  { clock }: Deps,
  insteadOf: string | undefined,
): RawBuilder<boolean | null> =>
  insteadOf === undefined
    ? sql<boolean>`true`
    : sql<boolean | null>`(
        select quotes.target_units * 10000 >= seen.target_units * (10000 - ${MORE_TIME_BPS}::integer)
        from quotes seen
        where seen.id = ${insteadOf} and seen.user_id = quotes.user_id
          and seen.source_currency = ${SOURCE} and seen.target_currency = ${TARGET}
          and seen.source_units = quotes.source_units
          and seen.expires_at > ${clock.sqlIn(-SEEN_SECONDS)})`;

const oneOf = (code: RawBuilder<string>, codes: readonly string[]) =>
  sql`${code} in (${sql.join(codes)})`;
const CASH = cashes.map(({ code }) => code);
const STABLE = assets.filter(({ stable }) => stable).map(({ code }) => code);

/** What stops the customer now: it may have come after the quote. */
function stoppedSql(deps: Deps, user: string): RawBuilder<Why | null> {
  const on = (way: 'buy' | 'sell' | 'swap') => whySql(deps, { way, user, codes: [SOURCE, TARGET] });
  return sql<Why | null>`case when ${oneOf(SOURCE, CASH)} then ${on('buy')}
    when ${oneOf(TARGET, [...CASH, ...STABLE])} then ${on('sell')} else ${on('swap')} end`;
}

/** A quote, and the customer's choice of notifications. */
type ClaimedQuote = Selectable<Quotes> & { readonly chosen: string | null };

/** Uses up a quote: only one of concurrent attempts succeeds. */
async function claimQuote(
  deps: Deps,
  tx: Tx,
  userId: string,
  { quoteId, insteadOf }: Chosen,
  prices: CashPrices,
): Promise<ClaimedQuote | Refused> {
  const claimed = await tx
    .updateTable('quotes')
    .set({ used_at: deps.clock.sql })
    .where('id', '=', quoteId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', deps.clock.sql)
    .returningAll()
    .returning([
      strayedSql(deps, prices).as('strayed'),
      closeEnoughSql(deps, insteadOf).as('close_enough'),
      chosenSql(sql`quotes.user_id`).as('chosen'),
      stoppedSql(deps, userId).as('why'),
    ])
    .executeTakeFirst();
  if (claimed?.why) {
    return gateRefusal(claimed.why, [claimed.source_currency, claimed.target_currency]);
  }
  if (claimed?.strayed) {
    deps.log.error('quote strayed from the price', { quote: quoteId });
    return refuse(
      'QUOTE_EXPIRED',
      'The price has moved far since this quote. Nothing was exchanged.',
    );
  }
  if (claimed?.close_enough === null) return expired();
  if (claimed && !claimed.close_enough) return refuse('QUOTE_EXPIRED', MOVED_TOO_FAR);
  if (claimed) return claimed;
  const found = await tx
    .selectFrom('quotes')
    .where('id', '=', quoteId)
    .where('user_id', '=', userId)
    .select(sql<boolean>`used_at is not null`.as('used'))
    .executeTakeFirst();
  if (!found) return notFound();
  return found.used ? used() : expired();
}

/**
 * The journal of a swap: the customer pays the source to the company, and the company's inventory pays the
 * fair amount of the target, less the spread, which the company keeps.
 */
function journalOf(quote: Selectable<Quotes>, source: KeptCurrency, target: KeptCurrency): Journal {
  const { user_id: userId } = quote;
  const paid = BigInt(quote.source_units);
  const received = BigInt(quote.target_units);
  const spread = BigInt(quote.spread_units);
  return {
    class: 'conversion',
    kind: 'swap',
    userId,
    reference: `quote:${quote.id}`,
    comment: `${source.code} to ${target.code}`,
    postings: [
      { account: customer(userId, 'available', source.code), units: -paid },
      { account: house('inventory', source.code), units: paid },
      { account: house('inventory', target.code), units: -(received + spread) },
      { account: customer(userId, 'available', target.code), units: received },
      { account: house('spread', target.code), units: spread },
    ],
  };
}

/** Executes a quote inside the transaction that guarantees that it happens once. */
export async function executeQuote(
  deps: Deps,
  tx: Tx,
  { userId, sessionId }: Pick<Owner, 'userId'> & { readonly sessionId: string | undefined },
  chosen: Chosen,
  prices: CashPrices,
): Promise<SwapResult | Refused> {
  const quote = await claimQuote(deps, tx, userId, chosen, prices);
  if (isRefused(quote)) return quote;
  const source = storedKept(quote.source_currency);
  const target = storedKept(quote.target_currency);
  const journal = journalOf(quote, source, target);
  const posted = await postTrade(tx, deps.clock, journal, deps.config.exposureCaps);
  switch (posted.kind) {
    case 'insufficient':
      return insufficientBalance();
    case 'duplicate':
      return used();
    case 'capped':
      deps.log.error('exposure cap reached', { source: source.code, target: target.code });
      return tooMuchAtOnce();
    case 'posted': {
      const [sourceUnits, targetUnits] = [BigInt(quote.source_units), BigInt(quote.target_units)];
      const exchange = { source, sourceUnits, target, targetUnits };
      if (await exceededDay(deps, tx, userId, exchange)) {
        return tooMuchInADay(deps.config.cashStableCap);
      }
      if (isCashCode(target.code)) await takeDebts(tx, deps.clock, userId);
      const paid = formatUnits(sourceUnits, source.scale);
      const received = formatUnits(targetUnits, target.scale);
      const both = {
        paid: { amount: paid, currency: source.code },
        received: { amount: received, currency: target.code },
      };
      // Bought with cash, it is a purchase: also one that recurs, while nobody looks (EYE-07).
      const isPurchase = isCashCode(source.code);
      await notify(deps, tx, userId, {
        ...(isPurchase ? { event: 'orderCompleted' } : { event: 'conversionCompleted' }),
        chosen: chosenOf(quote.chosen),
        popup: isPurchase
          ? `Your purchase of ${target.name} was completed.`
          : 'A swap was completed.',
        bySession: sessionId,
        mail: (to) => (isPurchase ? cashPurchaseMail(to, both) : swapMail(to, both)),
      });
      return {
        operation_id: posted.id,
        source_currency_id: source.code,
        source_currency_amount: paid,
        target_currency_id: target.code,
        target_currency_amount: received,
        created_at: posted.createdAt.toISOString(),
      };
    }
  }
}

/** Swaps at the price of a quote, once per key. */
export async function confirmSwap(
  deps: Deps,
  operation: AccountOperation,
  chosen: Chosen,
): Promise<AnswerOf<typeof endpoint> | Refused> {
  const prices = await cashPrices(deps);
  return runOnce(deps, operation, async (tx) => {
    const data = await executeQuote(deps, tx, operation, chosen, prices);
    return isRefused(data) ? data : { status: 'success' as const, data };
  });
}
