import type { CostAsked, Gains } from '#core/contract/wallet/gains.ts';
import { type AssetCode, assetOf } from '#core/money/currencies.ts';
import { formatUnits, mulDivNearest, pow10 } from '#core/money/decimal.ts';
import { PRICE_SCALE } from '#core/money/price.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import {
  type CostMethod,
  type Disposal,
  openBasis,
  type TaxEvent,
} from '#core/statement/cost-basis.ts';
import {
  asksForCost,
  type ExchangeRule,
  meaningIn,
  type TaxJournal,
} from '#core/statement/tax-meaning.ts';
import { plainRule, ruleOf } from '#core/tax/country-rules.ts';
import type { Deps } from '#server/deps.ts';
import type { Customer } from '#server/platform/standing-session.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { fairPrice } from '#server/services/exchange/offers/currency-price.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { residenceBasis } from './tax-basis.ts';
import { readTaxPage, type TaxRequest } from './tax-journals.ts';

/** So many journals are in memory at a time, and computed at a stretch. */
const PAGE = 1_000;
/** So many deposits, the newest, may be given a cost. */
const ASKED = 1_000;

const money = (cents: bigint): string => formatUnits(cents, FIAT_SCALE, FIAT_SCALE);

/** All journals of a customer that moved an asset, page by page, oldest first. */
async function* pagesOf(
  db: Reader,
  request: Pick<TaxRequest, 'userId' | 'money' | 'asset'>,
): AsyncGenerator<readonly TaxJournal[]> {
  let place: TaxRequest['place'];
  do {
    const page = await readTaxPage(db, { ...request, limit: PAGE, place });
    yield page.journals;
    place = page.next;
  } while (place);
}

/** The deposits of an asset, oldest first. */
const askedIn = (journals: readonly TaxJournal[], code: AssetCode): CostAsked[] =>
  journals.filter(asksForCost).flatMap(({ id, at, legs, stated }) =>
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

/** Sums over an asset's disposals, in cents. */
class Sums {
  count = 0;
  unvalued = 0;
  realised = 0n;
  uncounted = 0n;
  proceeds = 0n;
  fees = 0n;
  cost = 0n;

  add({ gain, uncounted, proceeds, fees, cost }: Disposal): void {
    this.realised += gain ?? 0n;
    this.uncounted += uncounted;
    if (proceeds === undefined) {
      this.unvalued += 1;
      return;
    }
    this.count += 1;
    this.proceeds += proceeds;
    this.fees += fees;
    this.cost += cost;
  }
}

interface Read {
  readonly request: Pick<TaxRequest, 'userId' | 'money' | 'asset'>;
  readonly code: AssetCode;
  readonly method: CostMethod;
  readonly exchange: ExchangeRule;
}

/** Reads a history once, and keeps of it what is held, the sums and the newest deposits. */
async function readOnce(db: Reader, { request, code, method, exchange }: Read) {
  const sums = new Sums();
  const basis = openBasis(method, {
    disposed: (one) => {
      if (one.asset === code) sums.add(one);
    },
    moved: () => undefined,
  });
  let asked: readonly CostAsked[] = [];
  /** Events of one moment belong together, also where a page ends between them. */
  let open: readonly TaxEvent[] = [];
  for await (const journals of pagesOf(db, request)) {
    asked = [...asked, ...askedIn(journals, code)].slice(-ASKED);
    const events = journals
      .flatMap(meaningIn(exchange))
      .filter((one) => exchange !== 'disposal' || one.asset === code);
    const last = journals.at(-1)?.at;
    const known = [...open, ...events];
    basis.add(known.filter(({ at }) => at !== last));
    open = known.filter(({ at }) => at === last);
  }
  basis.add(open);
  return { sums, asked: asked.toReversed(), position: basis.positions().get(code) };
}

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
  const request = { userId, money: moneyId, ...asset };
  const [{ sums, asked, position }, price] = await Promise.all([
    readOnce(deps.db, { request, code, method, exchange }),
    fairPrice(deps, code, moneyId),
  ]);
  const { units, unknownUnits, cost } = position ?? { units: 0n, unknownUnits: 0n, cost: 0n };
  const known = units - unknownUnits;
  const { scale } = assetOf(code);
  const whole = pow10(scale);
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
    realised: money(sums.realised),
    uncounted: money(sums.uncounted),
    unvalued: sums.unvalued,
    ...(worth !== undefined && { unrealised: money(worth - cost) }),
    ...(!isRefused(price) && { price: formatUnits(price, PRICE_SCALE) }),
    sold: {
      count: sums.count,
      proceeds: money(sums.proceeds),
      fees: money(sums.fees),
      cost: money(sums.cost),
    },
    asked: [...asked],
  };
}
