import { sql } from 'kysely';
import { utcDay } from '#core/domain/date-text.ts';
import { TAX_NEEDED } from '#core/domain/tax/tax-needed.ts';
import type { Deps } from '#server/deps.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';

/** Whether somebody has bought, sold or exchanged anything. */
export const hasTraded = sql<boolean>`exists (select from journals
  where journals.user_id = users.id and journals.kind in ('swap', 'purchase', 'trade'))`;

/** Whether somebody has certified where they pay tax. */
export const hasCertified = sql<boolean>`exists (select from tax_certifications
  where tax_certifications.user_id = users.id)`;

/**
 * The refusal for a customer who has not certified where they pay tax and has not traded yet: before their first
 * trade, of whatever kind (KEEP-14). Who traded before they could be asked is asked in their own time.
 */
export async function refusedUncertified(
  { db }: Pick<Deps, 'db'>,
  userId: string,
): Promise<Refused | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(sql<boolean>`not ${hasCertified}`)
    .where(sql<boolean>`not exists (select from tax_asks where tax_asks.user_id = users.id)`)
    .where(sql<boolean>`not ${hasTraded}`)
    .executeTakeFirst();
  return row && refuse('TAX_RESIDENCE_REQUIRED', TAX_NEEDED);
}

/** The refusal for who was asked, reminded, and has not answered: only the ways out stay open. */
export async function refusedUnanswered(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
): Promise<Refused | undefined> {
  const row = await db
    .selectFrom('tax_asks')
    .select('asked_at')
    .where('user_id', '=', userId)
    .where('limited_at', '<=', clock.sql)
    .executeTakeFirst();
  return (
    row &&
    refuse(
      'LIMIT_EXCEEDED',
      `We asked you on ${utcDay(row.asked_at.getTime())} where you pay tax. Until you state it, you can only sell, cash out and withdraw. State it under Profile, Verification: everything then works again at once.`,
    )
  );
}
