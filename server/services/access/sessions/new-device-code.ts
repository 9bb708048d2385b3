import { INVALID_CODE, ONE_BEFORE_ENDS } from '#core/words/codes.ts';
import { newDeviceCodeMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { tooMany } from '#server/refusal/refusals.ts';
import { keeping, type Refused, refuse } from '#server/refusal/refused.ts';
import { codeRefused } from '#server/services/access/credentials/code-refusal.ts';
import {
  codePurposes,
  codeUntil,
  issueCode,
  STRANGER,
  tryCode,
} from '#server/services/access/credentials/email-codes.ts';
import { isEuCustomer, type UserRow } from '#server/services/customers/users/users.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { alarmedRecipientOf } from '#server/services/messages/notices/recipients.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { deviceName } from './device-name.ts';
import { knowsDevice } from './known-devices.ts';
import type { Device } from './sessions.ts';

interface SignIn {
  readonly device: Device;
  /** The random number that identifies the browser. */
  readonly deviceId: string | undefined;
  /** The typed code, or empty. */
  readonly code: string;
  /** Whether another code is wanted although the previous one may still be valid. */
  readonly again: boolean;
}

/**
 * The mailed code that customers in the Union enter beside the password on an unknown device (KEEP-15); it is
 * valid for this sign-in in this browser. Undefined if none is needed, or if the code is right. Customers
 * with a second factor need that on every device instead.
 */
export async function checkNewDevice(
  deps: Deps,
  tx: Tx,
  user: UserRow,
  { device, deviceId, code, again }: SignIn,
): Promise<Refused | undefined> {
  if (user.two_factor || !isEuCustomer(user)) return undefined;
  if (await knowsDevice(deps, tx, user.id, deviceId)) return undefined;
  const what = { email: user.email, purpose: codePurposes.newDevice, device: deviceId };
  if (code !== '' && !again) {
    const trial = await tryCode(tx, deps.clock, what, code);
    if (trial.kind === 'right') return undefined;
    return keeping(
      codeRefused(INVALID_CODE, trial, 'Somebody signed in with it.', { mailed: true }),
    );
  }
  if (!again && (await codeUntil(tx, deps.clock, what))) {
    return asked('This device is new. Enter the code that we mailed you.');
  }
  // Unknown browsers share the address's allowance. Whoever uses it up knows the password, and a new password
  // gives the owner a new allowance.
  const made = await issueCode(deps, tx, what, STRANGER);
  if (made.kind === 'wait') {
    return tooMany(made.seconds, { codeCounts: made.codeCounts });
  }
  const about = { device: deviceName(device.info), place: device.place };
  await queueMail(
    deps,
    tx,
    newDeviceCodeMail(await alarmedRecipientOf(deps, tx, user.id), made, about),
  );
  return keeping(
    asked(
      again
        ? `Another code is on its way. ${ONE_BEFORE_ENDS}`
        : 'This device is new. Enter the code that we mailed you.',
    ),
  );
}

const asked = (message: string): Refused =>
  refuse('SECOND_FACTOR_REQUIRED', message, { mailed: true });
