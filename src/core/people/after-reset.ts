import { RECOVERY_HOLD_HOURS, SECURITY_HOLD_HOURS } from './hold-hours.ts';

const HOUR_MS = 3_600_000;

const CONDITION = `a passkey, a device you used before or, with ${RECOVERY_HOLD_HOURS} hours of waiting, an identity check`;

/** When withdrawals open after a reset of the password by email, and what confirms one then (READ-14). */
export const OPEN_AFTER_RESET = `Withdrawals open ${SECURITY_HOLD_HOURS} hours later, and where one asks for a code by email, only after you have also shown ${CONDITION}.`;

/** The same of a reset that was made, or is about to be. */
export const HELD_AFTER_RESET = `withdrawals are held for ${SECURITY_HOLD_HOURS} hours, and where one asks for a code by email, until you have also shown ${CONDITION}.`;

interface Held {
  /** When withdrawals open without the check; undefined: they are not held. Milliseconds since the epoch. */
  readonly opens: number | undefined;
  readonly now: number;
  /** A moment in words. */
  readonly at: (moment: number) => string;
}

/** What an identity check in place of another factor does to withdrawals, before it is begun (READ-14). */
export function checkHoldText({ opens, now, at }: Held): string {
  const after = at(now + RECOVERY_HOLD_HOURS * HOUR_MS);
  const without =
    opens !== undefined && opens > now
      ? `Without the check they open on ${at(opens)}`
      : 'Without the check they are not held';
  return `Once the check is passed, withdrawals are held for ${RECOVERY_HOLD_HOURS} hours: passed now, they open on ${after}. ${without}, but no code by email confirms one until a passkey or a device you used before was shown.`;
}

/** Which devices count as used before, in the words of the rule, and whether this one does; undefined: not known. */
export function usedBeforeText(thisCounts: boolean | undefined): string {
  const rule =
    'Sign in with the new password on a device that you used before: one on which you first signed in at least seven days before the reset.';
  if (thisCounts === undefined) return rule;
  return thisCounts
    ? `${rule} This device is one of them: sign out, and sign in on it again.`
    : `${rule} This device is not one of them.`;
}
