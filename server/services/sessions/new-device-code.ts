import { newDeviceCodeMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { tooMany } from '#server/refusal/refusals.ts';
import { keeping, type Refused, refuse } from '#server/refusal/refused.ts';
import { codeRefused } from '#server/services/credentials/code-refusal.ts';
import {
  codePurposes,
  codeUntil,
  issueCode,
  STRANGER,
  tryCode,
} from '#server/services/credentials/email-codes.ts';
import { queueMail } from '#server/services/notices/outbox.ts';
import { alarmedRecipientOf } from '#server/services/notices/recipients.ts';
import { isEuCustomer, type UserRow } from '#server/services/users/users.ts';
import type { Tx } from '#server/store/schema.ts';
import { deviceName } from './device-name.ts';
import { knowsDevice } from './known-devices.ts';
import type { Device } from './sessions.ts';

interface SignIn {
  readonly device: Device;
  /** The random number of the browser. */
  readonly deviceId: string | undefined;
  /** The code that was typed, or empty. */
  readonly code: string;
  /** Asks for another code, though the one before may still count. */
  readonly again: boolean;
}

/**
 * What a customer of the Union shows beside the password on a device that the account does not know (KEEP-15):
 * a code mailed for this sign-in, which counts in this browser. Undefined where none is needed, or it is right.
 * Somebody with a second factor is asked for that on every device.
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
      codeRefused('Invalid code', trial, 'Somebody signed in with it.', { mailed: true }),
    );
  }
  if (!again && (await codeUntil(tx, deps.clock, what))) {
    return asked('This device is new. Enter the code that we mailed you.');
  }
  // Whoever asks knows the password; a new one gives its owner an allowance of their own.
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
        ? 'Another code is on its way. The one before no longer counts.'
        : 'This device is new. Enter the code that we mailed you.',
    ),
  );
}

const asked = (message: string): Refused =>
  refuse('SECOND_FACTOR_REQUIRED', message, { mailed: true });
