import type { CostAsked, Gains } from '#core/contract/gains.ts';
import { costBasis, type Disposal } from '#core/domain/cost-basis.ts';
import { type AssetCode, assetOf } from '#core/domain/currencies.ts';
import { formatUnits, mulDivNearest, pow10 } from '#core/domain/decimal.ts';
import { PRICE_SCALE } from '#core/domain/price.ts';
import { FIAT_SCALE } from '#core/domain/purchase-approval.ts';
import { plainRule, ruleOf } from '#core/domain/tax/country-rules.ts';
import { asksForCost, meaningIn, type TaxJournal } from '#core/domain/tax-meaning.ts';
import type { Deps } from '#server/deps.ts';
import type { Customer } from '#server/platform/standing-session.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { fairPrice } from '#server/services/offers/currency-price.ts';
import type { Reader } from '#server/store/schema.ts';
import { residenceBasis } from './tax-basis.ts';
import { readTaxPage, type TaxRequest } from './tax-journals.ts';

const PAGE = 5_000;

const money = (cents: bigint): string => formatUnits(cents, FIAT_SCALE, FIAT_SCALE);

/** All journals of a customer that moved an asset. */
async function readAll(
  db: Reader,
  request: Pick<TaxRequest, 'userId' | 'money' | 'asset'>,
): Promise<readonly TaxJournal[]> {
  const all: TaxJournal[][] = [];
  let place: TaxRequest['place'];
  do {
    const page = await readTaxPage(db, { ...request, limit: PAGE, place });
    all.push([...page.journals]);
    place = page.next;
  } while (place);
  return all.flat();
}

/** The deposits of an asset, newest first. */
const askedIn = (journals: readonly TaxJournal[], code: AssetCode): CostAsked[] =>
  journals
    .filter(asksForCost)
    .toReversed()
    .flatMap(({ id, at, legs, stated }) =>
      legs
        .filter(({ asset }) => asset === code)
        .map(({ units, value }) => ({
          journal_id: id,
          created_at: new Date(at).toISOString(),
          amount: formatUnits(units, assetOf(code).scale),
          ...(value !== undefined && { value: money(value) }),
          ...(stated !== undefined && { stated: money(stated) }),
        })),
    );

/** What an asset cost a customer, and what it gained, realised and unrealised. */
export async function readGains(
  deps: Deps,
  { userId, market: moneyId }: Customer,
  code: AssetCode,
): Promise<Gains> {
  const { country } = await residenceBasis(deps.db, userId);
  const { method, exchange } = ruleOf(country) ?? plainRule;
  // Where a swap carries the cost over, what an asset cost depends on the others.
  const asset = exchange === 'disposal' ? { asset: code } : {};
  const [journals, price] = await Promise.all([
    readAll(deps.db, { userId, money: moneyId, ...asset }),
    fairPrice(deps, code, moneyId),
  ]);
  const basis = costBasis(
    journals
      .flatMap(meaningIn(exchange))
      .filter((one) => exchange !== 'disposal' || one.asset === code),
    method,
  );
  const { positions } = basis;
  const disposals = basis.disposals.filter((one) => one.asset === code);
  const { units, unknownUnits, cost } = positions.get(code) ?? {
    ...{ units: 0n, unknownUnits: 0n, cost: 0n },
  };
  const known = units - unknownUnits;
  const { scale } = assetOf(code);
  const whole = pow10(scale);
  const sold = disposals.filter(({ proceeds }) => proceeds !== undefined);
  const sumOf = (of: (disposal: Disposal) => bigint): string =>
    money(sold.reduce((sum, disposal) => sum + of(disposal), 0n));
  const worth = isRefused(price)
    ? undefined
    : mulDivNearest(known, price, whole * pow10(PRICE_SCALE - FIAT_SCALE));
  return {
    currency_id: code,
    money_id: moneyId,
    method,
    amount: formatUnits(units, scale),
    unknown_amount: formatUnits(unknownUnits, scale),
    cost: money(cost),
    ...(known > 0n && {
      average_cost: formatUnits(
        mulDivNearest(cost * pow10(PRICE_SCALE - FIAT_SCALE), whole, known),
        PRICE_SCALE,
      ),
    }),
    realised: money(disposals.reduce((sum, { gain }) => sum + (gain ?? 0n), 0n)),
    uncounted: money(disposals.reduce((sum, { uncounted }) => sum + uncounted, 0n)),
    unvalued: disposals.filter(({ proceeds }) => proceeds === undefined).length,
    ...(worth !== undefined && { unrealised: money(worth - cost) }),
    ...(!isRefused(price) && { price: formatUnits(price, PRICE_SCALE) }),
    sold: {
      count: sold.length,
      proceeds: sumOf(({ proceeds }) => proceeds ?? 0n),
      fees: sumOf(({ fees }) => fees),
      cost: sumOf(({ cost }) => cost),
    },
    asked: askedIn(journals, code),
  };
}
