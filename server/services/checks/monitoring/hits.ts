import { type Selectable, sql } from 'kysely';
import { businessDaysAfter } from '#core/time/business-time.ts';
import type { Deps } from '#server/deps.ts';
import type { RuleName } from '#server/store/schema/monitoring-schema.ts';
import type { Reader, Schema, Tx } from '#server/store/schema/schema.ts';
import {
  type Hit,
  hitsOf,
  type MonitoredFacts,
  type Movement,
  NEAR_MS,
  USUAL_MS,
} from './monitoring-rules.ts';

interface Row {
  readonly id: string;
  readonly direction: 'out' | 'in';
  readonly at: Date;
  readonly eur_cents: string;
}

/**
 * The rules that have matched these transfers. A match in a transfer that waits is reported again until
 * somebody has released it.
 */
async function foundIn(reader: Reader, transfers: readonly string[]) {
  const rows = await reader
    .selectFrom('monitoring_hits as hits')
    .leftJoin('screenings', 'screenings.id', 'hits.transfer')
    .where(sql<boolean>`hits.transfers && ${[...transfers]}::text[]`)
    .where(sql<boolean>`(not hits.suspends or screenings.state = 'released')`)
    .select(['hits.rule', 'hits.transfers'])
    .execute();
  const found = new Map<string, RuleName[]>();
  for (const { rule, transfers: ids } of rows) {
    for (const id of ids) found.set(id, [...(found.get(id) ?? []), rule]);
  }
  return found;
}

/**
 * A customer's transfers near a moment, each with the rules that matched it, and earlier ones summed up by
 * day.
 */
export async function movementsNear(
  reader: Reader,
  userId: string,
  at: number,
): Promise<readonly Movement[]> {
  const near = new Date(at - NEAR_MS);
  const { rows } = await sql<Row>`
    select id, direction, happened_at as at, eur_cents::text as eur_cents
    from transfer_values
    where user_id = ${userId} and happened_at between ${near} and ${new Date(at + NEAR_MS)}
    union all
    select '', 'in', max(happened_at), sum(eur_cents)::text
    from transfer_values
    where user_id = ${userId} and happened_at >= ${new Date(at - NEAR_MS - USUAL_MS)}
      and happened_at < ${near}
    group by floor(extract(epoch from happened_at) / 86400)`.execute(reader);
  const single = rows.map(({ id }) => id).filter((id) => id !== '');
  const found = single.length > 0 ? await foundIn(reader, single) : undefined;
  return rows.map(({ id, direction, at: moment, eur_cents }) => ({
    ...{ id, direction, at: moment.getTime(), eurCents: BigInt(eur_cents) },
    found: found?.get(id) ?? [],
  }));
}

interface NewHits {
  readonly transfer: string;
  readonly hits: readonly Hit[];
}

/** Stores the findings in a transfer, each once. One that does not suspend the transfer becomes a case. */
export async function keepHits(
  tx: Tx,
  clock: Deps['clock'],
  { transfer, hits }: NewHits,
): Promise<void> {
  const reportBy = new Date(businessDaysAfter(clock.now(), 1));
  for (const { rule, transfers, found } of hits) {
    await tx
      .insertInto('monitoring_hits')
      .values({
        id: `${rule.name}:${transfer}`,
        rule: rule.name,
        transfer,
        transfers: [...transfers],
        found,
        hit_at: clock.sql,
        suspends: rule.suspends,
        report_by: rule.suspends ? null : reportBy,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }
}

/** Findings of rules that do not suspend, in a transfer that has happened. The customer is locked. */
export async function hitsInPast(
  tx: Tx,
  customer: { readonly userId: string; readonly since: Date },
  subject: Movement,
): Promise<readonly Hit[]> {
  const facts: MonitoredFacts = {
    subject,
    others: await movementsNear(tx, customer.userId, subject.at),
    customerSince: customer.since.getTime(),
    openSince: undefined,
    firstTime: false,
  };
  return hitsOf(facts).filter(({ rule }) => !rule.suspends);
}

export interface HitDecision {
  readonly id: string;
  readonly outcome: 'reported' | 'nothing';
  /** The account of the officer. */
  readonly by: string;
  readonly why: string;
}

/** An officer decides a case, once. Returns whether this officer did. */
export async function decideHit(
  tx: Tx,
  clock: Deps['clock'],
  { id, outcome, by, why }: HitDecision,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('monitoring_hits')
    .set({ outcome, decided_at: clock.sql, decided_by: by, decided_why: why })
    .where('id', '=', id)
    .where('report_by', 'is not', null)
    .where('decided_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Findings in a transfer that waited become cases once it does not wait any more. */
export const makeCases = (tx: Tx, transfer: string, reportBy: Date) =>
  tx
    .updateTable('monitoring_hits')
    .set({ report_by: reportBy })
    .where('transfer', '=', transfer)
    .where('report_by', 'is', null)
    .where('decided_at', 'is', null)
    .execute();

export type HitFound = Pick<Selectable<Schema['monitoring_hits']>, 'rule' | 'found'>;

/** What rules have found in a transfer. */
export const hitsAbout = (reader: Reader, transfer: string): Promise<readonly HitFound[]> =>
  reader
    .selectFrom('monitoring_hits')
    .select(['rule', 'found'])
    .where('transfer', '=', transfer)
    .orderBy('hit_at')
    .orderBy('id')
    .execute();
