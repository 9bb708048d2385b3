import { type RawBuilder, sql } from 'kysely';

/** What a debt is for: a bank transfer that was recalled (HARD-50), or a card payment that was taken back (HARD-93). */
export type DebtOrigin = 'bank' | 'card';

/** A debt, in cents. */
export interface OwedRow {
  /** The id of the transfer, or of the purchase. */
  readonly id: string;
  readonly origin: DebtOrigin;
  /** Whoever owes it now: the owner of the account, or a later account of the same person. */
  readonly debtor: string;
  readonly owed_by: string | null;
  readonly currency: string;
  readonly owed: string;
  readonly since: Date;
}

/** Everything that is owed, as a table for a statement. A debt without a customer is nobody's. */
export const owedRows: RawBuilder<OwedRow> = sql<OwedRow>`(
  select id, 'bank' as origin, coalesce(owed_by, user_id) as debtor, owed_by, currency, owed, seen_at as since
    from bank_transfers where owed > 0
  union all
  select purchase_id, 'card', coalesce(owed_by, user_id), owed_by, currency, owed, found_at
    from charge_backs where owed > 0)`;
