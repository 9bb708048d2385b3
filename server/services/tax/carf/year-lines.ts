import { sql } from 'kysely';
import { mulDivNearest, pow10 } from '#core/money/decimal.ts';
import { PRICE_SCALE, parsePrice } from '#core/money/price.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import { storedAsset } from '#server/ledger/stored-asset.ts';
import { readTaxPage, type TaxPage } from '#server/services/records/gains/tax-journals.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { type Relevant, type RelevantKind, relevantIn, relevantKinds } from './carf-year.ts';
import { heldByProviders } from './held-by.ts';

/** The schema's kinds, and transfers to wallets of unknown providers, which are reported a second time. */
const lineKinds = [...relevantKinds, 'TransferWallet'] as const;
type LineKind = RelevantKind | 'TransferWallet';

/** The schema's code for a valuation by the last price before, because no value was recorded at the time. */
const BY_LAST_PRICE = 'CARF1003';

const PAGE = 500;

/** The sums of one kind of transactions in one asset. */
export interface Line {
  readonly kind: LineKind;
  /** Only for transfers, else empty. */
  readonly type: string;
  /** Only for transfers that were not valued by the price of their time, else empty. */
  readonly valuation: string;
  readonly count: number;
  /** Minor units. */
  readonly units: bigint;
  readonly cents: bigint;
}

export interface AssetLines {
  readonly asset: string;
  readonly lines: readonly Line[];
}

export interface YearLines {
  readonly assets: readonly AssetLines[];
  /** The sum of each asset's lines and fees, which equals the ledger's change. Minor units. */
  readonly change: ReadonlyMap<string, bigint>;
  /** The number of transactions without a known value: they count as zero. */
  readonly unvalued: number;
}

export interface Year {
  readonly from: Date;
  readonly before: Date;
}

/** A calendar year of UTC. */
export const yearOf = (year: number): Year => ({
  from: new Date(Date.UTC(year, 0)),
  before: new Date(Date.UTC(year + 1, 0)),
});

const DAY_MS = 24 * 3_600_000;

/** The days before a line in which a price is looked for, so that not all postings of all time are read for one line. */
const LOOKED_BACK_DAYS = [1, 31, 366];

/** The last price before a moment, of so many days. */
async function lastPrice(
  reader: Reader,
  { asset, money, at }: { readonly asset: string; readonly money: string; readonly at: number },
): Promise<string | undefined> {
  for (const days of LOOKED_BACK_DAYS) {
    const { rows } = await sql<{ price: string }>`select price
      from entry_values join postings on postings.journal_id = entry_values.journal_id
        and postings.line = entry_values.line
      where postings.currency = ${asset} and entry_values.currency = ${money}
        and price is not null and postings.created_at <= ${new Date(at)}::timestamptz
        and postings.created_at > ${new Date(at - days * DAY_MS)}::timestamptz
      order by postings.created_at desc, postings.journal_id, postings.line limit 1`.execute(
      reader,
    );
    if (rows[0]) return rows[0].price;
  }
  return undefined;
}

/** The value at the last known price before, in cents. */
async function byLastPrice(
  reader: Reader,
  { asset, units }: Relevant,
  money: string,
  at: number,
): Promise<bigint | undefined> {
  const price = parsePrice((await lastPrice(reader, { asset, money, at })) ?? '');
  const whole = pow10(storedAsset(asset).scale + PRICE_SCALE - FIAT_SCALE);
  return price === undefined ? undefined : mulDivNearest(units, price, whole);
}

/** Sums up the lines of one customer. */
class Sums {
  readonly #lines = new Map<string, { -readonly [K in keyof Line]: Line[K] } & { asset: string }>();
  readonly change = new Map<string, bigint>();
  unvalued = 0;

  moved(asset: string, units: bigint): void {
    this.change.set(asset, (this.change.get(asset) ?? 0n) + units);
  }

  add(
    kind: LineKind,
    { asset, units, type = '' }: Relevant,
    cents: bigint,
    valuation: string,
  ): void {
    const key = [asset, kind, type, valuation].join(' ');
    const known = this.#lines.get(key);
    if (known) {
      known.count += 1;
      known.units += units;
      known.cents += cents;
    } else this.#lines.set(key, { asset, kind, type, valuation, count: 1, units, cents });
  }

  /** In the schema's order, and always the same. */
  assets(): readonly AssetLines[] {
    const places = (line: Line): string =>
      `${lineKinds.indexOf(line.kind)} ${line.type} ${line.valuation}`;
    const byAsset = Map.groupBy(this.#lines.values(), ({ asset }) => asset);
    return [...byAsset]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([asset, lines]) => ({
        asset,
        lines: lines.toSorted((a, b) => (places(a) < places(b) ? -1 : 1)),
      }));
  }
}

const isTransfer = (kind: RelevantKind): boolean => kind.startsWith('CryptoTransfer');

interface Whose {
  readonly userId: string;
  readonly money: string;
}

async function addJournals(
  reader: Reader,
  sums: Sums,
  journals: TaxPage['journals'],
  { userId, money }: Whose,
): Promise<void> {
  const known = await heldByProviders(reader, userId, journals);
  for (const journal of journals) {
    const held = known.has(journal.id) ? 'provider' : 'unknown';
    const { relevant, fees } = relevantIn(journal, money, held);
    for (const { asset, units } of fees) sums.moved(asset, -units);
    for (const one of relevant) {
      sums.moved(one.asset, one.kind.endsWith('In') ? one.units : -one.units);
      const later = one.cents ?? (await byLastPrice(reader, one, money, journal.at));
      if (later === undefined) sums.unvalued += 1;
      const valuation = one.cents === undefined && isTransfer(one.kind) ? BY_LAST_PRICE : '';
      sums.add(one.kind, one, later ?? 0n, valuation);
      if (one.toWallet) sums.add('TransferWallet', { ...one, type: '' }, later ?? 0n, valuation);
    }
  }
}

/**
 * The report lines of a customer's year, read from the ledger page by page. `money`: the customer's currency.
 */
export async function yearLines(
  reader: Reader,
  userId: string,
  money: string,
  year: Year,
): Promise<YearLines> {
  const sums = new Sums();
  let place: TaxPage['next'];
  do {
    const page = await readTaxPage(reader, { userId, money, limit: PAGE, place, ...year });
    await addJournals(reader, sums, page.journals, { userId, money });
    place = page.next;
  } while (place);
  return { assets: sums.assets(), change: sums.change, unvalued: sums.unvalued };
}
