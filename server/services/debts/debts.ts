import { type RawBuilder, sql } from 'kysely';
import { type CashCode, cashes, findCash } from '#core/domain/cash.ts';
import { assets } from '#core/domain/currencies.ts';
import { formatUnits } from '#core/domain/decimal.ts';
import { formatFiat } from '#core/domain/format.ts';
import { PRICE_SCALE } from '#core/domain/price.ts';
import type { Clock } from '#server/clock.ts';
import type { Deps } from '#server/deps.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { closedAccountsOf } from '#server/services/archive/archive.ts';
import type { Reader, Tx } from '#server/store/schema.ts';

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

/**
 * Takes as much as there is of what a customer owes from their cash (HARD-50), the oldest debt first. Called in the
 * transaction of every credit of cash, after it.
 */
export async function takeDebts(tx: Tx, clock: Clock, userId: string): Promise<void> {
  const owed = await tx
    .selectFrom('bank_transfers')
    .select(['id', 'currency', 'owed'])
    .where(DEBTOR, '=', userId)
    .where('owed', '>', '0')
    .orderBy('seen_at')
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const row of owed) {
    const cash = findCash(row.currency);
    if (!cash) continue;
    const account = await tx
      .selectFrom('accounts')
      .select('balance')
      .where('owner', '=', userId)
      .where('kind', '=', 'available')
      .where('currency', '=', cash.code)
      .forUpdate()
      .executeTakeFirst();
    const left = BigInt(row.owed);
    const there = BigInt(account?.balance ?? 0);
    const units = there < left ? there : left;
    if (units === 0n) continue;
    const posted = await postJournal(tx, clock, {
      class: 'payment',
      kind: 'cash-recalled',
      userId,
      // The remaining sum names the part, so that the same part is taken once.
      reference: `cash-recalled:${row.id}:${row.owed}`,
      comment: `Taken back by the bank/${row.id}`,
      network: 'Bank transfer',
      postings: [
        { account: customer(userId, 'available', cash.code), units: -units },
        { account: house('bank', cash.code), units },
      ],
    });
    if (posted.kind !== 'posted') throw new Error('a recalled transfer was refused by the ledger');
    await tx
      .updateTable('bank_transfers')
      .set({ owed: String(left - units) })
      .where('id', '=', row.id)
      .execute();
  }
}

/** The price of each cash currency, in 1e-8 USD. */
type CashPrices = ReadonlyMap<CashCode, bigint>;

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

/**
 * What a person still owes from accounts that were closed is owed by their new one (HARD-50), and taken from its cash.
 * Returns the debts that were found.
 */
export async function inheritDebts(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  userId: string,
): Promise<readonly Debt[]> {
  const person = await tx
    .selectFrom('users')
    .select(['first_name', 'last_name', 'dob'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const former = await closedAccountsOf(deps, tx, person);
  if (former.length === 0) return [];
  const { numUpdatedRows } = await tx
    .updateTable('bank_transfers')
    .set({ owed_by: userId })
    .where(DEBTOR, 'in', former)
    .where('owed', '>', '0')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return [];
  const debts = await debtsOf(tx, userId);
  await takeDebts(tx, deps.clock, userId);
  return debts;
}

/** What a customer whose account is closed is told of their debts; undefined if there are none. */
export async function debtLeft(reader: Reader, userId: string): Promise<string | undefined> {
  const debts = await debtsOf(reader, userId);
  return debts.length === 0
    ? undefined
    : `A bank took a transfer back after it was spent, and ${debtText(debts)} is still owed. Closing the account does not end that: it is taken from the next cash of an account of yours here.`;
}
