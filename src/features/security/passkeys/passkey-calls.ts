import { brand } from '#core/brand.ts';
import {
  addPasskey,
  passkeyAddChallenge,
  removePasskey,
  renamePasskey,
} from '#core/contract/account/passkeys.ts';
import { failed, type Step } from '#features/security/security-calls.ts';
import { makeAccountPasskey } from '#platform/device/authenticator.ts';
import type { NoPasskey } from '#platform/device/passkey-turn.ts';
import { call } from '#transport/calls/call.ts';
import { session } from '#transport/session/session.ts';

/** The password, or the second factor if there is one. */
export interface PasskeyProof {
  readonly password: string;
  readonly otp: string;
}

/** Empty fields are left out. */
const given = ({ password, otp }: PasskeyProof) => ({
  ...(password && { password }),
  ...(otp && { otp }),
});

function notMade(cause: NoPasskey): string {
  switch (cause) {
    case 'known':
      return 'A passkey of this account is there already.';
    case 'refused':
    case 'stopped':
      return 'No passkey was made. Try again when you are ready.';
    case 'failed':
      return 'Your browser could not make a passkey. Please try again, or reload the page.';
  }
}

/** Makes a passkey on this device, or on another one that the customer chooses; returns its name. */
export async function makeAndAdd(proof: PasskeyProof): Promise<Step<string>> {
  const failure = 'The passkey could not be added';
  const asked = await call(passkeyAddChallenge, given(proof));
  if (!asked.ok) return failed(asked.failure, failure);
  const { rpId, ...about } = asked.value.data;
  const made = await makeAccountPasskey({
    ...about,
    rp: { id: rpId, name: brand.name },
    name: session.user?.email ?? brand.name,
  });
  if (typeof made === 'string') return { ok: false, text: notMade(made), refused: undefined };
  const outcome = await call(addPasskey, { credential: made });
  return outcome.ok
    ? { ok: true, value: outcome.value.data.name }
    : failed(outcome.failure, failure);
}

export async function rename(
  id: string,
  name: string,
  proof: PasskeyProof,
): Promise<Step<undefined>> {
  const outcome = await call(renamePasskey, { id, name, ...given(proof) });
  return outcome.ok
    ? { ok: true, value: undefined }
    : failed(outcome.failure, 'The passkey could not be renamed');
}

export async function remove(id: string, proof: PasskeyProof): Promise<Step<undefined>> {
  const outcome = await call(removePasskey, { id, ...given(proof) });
  return outcome.ok
    ? { ok: true, value: undefined }
    : failed(outcome.failure, 'The passkey could not be removed');
}
