import {
  ANYTHING,
  BEAT_MS,
  type Changed,
  changedOf,
  PRICES_EVENT,
} from '#core/contract/market/live.ts';
import { eventReader } from '#core/event-stream.ts';
import { inTime } from '#platform/time/deadline.ts';

/** A message from one tab to the others of its browser. */
export type TabMessage =
  /** An event of the stream, with its change. `to`: only for one tab. */
  | { readonly id: string; readonly changed?: Changed; readonly to?: string }
  /** A tab was opened, which may have missed the latest change; or it listens and is awake, which it repeats. */
  | { readonly opened: string }
  /** The text of a price event. */
  | { readonly prices: string };

/** The result of one attempt to listen. `paused`: the server asked to try later. */
type Tried = 'listened' | 'refused' | 'paused' | 'failed';

export interface LiveDeps {
  /** The tab's name. */
  readonly tab: string;
  /** Opens the stream after the event `after`, or from now on. Throws if there is no answer. */
  open(after: string | undefined, signal: AbortSignal): Promise<Response>;
  /**
   * Runs `work` while no other tab of the browser runs it, or instead of one that `isAsleep`. `work` is to end once its
   * signal is aborted: by `signal`, or because another tab took its place.
   */
  alone(
    work: (signal: AbortSignal) => Promise<void>,
    signal: AbortSignal,
    isAsleep: () => boolean,
  ): Promise<void>;
  post(message: TabMessage): void;
  /** Calls `run` with the other tabs' messages, until the returned function is called. */
  onPosted(run: (message: TabMessage) => void): () => void;
  /**
   * Calls `run` now and at each change with whether the page is visible, until the returned function is
   * called.
   */
  followVisible(run: (isVisible: boolean) => void): () => void;
  /** Settles after `ms`, or at once if the connection comes back or the signal is aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  tell(changed: Changed): void;
  /** Passes on the text of a price event. */
  tellPrices(text: string): void;
  /** Makes any call, which renews the token or finds out that the session has ended. */
  askSession(): Promise<unknown>;
  /** From 0 to 1. */
  random(): number;
  /** Milliseconds of uptime. */
  now(): number;
}

/**
 * After a stream was cut, the pause before the next attempt. Each tab adds a random part, because others were
 * cut at the same moment.
 */
const AGAIN_MS = 1_000;
const LONGEST_MS = 30_000;
/** An attempt or a stream is given up after this long without a sign of life. */
const SILENCE_MS = 2 * BEAT_MS;
/** A tab that failed this often in a row lets another listen: its own connection may be the reason. */
const TRIES = 3;
/** After a gap, pages read at random moments within this time, so that they do not all ask at once. */
const SPREAD_MS = 2_000;
/** A tab that listens and says nothing for this long is asleep or stuck in a dialog: another takes its place (READ-02). */
const ASLEEP_MS = 3 * BEAT_MS;
/** A change this recent is repeated to a tab that was just opened, because it may have missed it. */
const JUST_NOW_MS = 60_000;

/**
 * Listens to the server while the page is visible, and tells this tab and the others of its browser what has
 * changed (LIVE-01). One tab listens for all; when it is hidden, another takes over. Returns the function
 * that stops it.
 */
export function startLive(deps: LiveDeps): () => void {
  let lastId: string | undefined;
  /** Whether this tab is the one that listens. */
  let leads = false;
  let changedAt = Number.NEGATIVE_INFINITY;

  function hear(changed: Changed): void {
    changedAt = deps.now();
    deps.tell(changed);
  }

  /** When another tab was last heard, or this one began to wait for its turn. */
  let heardAt = deps.now();

  const stopHearing = deps.onPosted((message) => {
    heardAt = deps.now();
    if ('opened' in message) {
      if (!leads || lastId === undefined || deps.now() - changedAt > JUST_NOW_MS) return;
      deps.post({ id: lastId, changed: ANYTHING, to: message.opened });
    } else if ('prices' in message) {
      deps.tellPrices(message.prices);
    } else {
      lastId = message.id;
      if (message.changed && (message.to ?? deps.tab) === deps.tab) hear(message.changed);
    }
  });
  deps.post({ opened: deps.tab });

  /** Reads a stream to its end. */
  async function read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    const events = eventReader();
    const reader = body.getReader();
    let silence: ReturnType<typeof setTimeout> | undefined;
    const alive = (): void => {
      clearTimeout(silence);
      silence = setTimeout(() => void reader.cancel().catch(() => undefined), SILENCE_MS);
    };
    let isFirst = true;
    try {
      for (;;) {
        alive();
        const { done, value } = await reader.read();
        if (done) return;
        for (const event of events(decoder.decode(value, { stream: true }))) {
          if ('event' in event) {
            if (event.event !== PRICES_EVENT) continue;
            deps.post({ prices: event.data });
            deps.tellPrices(event.data);
            continue;
          }
          const { id, data } = event;
          lastId = id;
          const changed = data === undefined ? undefined : changedOf(data);
          deps.post({ id, ...(changed && { changed }) });
          // The server lost its connection to the database, so all its pages hear this at the same moment.
          const isGap = changed === ANYTHING && !isFirst;
          if (isGap) setTimeout(() => hear(ANYTHING), deps.random() * SPREAD_MS);
          else if (changed) hear(changed);
          if (changed === 'session') await ask();
          isFirst = false;
        }
      }
    } finally {
      clearTimeout(silence);
    }
  }

  async function listen(signal: AbortSignal): Promise<Tried> {
    let response: Response;
    // A connection may take a request and never answer it (HARD-71).
    const opening = new AbortController();
    const stop = (): void => opening.abort();
    const given = setTimeout(stop, SILENCE_MS);
    signal.addEventListener('abort', stop);
    try {
      response = await inTime(deps.open(lastId, opening.signal), SILENCE_MS);
    } catch {
      signal.removeEventListener('abort', stop);
      return 'failed';
    } finally {
      clearTimeout(given);
    }
    if (response.status === 401 || response.status === 403) return 'refused';
    if (!response.ok || !response.body) return 'paused';
    try {
      await read(response.body);
    } catch {
      // The stream was cut; the next one reports what was missed.
    } finally {
      signal.removeEventListener('abort', stop);
    }
    return 'listened';
  }

  /** A question that is not answered holds up nothing. */
  const ask = (): Promise<unknown> => inTime(deps.askSession(), SILENCE_MS).catch(() => undefined);

  let failures = 0;

  /** Listens until the signal is aborted, or too many attempts in a row have failed: then it is another tab's turn. */
  async function lead(signal: AbortSignal): Promise<void> {
    leads = true;
    // Those that wait for their turn do nothing else about it, in earlier versions of the page too.
    const beats = setInterval(() => deps.post({ opened: deps.tab }), BEAT_MS);
    let turn = 0;
    while (!signal.aborted && turn < TRIES) {
      const tried = await listen(signal);
      if (signal.aborted) break;
      failures = tried === 'listened' ? 0 : failures + 1;
      turn = failures === 0 ? 0 : turn + 1;
      if (tried === 'refused') await ask();
      const longest = Math.min(AGAIN_MS * 2 ** failures, LONGEST_MS);
      const least = tried === 'paused' ? LONGEST_MS : 0;
      await deps.pause(least + deps.random() * longest, signal);
    }
    clearInterval(beats);
    leads = false;
  }

  let leading: AbortController | undefined;
  const stopFollowing = deps.followVisible((isVisible) => {
    if (!isVisible) {
      leading?.abort();
      leading = undefined;
    } else if (!leading) {
      const mine = new AbortController();
      leading = mine;
      // A tab that is hidden while it waits for its turn gives up waiting.
      const takeTurns = async (): Promise<void> => {
        while (!mine.signal.aborted) {
          heardAt = deps.now();
          await deps.alone(lead, mine.signal, () => deps.now() - heardAt > ASLEEP_MS);
        }
      };
      takeTurns().catch(() => undefined);
    }
  });

  return () => {
    stopFollowing();
    stopHearing();
    leading?.abort();
  };
}
