import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ANYTHING, type Changed, changedOf } from '#core/contract/market/live.ts';
import type { StreamEvent } from '#core/event-stream.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Log } from '#server/base/log.ts';
import type { Listener, Listening } from '#server/store/listen.ts';
import { type Conditions, conditions } from './conditions.ts';
import type { Loop } from './repeat.ts';
import type { Owner } from './standing-session.ts';

/** The channel on which the triggers of migration 0016 notify. */
export const CHANGES = 'kopa_changes';

/** An open stream. */
export interface Follower {
  readonly owner: Owner;
  tell(event: StreamEvent): void;
  /** Ends the stream; the page connects again. */
  end(): void;
}

/** The most streams of an account in this process. */
const MOST_OF_ACCOUNT = 8;
const MOST = 5_000;

/**
 * A page opens its stream shortly after it has loaded its data: changes of this period may be missing in that
 * data.
 */
const JUST_NOW_MS = 60_000;
/** How long the changes of accounts are remembered. */
const KEPT_MS = 10 * 60_000;

const BEAT_MS = 10_000;
/** A process sends it to itself: it arrives if the connection is alive and leads to the same database. */
const BEAT = 'beat';

interface Latest {
  readonly number: number;
  readonly at: number;
}

export interface Changes {
  /** Receives the notifications of the channel `CHANGES`. */
  readonly listener: Listener;
  /**
   * Sends the follower all changes from now on, and first the id of the current event. `after`: the last
   * event it has received, possibly from another process. Returns the function that leaves; undefined: there
   * are too many streams.
   */
  follow(follower: Follower, after: string | undefined): (() => void) | undefined;
  /** Sends an event to all followers of this process. */
  tellAll(event: StreamEvent): void;
  /** Ends all streams and refuses new ones. */
  end(): void;
  /** The number of open streams. */
  readonly open: number;
  /** The loop that checks whether notifications arrive, and renews `listening` if they do not. */
  watching(listening: Pick<Listening, 'renew'>): Loop;
}

/** Distributes the changes of accounts, as the database notifies of them, to the open streams. */
export function changes({
  clock,
  log,
  told = conditions(log, () => clock.now()),
}: {
  readonly clock: Clock;
  readonly log: Log;
  readonly told?: Conditions;
}): Changes {
  const followers = new Map<string, Set<Follower>>();
  let open = 0;
  let ended = false;
  /** The prefix of event ids, new for every connection that listens. */
  let epoch = '';
  let beganAt = Number.NEGATIVE_INFINITY;
  let state: 'starting' | 'listening' | 'lost' = 'starting';
  let number = 0;
  /** Up to this event number, it is no longer known whose changes they were. */
  let forgotten = 0;
  /** The last change of each account, oldest first. */
  const latest = new Map<string, Latest>();
  /** `spoiled`: the connection was renewed meanwhile, so a missing beat proves nothing. */
  let beat: { readonly text: string; heard: boolean; spoiled: boolean } | undefined;

  const eventOf = (data?: Changed): StreamEvent => ({ id: `${epoch}-${number}`, data });

  const each = (run: (follower: Follower) => void): void => {
    for (const those of followers.values()) for (const one of [...those]) run(one);
  };

  function forgetOld(now: number): void {
    for (const [userId, { at, number: last }] of latest) {
      if (now - at < KEPT_MS) return;
      latest.delete(userId);
      forgotten = last;
    }
  }

  function mayHaveMissed(userId: string, after: string | undefined): boolean {
    const now = clock.now();
    const last = latest.get(userId);
    if (after === undefined) {
      return now - Math.max(last?.at ?? Number.NEGATIVE_INFINITY, beganAt) < JUST_NOW_MS;
    }
    const [ofEpoch, count] = after.split('-');
    const heard = Number(count);
    if (ofEpoch !== epoch || !(heard >= forgotten)) return true;
    return last !== undefined && last.number > heard;
  }

  function change(kind: Changed, userId: string, sessionId: string | undefined): void {
    number++;
    const now = clock.now();
    latest.delete(userId);
    latest.set(userId, { number, at: now });
    forgetOld(now);
    for (const one of [...(followers.get(userId) ?? [])]) {
      // The account's other devices keep their streams.
      const isEnd = kind === 'session';
      if (isEnd && one.owner.sessionId !== sessionId) continue;
      one.tell(eventOf(kind));
      if (isEnd) one.end();
    }
  }

  function leave(follower: Follower): void {
    const { userId } = follower.owner;
    const those = followers.get(userId);
    if (!those?.delete(follower)) return;
    open--;
    if (those.size === 0) followers.delete(userId);
  }

  return {
    get open() {
      return open;
    },

    listener: {
      heard(message) {
        const [kind = '', userId, sessionId] = message.split(' ');
        if (userId === undefined) return;
        if (kind !== BEAT) change(changedOf(kind), userId, sessionId);
        else if (beat?.text === message) beat.heard = true;
      },
      began() {
        epoch = randomUUID().replaceAll('-', '');
        beganAt = clock.now();
        state = 'listening';
        if (beat) beat.spoiled = true;
        number = 0;
        forgotten = 0;
        latest.clear();
        each((one) => one.tell(eventOf(ANYTHING)));
      },
      lost(error) {
        if (state !== 'lost') log.error('listening connection lost', {}, error);
        state = 'lost';
      },
    },

    follow(follower, after) {
      const { userId, sessionId } = follower.owner;
      // A browser has one stream: an older one belongs to a page that is gone, which its connection did not
      // notice.
      for (const one of [...(followers.get(userId) ?? [])]) {
        if (one.owner.sessionId === sessionId) one.end();
      }
      const those = followers.get(userId) ?? new Set();
      if (ended || open >= MOST || those.size >= MOST_OF_ACCOUNT) return undefined;
      followers.set(userId, those.add(follower));
      open++;
      follower.tell(eventOf(mayHaveMissed(userId, after) ? ANYTHING : undefined));
      return () => leave(follower);
    },

    tellAll: (event) => each((one) => one.tell(event)),

    end() {
      ended = true;
      each((one) => one.end());
    },

    watching: (listening) => ({
      everyMs: BEAT_MS,
      failed: 'listening not checked',
      round: async ({ db }) => {
        if (beat && !beat.spoiled) {
          const listens = state === 'listening';
          const isDeaf = !(listens && beat.heard);
          told.tell('changes are not heard', isDeaf ? { connected: listens } : undefined);
          if (isDeaf && listens) listening.renew();
        }
        const text = `${BEAT} ${randomUUID()}`;
        // Before the notification is sent, because it may arrive before the statement returns.
        beat = { text, heard: false, spoiled: false };
        await sql`select pg_notify(${CHANGES}, ${text})`.execute(db);
      },
    }),
  };
}
