import type { ParsedRequestOf } from '#core/contract/endpoint.ts';
import type { savePushSubscription } from '#core/contract/notifications.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { withAccount } from '#server/services/users/users.ts';

/** The push services of the browsers. A customer names the address, and we call it: only these. */
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

export const isSubscribed = async ({ db }: Deps, sessionId: string): Promise<boolean> =>
  (await db
    .selectFrom('push_subscriptions')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()) !== undefined;

/**
 * The browser of a session takes what is pushed from now on, and for nobody else who was signed in there
 * before; why not, where it cannot.
 */
export async function subscribe(
  deps: Deps,
  owner: Owner,
  { endpoint, p256dh, auth }: ParsedRequestOf<typeof savePushSubscription>,
): Promise<Refused | undefined> {
  if (!isPushService(endpoint)) {
    return refuse('INVALID_INPUT', 'This browser’s push service is not supported.');
  }
  const row = { endpoint, p256dh, auth };
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
    return undefined;
  });
}

export async function unsubscribe({ db }: Deps, sessionId: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute();
}
