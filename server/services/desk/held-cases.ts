import { sql } from 'kysely';
import type { CaseDecision } from '#core/contract/desk.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import {
  decideHeldIn,
  HELD_AT,
  type Held,
  isForDesk,
  listForDesk,
  needsTwo,
  readHeld,
} from '#server/services/held/held.ts';
import { reportScreening } from '#server/services/screening/screenings.ts';
import {
  behindPlace,
  type CaseSource,
  decidedBefore,
  factsOf,
  type PlacedRow,
  type Stored,
} from './source.ts';

const titles = {
  customer: 'Screening: customer',
  withdrawal: 'Screening: withdrawal',
  deposit: 'Screening: deposit',
} as const;

const hourAgo = ({ clock }: Stored) => clock.sqlIn(-3600);

const rowOf = (held: Held): PlacedRow => ({
  kind: 'held',
  id: held.id,
  title: titles[held.subject] + (held.state === 'asked' ? ', no answer' : ''),
  customer: held.email,
  since: held.asked_at.toISOString(),
  due_at: held.decide_by?.toISOString() ?? null,
  at: held.decide_by ?? held.asked_at,
});

function decisionsOf({ state, reported_at }: Held): CaseDecision[] {
  switch (state) {
    case 'asked':
      return ['release', 'reject'];
    case 'match':
      return reported_at ? ['release', 'reject'] : ['report', 'release', 'reject'];
    case 'clear':
    case 'released':
    case 'rejected':
      return [];
  }
}

const moment = (at: Date | null): string => at?.toISOString().slice(0, 16).replace('T', ' ') ?? '';

function heldFacts(held: Held) {
  const { transfer } = held;
  const facts = [
    ['Found on the lists', held.matched],
    ['Reported (UTC)', moment(held.reported_at)],
    ['Amount', transfer ? `${transfer.amount} ${transfer.currency}` : ''],
    ['Network', transfer?.network ?? ''],
    [transfer?.direction === 'in' ? 'From' : 'To', transfer?.address ?? ''],
    ['Where it stands', transfer?.state ?? ''],
    ['Name', `${held.first_name} ${held.last_name}`.trim()],
    ['Country', held.country_code],
    ['Identity check', held.kyc_status],
  ] as const;
  return factsOf(facts);
}

const otherDecision = (): Refused =>
  refuse('INVALID_INPUT', 'What is held is reported, released or rejected.');

/** Whom and what screening holds (KEEP-06). */
export const heldCases: CaseSource = {
  kind: 'held',

  async list(deps, behind, most) {
    const held = await listForDesk(deps.db, {
      hourAgo: hourAgo(deps),
      behind: behindPlace('held', behind, HELD_AT, sql`screenings.id`),
      most,
    });
    return held.map(rowOf);
  },

  async count(deps) {
    const { count } = await deps.db
      .selectFrom('screenings')
      .where(isForDesk(hourAgo(deps)))
      .select((row) => row.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  async read(reader, id) {
    const held = await readHeld(reader, id);
    if (!held) return undefined;
    const officer = await reader
      .selectFrom('users')
      .select('email')
      .where('id', '=', held.decided_by)
      .executeTakeFirst();
    const { at: _, ...named } = rowOf(held);
    return {
      ...named,
      facts: heldFacts(held),
      body: '',
      decided: held.decided_at && {
        at: held.decided_at.toISOString(),
        by: officer?.email ?? held.decided_by,
        text: held.decided_why,
      },
      decisions: decisionsOf(held),
    };
  },

  async secondOfficer(deps, id, decision) {
    if (decision !== 'release') return undefined;
    const held = await readHeld(deps.db, id);
    return held && (await needsTwo(deps, held)) ? `${held.state} ${held.matched}` : undefined;
  },

  async decide(deps, tx, id, { decision, reason, officer }) {
    switch (decision) {
      case 'report':
        return (await reportScreening(tx, deps.clock, id)) ? undefined : decidedBefore();
      case 'release':
      case 'reject': {
        const state = decision === 'release' ? 'released' : 'rejected';
        const decided = { id, decision: state, reason, by: officer } as const;
        if ((await decideHeldIn(deps, tx, decided)) !== 'not-held') return undefined;
        return (await readHeld(tx, id)) ? decidedBefore() : notFound();
      }
      case 'answer':
      case 'no-error':
      case 'later':
      case 'close':
      case 'low':
      case 'medium':
      case 'high':
      case 'end':
      case 'end-now':
      case 'go-on':
        return otherDecision();
    }
  },
};
