import { createHash, randomUUID } from 'node:crypto';
import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { newDeviceMail } from '#server/adapters/mail/texts.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Deps } from '#server/deps.ts';
import { REPORT_LINK_DAYS } from '#server/policy.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { alarmedRecipientOf } from '#server/services/messages/notices/recipients.ts';
import type { Reader, Schema, Tx } from '#server/store/schema/schema.ts';
import { deviceName } from './device-name.ts';
import type { Device } from './sessions.ts';

/** A device not used for longer counts as new again. */
const REMEMBERED_SECONDS = 400 * 24 * 3600;

/**
 * A device that was new counts as known once its first sign-in can no longer be reported by the link of the
 * mail about it: a thief who signs in twice on a device of theirs has none that the account knew before
 * (HARD-64).
 */
const SETTLED_SECONDS = REPORT_LINK_DAYS * 24 * 3600;

/** Hashed with the account, so that the table does not reveal which accounts share a device. */
const hashOf = (userId: string, deviceId: string): string =>
  createHash('sha256').update(`${userId}\n${deviceId}`).digest('base64url');

/** What makes a device one that its account knows. */
const settled =
  (clock: Clock) =>
  (row: ExpressionBuilder<Schema, 'known_devices'>): Expression<SqlBool>[] => [
    row('trusted_at', 'is not', null),
    row('met_at', 'is', null),
    row('met_at', '<=', clock.sqlIn(-SETTLED_SECONDS)),
  ];

/** Whether an account is old enough that the devices it was used on may have been forgotten. */
async function mayHaveForgotten(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  userId: string,
): Promise<boolean> {
  const old = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('created_at', '<=', clock.sqlIn(-REMEMBERED_SECONDS))
    .executeTakeFirst();
  return old !== undefined;
}

/** What the device of a sign-in is to its account. */
interface Met {
  /** The owner should be told of it. */
  readonly tells: boolean;
  /** The account knew it before this sign-in, or it is the account's first. */
  readonly known: boolean;
  /** When it was first met; undefined: just now. */
  readonly metAt: Date | undefined;
}

/** The most devices that an account remembers: whoever has a password can sign in on any number of new ones. */
const MOST_DEVICES = 100;

/** Forgets the devices beyond that number: none that the account knows beyond doubt before one that it does not. */
const forgetBeyondMost = (clock: Clock, tx: Tx, userId: string): Promise<unknown> =>
  tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('device_hash', 'in', (row) =>
      row
        .selectFrom('known_devices')
        .where('user_id', '=', userId)
        .orderBy((one) => one.or(settled(clock)(one)), 'desc')
        .orderBy('expires_at', 'desc')
        .offset(MOST_DEVICES)
        .select('device_hash'),
    )
    .execute();

/**
 * Remembers the device of a sign-in. Its owner is told if the account knows other devices, or was not used for
 * so long that all were forgotten. The first device of an account is not told. A device that does not
 * identify itself counts as new.
 */
export async function meetDevice(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  userId: string,
  deviceId: string | undefined,
): Promise<Met> {
  const { clock } = deps;
  const met = await tx
    .selectFrom('known_devices')
    .where('user_id', '=', userId)
    .where('expires_at', '>', clock.sql)
    .select(['device_hash', 'met_at'])
    .select((row) => row.or(settled(clock)(row)).as('settled'))
    .execute();
  const hash = deviceId && hashOf(userId, deviceId);
  const before = met.find(({ device_hash }) => device_hash === hash);
  const isFirst = met.length === 0 && !(await mayHaveForgotten(deps, tx, userId));
  const known = hash !== undefined && hash !== '' && (isFirst || before?.settled === true);
  if (hash) {
    const expires_at = clock.sqlIn(REMEMBERED_SECONDS);
    const again = { expires_at, ...(known && { trusted_at: clock.sql }) };
    await tx
      .insertInto('known_devices')
      .values({ user_id: userId, device_hash: hash, met_at: clock.sql, ...again })
      .onConflict((row) => row.columns(['user_id', 'device_hash']).doUpdateSet(again))
      .execute();
    await forgetBeyondMost(clock, tx, userId);
  }
  const metAt = before && (before.met_at ?? new Date(0));
  return { tells: !before && !isFirst, known, metAt };
}

/** The last sign-in on a device that the account knew before it; undefined if there was none. */
export async function lastKnownSignIn(reader: Reader, userId: string): Promise<Date | undefined> {
  const { at } = await reader
    .selectFrom('known_devices')
    .where('user_id', '=', userId)
    .select((row) => row.fn.max('trusted_at').as('at'))
    .executeTakeFirstOrThrow();
  return at ?? undefined;
}

/** Whether an account knows a device beyond doubt, and not only was signed in on it lately. */
export async function trustsDevice(
  { clock }: Pick<Deps, 'clock'>,
  reader: Reader,
  userId: string,
  deviceId: string | undefined,
): Promise<boolean> {
  if (!deviceId) return false;
  const known = await reader
    .selectFrom('known_devices')
    .select('device_hash')
    .where('user_id', '=', userId)
    .where('device_hash', '=', hashOf(userId, deviceId))
    .where('expires_at', '>', clock.sql)
    .where((row) => row.or(settled(clock)(row)))
    .executeTakeFirst();
  return known !== undefined;
}

/**
 * Whether a sign-in with the password on a device is one on a device from before a reset by mail (READ-14), as an SQL
 * expression about rows of `users`. A reset forgets devices met in the days before it, so one of these never is.
 */
export const isFromBefore = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  deviceId: string | undefined,
): RawBuilder<boolean> =>
  sql<boolean>`exists (${db
    .selectFrom('known_devices')
    .select('device_hash')
    .where('user_id', '=', userId)
    .where('device_hash', '=', hashOf(userId, deviceId ?? ''))
    .where('expires_at', '>', clock.sql)
    .where((row) => row.or(settled(clock)(row)))
    .where(sql<boolean>`(met_at is null or met_at < users.password_mailed_at)`)})`;

/** Whether an account was used on a device. Does the same for nobody's account and for no device. */
export async function knowsDevice(
  { clock }: Pick<Deps, 'clock'>,
  reader: Reader,
  userId: string | undefined,
  deviceId: string | undefined,
): Promise<boolean> {
  const known = await reader
    .selectFrom('known_devices')
    .select('device_hash')
    .where('user_id', '=', userId ?? '')
    .where('device_hash', '=', hashOf(userId ?? '', deviceId ?? ''))
    .where('expires_at', '>', clock.sql)
    .executeTakeFirst();
  return known !== undefined;
}

/** The device of a sign-in is met a moment before its session and its mail are written. */
const BEFORE_SECONDS = 60;

/**
 * Devices met since a moment are new again, and their next sign-in is told; those that were known by then stay,
 * but for what was met within the days of a report link. If the account knew no
 * device at all, its next one would count as its first and would not be told. So a device that does not
 * exist is added.
 */
export async function forgetDevices(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  userId: string,
  since: Date,
): Promise<void> {
  await tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('met_at', '>=', new Date(since.getTime() - BEFORE_SECONDS * 1000))
    .where((row) =>
      row.or([
        row('trusted_at', 'is', null),
        row('met_at', '>=', clock.sqlIn(-SETTLED_SECONDS - BEFORE_SECONDS)),
      ]),
    )
    .execute();
  await tx
    .insertInto('known_devices')
    .values({
      user_id: userId,
      device_hash: hashOf(userId, randomUUID()),
      expires_at: clock.sqlIn(REMEMBERED_SECONDS),
    })
    .execute();
}

/** `sessionId`: the session opened on it; whoever holds that device need not be told. */
export async function tellNewDevice(
  deps: Deps,
  tx: Tx,
  userId: string,
  { sessionId, device }: { readonly sessionId: string; readonly device: Device },
): Promise<void> {
  const signIn = { device: deviceName(device.info), place: device.place, at: deps.clock.now() };
  await queueMail(deps, tx, newDeviceMail(await alarmedRecipientOf(deps, tx, userId), signIn));
  await notify(deps, tx, userId, {
    event: 'loginEvents',
    popup: 'A new device signed in to your account.',
    page: '/profile/security',
    alarm: true,
    bySession: sessionId,
  });
}
