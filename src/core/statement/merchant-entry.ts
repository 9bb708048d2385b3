import type { Merchant, MerchantTransaction } from '#core/contract/staff/merchant.ts';
import { isAssetCode } from '#core/money/currencies.ts';
import { formatUnits, mulDivNearest, parseUnitsDown, pow10 } from '#core/money/decimal.ts';
import { fiatSymbol, formatCrypto, formatDecimal, formatFiat } from '#core/money/format.ts';
import { instantOf } from './statement.ts';

/** How the gateway's merchant transactions appear to an admin. */
const types: Readonly<Record<number, MerchantEntry['type']>> = {
  1: 'Deposit',
  2: 'Withdraw',
  3: 'Buy',
};

export interface MerchantEntry {
  readonly id: string;
  readonly transactionId: string;
  readonly type: 'Deposit' | 'Withdraw' | 'Buy' | 'Transaction';
  readonly status: 'Completed' | 'Failed';
  /** Milliseconds since the epoch; NaN if the gateway's text is not a date. */
  readonly at: number;
  /** Unsigned decimals; '' if the gateway gives none, because an unknown amount is not zero. */
  readonly amount: string;
  readonly currency: string;
  readonly usdt: string;
  /** Whether a rate to `currency` is known. */
  readonly priced: boolean;
  readonly merchant: string;
}

export const UNKNOWN = 'N/A';

const SCALE = 8;

const plain = (amount: string | null | undefined): string => {
  const text = (amount ?? '').trim().replace(/^-/, '');
  return parseUnitsDown(text, SCALE) === undefined ? '' : text;
};

/** Completed, Failed or, for everything still open, Pending (ADM-03). */
export const merchantStatus = ({
  status,
  code,
}: Pick<MerchantTransaction, 'status' | 'code'>): 'Completed' | 'Failed' | 'Pending' =>
  status ? (code === '200' ? 'Completed' : 'Pending') : 'Failed';

/** A merchant's name, or the id if it has none. */
export const merchantName = ({ merchant_id, first_name, last_name }: Merchant): string =>
  [first_name, last_name]
    .map((name) => name.trim())
    .filter(Boolean)
    .join(' ') || `Merchant ${merchant_id}`;

/** ADM-02: the merchant with the given first name, else the first; undefined where there are none. */
export const defaultMerchant = (
  merchants: readonly Merchant[],
  firstName: string,
): Merchant | undefined =>
  merchants.find(({ first_name }) => first_name.trim() === firstName) ?? merchants[0];

/**
 * What is shown of a page of the listing: nothing that is pending or has code 201, newest first.
 * `merchant` stands in where a transaction does not name one.
 */
export function merchantEntries(
  transactions: readonly MerchantTransaction[],
  merchant = '',
): MerchantEntry[] {
  return transactions
    .flatMap((row): MerchantEntry[] => {
      const status = merchantStatus(row);
      if (status === 'Pending' || row.code === '201') return [];
      return [
        {
          id: row._id,
          transactionId: row.transaction_id || row._id,
          type: types[row.request_type] ?? 'Transaction',
          status,
          at: instantOf(row.createdAt),
          amount: plain(row.amount),
          currency: row.currency?.trim() ?? '',
          usdt: plain(row.currency_amount),
          priced: Boolean(row.currency_value),
          merchant: row.user_name?.trim() || merchant || UNKNOWN,
        },
      ];
    })
    .sort((a, b) => (Number.isNaN(b.at) ? -1 : Number.isNaN(a.at) ? 1 : b.at - a.at));
}

const signed = (entry: Pick<MerchantEntry, 'type'>, text: string): string =>
  entry.type === 'Withdraw' ? `\u2212${text}` : text;

function moneyText(amount: string, currency: string): string {
  if (!currency) return formatDecimal(amount, 2);
  return isAssetCode(currency) ? formatCrypto(amount, currency) : formatFiat(amount, currency);
}

/** The amount with its sign and currency; 'N/A' if the gateway gives none. */
export const amountText = (entry: MerchantEntry): string =>
  entry.amount ? signed(entry, moneyText(entry.amount, entry.currency)) : UNKNOWN;

const usdtOf = (amount: string): string => `${formatDecimal(amount, 2)}\u00a0USDT`;

export const usdtText = (entry: MerchantEntry): string =>
  entry.usdt ? signed(entry, usdtOf(entry.usdt)) : UNKNOWN;

/** ADM-05: the price per USDT in the amount's currency, six decimals; undefined without a known rate. */
export function priceText(entry: MerchantEntry): string | undefined {
  const amount = parseUnitsDown(entry.amount, SCALE);
  const usdt = parseUnitsDown(entry.usdt, SCALE);
  if (!entry.priced || amount === undefined || !usdt) return undefined;
  const price = formatUnits(mulDivNearest(amount, pow10(6), usdt), 6, 6);
  const text = formatDecimal(price, 6, 6);
  return isAssetCode(entry.currency)
    ? `${text}\u00a0${entry.currency}`
    : `${fiatSymbol(entry.currency)}${text}`;
}

/** What a spreadsheet adds up: an ungrouped decimal with an ASCII sign, '' if unknown. */
export const plainAmount = (entry: MerchantEntry, amount: string): string =>
  amount && entry.type === 'Withdraw' ? `-${amount}` : amount;

export interface MerchantTotal {
  readonly count: number;
  /** The sum of all known amounts in USDT; withdrawals are subtracted. */
  readonly usdt: string;
  /** The number of transactions without a USDT amount, which are not in the sum. */
  readonly unknown: number;
}

function totalOf(entries: readonly MerchantEntry[]): MerchantTotal {
  const known = entries.flatMap((entry) => {
    const units = parseUnitsDown(entry.usdt, SCALE);
    return units === undefined ? [] : [entry.type === 'Withdraw' ? -units : units];
  });
  return {
    count: entries.length,
    usdt: formatUnits(
      known.reduce((sum, units) => sum + units, 0n),
      SCALE,
      2,
    ),
    unknown: entries.length - known.length,
  };
}

export const merchantTotals = (entries: readonly MerchantEntry[]) => ({
  completed: totalOf(entries.filter(({ status }) => status === 'Completed')),
  failed: totalOf(entries.filter(({ status }) => status === 'Failed')),
});

/** A total as shown below a list and in exports. */
export const totalText = ({ count, usdt, unknown }: MerchantTotal): string =>
  `${count.toLocaleString('en-US')} · ${usdtOf(usdt)}${unknown > 0 ? ` + ${unknown} without a USDT amount` : ''}`;
