import type { getSecurity as endpoint } from '#core/contract/security.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { pendingEmailChange } from '#server/services/account/change-email.ts';
import {
  recoveryCodesLeft,
  recoveryCodeUsedAt,
} from '#server/services/credentials/second-factor.ts';
import { listSessions } from '#server/services/sessions/session-list.ts';
import { findUser } from '#server/services/users/users.ts';
import { holdOf, isQuiet } from '#server/services/withdrawals/security-hold.ts';

export const getSecurity: Handler<typeof endpoint> = async (call) => {
  const { db, clock } = call.deps;
  const { userId, sessionId } = signedIn(call);
  const user = await findUser(db, userId);
  if (!user) return notFound();
  return {
    status: 'success',
    data: {
      email: user.email,
      emailChange: await pendingEmailChange(call.deps, userId, call.device),
      twoFactor: user.two_factor,
      twoFactorSince: user.two_factor_since?.toISOString() ?? null,
      recoveryCodesLeft: await recoveryCodesLeft(db, userId),
      recoveryCodeUsedAt: (await recoveryCodeUsedAt(db, userId))?.toISOString() ?? null,
      antiPhishingCode: user.anti_phishing_code,
      sessions: await listSessions(db, clock, { userId, sessionId }),
      withdrawalHold: holdOf(user, call.now),
      turningOnHolds: !(await isQuiet(db, clock, user)),
    },
  };
};
