import { type RawBuilder, sql } from 'kysely';
import { type CashCode, cashes, findCash } from '#core/domain/cash.ts';
import { assets } from '#core/domain/currencies.ts';
import { formatUnits, mulDivDown, mulDivUp } from '#core/domain/decimal.ts';
import { formatFiat } from '#core/domain/format.ts';
import { PRICE_SCALE } from '#core/domain/price.ts';
import type { Clock } from '#server/clock.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import type { Reader, Tx } from '#server/store/schema.ts';

/** The price of each cash currency, in 1e-8 USD. */
type CashPrices = ReadonlyMap<CashCode, bigint>;

/** Who owes what a bank took back: the owner of the account, or a later account of the same person. */
export const DEBTOR = sql<string>`coalesce(owed_by, user_id)`;

/** Money of a currency, in minor units. */
export interface Debt {
  readonly cash: CashCode;
  readonly units: bigint;
}

export const debtText = (debts: readonly Debt[]): string =>
  debts.map(({ cash, units }) => formatFiat(formatUnits(units, 2), cash)).join(' and ');

/** Whether a customer owes anything, as an SQL expression. */
export const owesSql = (userId: string): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from bank_transfers where ${DEBTOR} = ${userId} and owed > 0)`;

/** What a customer owes, by currency. */
export async function debtsOf(reader: Reader, userId: string): Promise<readonly Debt[]> {
  const rows = await reader
    .selectFrom('bank_transfers')
    .where(DEBTOR, '=', userId)
    .where('owed', '>', '0')
    .select((row) => ['currency', row.fn.sum<string>('owed').as('units')])
    .groupBy('currency')
    .orderBy('currency')
    .execute();
  return rows.flatMap(({ currency, units }) => {
    const cash = findCash(currency);
    return cash ? [{ cash: cash.code, units: BigInt(units) }] : [];
  });
}

/** What a customer owes for one transfer. */
interface Owed {
  readonly id: string;
  readonly cash: CashCode;
  readonly left: bigint;
  readonly by: string | null;
}

/** Each of a customer's debts, the oldest first, locked. */
async function lockOwed(tx: Tx, userId: string): Promise<readonly Owed[]> {
  const rows = await tx
    .selectFrom('bank_transfers')
    .select(['id', 'currency', 'owed', 'owed_by as by'])
    .where(DEBTOR, '=', userId)
    .where('owed', '>', '0')
    .orderBy('seen_at')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.flatMap(({ id, currency, owed, by }) => {
    const cash = findCash(currency);
    return cash ? [{ id, cash: cash.code, left: BigInt(owed), by }] : [];
  });
}

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

/** Takes a part of a debt. What is taken in another currency is exchanged by the house. */
async function takePart(
  tx: Tx,
  clock: Clock,
  userId: string,
  { id, cash, left, by }: Owed,
  { units, from, cost }: Part,
): Promise<void> {
  // The remaining sum names the part, so that the same part is taken once from whoever owes it.
  const name = [id, left, ...(by ? [by] : []), ...(from === cash ? [] : [from])].join(':');
  const posted = await postJournal(tx, clock, {
    class: 'payment',
    kind: 'cash-recalled',
    userId,
    reference: `cash-recalled:${name}`,
    comment: `Taken back by the bank/${id}`,
    network: 'Bank transfer',
    postings: [
      { account: customer(userId, 'available', from), units: -cost },
      ...(from === cash
        ? []
        : [
            { account: house('inventory', from), units: cost },
            { account: house('inventory', cash), units: -units },
          ]),
      { account: house('bank', cash), units },
    ],
  });
  if (posted.kind !== 'posted') throw new Error('a recalled transfer was refused by the ledger');
  await tx
    .updateTable('bank_transfers')
    .set({ owed: String(left - units) })
    .where('id', '=', id)
    .execute();
}

/**
 * Takes as much as there is of what a customer owes from their cash of the same currency (HARD-50), the oldest debt
 * first. Called in the transaction of every credit of cash, after it.
 */
export async function takeDebts(tx: Tx, clock: Clock, userId: string): Promise<void> {
  for (const owed of await lockOwed(tx, userId)) {
    const there = await availableOf(tx, userId, owed.cash);
    const isEnough = there >= owed.left;
    const units = isEnough ? owed.left : there;
    if (units === 0n) continue;
    await takePart(tx, clock, userId, owed, { units, from: owed.cash, cost: units });
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
      const [price, paid] = [prices.get(owed.cash), prices.get(from)];
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

const usdPrice = (code: RawBuilder<unknown>, prices: CashPrices) => sql`coalesce(
  (select usd from prices where asset = ${code}),
  case ${code} ${sql.join(
    cashes.map(
      ({ code: cash }) => sql`when ${cash} then ${String(prices.get(cash) ?? 0n)}::numeric`,
    ),
    sql` `,
  )} end, 0)`;

const scaleOf = (code: RawBuilder<unknown>) =>
  sql`case ${code} ${sql.join(
    [...assets, ...cashes].map(({ code: one, scale }) => sql`when ${one} then ${scale}::integer`),
    sql` `,
  )} else ${PRICE_SCALE}::integer end`;

const worth = (units: RawBuilder<unknown>, code: RawBuilder<unknown>, prices: CashPrices) =>
  sql`coalesce(sum(${units} * ${usdPrice(code, prices)} / power(10::numeric, ${scaleOf(code)})), 0)`;

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
  const debts = await debtsOf(tx, userId);
  if (debts.length === 0) return undefined;
  const known = debts.every(({ cash }) => (prices.get(cash) ?? 0n) > 0n);
  const { rows } = await sql<{ covered: boolean }>`select (
      select ${worth(sql`balance`, sql`currency`, prices)} from accounts
      where owner = ${userId} and kind = 'available'
    ) > (
      select ${worth(sql`owed`, sql`currency`, prices)} from bank_transfers
      where ${DEBTOR} = ${userId} and owed > 0
    ) as covered`.execute(tx);
  if (known && rows[0]?.covered) return undefined;
  return refuse(
    'LIMIT_EXCEEDED',
    `A bank took a transfer back after it was spent: ${debtText(debts)} is missing. Until it is paid, only what leaves more than that in your wallet can be sent. Add money from your bank or sell something for cash: what is missing is taken from it first.`,
  );
}

/** What a customer whose account is closed is told of their debts; undefined if there are none. */
export async function debtLeft(reader: Reader, userId: string): Promise<string | undefined> {
  const debts = await debtsOf(reader, userId);
  return debts.length === 0
    ? undefined
    : `A bank took a transfer back after it was spent, and ${debtText(debts)} is still owed. Closing the account does not end that: it is taken from the next cash of an account of yours here.`;
}
