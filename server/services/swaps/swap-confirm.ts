import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { confirmSwap as endpoint, SwapResult } from '#core/contract/swap.ts';
import { type Asset, assets } from '#core/domain/currencies.ts';
import { formatUnits } from '#core/domain/decimal.ts';
import { swapMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import type { Journal } from '#server/ledger/journal.ts';
import { postTrade } from '#server/ledger/post.ts';
import { storedAsset } from '#server/ledger/stored-asset.ts';
import { type AccountOperation, runOnce } from '#server/platform/operations.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { insufficientBalance, notFound } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { notify } from '#server/services/notices/notify.ts';
import { closedRefusal, closedSql, tooMuchAtOnce } from '#server/services/trading/closed.ts';
import type { Quotes } from '#server/store/core-schema.ts';
import type { Tx } from '#server/store/schema.ts';

const SOURCE = sql<string>`source_currency`;
const TARGET = sql<string>`target_currency`;

const used = (): Refused => refuse('QUOTE_USED', 'This quote has already been used.');

const worth = (units: RawBuilder<unknown>, code: RawBuilder<string>) => sql`
  ${units} * (select usd from prices where asset = ${code})
    / power(10::numeric, case ${code} ${sql.join(
      assets.map((asset) => sql`when ${asset.code} then ${asset.scale}::integer`),
      sql` `,
    )} end)`;

/**
 * Whether a quote gives away more than prices may move while it counts: its price is not the one that is
 * believed now. Without a price there is nothing to compare with.
 */
const strayedSql = ({ config }: Deps): RawBuilder<boolean> => {
  const bands = config.parties.priceBands;
  const slack = (code: RawBuilder<string>) =>
    sql`case ${code} ${sql.join(
      assets.map((asset) => sql`when ${asset.code} then ${bands[asset.code].minuteBps}::integer`),
      sql` `,
    )} end`;
  return sql<boolean>`coalesce(
    ${worth(sql`target_units`, TARGET)} * 10000
      > ${worth(sql`source_units`, SOURCE)} * (10000 + ${slack(SOURCE)} + ${slack(TARGET)}), false)`;
};

/** Uses a quote up: of those who try at the same moment, one gets it. */
async function claimQuote(
  deps: Deps,
  tx: Tx,
  userId: string,
  quoteId: string,
): Promise<Selectable<Quotes> | Refused> {
  const claimed = await tx
    .updateTable('quotes')
    .set({ used_at: deps.clock.sql })
    .where('id', '=', quoteId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', deps.clock.sql)
    .returningAll()
    .returning([closedSql(deps, [SOURCE, TARGET]).as('closed'), strayedSql(deps).as('strayed')])
    .executeTakeFirst();
  if (claimed?.closed) {
    return closedRefusal(claimed.closed, [claimed.source_currency, claimed.target_currency]);
  }
  if (claimed?.strayed) {
    deps.log.error('quote strayed from the price', { quote: quoteId });
    return refuse(
      'QUOTE_EXPIRED',
      'The price has moved far since this quote. Nothing was exchanged.',
    );
  }
  if (claimed) return claimed;
  const found = await tx
    .selectFrom('quotes')
    .where('id', '=', quoteId)
    .where('user_id', '=', userId)
    .select(sql<boolean>`used_at is not null`.as('used'))
    .executeTakeFirst();
  if (!found) return notFound();
  return found.used ? used() : refuse('QUOTE_EXPIRED', 'The quote has expired.');
}

/**
 * The customer pays the source to the company, and the company's inventory pays the fair amount of
 * the target: to the customer, less the spread it keeps.
 */
function journalOf(quote: Selectable<Quotes>, source: Asset, target: Asset): Journal {
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

interface Confirmed extends Owner {
  readonly quoteId: string;
}

/** Executes a quote inside the transaction of its idempotency key. */
async function executeQuote(
  deps: Deps,
  tx: Tx,
  { userId, sessionId, quoteId }: Confirmed,
): Promise<SwapResult | Refused> {
  const quote = await claimQuote(deps, tx, userId, quoteId);
  if (isRefused(quote)) return quote;
  const source = storedAsset(quote.source_currency);
  const target = storedAsset(quote.target_currency);
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
      const paid = formatUnits(BigInt(quote.source_units), source.scale);
      const received = formatUnits(BigInt(quote.target_units), target.scale);
      await notify(deps, tx, userId, {
        event: 'conversionCompleted',
        popup: 'A swap was completed.',
        bySession: sessionId,
        mail: (to) =>
          swapMail(to, {
            paid: { amount: paid, currency: source.code },
            received: { amount: received, currency: target.code },
          }),
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
export const confirmSwap = (
  deps: Deps,
  operation: AccountOperation,
  quoteId: string,
): Promise<AnswerOf<typeof endpoint> | Refused> =>
  runOnce(deps, operation, async (tx) => {
    const data = await executeQuote(deps, tx, { ...operation, quoteId });
    return isRefused(data) ? data : { status: 'success' as const, data };
  });
