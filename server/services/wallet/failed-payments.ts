import type { RawBuilder, Selectable } from 'kysely';
import type { FailedPayment, FailedPaymentReason } from '#core/contract/history.ts';
import { formatUnits } from '#core/domain/decimal.ts';
import { storedAsset } from '#server/ledger/stored-asset.ts';
import type { Purchases } from '#server/store/parties-schema.ts';
import type { Reader } from '#server/store/schema.ts';
import { type Place, paymentsBehind } from './statement-place.ts';

const FAILED = ['failed', 'declined', 'cancelled', 'refunding', 'refunded'] as const;

type Row = Pick<
  Selectable<Purchases>,
  | 'id'
  | 'amount'
  | 'currency'
  | 'crypto_units'
  | 'crypto_currency'
  | 'expired'
  | 'superseded'
  | 'recorded_at'
> & { readonly status: (typeof FAILED)[number] };

function reasonOf({ status, superseded, expired }: Row): FailedPaymentReason {
  if (status !== 'cancelled') return status;
  if (superseded) return 'superseded';
  return expired ? 'expired' : status;
}

/** A card payment that bought nothing, and when it ended. */
export interface FailedRow {
  readonly at: Date;
  readonly payment: FailedPayment;
}

/** A customer's card payments that bought nothing, newest first, of one asset or of all. */
export async function readFailedPayments(
  db: Reader,
  asked: {
    readonly userId: string;
    readonly currency: string | undefined;
    readonly most: number;
    readonly place: Place | undefined;
    /** Only those of which this is true. */
    readonly among?: RawBuilder<boolean>;
  },
): Promise<readonly FailedRow[]> {
  const { userId, currency, most, place, among } = asked;
  let query = db
    .selectFrom('purchases')
    .where('user_id', '=', userId)
    .where('status', 'in', FAILED)
    .where('recorded_at', 'is not', null);
  if (currency) query = query.where('crypto_currency', '=', currency);
  if (among) query = query.where(among);
  if (place) query = query.where(paymentsBehind(place));
  const rows = await query
    .select(['id', 'amount', 'currency', 'crypto_units', 'crypto_currency', 'status'])
    .select(['expired', 'superseded', 'recorded_at'])
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .$narrowType<{ status: Row['status']; recorded_at: Date }>()
    .execute();
  return rows.map((row) => {
    const { code, scale } = storedAsset(row.crypto_currency);
    return {
      at: row.recorded_at,
      payment: {
        transaction_id: row.id,
        reason: reasonOf(row),
        charge: { amount: row.amount, currency_id: row.currency },
        wanted: { amount: formatUnits(BigInt(row.crypto_units), scale), currency_id: code },
        created_at: row.recorded_at.toISOString(),
      },
    };
  });
}
