import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ANYTHING, type Changed, changedOf } from '#core/contract/live.ts';
import type { StreamEvent } from '#core/event-stream.ts';
import type { Clock } from '#server/clock.ts';
import type { Log } from '#server/log.ts';
import type { Listener, Listening } from '#server/store/listen.ts';
import { type Conditions, conditions } from './conditions.ts';
import type { Loop } from './repeat.ts';
import type { Owner } from './standing-session.ts';

/** What the triggers of migration 0016 tell on. */
export const CHANGES = 'kopa_changes';

/** One open stream. */
export interface Follower {
  readonly owner: Owner;
  tell(event: StreamEvent): void;
  /** It is over, and the page asks again. */
  end(): void;
}

/** Of an account, in this process. */
const MOST_OF_ACCOUNT = 8;
const MOST = 5_000;

/**
 * A page opens its stream soon after it has read: what changed so shortly before may not be in what it
 * read.
 */
const JUST_NOW_MS = 60_000;
/** For so long it is known which accounts have changed. */
const KEPT_MS = 10 * 60_000;

const BEAT_MS = 10_000;
/** Said by a process to itself, and heard if its connection is alive and leads to the same database. */
const BEAT = 'beat';

interface Latest {
  readonly number: number;
  readonly at: number;
}

export interface Changes {
  /** What is said on the channel `CHANGES`. */
  readonly listener: Listener;
  /**
   * Tells the follower what changes from now on, and at first the id from where. `after`: the last event it
   * has heard, which may be another process's. Returns how to leave; undefined: there are too many.
   */
  follow(follower: Follower, after: string | undefined): (() => void) | undefined;
  /** Tells everybody who listens here what concerns everybody. */
  tellAll(event: StreamEvent): void;
  /** Ends all streams, and lets none begin any more. */
  end(): void;
  /** How many streams are open. */
  readonly open: number;
  /** Looks whether what is said is heard, and makes `listening` new if not. */
  watching(listening: Pick<Listening, 'renew'>): Loop;
}

/** What the accounts' changes are, as heard from the database, and who wants to hear of them. */
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
  /** Events are numbered anew each time it is listened anew. */
  let epoch = '';
  let beganAt = Number.NEGATIVE_INFINITY;
  let state: 'starting' | 'listening' | 'lost' = 'starting';
  let number = 0;
  /** Up to this number it is no longer known whose changes they were. */
  let forgotten = 0;
  /** Each account's last change, the oldest first. */
  const latest = new Map<string, Latest>();
  /** `spoiled`: a connection began meanwhile, so that it proves nothing. */
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
      // Its other devices go on.
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
      // A browser has one: the page of the other has gone and its connection did not notice.
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
        // Before it is said: it may be heard before the answer comes.
        beat = { text, heard: false, spoiled: false };
        await sql`select pg_notify(${CHANGES}, ${text})`.execute(db);
      },
    }),
  };
}
