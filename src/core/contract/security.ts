import * as v from 'valibot';
import { instant } from './schemas.ts';

/** Why withdrawals are held (BEY-14); `reported`: the customer said “this wasn't me” (BEY-13). */
const holdReasons = ['password-reset', 'two-factor', 'email', 'reported'] as const;
export type HoldReason = (typeof holdReasons)[number];

/** Withdrawals are held. `until` is null while only a password reset can end it. */
export const withdrawalHold = v.object({
  until: v.nullable(instant),
  reason: v.picklist(holdReasons),
});
export type WithdrawalHold = v.InferOutput<typeof withdrawalHold>;
