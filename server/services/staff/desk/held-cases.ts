import { type RawBuilder, sql } from 'kysely';
import type { CaseRow } from '#core/contract/staff/desk.ts';
import type { DecisionOf } from '#core/contract/staff/desk-act.ts';
import type { CancelReason } from '#server/adapters/mail/texts.ts';
import { isFoundByRules } from '#server/services/checks/gates/known.ts';
import { whyForOfficer } from '#server/services/checks/gates/why.ts';
import {
  decideHeldIn,
  type Held,
  isForDesk,
  listForDesk,
  lockHeld,
  needsTwo,
  readHeld,
  tableOf,
} from '#server/services/checks/held/held.ts';
import { type HitFound, hitsAbout } from '#server/services/checks/monitoring/hits.ts';
import { ruleTitle } from '#server/services/checks/monitoring/monitoring-rules.ts';
import {
  closeFinding,
  confirmSuspension,
  reportScreening,
} from '#server/services/checks/screening/suspensions.ts';
import { caseAfter } from '#server/services/money-out/exits/exits.ts';
import { clocksOf } from './clocks.ts';
import {
  type CaseDeps,
  type CaseSource,
  type Decide,
  decidedBefore,
  factsOf,
  momentText,
  sumOf,
} from './source.ts';

/** What is held is screening's case if a list names somebody or nobody has answered, and monitoring's otherwise. */
type HeldKind = 'held' | 'suspended';

const RULE = 'rule:';
const AMOUNT = 'amount:';

/** The lists that name somebody, and what our own rules found, in words. */
function foundIn({ matched }: Pick<Held, 'matched'>) {
  const all = matched.split(' ').filter((one) => one !== '');
  const rules = all.flatMap((one) =>
    one.startsWith(RULE)
      ? [ruleTitle(one.slice(RULE.length))]
      : one.startsWith(AMOUNT)
        ? ['More than a person pays in']
        : [],
  );
  return { listed: all.filter((one) => !one.startsWith(RULE) && !one.startsWith(AMOUNT)), rules };
}

/** Of which kind a case is, by what was found. */
export function heldKindOf(held: Pick<Held, 'matched'>): HeldKind {
  const { listed, rules } = foundIn(held);
  return listed.length === 0 && rules.length > 0 ? 'suspended' : 'held';
}

/** The same of rows of `screenings`. */
const isOfKind: Readonly<Record<HeldKind, RawBuilder<boolean>>> = {
  held: sql<boolean>`not ${isFoundByRules}`,
  suspended: isFoundByRules,
};

const titleOf = (held: Held): string => {
  if (heldKindOf(held) === 'suspended') return `Monitoring: ${foundIn(held).rules.join(', ')}`;
  return `Screening: ${held.subject}${held.state === 'asked' ? ', no answer' : ''}`;
};

/** What was found, in a line; what rules found stands in the title. */
function aboutOf(held: Held): string {
  const became = becameOf(held);
  if (became !== undefined) return became;
  if (held.state === 'asked') return 'Whoever screens has not answered';
  const { listed, rules } = foundIn(held);
  if (listed.length > 0) return `On a list: ${listed.join(', ')}`;
  return rules.length > 0 && held.transfer?.direction === 'out' ? 'It waits to be sent' : '';
}

/** Why a withdrawal is not sent any more, as its officer reads it. */
const cancelTexts: Readonly<Record<CancelReason, string>> = {
  asked: 'Its customer has cancelled this withdrawal',
  reported: 'This withdrawal was cancelled when its customer froze the account',
  'password-reset': 'This withdrawal was cancelled when a new password was set by email',
  verification: 'This withdrawal was cancelled: the identity check is no longer approved',
  refused: 'This withdrawal was refused',
  recipient: 'This withdrawal was cancelled: the recipient’s provider did not take it',
  debt: 'This withdrawal was cancelled: a bank took a transfer back after it was spent',
};

/** By whose wish or event it was cancelled, from the stored word; none: its customer's. */
const cancelText = (stored: string | null): string =>
  Object.entries(cancelTexts).find(([reason]) => reason === stored)?.[1] ?? cancelTexts.asked;

/** What a withdrawal has come to, of which nothing is held any more. */
function withdrawalBecame({ transfer, cancelled_for, to_cancel, cancelled_at }: Held): string {
  switch (transfer?.state) {
    case undefined:
      return 'This withdrawal is gone from the books.';
    case 'cancelled':
      return `${cancelText(cancelled_for)} (${momentText(cancelled_at)} UTC): the money is back in the wallet.`;
    case 'requested':
      return to_cancel === null
        ? 'This withdrawal is being sent: it cannot be held any more.'
        : `${cancelText(to_cancel)}: the money comes back once it is known that it was not sent.`;
    case 'failed':
    case 'refunded':
      return 'This withdrawal did not go through: the money goes back to the wallet.';
    default:
      return 'This withdrawal was sent before anybody decided.';
  }
}

/** What has become of what was held, in a sentence; undefined: it is still held. */
function becameOf(held: Held): string | undefined {
  if (!held.is_over || held.state === 'released' || held.state === 'rejected') return undefined;
  switch (held.subject) {
    case 'withdrawal':
      return withdrawalBecame(held);
    case 'deposit':
      return 'This deposit was credited to nobody, and is not held any more.';
    case 'transfer':
      return held.transfer?.state === 'aside'
        ? 'This bank transfer is set aside: that is a case of its own.'
        : 'This bank transfer went back, or was taken back, and is not held any more.';
    case 'customer':
      return 'This account is closed.';
  }
}

const hourAgo = ({ clock }: CaseDeps) => clock.sqlIn(-caseAfter('screenings', 'asked'));

const rowOf = (held: Held): CaseRow => ({
  kind: heldKindOf(held),
  id: held.id,
  title: titleOf(held),
  about: aboutOf(held),
  ...(held.transfer && sumOf(held.transfer.amount, held.transfer.currency)),
  customer: held.email,
  since: held.asked_at.toISOString(),
  due_at: held.decide_by?.toISOString() ?? null,
  clocks:
    held.is_undecided && held.state === 'match' && !held.reported_at && held.answered_at
      ? clocksOf(held.currency_code, 'suspicion', held.answered_at)
      : [],
});

/** What a case offers now: where nothing is held any more, only whether what was found is reported. */
function decisionsOf(held: Held): DecisionOf<'held'>[] {
  const { state, reported_at, suspended_until } = held;
  if (!held.is_undecided) return [];
  if (held.is_over) return ['report', 'nothing'];
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

const settle =
  (state: 'released' | 'rejected'): Decide =>
  async (deps, tx, id, { reason, officer }) => {
    const outcome = await decideHeldIn(deps, tx, { id, decision: state, reason, by: officer });
    return outcome === 'done' ? undefined : decidedBefore();
  };

/** That the finding was reported: what is held stays held, and the case of what is over is closed. */
const report: Decide = async ({ clock }, tx, id, { reason: why, officer: by }) => {
  const held = await readHeld(tx, id);
  const reported = held?.is_over
    ? await closeFinding(tx, clock, { id, isReported: true, by, why })
    : await reportScreening(tx, clock, id);
  return reported ? undefined : decidedBefore();
};

const casesOf = <Kind extends HeldKind>(
  kind: Kind,
): Omit<CaseSource<HeldKind>, 'kind'> & { readonly kind: Kind } => ({
  kind,

  open: (deps) => sql`select id, user_id, reference as about, decide_by as due, asked_at as since
    from screenings where ${isForDesk(hourAgo(deps))} and ${isOfKind[kind]}`,

  async rows(reader, ids) {
    return (await listForDesk(reader, ids)).map(rowOf);
  },

  async read(reader, id, deps) {
    const held = await readHeld(reader, id);
    if (!held || heldKindOf(held) !== kind) return undefined;
    const officer = await reader
      .selectFrom('users')
      .select('email')
      .where('id', '=', held.decided_by)
      .executeTakeFirst();
    const named = rowOf(held);
    const became = becameOf(held);
    const table = tableOf(held);
    const why = table && (await whyForOfficer(reader, deps, table, held.reference));
    return {
      ...named,
      facts: [
        ...heldFacts(held, await hitsAbout(reader, held.id)),
        ...factsOf([['Why it cannot move', why ?? '']]),
      ],
      body: '',
      ...(became !== undefined && { became }),
      // What was released before more was found is undecided again.
      decided:
        held.is_undecided || !held.decided_at
          ? null
          : {
              at: held.decided_at.toISOString(),
              by: officer?.email ?? held.decided_by,
              text: held.decided_why,
            },
      decisions: decisionsOf(held),
      restsOn: held.matched,
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

  lock: lockHeld,

  decisions: {
    report,
    nothing: async ({ clock }, tx, id, { reason: why, officer: by }) =>
      (await closeFinding(tx, clock, { id, isReported: false, by, why }))
        ? undefined
        : decidedBefore(),
    confirm: async ({ clock }, tx, id) =>
      (await confirmSuspension(tx, clock, id)) ? undefined : decidedBefore(),
    release: settle('released'),
    reject: settle('rejected'),
  },
});

/** Persons and transfers held by screening (KEEP-06). */
export const heldCases: CaseSource<'held'> = casesOf('held');

/** Transfers suspended by our own rules (KEEP-08). */
export const suspendedCases: CaseSource<'suspended'> = casesOf('suspended');
