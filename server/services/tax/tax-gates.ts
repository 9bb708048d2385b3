import { type RawBuilder, sql } from 'kysely';
import { utcDay } from '#core/domain/date-text.ts';
import { TAX_NEEDED } from '#core/domain/tax/tax-needed.ts';
import type { Clock } from '#server/clock.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';

/** Whether a customer has bought, sold or exchanged anything. */
export const hasTraded = sql<boolean>`exists (select from journals
  where journals.user_id = users.id and journals.kind in ('swap', 'purchase', 'trade'))`;

/** Whether a customer has certified their tax residence. */
export const hasCertified = sql<boolean>`exists (select from tax_certifications
  where tax_certifications.user_id = users.id)`;

/**
 * Selects a customer without a certified tax residence and without trades: the first trade of any kind is
 * refused (KEEP-14). Customers who traded before there was such a question are asked separately.
 */
export const uncertifiedSql = (_clock: Clock, userId: string): RawBuilder<unknown> => sql`
  select null::timestamptz as since, null::timestamptz as until from users
  where id = ${userId} and not ${hasCertified}
    and not exists (select from tax_asks where tax_asks.user_id = users.id)
    and not ${hasTraded}`;

export const uncertifiedRefusal = (): Refused => refuse('TAX_RESIDENCE_REQUIRED', TAX_NEEDED);

/** Selects when a customer was asked who has not answered a reminder, either: only the ways out stay open. */
export const unansweredSql = (clock: Clock, userId: string): RawBuilder<unknown> => sql`
  select asked_at as since, null::timestamptz as until from tax_asks
  where user_id = ${userId} and limited_at <= ${clock.sql}`;

export const unansweredRefusal = (asked: Date): Refused =>
  refuse(
    'LIMIT_EXCEEDED',
    `We asked you on ${utcDay(asked.getTime())} where you pay tax. Until you state it, you can only sell, cash out and withdraw. State it under Profile, Verification: everything then works again at once.`,
  );
