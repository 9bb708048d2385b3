import { type PasskeyUse, passkeyProofChallenge, showPasskey } from '#core/contract/passkeys.ts';
import type { Transfer } from '#core/contract/transfer.ts';
import { answerWithPasskey, hasPasskeys } from '#platform/passkeys.ts';
import { call } from './call.ts';
import { failureText } from './failure-text.ts';

/** Before the challenge expires, another takes its place. */
const RENEWED_MS = 240_000;

/**
 * Prepares to ask for a passkey in place of a code, so that a press asks at once; undefined where the
 * account has none, or the browser. What the press does gives `onCode` what counts as the code, and
 * resolves with what it gives back or with why there is nothing.
 */
export async function passkeyInstead(
  use: PasskeyUse,
  onCode: (code: string) => Promise<string | undefined> | undefined,
  /** With the use `transfer`: what the passkey is to sign (KEEP-15). */
  transfer?: Transfer,
): Promise<(() => Promise<string | undefined>) | undefined> {
  if (!hasPasskeys()) return undefined;
  const challenge = () => call(passkeyProofChallenge, { use, ...(transfer && { transfer }) });
  const first = await challenge();
  if (!first.ok || first.value.data.known.length === 0) return undefined;
  let ready: typeof first | undefined = first;
  const since = Date.now();
  return async () => {
    // A challenge counts once.
    const isFresh = Date.now() - since < RENEWED_MS;
    const asked = (isFresh && ready) || (await challenge());
    ready = undefined;
    const failed = 'The passkey could not be checked. Please try again.';
    if (!asked.ok) return failureText(asked.failure, failed);
    const answer = await answerWithPasskey(asked.value.data);
    if (typeof answer === 'string') return 'No passkey was used.';
    const outcome = await call(showPasskey, { use, credential: answer });
    return outcome.ok ? onCode(outcome.value.data.otp) : failureText(outcome.failure, failed);
  };
}
