import { type RawBuilder, sql } from 'kysely';
import { returnOf } from '#core/contract/money/payment.ts';
import type { FailedPayment, FailedPaymentReason } from '#core/contract/wallet/history.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { storedAsset } from '#server/ledger/stored-asset.ts';
import type { JsonRow } from '#server/store/json-row.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { paymentsBehind, type StatementCursor } from './statement-place.ts';

const FAILED = ['failed', 'declined', 'cancelled', 'refunding', 'refunded'] as const;

/** A card payment that bought nothing, and when it ended. */
export interface FailedRow {
  readonly at: Date;
  readonly payment: FailedPayment;
}

/** Reads a customer's card payments that bought nothing, newest first, of one asset or all. */
export function failedPaymentsQuery(
  db: Reader,
  asked: {
    readonly userId: string;
    readonly currency: string | undefined;
    readonly most: number;
    readonly place: StatementCursor | undefined;
    /** A further condition on the payments. */
    readonly among?: RawBuilder<boolean>;
  },
) {
  const { userId, currency, most, place, among } = asked;
  let query = db
    .selectFrom('purchases')
    .where('user_id', '=', userId)
    .where('status', 'in', FAILED)
    .where('recorded_at', 'is not', null);
  if (currency) query = query.where('crypto_currency', '=', currency);
  if (among) query = query.where(among);
  if (place) query = query.where(paymentsBehind(place));
  return (
    query
      .select(['id', 'amount', 'currency', 'crypto_currency', 'status'])
      .select(['expired', 'superseded', 'recorded_at', 'returned_for'])
      // As text, because JSON numbers are exact up to 53 bits only.
      .select(sql<string>`crypto_units::text`.as('crypto_units'))
      .orderBy('recorded_at', 'desc')
      .orderBy('id', 'desc')
      .limit(most)
      .$narrowType<{ status: (typeof FAILED)[number]; recorded_at: Date }>()
  );
}

type Row = JsonRow<ReturnType<typeof failedPaymentsQuery>>;

function reasonOf({ status, superseded, expired }: Row): FailedPaymentReason {
  if (status !== 'cancelled') return status;
  if (superseded) return 'superseded';
  return expired ? 'expired' : status;
}

/** A row in its JSON form as a failed payment. */
export function failedRowOf(row: Row): FailedRow {
  const { code, scale } = storedAsset(row.crypto_currency);
  const at = new Date(row.recorded_at);
  return {
    at,
    payment: {
      transaction_id: row.id,
      reason: reasonOf(row),
      ...returnOf(row.returned_for),
      charge: { amount: row.amount, currency_id: row.currency },
      wanted: { amount: formatUnits(BigInt(row.crypto_units), scale), currency_id: code },
      created_at: at.toISOString(),
    },
  };
}
