import type { WithdrawalHold } from '#core/contract/account/security.ts';
import { waysOutSlowedMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { notFound } from '#server/refusal/refusals.ts';
import type { Refused } from '#server/refusal/refused.ts';
import { withAccount } from '#server/services/customers/users/users.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { alarmedRecipientOf } from '#server/services/messages/notices/recipients.ts';
import { holdWithdrawals, readHold } from '#server/services/money-out/withdrawals/security-hold.ts';

/** The page repeats a press whose answer was lost: within this time it counts as the same one. */
const SAME_MS = 60_000;
const DAY_MS = 24 * 3600_000;

/**
 * Holds everything that leaves the account for 24 hours at the customer's wish (KEEP-17), and tells it by
 * mail and on other devices. A longer hold stays. Returns the hold.
 */
export const slowWaysOut = (deps: Deps, owner: Owner): Promise<WithdrawalHold | Refused> =>
  withAccount(deps, owner, async (tx, { id: userId }) => {
    const now = deps.clock.now();
    const before = await readHold(tx, userId, now);
    const left = Date.parse(before?.until ?? '') - now;
    if (before?.reason === 'asked' && left > DAY_MS - SAME_MS) return before;
    await holdWithdrawals(tx, deps.clock, userId, 'asked');
    const hold = await readHold(tx, userId, now);
    if (!hold) return notFound();
    const until = hold.until === null ? new Date(now + DAY_MS) : new Date(hold.until);
    const recipient = await alarmedRecipientOf(deps, tx, userId, owner.sessionId);
    await queueMail(deps, tx, waysOutSlowedMail(recipient, until));
    await notify(deps, tx, userId, {
      popup: 'Every way out of your account is slowed for 24 hours.',
      page: '/profile/security',
      alarm: true,
      bySession: owner.sessionId,
    });
    return hold;
  });
