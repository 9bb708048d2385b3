import { createHash, randomUUID } from 'node:crypto';
import { newDeviceMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { notify } from '#server/services/notices/notify.ts';
import { queueMail } from '#server/services/notices/outbox.ts';
import { alarmedRecipientOf } from '#server/services/notices/recipients.ts';
import type { Reader, Tx } from '#server/store/schema.ts';
import { deviceName } from './device-name.ts';
import type { Device } from './sessions.ts';

/** A device not used for longer counts as new again. */
const REMEMBERED_SECONDS = 400 * 24 * 3600;

/** Hashed with the account, so that the table does not reveal which accounts share a device. */
const hashOf = (userId: string, deviceId: string): string =>
  createHash('sha256').update(`${userId}\n${deviceId}`).digest('base64url');

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

/**
 * Remembers the device of a sign-in. True if the account's owner should be told of it: the account knows
 * other devices, or was not used for so long that all were forgotten. The first device of an account is
 * not told. A device that does not identify itself counts as new.
 */
export async function meetDevice(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  userId: string,
  deviceId: string | undefined,
): Promise<boolean> {
  const { clock } = deps;
  const known = await tx
    .selectFrom('known_devices')
    .select('device_hash')
    .where('user_id', '=', userId)
    .where('expires_at', '>', clock.sql)
    .execute();
  const hash = deviceId && hashOf(userId, deviceId);
  if (hash) {
    const expires_at = clock.sqlIn(REMEMBERED_SECONDS);
    await tx
      .insertInto('known_devices')
      .values({ user_id: userId, device_hash: hash, met_at: clock.sql, expires_at })
      .onConflict((row) => row.columns(['user_id', 'device_hash']).doUpdateSet({ expires_at }))
      .execute();
  }
  if (known.length === 0) return mayHaveForgotten(deps, tx, userId);
  return !known.some(({ device_hash }) => device_hash === hash);
}

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
 * Devices met since a moment are new again, and their next sign-in is told. If the account knew no
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
  const at = `${new Date(deps.clock.now()).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const signIn = { device: deviceName(device.info), place: device.place, at };
  await queueMail(deps, tx, newDeviceMail(await alarmedRecipientOf(deps, tx, userId), signIn));
  await notify(deps, tx, userId, {
    event: 'loginEvents',
    popup: 'A new device signed in to your account.',
    page: '/profile/security',
    alarm: true,
    bySession: sessionId,
  });
}
