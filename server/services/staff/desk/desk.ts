import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { CaseRow, DeskCase, KindCount } from '#core/contract/staff/desk.ts';
import {
  type CaseDecision,
  type CaseKind,
  caseDecisions,
  caseKinds,
} from '#core/contract/staff/desk-act.ts';
import { isBlank } from '#core/text/one-line.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { malformed } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { withAccount } from '#server/services/customers/users/users.ts';
import { proofOf } from '#server/services/staff/audit/proof.ts';
import { record, recordAlone } from '#server/services/staff/audit/record.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { allCases, casesNamed, countOpen, type Ends, listOpen, placeFrom } from './case-list.ts';
import { runningQuery, speakingOf } from './conversations.ts';
import {
  decidedBy,
  lastChoiceQuery,
  lastDecidedQuery,
  lastDecision,
  lateRefusal,
  noteDecision,
} from './decisions.ts';
import { noProof, takeDeskProof } from './desk-proof.ts';
import { limitLookups } from './lookups.ts';
import { forgetProposal, heedSecond, proposalQuery, proposedIn } from './proposals.ts';
import {
  changedSince,
  type Decide,
  type DecisionRequest,
  type FoundCase,
  gone,
  notOffered,
} from './source.ts';
import { sources } from './sources.ts';

const PAGE = 50;

interface Cases {
  readonly rows: CaseRow[];
  readonly open: number;
  readonly kinds: KindCount[];
  readonly next: string | undefined;
}

interface AskedFor extends Partial<Ends> {
  readonly after: string;
  readonly kind?: CaseKind | undefined;
  readonly search?: string;
}

/** A page of the open cases, what is due first; that an officer saw them is recorded first. */
export async function showCases(
  deps: Deps,
  officer: string,
  { after, kind, search = '', ...ends }: AskedFor,
): Promise<Cases | Refused> {
  const place = after === '' ? undefined : placeFrom(after);
  if (after !== '' && !place) return malformed();
  const now = new Date(deps.clock.now());
  const kinds = await countOpen(deps, { today: ends.today ?? now, week: ends.week ?? now });
  const { rows, next } = await listOpen(
    deps,
    {
      kinds: kind ? [kind] : caseKinds,
      which: isBlank(search) ? allCases.which : await casesNamed(deps.db, search),
    },
    place,
    PAGE,
  );
  await recordAlone(deps, {
    actor: officer,
    action: 'saw cases',
    detail: { shown: rows.map((row) => `${row.kind} ${row.id}`) },
  });
  const open = kinds.reduce((sum, one) => sum + one.open, 0);
  return { rows: [...rows], open, kinds: [...kinds], next };
}

interface Which {
  readonly kind: CaseKind;
  readonly id: string;
}

/** Everything about one case; that an officer saw it is recorded first. */
export async function showCase(
  deps: Deps,
  officer: string,
  { kind, id }: Which,
): Promise<DeskCase | Refused> {
  const { db } = deps;
  if ((await sources[kind].isOpen?.(db, id)) === false) {
    const limited = await limitLookups(deps, officer);
    if (limited) return limited;
  }
  const found = await sources[kind].read(db, id, deps);
  if (!found)
    return refuse('NOT_FOUND', 'There is no such case: nothing is at this address, or no longer.');
  const besides = await sources[kind].besides?.(deps, found.id);
  const customer = sql<string | null>`(
    select id from users where email = ${found.customer} and deleted_at is null)`;
  const { proposal, customer_id, running, decided_at, choice } = await db
    .selectNoFrom([
      jsonObjectFrom(proposalQuery(db, deps.clock, { kind, id: found.id })).as('proposal'),
      customer.as('customer_id'),
      lastDecidedQuery(db, { kind, id: found.id }).as('decided_at'),
      lastChoiceQuery(db, { kind, id: found.id }).as('choice'),
      jsonArrayFrom(runningQuery(deps, customer)).as('running'),
    ])
    .executeTakeFirstOrThrow();
  // The found id, not the requested text: that may have been an address, which would stay in the log for
  // good.
  const beside = besides?.transactions?.length;
  const detail = { case: `${kind} ${found.id}`, ...(beside !== undefined && { shown: beside }) };
  await recordAlone(deps, { actor: officer, action: 'saw case', detail });
  const { restsOn: _, ...shown } = found;
  const decision = caseDecisions.find((one) => one === choice);
  return {
    ...shown,
    ...besides,
    version: versionOf(found),
    decisions: [...found.decisions],
    ...(decision && { decision }),
    seen: decided_at?.toISOString() ?? '',
    proposed: proposedIn(proposal, officer, found.decisions),
    customer_id,
    speaking: speakingOf(running, officer),
  };
}

/** Names what a case rests on. */
const versionOf = ({ restsOn = '' }: Pick<FoundCase, 'restsOn'>): string => proofOf(restsOn);

/** Who decided a case since the officer saw it; undefined if nobody did. */
const lateBy = async (
  tx: Tx,
  which: Which,
  { decided }: Pick<FoundCase, 'decided'>,
  asked: Pick<Read, 'decision' | 'seen'>,
): Promise<Refused | undefined> => lateRefusal(await lastDecision(tx, which), decided, asked);

type Read = DecisionRequest & {
  /** The last decision that the officer has seen; undefined: their page does not say. */
  readonly seen?: string | undefined;
  /** What they have read, by `versionOf`; undefined: their page does not say. */
  readonly version?: string | undefined;
};

/**
 * Decides a case once: the later of two officers is told. The decision is recorded in the same transaction,
 * with a hash of the reason, which is stored with the case. If two officers are required, the first decision
 * is only recorded. No entry names the customer: customers may read what was done about their account, and
 * this would warn them.
 */
export async function decide(
  deps: Deps,
  officer: Owner,
  which: Which,
  { to, seen, version, otp, ...asked }: Read & { readonly otp: string },
): Promise<Refused | { readonly second: boolean }> {
  const { kind, id } = which;
  const { decision, reason } = asked;
  if (isBlank(reason)) return refuse('INVALID_INPUT', 'Say why.');
  // Before anything is looked at: without a proof not even a refusal says what a case holds.
  if (isBlank(otp)) return noProof();
  const stale = await sources[kind].refresh?.(deps, id, decision);
  if (stale) return stale;
  const second = await sources[kind].secondOfficer?.(deps, id, { ...asked, to });
  if (isRefused(second)) return second;
  return withAccount(deps, officer, async (tx) => {
    const by = officer.userId;
    const due_at = asked.due?.toISOString();
    const act = { act: 'decide', ...which, decision, reason, due_at, to } as const;
    const unproved = await takeDeskProof(deps, tx, officer, { act, otp });
    if (unproved) return unproved;
    // From here on nothing that the case is about moves on by itself, or by another officer.
    await sources[kind].lock(tx, id);
    const found = await sources[kind].read(tx, id, deps);
    if (found?.id !== id) return gone();
    const decisions: Partial<Record<CaseDecision, Decide>> = sources[kind].decisions;
    const carryOut = decisions[decision];
    const isOffered = found.decisions.some((one) => one === decision);
    // Before a second officer is asked: nobody can confirm what the case does not offer.
    if (!carryOut || !isOffered) {
      return (await lateBy(tx, which, found, { decision, seen })) ?? notOffered(found);
    }
    if (version !== undefined && version !== versionOf(found)) {
      return (await lateBy(tx, which, found, { decision, seen })) ?? changedSince();
    }
    const detail = { case: `${kind} ${id}`, decision, reason: proofOf(reason) };
    if (second) {
      const proposal = { kind, id, decision, basis: second.basis, officer: by, reason };
      const heeded = await heedSecond(tx, deps.clock, proposal);
      if (isRefused(heeded)) return heeded;
      if (heeded === 'noted') {
        // Another officer may just have decided (HARD-65).
        const late = await lateBy(tx, which, found, { decision, seen });
        if (late) return late;
        await sources[kind].proposed?.(deps, tx, id, decision);
        await record(tx, deps, { actor: by, action: 'proposed decision', detail });
        return { second: true };
      }
    }
    const decided = { reason, due: asked.due, payee: second?.payee, officer: by };
    const refused = await carryOut(deps, tx, id, decided);
    if (isRefused(refused)) return (await lateBy(tx, which, found, { decision, seen })) ?? refused;
    const made = { ...which, decision, officer: by, seen };
    // Rolled back: another officer has decided something else since.
    if (!(await noteDecision(tx, deps.clock, made))) {
      return decidedBy((await lastDecision(tx, which))?.by ?? 'Somebody');
    }
    await forgetProposal(tx, which);
    await record(tx, deps, { actor: by, action: 'decided case', detail });
    return { second: false };
  });
}
