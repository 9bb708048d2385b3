import type { passkeyProofChallenge } from '#core/contract/account/passkeys.ts';
import type { ParsedRequestOf } from '#core/contract/endpoint.ts';
import { type Handlers, signedIn } from '#server/api/handling/handler.ts';
import { placeOfCaller } from '#server/api/market/visitor.ts';
import type { Deps } from '#server/deps.ts';
import { limit, limitAddress } from '#server/platform/rate-limit.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import {
  issueChallenge,
  passkeyIdsFor,
  relyingParty,
  userHandle,
} from '#server/services/access/credentials/passkeys.ts';
import { countingSecondFactor } from '#server/services/access/credentials/second-factor-limit.ts';
import { logInWithPasskey } from '#server/services/access/sessions/passkey-log-in.ts';
import {
  beginPasskey,
  keepPasskey,
  type PasskeyProof,
  removePasskey,
  renamePasskey,
} from '#server/services/customers/account/passkey-changes.ts';
import { showPasskey } from '#server/services/customers/account/show-passkey.ts';
import { readFingerprint } from '#server/services/money-out/withdrawals/transfer-confirmation.ts';
import { fingerprintOf } from '#server/services/staff/desk/desk-proof.ts';

/** A passkey cannot be guessed: the limit only bounds the work that a session can cause. */
const limitPasskeys = (deps: Deps, { userId }: Owner): Promise<Refused | undefined> =>
  limit(deps, { key: `passkey:${userId}`, attempts: 60, windowSeconds: 3600 });

/** Runs the work within the limits of passkeys and, with a code, of codes. */
async function counted<T>(
  deps: Deps,
  owner: Owner,
  { otp }: PasskeyProof,
  work: () => Promise<T | Refused>,
): Promise<T | Refused> {
  return (await limitPasskeys(deps, owner)) ?? countingSecondFactor(deps, owner.userId, otp, work);
}

type ProofRequest = ParsedRequestOf<typeof passkeyProofChallenge>;

/** The fingerprint that a passkey signs: of a transfer, or of what an officer does. */
function aboutOf(
  deps: Deps,
  { userId }: Owner,
  { use, transfer, act }: ProofRequest,
): Promise<string | Refused> | string | Refused {
  switch (use) {
    case 'transfer':
      return readFingerprint(deps, userId, transfer);
    case 'desk':
      return act ? fingerprintOf(act) : refuse('INVALID_INPUT', 'There is nothing to confirm.');
    case 'withdrawal':
    case 'security':
      return '';
  }
}

export const passkeyHandlers = {
  addPasskey: async (call, { credential }) => {
    const { deps } = call;
    const owner = signedIn(call);
    const data = (await limitPasskeys(deps, owner)) ?? (await keepPasskey(deps, owner, credential));
    return isRefused(data) ? data : { status: 'success', message: 'Your passkey was added', data };
  },

  passkeyAddChallenge: async (call, proof) => {
    const { deps } = call;
    const owner = signedIn(call);
    const begun = await counted(deps, owner, proof, () => beginPasskey(deps, owner, proof));
    if (isRefused(begun)) return begun;
    const about = { rpId: relyingParty(deps), userHandle: userHandle(owner.userId) };
    return { status: 'success', data: { ...begun, ...about } };
  },

  passkeyProofChallenge: async (call, { use, transfer, act }) => {
    const { deps } = call;
    const owner = signedIn(call);
    const limited = await limitPasskeys(deps, owner);
    if (limited) return limited;
    const about = await aboutOf(deps, owner, { use, transfer, act });
    if (isRefused(about)) return about;
    const known = await passkeyIdsFor(deps, owner.userId, use);
    const challenge = await issueChallenge(deps, deps.db, use, owner, about);
    return { status: 'success', data: { challenge, rpId: relyingParty(deps), known } };
  },

  passkeySignIn: async (call, request) =>
    (await limitAddress(call.deps, call.ip)) ??
    logInWithPasskey(call.deps, request, {
      place: (await placeOfCaller(call)).countryName,
      nonce: call.nonce,
    }),

  passkeySignInChallenge: async ({ deps, ip }) => {
    const limited = await limitAddress(deps, ip);
    if (limited) return limited;
    const challenge = await issueChallenge(deps, deps.db, 'sign-in', undefined);
    return { status: 'success', data: { challenge, rpId: relyingParty(deps) } };
  },

  removePasskey: async (call, request) => {
    const { deps } = call;
    const owner = signedIn(call);
    const refused = await counted(deps, owner, request, () => removePasskey(deps, owner, request));
    return refused ?? { status: 'success', message: 'Your passkey was removed' };
  },

  renamePasskey: async (call, request) => {
    const { deps } = call;
    const owner = signedIn(call);
    const refused = await counted(deps, owner, request, () => renamePasskey(deps, owner, request));
    return refused ?? { status: 'success', message: 'Your passkey was renamed' };
  },

  showPasskey: async (call, request) => {
    const { deps } = call;
    const owner = signedIn(call);
    const otp = (await limitPasskeys(deps, owner)) ?? (await showPasskey(deps, owner, request));
    return isRefused(otp) ? otp : { status: 'success', data: { otp } };
  },
} satisfies Partial<Handlers>;
