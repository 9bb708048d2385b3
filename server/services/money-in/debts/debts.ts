import { type RawBuilder, sql } from 'kysely';
import { type CashCode, cashes, findCash, isCashCode } from '#core/money/cash.ts';
import { assets } from '#core/money/currencies.ts';
import { formatUnits, mulDivDown, mulDivUp, pow10 } from '#core/money/decimal.ts';
import { formatFiat } from '#core/money/format.ts';
import { PRICE_SCALE } from '#core/money/price.ts';
import { howToPay } from '#server/adapters/mail/texts.ts';
import type { Clock } from '#server/base/clock.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { type DebtOrigin, type OwedRow, owedRows } from '#server/ledger/owed.ts';
import { postJournal } from '#server/ledger/post.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';

/** Whether a customer owes anything, as an SQL expression. */
export const owesSql = (userId: string): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from ${owedRows} debts where debtor = ${userId})`;

/** The price of each cash currency, in 1e-8 USD. */
type CashPrices = ReadonlyMap<CashCode, bigint>;

/** What is owed is cash, or the dollars that a card was charged, which nobody has as cash. */
type DebtCode = CashCode | 'USD';

const debtCodeOf = (currency: string): DebtCode | undefined =>
  currency === 'USD' ? currency : findCash(currency)?.code;

const priceOf = (prices: CashPrices, code: DebtCode): bigint =>
  code === 'USD' ? pow10(PRICE_SCALE) : (prices.get(code) ?? 0n);

/** Money of a currency, in minor units. */
export interface Debt {
  readonly cash: DebtCode;
  readonly units: bigint;
}

export const debtText = (debts: readonly Debt[]): string =>
  debts.map(({ cash, units }) => formatFiat(formatUnits(units, 2), cash)).join(' and ');

/** Everything that is owed, for a query. */
export const owedTable = owedRows.as<'debts'>('debts');

/** What a customer owes, by currency, and what for. */
export const owedQuery = (reader: Reader, userId: string) =>
  reader
    .selectFrom(owedTable)
    .where('debtor', '=', userId)
    .select(['currency', sql<string>`sum(owed)::text`.as('units')])
    .select([
      sql<boolean>`bool_or(origin = 'bank')`.as('by_bank'),
      sql<boolean>`bool_or(origin = 'card')`.as('by_card'),
    ])
    .groupBy('currency')
    .orderBy('currency');

interface DebtFor extends Debt {
  readonly by_bank: boolean;
  readonly by_card: boolean;
}

async function readDebts(reader: Reader, userId: string): Promise<readonly DebtFor[]> {
  const rows = await owedQuery(reader, userId).execute();
  return rows.flatMap(({ currency, units, ...by }) => {
    const cash = debtCodeOf(currency);
    return cash ? [{ cash, units: BigInt(units), ...by }] : [];
  });
}

/** What a customer owes, by currency. */
export const debtsOf = (reader: Reader, userId: string): Promise<readonly Debt[]> =>
  readDebts(reader, userId);

/** What became of the money, in words. */
function causeText(debts: readonly DebtFor[]): string {
  const byBank = debts.some(({ by_bank }) => by_bank);
  const byCard = debts.some(({ by_card }) => by_card);
  if (byBank && byCard)
    return 'A bank transfer and a card payment were taken back after they were spent';
  return byCard
    ? 'A card payment was taken back after it was spent'
    : 'A bank took a transfer back after it was spent';
}

/** What a customer owes for one transfer or purchase. */
interface Owed {
  readonly id: string;
  readonly origin: DebtOrigin;
  readonly cash: DebtCode;
  readonly left: bigint;
  readonly by: string | null;
}

/** The row of a debt, locked. */
const lockRow = (tx: Tx, { id, origin }: Pick<OwedRow, 'id' | 'origin'>) =>
  origin === 'bank'
    ? tx
        .selectFrom('bank_transfers')
        .select(['owed', 'owed_by as by'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : tx
        .selectFrom('charge_backs')
        .select(['owed', 'owed_by as by'])
        .where('purchase_id', '=', id)
        .forUpdate()
        .executeTakeFirst();

/** Each of a customer's debts, the oldest first, locked. */
async function lockOwed(tx: Tx, userId: string): Promise<readonly Owed[]> {
  const rows = await tx
    .selectFrom(owedTable)
    .select(['id', 'origin', 'currency'])
    .where('debtor', '=', userId)
    .orderBy('since')
    .orderBy('id')
    .execute();
  const all: Owed[] = [];
  for (const row of rows) {
    const cash = debtCodeOf(row.currency);
    const locked = await lockRow(tx, row);
    const left = BigInt(locked?.owed ?? 0);
    if (!cash || !locked || left === 0n) continue;
    all.push({ id: row.id, origin: row.origin, cash, left, by: locked.by });
  }
  return all;
}

/** Sets what is still owed for a transfer or purchase. */
export const setOwed = async (
  tx: Tx,
  { id, origin }: Pick<OwedRow, 'id' | 'origin'>,
  set: { readonly owed?: string; readonly owed_by?: string | null },
): Promise<void> => {
  await (origin === 'bank'
    ? tx.updateTable('bank_transfers').set(set).where('id', '=', id).execute()
    : tx.updateTable('charge_backs').set(set).where('purchase_id', '=', id).execute());
};

/** How the books name what is taken for a debt, by its origin. */
export const takings = {
  bank: {
    kind: 'cash-recalled',
    account: 'bank',
    comment: 'Taken back by the bank',
    network: 'Bank transfer',
  },
  card: {
    kind: 'card-recalled',
    account: 'card',
    comment: 'Taken back by the card’s bank',
    network: '',
  },
} as const;

/** What a customer may use of a currency, locked. */
async function availableOf(tx: Tx, userId: string, cash: CashCode): Promise<bigint> {
  const account = await tx
    .selectFrom('accounts')
    .select('balance')
    .where('owner', '=', userId)
    .where('kind', '=', 'available')
    .where('currency', '=', cash)
    .forUpdate()
    .executeTakeFirst();
  return BigInt(account?.balance ?? 0);
}

interface Part {
  /** What is paid of the debt. */
  readonly units: bigint;
  /** The currency that it is taken from, and how much of it. */
  readonly from: CashCode;
  readonly cost: bigint;
}

/**
 * Takes a part of a debt. What is taken in another currency is exchanged by the house; for dollars, which the books do
 * not keep, it stays as it is.
 */
async function takePart(
  tx: Tx,
  clock: Clock,
  userId: string,
  { id, origin, cash, left, by }: Owed,
  { units, from, cost }: Part,
): Promise<void> {
  const { kind, account, comment, network } = takings[origin];
  // The remaining sum names the part, so that the same part is taken once from whoever owes it; a card payment may be
  // taken back, given back and taken back again.
  const again = origin === 'card' ? [await partsOf(tx, id)] : [];
  const name = [id, left, ...(by ? [by] : []), ...(from === cash ? [] : [from]), ...again].join(
    ':',
  );
  const taken = { account: customer(userId, 'available', from), units: -cost };
  const posted = await postJournal(tx, clock, {
    class: 'payment',
    kind,
    userId,
    reference: `${kind}:${name}`,
    comment: `${comment}/${id}`,
    network,
    postings:
      cash === 'USD'
        ? [taken, { account: house(account, from), units: cost }]
        : [
            taken,
            ...(from === cash
              ? []
              : [
                  { account: house('inventory', from), units: cost },
                  { account: house('inventory', cash), units: -units },
                ]),
            { account: house(account, cash), units },
          ],
  });
  if (posted.kind !== 'posted') throw new Error('what is owed was refused by the ledger');
  await setOwed(tx, { id, origin }, { owed: String(left - units) });
  if (origin === 'card') {
    await tx
      .insertInto('charge_back_parts')
      .values({
        reference: `${kind}:${name}`,
        purchase_id: id,
        user_id: userId,
        cents: String(units),
      })
      .execute();
  }
}

/** How often something was taken or given back for a purchase. */
export const partsOf = async (reader: Reader, purchaseId: string): Promise<string> => {
  const { count } = await reader
    .selectFrom('charge_back_parts')
    .where('purchase_id', '=', purchaseId)
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return String(count);
};

/**
 * Takes as much as there is of what a customer owes from their cash of the same currency (HARD-50), the oldest debt
 * first. Called in the transaction of every credit of cash, after it.
 */
export async function takeDebts(tx: Tx, clock: Clock, userId: string): Promise<void> {
  for (const owed of await lockOwed(tx, userId)) {
    const { cash: from } = owed;
    if (from === 'USD') continue;
    const there = await availableOf(tx, userId, from);
    const isEnough = there >= owed.left;
    const units = isEnough ? owed.left : there;
    if (units === 0n) continue;
    await takePart(tx, clock, userId, owed, { units, from, cost: units });
  }
}

/**
 * Takes what is owed in one currency from cash of another, by exchange rates that are believed and without a spread.
 * Until then it is shown, and holds back what is sent, as any other debt.
 */
export async function takeOtherDebts(
  tx: Tx,
  clock: Clock,
  userId: string,
  prices: CashPrices,
): Promise<void> {
  await takeDebts(tx, clock, userId);
  for (const { code: from } of cashes) {
    for (const owed of await lockOwed(tx, userId)) {
      const [price, paid] = [priceOf(prices, owed.cash), prices.get(from)];
      if (owed.cash === from || !price || !paid) continue;
      const there = await availableOf(tx, userId, from);
      // Both are in cents.
      const whole = mulDivUp(owed.left, price, paid);
      const isEnough = there >= whole;
      const units = isEnough ? owed.left : mulDivDown(there, paid, price);
      if (units === 0n) continue;
      const cost = isEnough ? whole : there;
      await takePart(tx, clock, userId, owed, { units, from, cost });
    }
  }
}

const debtCodes: readonly DebtCode[] = [...cashes.map(({ code }) => code), 'USD'];

const usdPrice = (code: RawBuilder<unknown>, prices: CashPrices) => sql`coalesce(
  (select usd from prices where asset = ${code}),
  case ${code} ${sql.join(
    debtCodes.map((cash) => sql`when ${cash} then ${String(priceOf(prices, cash))}::numeric`),
    sql` `,
  )} end, 0)`;

const scaleOf = (code: RawBuilder<unknown>) =>
  sql`case ${code} ${sql.join(
    [...assets, ...cashes, { code: 'USD', scale: 2 }].map(
      ({ code: one, scale }) => sql`when ${one} then ${scale}::integer`,
    ),
    sql` `,
  )} else ${PRICE_SCALE}::integer end`;

const worth = (units: RawBuilder<unknown>, code: RawBuilder<unknown>, prices: CashPrices) =>
  sql`coalesce(sum(${units} * ${usdPrice(code, prices)} / power(10::numeric, ${scaleOf(code)})), 0)`;

/** How what is missing can be paid, in words: customers of the dollar market have no cash. */
async function payText(reader: Reader, userId: string): Promise<string> {
  const user = await reader
    .selectFrom('users')
    .select('currency_code')
    .where('id', '=', userId)
    .executeTakeFirst();
  return howToPay(isCashCode(user?.currency_code ?? ''));
}

/**
 * The refusal of whatever left an account with less than it owes; undefined if what stays is worth more, or nothing
 * is owed. Called after the money was set aside, whose transaction the refusal rolls back. Without an exchange rate a
 * debt has no known value: then nothing leaves.
 */
export async function refusedByDebt(
  tx: Tx,
  userId: string,
  prices: CashPrices,
): Promise<Refused | undefined> {
  const debts = await readDebts(tx, userId);
  if (debts.length === 0) return undefined;
  const known = debts.every(({ cash }) => priceOf(prices, cash) > 0n);
  const { rows } = await sql<{ covered: boolean }>`select (
      select ${worth(sql`balance`, sql`currency`, prices)} from accounts
      where owner = ${userId} and kind = 'available'
    ) > (
      select ${worth(sql`owed`, sql`currency`, prices)} from ${owedRows} debts
      where debtor = ${userId}
    ) as covered`.execute(tx);
  if (known && rows[0]?.covered) return undefined;
  return refuse(
    'LIMIT_EXCEEDED',
    `${causeText(debts)}: ${debtText(debts)} is missing. Until it is paid, only what leaves more than that in your wallet can be sent. ${await payText(tx, userId)}`,
  );
}

/** What a customer whose account is closed is told of their debts; undefined if there are none. */
export async function debtLeft(reader: Reader, userId: string): Promise<string | undefined> {
  const debts = await readDebts(reader, userId);
  return debts.length === 0
    ? undefined
    : `${causeText(debts)}, and ${debtText(debts)} is still owed. Closing the account does not end that: it is taken from the next cash of an account of yours here.`;
}
