import { sql } from 'kysely';
import type { CaseRow } from '#core/contract/staff/desk.ts';
import type { DecisionOf } from '#core/contract/staff/desk-act.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import type { TransferTable } from '#server/services/checks/gates/known.ts';
import { whyForOfficer } from '#server/services/checks/gates/why.ts';
import {
  decideHeldIn,
  type Held,
  isForDesk,
  listForDesk,
  needsTwo,
  readHeld,
} from '#server/services/checks/held/held.ts';
import { type HitFound, hitsAbout } from '#server/services/checks/monitoring/hits.ts';
import { ruleTitle } from '#server/services/checks/monitoring/monitoring-rules.ts';
import {
  confirmSuspension,
  reportScreening,
} from '#server/services/checks/screening/suspensions.ts';
import { caseAfter } from '#server/services/money-out/exits/exits.ts';
import { clocksOf } from './clocks.ts';
import {
  type CaseSource,
  type Decide,
  decidedBefore,
  factsOf,
  momentText,
  type Stored,
  sumOf,
} from './source.ts';

const RULE = 'rule:';

/** The lists that name somebody, and the rules that match. */
function foundIn({ matched }: Held) {
  const all = matched.split(' ').filter((one) => one !== '');
  const rules = all.filter((one) => one.startsWith(RULE)).map((one) => one.slice(RULE.length));
  return { listed: all.filter((one) => !one.startsWith(RULE)), rules };
}

const titleOf = (held: Held): string => {
  const { listed, rules } = foundIn(held);
  if (listed.length === 0 && rules.length > 0) {
    return `Monitoring: ${rules.map(ruleTitle).join(', ')}`;
  }
  return `Screening: ${held.subject}${held.state === 'asked' ? ', no answer' : ''}`;
};

/** What was found, in a line; what rules found stands in the title. */
function aboutOf(held: Held): string {
  if (held.state === 'asked') return 'Whoever screens has not answered';
  const { listed, rules } = foundIn(held);
  if (listed.length > 0) return `On a list: ${listed.join(', ')}`;
  return rules.length > 0 && held.transfer?.direction === 'out' ? 'It waits to be sent' : '';
}

const hourAgo = ({ clock }: Stored) => clock.sqlIn(-caseAfter('screenings', 'asked'));

const rowOf = (held: Held): CaseRow => ({
  kind: 'held',
  id: held.id,
  title: titleOf(held),
  about: aboutOf(held),
  ...(held.transfer && sumOf(held.transfer.amount, held.transfer.currency)),
  customer: held.email,
  since: held.asked_at.toISOString(),
  due_at: held.decide_by?.toISOString() ?? null,
  clocks:
    held.state === 'match' && !held.reported_at && held.answered_at
      ? clocksOf(held.currency_code, 'suspicion', held.answered_at)
      : [],
});

function decisionsOf({ state, reported_at, suspended_until }: Held): DecisionOf<'held'>[] {
  switch (state) {
    case 'asked':
      return ['release', 'reject'];
    case 'match':
      if (!reported_at) return ['report', 'release', 'reject'];
      return suspended_until ? ['confirm', 'release', 'reject'] : ['release', 'reject'];
    case 'clear':
    case 'released':
    case 'rejected':
      return [];
  }
}

function heldFacts(held: Held, hits: readonly HitFound[]) {
  const { transfer } = held;
  const facts = [
    ['Found on the lists', foundIn(held).listed.join(' ')],
    ['Found', hits.map(({ rule, found }) => `${ruleTitle(rule)}: ${found}`).join('; ')],
    ['Reported (UTC)', momentText(held.reported_at)],
    ['Goes on by itself (UTC)', held.state === 'match' ? momentText(held.suspended_until) : ''],
    ['Confirmed by the authority (UTC)', momentText(held.confirmed_at)],
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

/** Where the transfer of a case stands; undefined: it is about a customer. */
function tableOf({ subject }: Held): TransferTable | undefined {
  switch (subject) {
    case 'customer':
      return undefined;
    case 'withdrawal':
      return 'withdrawals';
    case 'deposit':
      return 'deposits';
    case 'transfer':
      return 'bank_transfers';
  }
}

/** A rejection that could give nothing back is not shown as done. */
const hadEnded = (): Refused =>
  refuse(
    'INVALID_INPUT',
    'It had ended before: nothing can be given back, and nothing was changed. Report it, or release it for the record.',
  );

const settle =
  (state: 'released' | 'rejected'): Decide =>
  async (deps, tx, id, { reason, officer }) => {
    const outcome = await decideHeldIn(deps, tx, { id, decision: state, reason, by: officer });
    if (outcome === 'not-held') return (await readHeld(tx, id)) ? decidedBefore() : notFound();
    return outcome === 'over' && state === 'rejected' ? hadEnded() : undefined;
  };

/** Persons and transfers held by screening (KEEP-06), and transfers suspended by rules (KEEP-08). */
export const heldCases: CaseSource<'held'> = {
  kind: 'held',

  open: (deps) => sql`select id, user_id, reference as about, decide_by as due, asked_at as since
    from screenings where ${isForDesk(hourAgo(deps))}`,

  async rows(reader, ids) {
    return (await listForDesk(reader, ids)).map(rowOf);
  },

  async read(reader, id, deps) {
    const held = await readHeld(reader, id);
    if (!held) return undefined;
    const officer = await reader
      .selectFrom('users')
      .select('email')
      .where('id', '=', held.decided_by)
      .executeTakeFirst();
    const named = rowOf(held);
    const table = tableOf(held);
    const why = table && (await whyForOfficer(reader, deps, table, held.reference));
    return {
      ...named,
      facts: [
        ...heldFacts(held, await hitsAbout(reader, held.id)),
        ...factsOf([['Why it cannot move', why ?? '']]),
      ],
      body: '',
      decided: held.decided_at && {
        at: held.decided_at.toISOString(),
        by: officer?.email ?? held.decided_by,
        text: held.decided_why,
      },
      decisions: decisionsOf(held),
    };
  },

  async secondOfficer(deps, id, { decision }) {
    if (decision !== 'release') return undefined;
    const held = await readHeld(deps.db, id);
    if (!held || !(await needsTwo(deps, held))) return undefined;
    const { transfer } = held;
    // The second officer confirms the amount and the other side, too.
    const what = transfer && `${transfer.amount} ${transfer.currency} ${transfer.address}`;
    return { basis: `${held.state} ${held.matched} ${what ?? 'customer'}` };
  },

  decisions: {
    report: async ({ clock }, tx, id) =>
      (await reportScreening(tx, clock, id)) ? undefined : decidedBefore(),
    confirm: async ({ clock }, tx, id) =>
      (await confirmSuspension(tx, clock, id)) ? undefined : decidedBefore(),
    release: settle('released'),
    reject: settle('rejected'),
  },
};
