import type { User } from '#core/contract/account/session.ts';
import type { Deps } from '#server/deps.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import type { ShownFactor } from '#server/services/access/credentials/second-factor.ts';
import { markPassword } from '#server/services/customers/users/mailbox-alone.ts';
import type { UserRow } from '#server/services/customers/users/users.ts';
import { record } from '#server/services/staff/audit/record.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { deviceName } from './device-name.ts';
import { meetDevice, tellNewDevice } from './known-devices.ts';
import { type Device, openSession, type TokenPair } from './sessions.ts';

/**
 * The account's owner reported activity that was not theirs: somebody else may know the password (HARD-46).
 * The mailbox opens a customer's account again, and only the operator one of staff (HARD-65).
 */
export const frozen = ({ role }: Pick<UserRow, 'role'>): Refused =>
  refuse(
    'ACCOUNT_FROZEN',
    role === 'user'
      ? 'This account is frozen, because you reported activity that was not yours. Reset your password to a new one to sign in.'
      : 'This account is frozen, because you reported activity that was not yours. Ask the operator of the server to open it: an email cannot.',
  );

/**
 * The books are an older copy: the password or passkey may be one that the customer has changed since (HARD-82).
 */
export const restored = ({ role }: Pick<UserRow, 'role'>): Refused =>
  refuse(
    'ACCOUNT_FROZEN',
    role === 'user'
      ? 'Our records were restored from an earlier copy, so what you changed shortly before may be missing. Choose “Forgot password?” and set a new password to sign in.'
      : 'The records were restored from an earlier copy. The operator has to let you in again (npm run admin -- trust).',
  );

/**
 * The account in the format of its owner's device. For staff a passkey counts as two-factor authentication;
 * customers are asked for a code only if that is on.
 */
export const userAnswer = (row: UserRow, hasPasskey: boolean): User => ({
  id: row.id,
  email: row.email,
  first_name: row.first_name,
  last_name: row.last_name,
  dob: row.dob,
  address: row.address,
  city: row.city,
  state: row.state,
  postal: row.postal,
  currency_code: row.currency_code,
  country_code: row.country_code,
  phone: row.phone,
  role: row.role,
  is2FA: row.two_factor || (row.role !== 'user' && hasPasskey) ? 1 : 0,
});

interface SignIn {
  readonly sessionId: string;
  /** The nonce of the sign-in's envelope. */
  readonly nonce: string;
  readonly device: Device;
  /** The random number that identifies the browser. */
  readonly deviceId: string | undefined;
  /** Whether the password was shown, and not only a passkey. */
  readonly byPassword: boolean;
  /** The second factor that was shown; undefined: none. */
  readonly secondFactor: ShownFactor | undefined;
  /** Whether the operator's code was shown, with which staff set up their first factor (HARD-65). */
  readonly enrols?: boolean;
}

/** Opens the session of an authenticated customer, and notifies them of a new device. */
export async function openFor(
  deps: Deps,
  tx: Tx,
  { id: userId, role, password_mailed_at: mailedAt }: UserRow,
  { sessionId, nonce, device, deviceId, byPassword, secondFactor, enrols = false }: SignIn,
): Promise<TokenPair> {
  const { tells, known, metAt } = await meetDevice(deps, tx, userId, deviceId);
  // Whoever has the password has something else, too, that is older than the reset (READ-14).
  const isFromBefore = mailedAt !== null && known && metAt !== undefined && metAt < mailedAt;
  if (mailedAt !== null && byPassword && (secondFactor !== undefined || isFromBefore)) {
    await markPassword(deps, tx, userId, 'more');
  }
  if (tells) await tellNewDevice(deps, tx, userId, { sessionId, device });
  if (role !== 'user') {
    const { info, place } = device;
    const shown = { second_factor: secondFactor !== undefined, ...(enrols && { enrolment: true }) };
    const detail = { device: deviceName(info), place, ...shown };
    await record(tx, deps, { actor: userId, action: 'signed in', detail });
  }
  const onKnownDevice = known;
  const opening = { id: sessionId, nonce, onKnownDevice, enrols, secondFactor };
  return openSession(deps, tx, userId, device, opening);
}
