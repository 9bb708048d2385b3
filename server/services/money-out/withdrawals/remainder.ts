import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { type KeptCurrency, LEAST_CASH } from '#core/money/cash.ts';
import { isAssetCode } from '#core/money/currencies.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { PRICE_SCALE, parsePrice, usdValue } from '#core/money/price.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Deps } from '#server/deps.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { balancesQuery, heldIn } from '#server/ledger/balances.ts';
import { postJournal } from '#server/ledger/post.ts';
import { marketSql } from '#server/services/customers/users/users.ts';
import { isOffered } from '#server/services/exchange/offers/instruments.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { isTooLittle } from './whole-remainder.ts';

/** An amount of an asset, in minor units. */
interface Held {
  readonly asset: KeptCurrency;
  readonly units: bigint;
}

/** The same amount in the form of a call, in whole units. */
export interface Remainder {
  readonly currency_id: string;
  readonly amount: string;
}

const written = ({ asset, units }: Held): Remainder => ({
  currency_id: asset.code,
  amount: formatUnits(units, asset.scale),
});

/** Cash that cannot buy anything is too little as well. */
const CASH_TERMS = [{ min_withdrawal: LEAST_CASH, withdrawal_fee: '0' }];

/**
 * Everything an account holds, if all amounts are too small to be withdrawn. Empty if it holds nothing, or if
 * something can be withdrawn or is under way.
 */
async function readRemainder(reader: Reader, userId: string): Promise<readonly Held[]> {
  const open = reader
    .selectFrom('payment_routes')
    .select(['currency', 'min_withdrawal', 'withdrawal_fee'])
    .where('is_active', '=', true);
  const { balances, routes, market } = await reader
    .selectNoFrom([
      jsonArrayFrom(balancesQuery(reader, userId)).as('balances'),
      jsonArrayFrom(open).as('routes'),
      marketSql(userId).as('market'),
    ])
    .executeTakeFirstOrThrow();
  const held = heldIn(balances);
  const stuck = held.every(({ asset, available, hold, pending }) => {
    const open = isOffered(asset.code, market)
      ? routes.filter(({ currency }) => currency === asset.code)
      : [];
    if (!isAssetCode(asset.code))
      return hold === 0n && pending === 0n && isTooLittle(available, asset.scale, CASH_TERMS);
    return hold === 0n && pending === 0n && isTooLittle(available, asset.scale, open);
  });
  return stuck ? held.map(({ asset, available }) => ({ asset, units: available })) : [];
}

/** What the customer may give up to close the account, with its value if a price is known. */
export async function listRemainder(deps: Deps, userId: string) {
  const held = await readRemainder(deps.db, userId);
  const tickers = await deps.parties.market.tickers();
  return held.map((each) => {
    const { asset, units } = each;
    const ticker = isAssetCode(asset.code) ? tickers.get(asset.code) : undefined;
    const price = parsePrice(ticker?.usd ?? '');
    const usd = price && formatUnits(usdValue(units, asset.scale, price), PRICE_SCALE);
    return { ...written(each), ...(usd && { usd }) };
  });
}

export const hasRemainder = async (reader: Reader, userId: string): Promise<boolean> =>
  (await readRemainder(reader, userId)).length > 0;

/** Whether both lists have the same amounts of the same assets. */
const isSame = (held: readonly Held[], agreed: readonly Remainder[]): boolean =>
  held.length === agreed.length &&
  held.every(({ asset, units }) =>
    agreed.some(
      ({ currency_id, amount }) =>
        currency_id === asset.code && parseUnits(amount, asset.scale) === units,
    ),
  );

/**
 * Takes what the customer gives up, if it is exactly the present remainder; if something has changed since
 * they saw it, nothing is taken. The account's row must be locked, so that nothing arrives meanwhile. Returns
 * what was taken.
 */
export async function giveUpRemainder(
  tx: Tx,
  clock: Clock,
  userId: string,
  agreed: readonly Remainder[],
): Promise<readonly Remainder[]> {
  if (agreed.length === 0) return [];
  const held = await readRemainder(tx, userId);
  if (!isSame(held, agreed)) return [];
  const posted = await postJournal(tx, clock, {
    class: 'manual',
    kind: 'given-up',
    userId,
    reference: `given-up:${userId}`,
    comment: 'Given up with the account',
    postings: held.flatMap(({ asset, units }) => [
      { account: customer(userId, 'available', asset.code), units: -units },
      { account: house('given-up', asset.code), units },
    ]),
  });
  if (posted.kind !== 'posted') throw new Error('what was given up was refused by the ledger');
  return held.map(written);
}
