import {
  type PasskeyUse,
  passkeyProofChallenge,
  showPasskey,
} from '#core/contract/account/passkeys.ts';
import type { Transfer } from '#core/contract/money/transfer.ts';
import type { DeskAct } from '#core/contract/staff/desk-act.ts';
import { answerWithPasskey, hasPasskeys } from '#platform/device/authenticator.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';

/** A new challenge is requested before the old one expires. */
const RENEWED_MS = 240_000;

/**
 * Prepares a passkey as a replacement for a code, so that a press opens the browser's dialog at once.
 * Undefined if the account has no passkey or the browser cannot use one. The press passes the resulting token
 * to `onCode`, and resolves with what that returns, or with the reason why there is no token.
 */
export async function passkeyInstead(
  use: PasskeyUse,
  onCode: (code: string) => Promise<string | undefined> | undefined,
  /** With the uses `transfer` and `desk`: what the passkey signs, and what it is good for alone (KEEP-15, READ-08). */
  signed: { readonly transfer?: Transfer; readonly act?: DeskAct } = {},
): Promise<(() => Promise<string | undefined>) | undefined> {
  if (!hasPasskeys()) return undefined;
  const challenge = () => call(passkeyProofChallenge, { use, ...signed });
  const first = await challenge();
  if (!first.ok || first.value.data.known.length === 0) return undefined;
  let ready: typeof first | undefined = first;
  const since = Date.now();
  return async () => {
    // A challenge can be used once.
    const isFresh = Date.now() - since < RENEWED_MS;
    const asked = (isFresh && ready) || (await challenge());
    ready = undefined;
    const failed = 'The passkey could not be checked. Please try again.';
    if (!asked.ok) return failureText(asked.failure, failed);
    const answer = await answerWithPasskey(asked.value.data);
    if (answer === 'failed') return 'Your browser could not ask for a passkey. Please try again.';
    if (typeof answer === 'string') return 'No passkey was used.';
    const outcome = await call(showPasskey, { use, credential: answer });
    return outcome.ok ? onCode(outcome.value.data.otp) : failureText(outcome.failure, failed);
  };
}
