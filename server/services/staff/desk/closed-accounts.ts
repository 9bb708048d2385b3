import type { ClosedAccount } from '#core/contract/staff/desk.ts';
import { isBlank } from '#core/text/one-line.ts';
import { SAY_WHOSE } from '#core/words/staff.ts';
import type { Deps } from '#server/deps.ts';
import { LongAnswer, type Write } from '#server/platform/long-answer.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import {
  eraseArchived,
  extendArchived,
  furtherTables,
  noteAct,
  partsKept,
  readArchived,
} from '#server/services/customers/archive/archive.ts';
import { withAccount } from '#server/services/customers/users/users.ts';
import { proofOf } from '#server/services/staff/audit/proof.ts';
import { record } from '#server/services/staff/audit/record.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { type Decidable, lastDecision, noteDecision } from './decisions.ts';
import { isOpen, openWith, takeDeskProof } from './desk-proof.ts';
import { limitLookups } from './lookups.ts';
import { erasureOf, forgetProposal, heedSecond } from './proposals.ts';

interface AccountRequest {
  readonly about: string;
  readonly reason: string;
  /** A code, or the token of a passkey; empty where it was opened a moment ago. */
  readonly otp: string;
}

/**
 * What is kept of closed accounts (KEEP-05), found by former address or by number. Who asked and why is kept
 * with the archive and erased with it; the audit log, which is kept for good, has only a hash of the reason
 * and no address.
 */
export async function readClosedAccounts(
  deps: Deps,
  officer: Owner,
  { about, reason, otp }: AccountRequest,
): Promise<LongAnswer | Refused> {
  if (isBlank(about)) return refuse('INVALID_INPUT', SAY_WHOSE);
  if (isBlank(reason)) return refuse('INVALID_INPUT', 'Say why.');
  const by = officer.userId;
  const limited = await limitLookups(deps, by);
  if (limited) return limited;
  const read = await withAccount(deps, officer, async (tx) => {
    const act = { act: 'read', about } as const;
    const proved = await isOpen(deps, tx, officer, act);
    const unproved = proved ? undefined : await openWith(deps, tx, officer, { act, otp });
    if (unproved) return unproved;
    const found = await readArchived(deps, tx, about, { officer: by, reason });
    const detail = { found: found.map(({ id }) => id), reason: proofOf(reason) };
    await record(tx, deps, { actor: by, action: 'read closed accounts', detail });
    const whole: ClosedAccount[] = [];
    for (const one of found) {
      whole.push({ ...one, erasure: await erasureOf(tx, deps.clock, one.id, by) });
    }
    return whole;
  });
  if (isRefused(read)) return read;
  return new LongAnswer(async (write, restart) => {
    await restart();
    await writeAccounts(deps, read, write);
  });
}

/** The answer, of which one piece of the archive at a time is in memory (HARD-95). */
async function writeAccounts(
  deps: Deps,
  accounts: readonly ClosedAccount[],
  write: Write,
): Promise<void> {
  await write(',"status":"success","data":[');
  for (const [at, { parts, ...account }] of accounts.entries()) {
    await write(`${at === 0 ? '' : ','}${JSON.stringify(account).slice(0, -1)},"parts":[`);
    for (const [place, part] of parts.entries()) {
      await write(place === 0 ? '' : ',');
      await writePart(deps, account.id, part, write);
    }
    await write(']}');
  }
  await write(']');
}

async function writePart(
  deps: Deps,
  formerId: string,
  { tables, ...part }: ClosedAccount['parts'][number],
  write: Write,
): Promise<void> {
  const head = JSON.stringify(part).slice(0, -1);
  if (tables === null) return write(`${head},"tables":null}`);
  await write(`${head},"tables":[${tables.map((table) => JSON.stringify(table)).join(',')}`);
  let comma = tables.length === 0 ? '' : ',';
  for await (const further of furtherTables(deps, deps.db, formerId, part.part)) {
    for (const table of further) {
      await write(comma + JSON.stringify(table));
      comma = ',';
    }
  }
  await write(']}');
}

/** What an officer confirms with a code or a passkey. */
interface Confirmed {
  readonly id: string;
  readonly reason: string;
  readonly otp: string;
}

/**
 * Erases the archive of a closed account before its time, once a second officer has asked for it too
 * (KEEP-10); the first request is only recorded. The audit log has the fact and a hash of the reason; the
 * erased data is nowhere any more.
 */
export async function eraseClosedAccount(
  deps: Deps,
  officer: Owner,
  { id, reason, otp }: Confirmed,
): Promise<Refused | { readonly second: boolean }> {
  if (isBlank(reason)) return refuse('INVALID_INPUT', 'Say why.');
  const by = officer.userId;
  return withAccount(deps, officer, async (tx) => {
    const act = { act: 'erase', id, reason } as const;
    const unproved = await takeDeskProof(deps, tx, officer, { act, otp });
    if (unproved) return unproved;
    const parts = await partsKept(tx, id);
    const which = { kind: 'closed-account', id } as const;
    if (parts.length === 0) return (await lateBy(tx, which, 'erased')) ?? notFound();
    const proposal = { ...which, decision: 'erased', basis: parts.join(' ') } as const;
    const heeded = await heedSecond(tx, deps.clock, { ...proposal, officer: by, reason });
    if (isRefused(heeded)) return heeded;
    const entry = { actor: by, subject: id, detail: { reason: proofOf(reason) } };
    if (heeded === 'noted') {
      await record(tx, deps, { ...entry, action: 'proposed to erase a closed account' });
      return { second: true };
    }
    await eraseArchived(tx, id);
    await noteDecision(tx, deps.clock, { ...which, decision: 'erased', officer: by });
    await forgetProposal(tx, which);
    await record(tx, deps, { ...entry, action: 'erased a closed account' });
    return { second: false };
  });
}

/** Who decided the same before (HARD-65); undefined if nobody did. */
async function lateBy(
  tx: Tx,
  which: Decidable,
  decision: 'erased' | 'extended',
): Promise<Refused | undefined> {
  const last = await lastDecision(tx, which);
  return last?.decision === decision
    ? refuse('INVALID_INPUT', `${last.by} has ${done[decision]}. Nothing was changed.`)
    : undefined;
}

const done = {
  erased: 'erased what was kept of this account',
  extended: 'had this account kept longer, which can be done once',
} as const;

/** Extends the archive of a closed account, once, because an authority asked for it with reasons. */
export async function keepLonger(
  deps: Deps,
  officer: Owner,
  { id, reason, otp }: Confirmed,
): Promise<Refused | undefined> {
  if (isBlank(reason)) return refuse('INVALID_INPUT', 'Say why.');
  const by = officer.userId;
  return withAccount(deps, officer, async (tx) => {
    const act = { act: 'extend', id, reason } as const;
    const unproved = await takeDeskProof(deps, tx, officer, { act, otp });
    if (unproved) return unproved;
    const which = { kind: 'closed-account', id } as const;
    switch (await extendArchived(deps, tx, id)) {
      case 'not-kept':
        return (await lateBy(tx, which, 'erased')) ?? notFound();
      case 'extended-before':
        return (
          (await lateBy(tx, which, 'extended')) ??
          refuse('INVALID_INPUT', 'It is kept longer already: that can be done once.')
        );
      case 'extended':
        await noteDecision(tx, deps.clock, { ...which, decision: 'extended', officer: by });
        await noteAct(deps, tx, { formerId: id, act: 'extended', officer: by, reason });
        await record(tx, deps, {
          actor: by,
          action: 'kept a closed account longer',
          subject: id,
          detail: { reason: proofOf(reason) },
        });
        return undefined;
    }
  });
}
