import type { WithdrawalHold } from '#core/contract/account/security.ts';
import { hoursFor } from '#core/people/hold-hours.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { WITHDRAWALS_FROZEN } from '#core/words/way-out.ts';

const reasons: Readonly<Record<WithdrawalHold['reason'], string>> = {
  'password-reset': 'your password was reset',
  'two-factor': 'your two-factor authentication changed',
  email: 'your email address changed',
  recovery: 'your second factor was removed without its code',
  reported: 'you reported activity that was not yours',
  asked: 'you slowed every way out',
  identity: 'your identity was checked in place of another factor',
};

/** Why and how long withdrawals are held (BEY-14). */
export function holdText({ until, reason }: WithdrawalHold, timeZone: string, now: number): string {
  if (until === null) {
    return `Withdrawals are frozen because ${reasons[reason]}. Reset your password to a new one to open them again.`;
  }
  const left = Date.parse(until) - now;
  const hours = Math.max(1, Math.ceil(left / 3_600_000));
  const open = formatInstant(Date.parse(until), timeZone, now);
  return `Withdrawals are held for ${hoursFor(reason)} hours because ${reasons[reason]}. Yours open again on ${open}, in ${hours === 1 ? 'less than an hour' : `about ${hours} hours`}.`;
}

/** The same in short. */
export const heldText = ({ until }: WithdrawalHold, timeZone: string, now: number): string =>
  until === null
    ? WITHDRAWALS_FROZEN
    : `Withdrawals open again on ${formatInstant(Date.parse(until), timeZone, now)}.`;
