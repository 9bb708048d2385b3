/** The ways into an account beside its password. */
export interface WaysIn {
  /** When each passkey was added. */
  readonly passkeys: readonly string[];
  readonly twoFactor: boolean;
}

const listed = (days: readonly string[]): string =>
  days.length < 2 ? days.join('') : `${days.slice(0, -1).join('; ')} and ${days.at(-1)}`;

/**
 * What signs in after the password was changed (HARD-64), for mails and pages; what there is none of is not told.
 * Passkeys are told by the day they were added: their names may be a thief's words. `dayOf`: the day of an instant,
 * as its reader counts days.
 */
export function waysInText(
  { passkeys, twoFactor }: WaysIn,
  dayOf: (instant: string) => string,
): string {
  if (passkeys.length === 0) {
    return twoFactor
      ? 'Only your new password signs in to your account, together with a code from your authenticator app or a recovery code.'
      : 'Only your new password signs in to your account.';
  }
  const days = listed(passkeys.map(dayOf));
  return [
    passkeys.length === 1
      ? `Besides the new password, one passkey signs you in. It was added on ${days}.`
      : `Besides the new password, ${passkeys.length} passkeys sign you in. They were added on ${days}.`,
    ...(twoFactor
      ? ['With the password, a code from your authenticator app or a recovery code is needed.']
      : []),
    'Look at Security, and remove what you do not know.',
  ].join(' ');
}

/** The same for an account of staff, whose password alone opens nothing (HARD-65). */
export const STAFF_WAYS_IN =
  'The password alone opens nothing: your authenticator app or a passkey is needed too, or the operator’s code if you have neither.';

/** What is told where ways in were removed because they were new. */
export const PASSKEYS_REMOVED =
  'Passkeys added in the last seven days, or since you last signed in on a device known before, were removed. If one was yours, add it again.';

export const FACTOR_REMOVED =
  'Two-factor authentication, which was turned on lately from a new device, was turned off again. If it was yours, turn it on again.';
