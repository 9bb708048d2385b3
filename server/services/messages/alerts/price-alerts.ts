import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import {
  type AlertChannel,
  type AlertKind,
  alertChannels,
  alertKinds,
  type PriceAlert,
} from '#core/contract/wallet/price-alerts.ts';
import { findAsset } from '#core/money/currencies.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { convertUsd } from '#core/money/price.ts';
import { meets, type PriceNow, parseThreshold, thresholdScale } from '#core/money/price-alert.ts';
import { MOVE_BOUNDS, PRICE_NEEDED } from '#core/words/alerts.ts';
import { priceAlertMail } from '#server/adapters/mail/texts.ts';
import type { Ticker } from '#server/adapters/market/market.ts';
import type { Deps } from '#server/deps.ts';
import { doAll, doEach, takeDue } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { MOST_PRICE_ALERTS } from '#server/policy.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { marketOf, withAccount } from '#server/services/customers/users/users.ts';
import { isOffered } from '#server/services/exchange/offers/instruments.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { recipientOf } from '#server/services/messages/notices/recipients.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';

/** How often all alerts are checked, by one process. */
const ROUND_SECONDS = 15;
/** How many alerts are looked for at once. */
const BATCH = 500;

const PERCENT_SCALE = thresholdScale('move');

/** The prices that quotes could use: a doubted or old price fires nothing. */
async function tickersNow({ parties }: Deps): Promise<ReadonlyMap<string, Ticker>> {
  const tickers = await parties.market.tickers();
  const quotable = await Promise.all(
    [...tickers].map(async ([code, ticker]): Promise<readonly [string, Ticker][]> => {
      const price = await parties.market.price(code);
      return price ? [[code, { ...ticker, usd: price.usd }]] : [];
    }),
  );
  return new Map(quotable.flat());
}

/** The values that alerts on an asset are compared with; undefined if there is no usable price now. */
function priceNow({ usd, change24h }: Ticker, rate: string | undefined): PriceNow | undefined {
  const price = rate === undefined ? undefined : convertUsd(usd, rate);
  const size = parseUnits(change24h.replace(/^[-+]/, ''), PERCENT_SCALE);
  return price === undefined || size === undefined
    ? undefined
    : { price, move: change24h.startsWith('-') ? -size : size };
}

async function rateOf({ parties }: Deps, currency: string): Promise<string | undefined> {
  if (currency === 'USD') return '1';
  const forex = await parties.forex.current();
  return forex && Object.hasOwn(forex.rates, currency) ? forex.rates[currency] : undefined;
}

const kindOf = (text: string): AlertKind => alertKinds.find((kind) => kind === text) ?? 'move';
const channelOf = (text: string): AlertChannel =>
  alertChannels.find((channel) => channel === text) ?? 'mail';

const subscriptionsOf = (reader: Reader, userId: string) =>
  reader.selectFrom('push_subscriptions').select('session_id').where('user_id', '=', userId);

export async function listAlerts(
  reader: Reader,
  userId: string,
  asset: string | undefined,
): Promise<PriceAlert[]> {
  const rows = await reader
    .selectFrom('price_alerts')
    .selectAll()
    .select(({ exists }) => exists(subscriptionsOf(reader, userId)).as('is_pushed'))
    .where('user_id', '=', userId)
    .$if(asset !== undefined, (all) => all.where('asset', '=', asset ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => {
    const kind = kindOf(row.kind);
    const channel = channelOf(row.channel);
    return {
      alert_id: row.id,
      currency_id: row.asset,
      kind,
      value: formatUnits(BigInt(row.threshold), thresholdScale(kind)),
      money_id: row.currency,
      channel,
      tells_by: row.is_pushed ? channel : 'mail',
      fired_at: row.fired_at?.toISOString() ?? null,
    };
  });
}

export interface NewAlert {
  readonly asset: string;
  readonly kind: AlertKind;
  readonly value: string;
  readonly channel: AlertChannel;
}

/** Sets an alert in the customer's own currency. */
export async function addAlert(
  deps: Deps,
  owner: Owner,
  { asset, kind, value, channel }: NewAlert,
): Promise<{ readonly id: string } | Refused> {
  const threshold = parseThreshold(kind, value);
  if (threshold === undefined) {
    return refuse('INVALID_INPUT', kind === 'move' ? MOVE_BOUNDS : PRICE_NEEDED);
  }
  // Before the transaction, because parties read on their own connections.
  const currency = await marketOf(deps.db, owner.userId);
  if (!isOffered(asset, currency)) {
    return refuse('PAIR_UNAVAILABLE', `There is no price for ${asset.slice(0, 10)}.`);
  }
  const ticker = (await tickersNow(deps)).get(asset);
  const now = ticker && priceNow(ticker, await rateOf(deps, currency));
  if (now && meets(kind, threshold, now)) {
    return refuse('INVALID_INPUT', 'This is the case already. Choose another value.');
  }
  return withAccount(deps, owner, async (tx) => {
    const { count } = await tx
      .selectFrom('price_alerts')
      .select((row) => row.fn.countAll<string>().as('count'))
      .where('user_id', '=', owner.userId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST_PRICE_ALERTS) {
      return refuse(
        'LIMIT_EXCEEDED',
        `You can keep ${MOST_PRICE_ALERTS} alerts. Remove one first.`,
      );
    }
    const id = randomUUID();
    await tx
      .insertInto('price_alerts')
      .values({
        id,
        user_id: owner.userId,
        asset,
        kind,
        currency,
        threshold: String(threshold),
        channel,
        created_at: deps.clock.sql,
        fired_at: null,
      })
      .execute();
    return { id };
  });
}

/** Removes an alert; another customer's counts as not found. */
export async function removeAlert(
  deps: Deps,
  owner: Owner,
  alertId: string,
): Promise<Refused | undefined> {
  return withAccount(deps, owner, async (tx) => {
    const removed = await tx
      .deleteFrom('price_alerts')
      .where('id', '=', alertId)
      .where('user_id', '=', owner.userId)
      .executeTakeFirst();
    return removed.numDeletedRows === 1n ? undefined : notFound();
  });
}

interface Fired {
  readonly id: string;
  readonly user_id: string;
  readonly asset: string;
  readonly kind: string;
  readonly channel: string;
}

/** Some waiting alerts whose condition holds at this price, by their ids. The same rule as `meets`, in SQL. */
async function cameTrue(
  { db }: Deps,
  { asset, currency }: Pair,
  { price, move }: PriceNow,
  after: string,
): Promise<readonly Fired[]> {
  const size = move < 0n ? -move : move;
  const { rows } = await sql<Fired>`
    select id, user_id, asset, kind, channel from price_alerts
    where fired_at is null and asset = ${asset} and currency = ${currency} and id > ${after} and (
      (kind = 'above' and threshold <= ${String(price)}::numeric)
      or (kind = 'below' and threshold >= ${String(price)}::numeric)
      or (kind = 'move' and threshold <= ${String(size)}::numeric))
    order by id limit ${BATCH}`.execute(db);
  return rows;
}

const wordsOf = (kind: string): string => {
  switch (kindOf(kind)) {
    case 'above':
      return 'is above the price you set';
    case 'below':
      return 'is below the price you set';
    case 'move':
      return 'moved as far in a day as you set';
  }
};

/** Whether one of the customer's browsers receives pushes: the permission may have been withdrawn. */
const takesPush = async (tx: Tx, userId: string): Promise<boolean> =>
  (await subscriptionsOf(tx, userId).limit(1).executeTakeFirst()) !== undefined;

/** Tells the customer, in the transaction that makes the alert inactive, so that it is told once. */
async function fire(
  deps: Deps,
  { id, user_id: userId, asset, kind, channel }: Fired,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const rests = await tx
      .updateTable('price_alerts')
      .set({ fired_at: deps.clock.sql })
      .where('id', '=', id)
      .where('fired_at', 'is', null)
      .executeTakeFirst();
    if (rests.numUpdatedRows === 0n) return;
    const text = `${findAsset(asset)?.name ?? asset} ${wordsOf(kind)}.`;
    const pushed = channelOf(channel) === 'push';
    // A locked screen shows it to strangers: no amounts.
    if (pushed) await notify(deps, tx, userId, { popup: text });
    if (!pushed || !(await takesPush(tx, userId))) {
      await queueMail(deps, tx, priceAlertMail(await recipientOf(tx, userId), text));
    }
  });
}

/** Takes the round for this process; for another process it is then not due. */
const takeRound = async ({ db, clock }: Deps): Promise<boolean> =>
  (
    await takeDue(db, {
      table: 'price_alert_rounds',
      key: 'name',
      when: sql`due_at <= ${clock.sql}`,
      order: sql`name`,
      most: 1,
      set: sql`due_at = ${clock.sqlIn(ROUND_SECONDS)}`,
    })
  ).length > 0;

interface Pair {
  readonly asset: string;
  readonly currency: string;
}

/** The pairs that alerts wait for, each once: the index leads from one to the next, however many wait for each. */
async function waitedFor({ db }: Deps): Promise<readonly Pair[]> {
  const next = (behind: RawBuilder<unknown>) => sql`select asset, currency from price_alerts
    where fired_at is null and ${behind} order by asset, currency limit 1`;
  const { rows } = await sql<Pair>`with recursive pairs as (
      (${next(sql`true`)})
      union all select found.* from pairs
        cross join lateral (${next(sql`(asset, currency) > (pairs.asset, pairs.currency)`)}) as found
    ) select asset, currency from pairs`.execute(db);
  return rows;
}

/** Checks all waiting alerts against the server's prices (LIVE-05). */
export async function evaluateAlerts(deps: Deps, stopping?: AbortSignal): Promise<void> {
  if (!(await takeRound(deps))) return;
  const waiting = await waitedFor(deps);
  if (waiting.length === 0) return;
  const tickers = await tickersNow(deps);
  const evaluate = async (pair: Pair): Promise<void> => {
    const ticker = tickers.get(pair.asset);
    // Without a usable price, the asset's alerts are skipped.
    const now = ticker && priceNow(ticker, await rateOf(deps, pair.currency));
    if (!now) return;
    await doAll(deps, {
      find: (after) => cameTrue(deps, pair, now, after),
      most: BATCH,
      failed: 'price alert not told',
      work: (one) => fire(deps, one),
      facts: ({ id }) => ({ alert: id }),
      stopping,
    });
  };
  await doEach(deps, waiting, 'price alerts not evaluated', evaluate, { stopping });
}

export const priceAlertLoop: Loop = {
  everyMs: 5_000,
  failed: 'price alerts not evaluated',
  round: evaluateAlerts,
};
