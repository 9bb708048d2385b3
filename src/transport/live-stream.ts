import { ANYTHING, BEAT_MS, type Changed, changedOf, PRICES_EVENT } from '#core/contract/live.ts';
import { eventReader } from '#core/event-stream.ts';

/** What one tab says to the others of its browser. */
export type TabMessage =
  /** The last event that was heard, and what it said. `to`: for one tab only. */
  | { readonly id: string; readonly changed?: Changed; readonly to?: string }
  /** A tab was opened: what changed just before, it may not have read. */
  | { readonly opened: string }
  /** What the event said that tells of prices. */
  | { readonly prices: string };

/** How one try to listen went. `paused`: the server asks to come later. */
type Tried = 'listened' | 'refused' | 'paused' | 'failed';

export interface LiveDeps {
  /** A name for this tab. */
  readonly tab: string;
  /** Asks for the stream; `after`: the last event that was heard. Throws where there is no answer. */
  open(after: string | undefined, signal: AbortSignal): Promise<Response>;
  /** Does the work while no other tab of the browser does it. */
  alone(work: () => Promise<void>, signal: AbortSignal): Promise<void>;
  post(message: TabMessage): void;
  /** Runs with what other tabs say, until the returned function is called. */
  onPosted(run: (message: TabMessage) => void): () => void;
  /** Runs with whether the page is visible: now and at each change, until the returned function is called. */
  followVisible(run: (isVisible: boolean) => void): () => void;
  /** Settles after so long, and at once when the connection is back or the signal is aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  tell(changed: Changed): void;
  /** Tells of prices, with what the event says. */
  tellPrices(text: string): void;
  /** Makes a call, which renews the token or finds out that the session has ended. */
  askSession(): Promise<unknown>;
  /** From 0 to 1. */
  random(): number;
  /** Milliseconds of uptime. */
  now(): number;
}

/** A stream that was cut comes back so soon, at a moment of its own: others were cut, too. */
const AGAIN_MS = 1_000;
const LONGEST_MS = 30_000;
/** After this the pages that were told of a gap have all read. */
const SPREAD_MS = 2_000;
/** A tab begins to listen within so long after it has read. */
const JUST_NOW_MS = 60_000;

/**
 * Listens to the server while the page is visible, and tells this tab and the others of its browser what
 * has changed (LIVE-01). One tab of all listens; another takes over when that is hidden. Returns how to stop.
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

  const stopHearing = deps.onPosted((message) => {
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
      silence = setTimeout(() => void reader.cancel().catch(() => undefined), 2 * BEAT_MS);
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
          // The server lost its connection, and every page there is hears it at this moment.
          const isGap = changed === ANYTHING && !isFirst;
          if (isGap) setTimeout(() => hear(ANYTHING), deps.random() * SPREAD_MS);
          else if (changed) hear(changed);
          if (changed === 'session') await deps.askSession();
          isFirst = false;
        }
      }
    } finally {
      clearTimeout(silence);
    }
  }

  async function listen(signal: AbortSignal): Promise<Tried> {
    let response: Response;
    try {
      response = await deps.open(lastId, signal);
    } catch {
      return 'failed';
    }
    if (response.status === 401 || response.status === 403) return 'refused';
    if (!response.ok || !response.body) return 'paused';
    try {
      await read(response.body);
    } catch {
      // It was cut: the next one says what was missed.
    }
    return 'listened';
  }

  async function lead(signal: AbortSignal): Promise<void> {
    leads = true;
    let failures = 0;
    while (!signal.aborted) {
      const tried = await listen(signal);
      if (signal.aborted) break;
      failures = tried === 'listened' ? 0 : failures + 1;
      if (tried === 'refused') await deps.askSession();
      const longest = Math.min(AGAIN_MS * 2 ** failures, LONGEST_MS);
      const least = tried === 'paused' ? LONGEST_MS : 0;
      await deps.pause(least + deps.random() * longest, signal);
    }
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
      // Whoever waits for its turn when the page is hidden gives up waiting.
      deps.alone(() => lead(mine.signal), mine.signal).catch(() => undefined);
    }
  });

  return () => {
    stopFollowing();
    stopHearing();
    leading?.abort();
  };
}
