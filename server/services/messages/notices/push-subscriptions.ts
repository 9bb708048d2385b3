import { ECDH } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { savePushSubscription } from '#core/contract/account/notifications.ts';
import type { ParsedRequestOf } from '#core/contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { withAccount } from '#server/services/customers/users/users.ts';
import type { Schema, Tx } from '#server/store/schema/schema.ts';

/** The push services of browsers. The address comes from the customer, so only these are ever called. */
const services = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^web\.push\.apple\.com$/,
  /\.notify\.windows\.com$/,
];

export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username } = new URL(endpoint);
  return (
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    services.some((service) => service.test(hostname))
  );
}

/** Whether a push can be sealed with these keys: a point of the curve, and a secret of 16 bytes. */
function arePushKeys(p256dh: string, auth: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return Buffer.from(auth, 'base64url').length === 16;
  } catch {
    return false;
  }
}

/** The most browsers of one account that receive pushes. */
const MOST_BROWSERS = 10;

/**
 * From now on, a session's browser receives its customer's pushes, and no longer those of a customer who was
 * signed in there before. Returns the reason of a refusal.
 */
export async function subscribe(
  deps: Deps,
  owner: Owner,
  { endpoint, p256dh, auth }: ParsedRequestOf<typeof savePushSubscription>,
): Promise<Refused | undefined> {
  if (!isPushService(endpoint)) {
    return refuse('INVALID_INPUT', 'This browser’s push service is not supported.');
  }
  if (!arePushKeys(p256dh, auth)) {
    return refuse('INVALID_INPUT', 'This browser’s push keys cannot be used.');
  }
  const row = { endpoint, p256dh, auth, refused: 0 };
  const { userId, sessionId } = owner;
  return withAccount(deps, owner, async (tx) => {
    await tx
      .deleteFrom('push_subscriptions')
      .where('endpoint', '=', endpoint)
      .where('session_id', '<>', sessionId)
      .execute();
    await tx
      .insertInto('push_subscriptions')
      .values({ session_id: sessionId, user_id: userId, ...row, created_at: deps.clock.sql })
      .onConflict((conflict) => conflict.column('session_id').doUpdateSet(row))
      .execute();
    await forgetOldest(tx, userId);
    return undefined;
  });
}

/** Removes the browsers used longest ago, so that one customer does not hold up others (HARD-41). */
const forgetOldest = (tx: Tx, userId: string) =>
  tx
    .deleteFrom('push_subscriptions')
    .where('session_id', 'in', (eb) =>
      eb
        .selectFrom('push_subscriptions as theirs')
        .innerJoin('sessions', 'sessions.id', 'theirs.session_id')
        .where('theirs.user_id', '=', userId)
        .orderBy('sessions.last_seen_at', 'desc')
        .orderBy('sessions.id')
        .offset(MOST_BROWSERS)
        .select('theirs.session_id'),
    )
    .execute();

type SubscriptionKey = Pick<Selectable<Schema['push_subscriptions']>, 'session_id' | 'endpoint'>;

/**
 * Counts how often in a row a browser's service has refused us, for its customer to be told (HARD-75). What it
 * answered about an address that the browser has meanwhile replaced does not count.
 */
export async function noteAnswer(
  { db }: Pick<Deps, 'db'>,
  { session_id, endpoint }: SubscriptionKey,
  answer: 'refused' | 'delivered',
): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set(({ eb, lit }) => ({ refused: answer === 'refused' ? eb('refused', '+', 1) : lit(0) }))
    .where('session_id', '=', session_id)
    .where('endpoint', '=', endpoint)
    .execute();
}

/** The service says that this address takes nothing any more. One that the browser has told meanwhile is kept (HARD-98). */
export async function forgetGone(
  { db }: Pick<Deps, 'db'>,
  { session_id, endpoint }: SubscriptionKey,
): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('session_id', '=', session_id)
    .where('endpoint', '=', endpoint)
    .execute();
}

export async function unsubscribe({ db }: Deps, sessionId: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute();
}
