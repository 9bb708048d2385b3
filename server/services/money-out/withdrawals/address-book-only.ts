import type { Selectable } from 'kysely';
import { formatMomentInZone } from '#core/time/date-text.ts';
import { type Home, homeZone } from '#server/adapters/geolocation/home-zone.ts';
import { addressBookOnlyMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { BOOK_ONLY_DELAY_SECONDS } from '#server/policy.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { countingSecondFactor } from '#server/services/access/credentials/second-factor-limit.ts';
import { checkShown, showPassword } from '#server/services/access/credentials/shown-password.ts';
import { refuseMailboxAlone } from '#server/services/customers/users/mailbox-alone.ts';
import { type UserRow, withAccount } from '#server/services/customers/users/users.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { alarmedRecipientOf } from '#server/services/messages/notices/recipients.ts';
import { takeSecondFactorAndTell } from '#server/services/messages/notices/second-factor-shown.ts';
import type { Users } from '#server/store/schema/core-schema.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { familiarityOf, type KnownAddress, savedAt } from './known-addresses.ts';

type Mode = Pick<Selectable<Users>, 'book_only_since' | 'book_only_until'>;

interface To {
  readonly network: string;
  readonly address: string;
  readonly tag: string;
}

/** Since when the mode is on, if it is. */
const sinceOf = ({ book_only_since, book_only_until }: Mode, now: number): Date | undefined =>
  book_only_since && (!book_only_until || book_only_until.getTime() > now)
    ? book_only_since
    : undefined;

/** “Address book only” as its owner sees it; null if it is off (LIVE-08). */
export const bookOnlyOf = (user: Mode, now: number): { readonly until: string | null } | null =>
  sinceOf(user, now) ? { until: user.book_only_until?.toISOString() ?? null } : null;

/**
 * From when the recipient can be sent to; null if it is not saved; undefined if it can be now. `known`: the
 * customer's addresses on its network.
 */
export function closedTo(
  known: readonly KnownAddress[],
  user: Mode,
  to: To,
  now: number,
): { readonly from: string | null } | undefined {
  const since = sinceOf(user, now);
  if (!since) return undefined;
  const saved = savedAt(known, to);
  if (!saved) return { from: null };
  const counts = saved.getTime() + BOOK_ONLY_DELAY_SECONDS * 1000;
  return saved <= since || counts <= now ? undefined : { from: new Date(counts).toISOString() };
}

/** Whether it is saved, but in doubt by whom. */
const isDoubted = (known: readonly KnownAddress[], to: To): boolean =>
  familiarityOf(known, to).label !== undefined;

/** Refuses withdrawals to recipients that are not saved while the mode is on. */
export function checkBookOnly(
  known: readonly KnownAddress[],
  user: Mode & Home,
  to: To,
  now: number,
): Refused | undefined {
  const closed = closedTo(known, user, to, now);
  if (!closed) return undefined;
  const open =
    closed.from === null ? undefined : formatMomentInZone(Date.parse(closed.from), homeZone(user));
  return refuse(
    'RECIPIENT_NOT_SAVED',
    open
      ? `“Address book only” is on, and this recipient was saved less than 24 hours ago. You can send to it from ${open}.`
      : isDoubted(known, to)
        ? '“Address book only” is on, and this recipient was saved shortly before your password was reset or your account frozen. If it is yours, delete it and save it again. Nothing was sent.'
        : '“Address book only” is on, and this recipient is not in your address book. Nothing was sent.',
  );
}

interface Request {
  readonly on: boolean;
  /** Required for leaving the mode. */
  readonly password?: string | undefined;
  readonly otp: string;
}

const tell = async (deps: Deps, tx: Tx, owner: Owner, until?: Date): Promise<void> => {
  const recipient = await alarmedRecipientOf(deps, tx, owner.userId, owner.sessionId);
  await queueMail(deps, tx, addressBookOnlyMail(recipient, until));
};

/** Turns the mode on; if it is on or being left, it stays on, since when it was first turned on. */
const turnOn = (deps: Deps, owner: Owner) =>
  withAccount(deps, owner, async (tx, account) => {
    const on = bookOnlyOf(account, deps.clock.now());
    if (on && on.until === null) return undefined;
    await tx
      .updateTable('users')
      .set({ book_only_until: null, ...(!on && { book_only_since: deps.clock.sql }) })
      .where('id', '=', owner.userId)
      .execute();
    await tell(deps, tx, owner);
    return undefined;
  });

/** Starts the day after which the mode is off; one that has started goes on. */
async function leave(deps: Deps, tx: Tx, owner: Owner, account: UserRow): Promise<void> {
  if (bookOnlyOf(account, deps.clock.now())?.until !== null) return;
  const { book_only_until: until } = await tx
    .updateTable('users')
    .set({ book_only_until: deps.clock.sqlIn(BOOK_ONLY_DELAY_SECONDS) })
    .where('id', '=', owner.userId)
    .returning('book_only_until')
    .executeTakeFirstOrThrow();
  await tell(deps, tx, owner, until ?? undefined);
}

/**
 * Turns “address book only” on, or leaves it a day later, with the password and, if there is one, the second
 * factor (LIVE-08, HARD-21). Returns the reason of a refusal.
 */
export async function setAddressBookOnly(
  deps: Deps,
  owner: Owner,
  request: Request,
): Promise<Refused | undefined> {
  if (request.on) return turnOn(deps, owner);
  const { password, otp } = request;
  const shown = await showPassword(deps, owner, password);
  if (isRefused(shown)) return shown;
  return countingSecondFactor(deps, owner.userId, otp, () =>
    withAccount(deps, owner, async (tx, account) => {
      const wrong =
        checkShown(account, shown) ?? (await refuseMailboxAlone(tx, account, owner.sessionId));
      if (wrong) return wrong;
      const right = account.two_factor && (await takeSecondFactorAndTell(deps, tx, owner, otp));
      if (isRefused(right)) return right;
      await leave(deps, tx, owner, account);
      return undefined;
    }),
  );
}
