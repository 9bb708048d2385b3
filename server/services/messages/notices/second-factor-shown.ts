import { recoveryCodeUsedMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import type { Refused } from '#server/refusal/refused.ts';
import {
  recoveryCodesLeft,
  type Shower,
  type ShownFactor,
  takeSecondFactor,
} from '#server/services/access/credentials/second-factor.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { queueMail } from './outbox.ts';
import { alarmedRecipientOf } from './recipients.ts';

/**
 * Takes a code like `takeSecondFactor`. A used recovery code is reported by mail (HARD-47): the owner may
 * have lost the phone, or somebody else may have found the codes.
 */
export async function takeSecondFactorAndTell(
  deps: Deps,
  tx: Tx,
  {
    userId,
    sessionId,
    use = 'security',
    about = '',
  }: Omit<Shower, 'use'> & Partial<Pick<Shower, 'use'>>,
  code: string,
): Promise<ShownFactor | Refused> {
  const shown = await takeSecondFactor(deps, tx, { userId, sessionId, use, about }, code);
  if (shown === 'recovery-code') {
    const recipient = await alarmedRecipientOf(deps, tx, userId, sessionId);
    await queueMail(deps, tx, recoveryCodeUsedMail(recipient, await recoveryCodesLeft(tx, userId)));
  }
  return shown;
}
