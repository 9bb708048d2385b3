import { type RawBuilder, sql } from 'kysely';
import { findAsset } from '#core/domain/currencies.ts';
import type { Deps } from '#server/deps.ts';
import { unavailable } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';

/** Why something is closed: by an operator, or because a price is in doubt. */
export type Closed = 'operator' | 'price';

/** An asset's code: a text, or a column with it. */
type Code = string | RawBuilder<string>;

const textOf = (code: Code): RawBuilder<string> =>
  typeof code === 'string' ? sql<string>`${code}::text` : code;

/**
 * Why these assets, or the pair of two, cannot be traded now, as an SQL expression. It is part of the
 * statement that reads or claims what is traded, so that a closure applies at once in all processes (OPS-15).
 * Null: they can be traded.
 */
export function closedSql(
  { config }: Pick<Deps, 'config'>,
  codes: readonly Code[],
): RawBuilder<Closed | null> {
  const assets = codes.map(textOf);
  const [source, target] = assets;
  const pairs =
    source && target
      ? [sql`${source} || '-' || ${target}`, sql`${target} || '-' || ${source}`]
      : [];
  const doubt =
    config.fastMarket === 'pause'
      ? sql`suspect_at is not null or fast`
      : sql`suspect_at is not null`;
  return sql<Closed | null>`case
    when exists (select 1 from trading_halts
      where scope in ('everything', ${sql.join([...assets, ...pairs])})) then 'operator'
    when exists (select 1 from prices
      where asset in (${sql.join(assets)}) and (${doubt})) then 'price' end`;
}

/** Whether new withdrawals are closed, as the same kind of expression. */
export const withdrawalsClosedSql = sql<boolean>`exists (
  select 1 from trading_halts where scope in ('everything', 'withdrawals'))`;

/** The same for cash to a bank account. */
export const payoutsClosedSql = sql<boolean>`exists (
  select 1 from trading_halts where scope in ('everything', 'withdrawals', 'payouts', 'bank'))`;

/** Whether nothing is credited from the bank or given back to it, until an operator opens it again. */
export const bankClosedSql = sql<boolean>`exists (
  select 1 from trading_halts where scope = 'bank')`;

const nameOf = (code: string): string => findAsset(code)?.name ?? code.slice(0, 10);

/** The refusal of a swap or purchase of closed assets. */
export function closedRefusal(why: Closed, codes: readonly string[]): Refused {
  const what = codes.map(nameOf).join(' to ');
  switch (why) {
    case 'operator':
      return refuse(
        'PAIR_UNAVAILABLE',
        `Trading ${what} is paused. Nothing was exchanged, and your balance is safe. Please try again later.`,
      );
    case 'price':
      return refuse(
        'PAIR_UNAVAILABLE',
        `Prices are moving unusually, so trading ${what} is paused until they are confirmed. Nothing was exchanged, and your balance is safe. Please try again in a few minutes.`,
      );
  }
}

export const withdrawalsClosed = (): Refused =>
  refuse(
    'WITHDRAWALS_HELD',
    'Withdrawals are paused for everybody at the moment. Nothing was sent, and your balance is safe. Please try again later.',
  );

/** An exchange rate was made so long ago that nothing is traded by it (HARD-48). */
export const rateTooOld = (code: string): Refused =>
  refuse(
    'PAIR_UNAVAILABLE',
    `There is no recent exchange rate for ${code}, as can happen at weekends and on holidays, so nothing is exchanged for it. Your balance is safe. Please try again once currency markets are open.`,
  );

/** What a customer may exchange between cash and stable coins in a day. */
export const tooMuchInADay = (usd: number): Refused =>
  refuse(
    'LIMIT_EXCEEDED',
    `Within 24 hours you can exchange cash and stable coins worth up to ${usd.toLocaleString('en')} USD, directly or through other assets. This would be more, so nothing was exchanged. Please try a smaller amount, or again later.`,
  );

/** The house's position has changed by the cap of a minute. */
export const tooMuchAtOnce = (): Refused =>
  refuse(
    'LIMIT_EXCEEDED',
    'This is more than we can exchange at this moment. Nothing was exchanged. Please try again in a minute, or with a smaller amount.',
  );

/** What closes these assets now, in a statement of its own, for rare cases. */
async function closedNow(
  deps: Pick<Deps, 'config' | 'db'>,
  codes: readonly string[],
): Promise<Closed | null> {
  const { rows } = await sql<{ why: Closed | null }>`
    select ${closedSql(deps, codes)} as why`.execute(deps.db);
  return rows[0]?.why ?? null;
}

/** The refusal if these assets are closed. */
export async function refusedNow(
  deps: Pick<Deps, 'config' | 'db'>,
  codes: readonly string[],
): Promise<Refused | undefined> {
  const why = await closedNow(deps, codes);
  return why ? closedRefusal(why, codes) : undefined;
}

/** The refusal for an asset without a price to trade by. */
export const noPrice = async (
  deps: Pick<Deps, 'config' | 'db'>,
  codes: readonly string[],
): Promise<Refused> => (await refusedNow(deps, codes)) ?? unavailable();

/** The same for a withdrawal, which needs a price for its limit only. */
export async function noPriceToWithdraw(
  deps: Pick<Deps, 'config' | 'db'>,
  code: string,
): Promise<Refused> {
  if (!(await closedNow(deps, [code]))) return unavailable();
  return refuse(
    'WITHDRAWALS_HELD',
    `The price of ${nameOf(code)} is moving unusually, so withdrawals of it wait until it is confirmed. Nothing was sent, and your balance is safe. Please try again in a few minutes.`,
  );
}
