import { sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import webPush from 'web-push';
import type { getNotifications } from '#core/contract/account/notifications.ts';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import { operator } from '#core/operator.ts';
import type { PushedNotice } from '#core/pushed-notice.ts';
import { SimulatedOutage } from '#server/adapters/party/sandbox-trouble.ts';
import type { Deps } from '#server/deps.ts';
import { doEach, takeDue } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { openSecret, sealSecret } from '#server/platform/secret-box.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import type { PlainRow } from '#server/store/json-row.ts';
import { chosenOf, chosenSql } from './notification-settings.ts';
import { forgetGone, noteAnswer } from './push-subscriptions.ts';

/** Whom push services can contact. */
const SUBJECT = `mailto:${operator.supportEmail}`;
const KEY = 'vapid';

interface Keys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const keysQuery = ({ db }: Pick<Deps, 'db'>) =>
  db.selectFrom('server_keys').select(['public_key', 'sealed']).where('name', '=', KEY);

type StoredKeys = PlainRow<ReturnType<typeof keysQuery>>;

function openedKeys(deps: Deps, stored: StoredKeys | null): Keys | undefined {
  const opened = stored && openSecret(deps, KEY, stored.sealed);
  return opened ? { publicKey: stored.public_key, privateKey: opened } : undefined;
}

/**
 * The server's keys for Web Push, made once and stored. If two processes start at once, one makes them. If
 * they were sealed with a key that is not configured any more, they are made anew. Push services then refuse us for
 * browsers of the former key, whose customers are told to turn notifications off and on again.
 */
async function keysOf(deps: Deps): Promise<Keys> {
  const before = (await keysQuery(deps).executeTakeFirst()) ?? null;
  const opened = openedKeys(deps, before);
  if (opened) return opened;
  const made = webPush.generateVAPIDKeys();
  const row = { public_key: made.publicKey, sealed: sealSecret(deps, KEY, made.privateKey) };
  await deps.db
    .insertInto('server_keys')
    .values({ name: KEY, ...row })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(row)
        .where('server_keys.sealed', '=', before?.sealed ?? ''),
    )
    .execute();
  return keysOf(deps);
}

/** What a customer is told of, and how a browser of theirs receives it, read in one statement. */
export async function readNotifications(
  deps: Deps,
  { userId, sessionId }: Owner,
): Promise<AnswerOf<typeof getNotifications>['data']> {
  const read = await deps.db
    .selectNoFrom([
      chosenSql(sql`${userId}`).as('chosen'),
      jsonObjectFrom(keysQuery(deps)).as('keys'),
      sql<number | null>`(
        select refused from push_subscriptions where session_id = ${sessionId})`.as('refused'),
    ])
    .executeTakeFirstOrThrow();
  const { popup, email } = chosenOf(read.chosen);
  const { publicKey } = openedKeys(deps, read.keys) ?? (await keysOf(deps));
  const push = { push_here: read.refused !== null, push_refused: read.refused ?? 0 };
  return { popup: [...popup], email: [...email], push_key: publicKey, ...push };
}

export interface PushMessage {
  readonly endpoint: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Delivers a message; `gone`: the browser no longer takes any; `refused`: its service does not accept us as the
 * sender, by our key or our address.
 */
export type Deliver = (message: PushMessage) => Promise<'delivered' | 'gone' | 'refused'>;

const byHttp: Deliver = async ({ endpoint, method, headers, body }) => {
  const response = await fetch(endpoint, {
    method,
    headers: { ...headers },
    body: Uint8Array.from(body),
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  });
  if (response.status === 404 || response.status === 410) return 'gone';
  if (response.status === 401 || response.status === 403) return 'refused';
  if (!response.ok) throw new Error(`push service answered ${response.status}`);
  return 'delivered';
};

/** In the sandbox, a browser's push service can be made to fail. */
const byService =
  ({ parties }: Deps): Deliver =>
  (message) =>
    parties.askTwin(
      'push',
      () => byHttp(message),
      () => Promise.reject(new SimulatedOutage()),
    );

const BATCH = 20;
/** How many notices one process pushes at the same time. */
const AT_ONCE = 8;
const LIFETIME_SECONDS = 3600;

interface ClaimedNotice {
  readonly id: string;
  readonly user_id: string;
  readonly body: string;
  readonly page: string;
  readonly alarm: boolean;
  readonly fresh: boolean;
}

/**
 * A notice is taken by one process and tried once, because the app shows it as well. One that waited longer
 * than a push service would keep it, because no process ran, is dropped.
 */
function take({ db, clock }: Deps) {
  return takeDue<ClaimedNotice>(db, {
    table: 'notices',
    when: sql`pushed_at is null`,
    order: sql`turn, created_at`,
    most: BATCH,
    set: sql`pushed_at = ${clock.sql}`,
    returning: sql`id, user_id, body, page, alarm,
      created_at > ${clock.sqlIn(-LIFETIME_SECONDS)} as fresh`,
  });
}

/** Returns a notice that was taken and not tried, for another process. */
const giveBack = ({ db }: Deps, id: string) =>
  sql`update notices set pushed_at = null where id = ${id}`.execute(db);

/**
 * Pushes due notices to the browsers that receive them, until `stopping`. Any number of processes may do so
 * at once.
 */
export async function pushDue(
  deps: Deps,
  deliver: Deliver = byService(deps),
  stopping?: AbortSignal,
): Promise<void> {
  let taken: number;
  do {
    const due = await take(deps);
    taken = due.length;
    await pushEach(
      deps,
      due.filter(({ fresh }) => fresh),
      deliver,
      stopping,
    );
  } while (taken === BATCH && !stopping?.aborted);
}

async function pushEach(
  deps: Deps,
  due: readonly ClaimedNotice[],
  deliver: Deliver,
  stopping: AbortSignal | undefined,
): Promise<void> {
  if (due.length === 0) return;
  const subscriptions = await deps.db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .selectAll('push_subscriptions')
    .where('push_subscriptions.user_id', 'in', [...new Set(due.map(({ user_id }) => user_id))])
    // The subscription of an expired session receives nothing, even before it is swept.
    .where('sessions.refresh_expires_at', '>', deps.clock.sql)
    .execute();
  if (subscriptions.length === 0) return;
  const vapidDetails = { subject: SUBJECT, ...(await keysOf(deps)) };
  const push = async (one: (typeof subscriptions)[number], notice: PushedNotice): Promise<void> => {
    const keys = { p256dh: one.p256dh, auth: one.auth };
    try {
      const message = webPush.generateRequestDetails(
        { endpoint: one.endpoint, keys },
        JSON.stringify(notice),
        { vapidDetails, TTL: LIFETIME_SECONDS },
      );
      const result = await deliver(message);
      if (result === 'gone') await forgetGone(deps, one);
      if (result === 'delivered' && one.refused > 0) await noteAnswer(deps, one, result);
      if (result === 'refused') {
        // Only the service: the rest of the address is the browser's secret.
        deps.log.error('push service refuses us', { service: new URL(one.endpoint).host });
        await noteAnswer(deps, one, result);
      }
    } catch (error) {
      deps.log.error('push not delivered', {}, error);
    }
  };
  await doEach(
    deps,
    due,
    'notice not pushed',
    async ({ id, user_id, body, page, alarm }) => {
      const notice: PushedNotice = { id, userId: user_id, text: body, page, alarm };
      const theirs = subscriptions.filter((subscription) => subscription.user_id === user_id);
      await Promise.all(theirs.map((one) => push(one, notice)));
    },
    { atOnce: AT_ONCE, stopping, giveBack: ({ id }) => giveBack(deps, id) },
  );
}

export const pushLoop: Loop = {
  everyMs: 2_000,
  failed: 'notices not pushed',
  round: (deps, stopping) => pushDue(deps, byService(deps), stopping),
};
