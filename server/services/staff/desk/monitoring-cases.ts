import { type Selectable, sql } from 'kysely';
import type { CaseRow } from '#core/contract/staff/desk.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { formatDecimal } from '#core/money/format.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { decideHit } from '#server/services/checks/monitoring/hits.ts';
import { ruleTitle } from '#server/services/checks/monitoring/monitoring-rules.ts';
import type { Reader, Schema } from '#server/store/schema/schema.ts';
import { clocksOf } from './clocks.ts';
import { type CaseSource, type Decide, decidedBefore, factsOf, momentText } from './source.ts';

type Row = Selectable<Schema['monitoring_hits']> &
  Pick<
    Selectable<Schema['users']>,
    'email' | 'currency_code' | 'country_code' | 'first_name' | 'last_name' | 'kyc_status'
  > & {
    readonly happened_at: Date | null;
    readonly officer: string | null;
    readonly risk_group: string | null;
  };

/** A case shows at most this many transfers, the latest ones. */
const MOST_TRANSFERS = 20;

/** The customer follows from the transfer: a withdrawal that waited may not have been valued. */
const whose = sql<boolean>`users.id = coalesce(transfer_values.user_id, screenings.user_id)`;

const query = (reader: Reader) =>
  reader
    .selectFrom('monitoring_hits as hits')
    .leftJoin('transfer_values', 'transfer_values.id', 'hits.transfer')
    .leftJoin('screenings', 'screenings.id', 'hits.transfer')
    .innerJoin('users', (join) => join.on(whose))
    .leftJoin('users as officers', 'officers.id', 'hits.decided_by')
    .leftJoin('data_updates', 'data_updates.user_id', 'users.id')
    .where('report_by', 'is not', null)
    .selectAll('hits')
    .select(['users.email', 'users.currency_code', 'users.country_code', 'users.first_name'])
    .select(['users.last_name', 'users.kyc_status', 'transfer_values.happened_at', 'risk_group'])
    .select('officers.email as officer');

function rowOf(row: Row): CaseRow {
  const { id, rule, found, email, hit_at, report_by, decided_at, currency_code: market } = row;
  const matter = rule === 'large' ? 'transfer' : 'suspicion';
  const since = (matter === 'transfer' && row.happened_at) || hit_at;
  return {
    kind: 'monitoring',
    id,
    title: `Monitoring: ${ruleTitle(rule)}`,
    about: found,
    customer: email,
    since: hit_at.toISOString(),
    due_at: report_by?.toISOString() ?? null,
    clocks: decided_at ? [] : clocksOf(market, matter, since),
  };
}

/** The transfers that a rule matched, as lines: when, in which direction, and their value. */
async function transferFacts(reader: Reader, { transfers }: Row) {
  const rows = await reader
    .selectFrom('transfer_values')
    .where('id', 'in', transfers)
    .select(['id', 'direction', 'happened_at', 'eur_cents', 'kind'])
    .orderBy('happened_at', 'desc')
    .orderBy('id')
    .limit(MOST_TRANSFERS)
    .execute();
  return rows.map(({ id, direction, happened_at: at, eur_cents, kind }, index) => {
    const euros = formatDecimal(formatUnits(BigInt(eur_cents), 2), 2, 2);
    const text = `${momentText(at)} UTC, ${direction}, EUR ${euros}, ${kind}, ${id}`;
    return [`Transfer ${index + 1}`, text] as const;
  });
}

const settle =
  (outcome: 'reported' | 'nothing'): Decide =>
  async (deps, tx, id, { reason: why, officer: by }) => {
    if (await decideHit(tx, deps.clock, { id, outcome, by, why })) return undefined;
    return (await query(tx).where('hits.id', '=', id).executeTakeFirst())
      ? decidedBefore()
      : notFound();
  };

/** Findings of rules in transfers that went on (KEEP-08): a case each, to be reported or not. */
export const monitoringCases: CaseSource<'monitoring'> = {
  kind: 'monitoring',

  open: () => sql`select hits.id,
      coalesce(transfer_values.user_id, screenings.user_id) as user_id,
      substr(hits.transfer, strpos(hits.transfer, ':') + 1) as about,
      hits.report_by as due, hits.hit_at as since
    from monitoring_hits as hits
    left join transfer_values on transfer_values.id = hits.transfer
    left join screenings on screenings.id = hits.transfer
    where report_by is not null and hits.decided_at is null`,

  async rows(reader, ids) {
    return (await query(reader).where('hits.id', 'in', ids).execute()).map(rowOf);
  },

  async read(reader, id) {
    const row = await query(reader).where('hits.id', '=', id).executeTakeFirst();
    if (!row) return undefined;
    const facts = [
      ['Found', row.found],
      ...(await transferFacts(reader, row)),
      ['Name', `${row.first_name} ${row.last_name}`.trim()],
      ['Country', row.country_code],
      ['Identity check', row.kyc_status],
      ['Risk group', row.risk_group ?? ''],
    ] as const;
    const named = rowOf(row);
    const told = row.outcome === 'reported' ? 'Reported' : 'Nothing to report';
    return {
      ...named,
      facts: factsOf(facts),
      body: '',
      decided: row.decided_at && {
        at: row.decided_at.toISOString(),
        by: row.officer ?? '',
        text: `${told}: ${row.decided_why}`,
      },
      decisions: row.decided_at ? [] : ['nothing', 'report'],
    };
  },

  lock: (tx, id) =>
    tx.selectFrom('monitoring_hits').select('id').where('id', '=', id).forUpdate().execute(),

  decisions: { nothing: settle('nothing'), report: settle('reported') },
};
