import { formatUnits } from '#core/money/decimal.ts';
import { DAY, MINUTE } from '#server/adapters/party/clock.ts';
import type { Deps } from '#server/deps.ts';
import type { MerchantTransactions } from '#server/store/schema/parties-schema.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { type Draw, drawOf, idOf } from './draw.ts';

/** The demo's merchants and the number of their transactions. */
const merchants = [
  { first: 'Aurora', last: 'Books', count: 236 },
  { first: 'Bluewater', last: 'Travel', count: 168 },
  { first: 'Citadel', last: 'Hardware', count: 121 },
  { first: 'Dune', last: 'Coffee', count: 64 },
  { first: 'Ember', last: 'Studio', count: 12 },
  { first: 'Fern', last: 'Florist', count: 0 },
] as const;

const sources: readonly [string, ...string[]] = ['web', 'pos', 'invoice', 'api'];

/** Every outcome that the gateway reports: paid, several refusals, and open ones. */
const outcomes: readonly [readonly [boolean, string], ...(readonly [boolean, string])[]] = [
  [true, '200'],
  [true, '200'],
  [true, '200'],
  [true, '200'],
  [false, '400'],
  [false, '402'],
  [false, '500'],
  [true, '201'],
  [true, '202'],
];

const RATES = { EUR: 92n, AUD: 161n, USD: 100n } as const;

interface Merchant {
  readonly id: string;
  readonly name: string;
}

interface NewMerchant {
  readonly first: string;
  readonly last: string;
  /** The number of its transactions. */
  readonly count: number;
  /** Its position in the list of merchants. */
  readonly position: number;
}

type Row = Omit<MerchantTransactions, 'created_at'> & { readonly created_at: Date };

function transactionOf(merchant: Merchant, name: string, draw: Draw, now: number): Row {
  const [status, code] = draw.pick(outcomes);
  // In USDT with two decimals; the merchant's amount and the rate are derived from it.
  const cents = BigInt(draw.between(350, 420_000));
  const currency = draw.pick<keyof typeof RATES>(['EUR', 'AUD', 'USD']);
  const priced = draw.chance(92);
  const id = idOf(name);
  const days = draw.chance(12) ? 0 : draw.between(0, 420);
  return {
    id,
    merchant_id: merchant.id,
    transaction_id: draw.chance(95) ? `TX${id.slice(0, 8).toUpperCase()}` : null,
    request_type: draw.pick([1, 1, 2, 3, 3, 4]),
    status,
    code,
    amount: formatUnits((cents * RATES[currency]) / 100n, 2, 2),
    currency: priced ? currency : null,
    currency_amount: priced ? formatUnits(cents, 2, 2) : null,
    currency_value: priced ? formatUnits(RATES[currency], 2, 2) : null,
    user_name: draw.chance(94) ? merchant.name : null,
    source: draw.chance(94) ? draw.pick(sources) : null,
    orderreference: draw.chance(90) ? `ORD-${draw.between(10_000, 99_999)}` : null,
    created_at: new Date(now - days * DAY - draw.between(3, 1400) * MINUTE),
  };
}

const ROWS_AT_ONCE = 200;

/** Adds a merchant with transactions of every type, status and code over more than a year. */
async function addMerchant(
  tx: Tx,
  { first, last, count, position }: NewMerchant,
  now: number,
): Promise<void> {
  const id = idOf(`merchant ${first}`);
  await tx
    .insertInto('merchants')
    .values({ id, first_name: first, last_name: last, position })
    .execute();
  const draw = drawOf(`merchant ${first}`);
  const rows = Array.from({ length: count }, (_, i) =>
    transactionOf({ id, name: `${first} ${last}` }, `${first} transaction ${i}`, draw, now),
  );
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await tx
      .insertInto('merchant_transactions')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
}

export async function seedMerchants(tx: Tx, now: number): Promise<void> {
  for (const [position, merchant] of merchants.entries()) {
    await addMerchant(tx, { ...merchant, position }, now);
  }
}

/** Adds a merchant at the end of the list, with a given number of transactions. */
export const addOneMore = ({ db, clock }: Deps, first: string, count: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { known } = await tx
      .selectFrom('merchants')
      .select(({ fn }) => fn.countAll<string>().as('known'))
      .executeTakeFirstOrThrow();
    await addMerchant(tx, { first, last: 'Sandbox', count, position: Number(known) }, clock.now());
  });
