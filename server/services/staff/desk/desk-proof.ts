import { createHash } from 'node:crypto';
import type { DeskAct } from '#core/contract/staff/desk-act.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { SENSITIVE_OPEN_SECONDS } from '#server/policy.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { takeShown } from '#server/services/access/credentials/passkeys.ts';
import { readTwoFactor } from '#server/services/access/credentials/second-factor.ts';
import { forgiveGuesses } from '#server/services/access/credentials/second-factor-limit.ts';
import { strengthen } from '#server/services/access/sessions/sessions.ts';
import { takeSecondFactorAndTell } from '#server/services/messages/notices/second-factor-shown.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';

/** What an act is about, in a fixed order; what is not said counts as empty. */
function partsOf(act: DeskAct): readonly string[] {
  switch (act.act) {
    case 'decide': {
      const { kind, id, decision, reason, due_at, to } = act;
      const due = due_at === undefined ? '' : new Date(due_at).toISOString();
      const { account = '', network = '', tag = '' } = to ?? {};
      return [kind, id, decision, reason, due, account, network, tag];
    }
    case 'erase':
    case 'extend':
      return [act.id, act.reason];
    case 'register':
      return [act.register];
    case 'evidence':
      return [act.id];
    case 'read':
      return [act.about];
    case 'speak':
      return [act.id, act.channel, act.reason];
  }
}

/** The fingerprint of an act, for a passkey to sign and a proof to be bound to. */
export const fingerprintOf = (act: DeskAct): string =>
  createHash('sha256')
    .update(JSON.stringify([act.act, ...partsOf(act)]))
    .digest('base64url');

/**
 * Takes an officer's fresh proof for one act (READ-08): an authenticator's code, or the token of a passkey that signed
 * exactly this. Whoever stole the session alone decides nothing and takes nothing along. The caller has locked the
 * account, counts the code as an attempt, and rolls the proof back if the act is refused.
 */
export async function takeDeskProof(
  deps: Deps,
  tx: Tx,
  owner: Owner,
  { act, otp }: { readonly act: DeskAct; readonly otp: string },
): Promise<Refused | undefined> {
  const { userId, sessionId } = owner;
  const about = fingerprintOf(act);
  const code = otp.trim();
  if (code === '') return noProof();
  if (await takeShown(deps, tx, code, { use: 'desk', sessionId, about })) {
    await forgiveGuesses(tx, userId);
    await strengthen(deps, tx, owner, 'passkey');
    return undefined;
  }
  // With a passkey alone there is no authenticator whose code could be tried.
  if (!(await readTwoFactor(tx, userId))) return noProof();
  const shown = await takeSecondFactorAndTell(deps, tx, { ...owner, use: 'desk', about }, code);
  if (isRefused(shown)) return shown;
  await strengthen(deps, tx, owner, shown);
  return undefined;
}

export const noProof = (): Refused =>
  refuse(
    'SECOND_FACTOR_REQUIRED',
    'Confirm it with a code from your authenticator app or with your passkey.',
  );

/** Whether this session has opened it for reading, and the time for that is not over. */
export async function isOpen(
  { clock }: Pick<Deps, 'clock'>,
  reader: Reader,
  { sessionId }: Owner,
  act: DeskAct,
): Promise<boolean> {
  const proof = await reader
    .selectFrom('proofs')
    .select('about')
    .where('session_id', '=', sessionId)
    .where('about', '=', fingerprintOf(act))
    .where('expires_at', '>', clock.sql)
    .executeTakeFirst();
  return proof !== undefined;
}

/** Lets this session read it for a while, with a fresh proof for that alone (READ-08). The account is locked. */
export async function openWith(
  deps: Deps,
  tx: Tx,
  officer: Owner,
  proof: { readonly act: DeskAct; readonly otp: string },
): Promise<Refused | undefined> {
  const unproved = await takeDeskProof(deps, tx, officer, proof);
  if (unproved) return unproved;
  const expires_at = deps.clock.sqlIn(SENSITIVE_OPEN_SECONDS);
  await tx
    .insertInto('proofs')
    .values({
      session_id: officer.sessionId,
      user_id: officer.userId,
      about: fingerprintOf(proof.act),
      expires_at,
    })
    .onConflict((row) => row.columns(['session_id', 'about']).doUpdateSet({ expires_at }))
    .execute();
  return undefined;
}
