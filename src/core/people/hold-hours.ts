import type { HoldReason } from '#core/contract/account/security.ts';

/** After a change that may not have been the customer's (BEY-14). */
export const SECURITY_HOLD_HOURS = 24;
/** After an identity check stood for another factor: its owner has longer to say otherwise (HARD-22, READ-14). */
export const RECOVERY_HOLD_HOURS = 72;

/** For how many hours withdrawals are held because of `reason`. */
export const hoursFor = (reason: HoldReason): number =>
  reason === 'recovery' || reason === 'identity' ? RECOVERY_HOLD_HOURS : SECURITY_HOLD_HOURS;
