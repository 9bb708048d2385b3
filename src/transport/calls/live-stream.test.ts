import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BEAT_MS, type Changed } from '#core/contract/market/live.ts';
import { eventText } from '#core/event-stream.ts';
import { type LiveDeps, startLive, type TabMessage } from './live-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

interface Asked {
  readonly tab: string;
  readonly after: string | undefined;
  readonly signal: AbortSignal;
  /** The page reads it no more. */
  isLeft: boolean;
  say(id: string, data?: string): void;
  sayEvent(event: string, data: string): void;
  end(): void;
}

/** A browser with tabs, and a server that answers each with `status`. */
function browser() {
  const asked: Asked[] = [];
  const tabs = new Set<(message: TabMessage) => void>();
  let lock = Promise.resolve();
  const server = {
    status: 200,
    calls: 0,
    silentTo: [] as string[],
    hearsSessions: true,
    asleep: '',
  };

  function open(tab: string, after: string | undefined, signal: AbortSignal): Response {
    const stream = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
    const encoder = new TextEncoder();
    const said = (run: (controller: ReadableStreamDefaultController<Uint8Array>) => void) =>
      void stream.promise.then(run);
    const one: Asked = {
      tab,
      after,
      signal,
      isLeft: false,
      say: (id, data) => said((to) => to.enqueue(encoder.encode(eventText({ id, data })))),
      sayEvent: (event, data) =>
        said((to) => to.enqueue(encoder.encode(eventText({ event, data })))),
      end: () => said((to) => to.close()),
    };
    asked.push(one);
    const body = new ReadableStream<Uint8Array>({
      start: stream.resolve,
      cancel: () => {
        one.isLeft = true;
      },
    });
    signal.addEventListener('abort', () => said((to) => to.error(signal.reason)));
    return new Response(server.status === 200 ? body : null, { status: server.status });
  }

  function tab(name: string, isVisible = true) {
    const told: Changed[] = [];
    const prices: string[] = [];
    let see = (_: boolean): void => undefined;
    let own = (_: TabMessage): void => undefined;
    const deps: LiveDeps = {
      tab: name,
      open: async (after, signal) => {
        const answer = open(name, after, signal);
        return server.silentTo.includes(name) ? new Promise<Response>(() => undefined) : answer;
      },
      alone: async (work, signal, isAsleep) => {
        const before = lock;
        const done = Promise.withResolvers<void>();
        lock = done.promise;
        const taken = Promise.withResolvers<void>();
        const looking = setInterval(() => isAsleep() && taken.resolve(), 10_000);
        await Promise.race([before, taken.promise]);
        clearInterval(looking);
        if (!signal.aborted) await work(signal);
        done.resolve();
      },
      post: (message) => {
        if (server.asleep === name) return;
        for (const run of tabs) if (run !== own) run(message);
      },
      onPosted: (run) => {
        own = run;
        tabs.add(run);
        return () => void tabs.delete(run);
      },
      followVisible: (run) => {
        see = run;
        run(isVisible);
        return () => undefined;
      },
      pause: (ms, signal) =>
        new Promise((resolve) => {
          setTimeout(resolve, ms);
          signal.addEventListener('abort', () => resolve());
        }),
      tell: (changed) => told.push(changed),
      tellPrices: (text) => prices.push(text),
      askSession: async () => {
        server.calls += 1;
        if (!server.hearsSessions) await new Promise(() => undefined);
      },
      random: () => 0.5,
      now: () => performance.now(),
    };
    const stop = startLive(deps);
    return { told, prices, stop, see: (now: boolean) => see(now) };
  }

  return { asked, server, tab };
}

test('LIVE-01 one tab listens, and all are told', async () => {
  const { asked, tab } = browser();
  const [first, second] = [tab('a'), tab('b')];
  await settled();
  expect(asked.map((one) => one.tab)).toEqual(['a']);
  asked[0]?.say('e-1', 'balances');
  await settled();
  expect([first.told, second.told]).toEqual([['balances'], ['balances']]);
});

test('LIVE-01 nobody listens while hidden, and whoever is seen goes on from the last event', async () => {
  const { asked, tab } = browser();
  const [first, second] = [tab('a'), tab('b')];
  await settled();
  asked[0]?.say('e-1', 'balances');
  await settled();
  first.see(false);
  await settled();
  expect(asked[0]?.signal.aborted).toBe(true);
  expect(asked[1]).toMatchObject({ tab: 'b', after: 'e-1' });
  second.see(false);
  await settled();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked.length).toBe(2);
  first.see(true);
  await settled();
  expect(asked[2]).toMatchObject({ tab: 'a', after: 'e-1' });
});

test('LIVE-01 a tab that is opened hears of what changed just before it could listen', async () => {
  const { asked, tab } = browser();
  const first = tab('a');
  await settled();
  asked[0]?.say('e-1', 'balances');
  await settled();
  const second = tab('b');
  const third = tab('c');
  expect([first.told, second.told, third.told]).toEqual([['balances'], ['anything'], ['anything']]);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(tab('d').told).toEqual([]);
});

test('LIVE-01 a stream that ends or says nothing any more is asked for again', async () => {
  const { asked, tab } = browser();
  tab('a');
  await settled();
  asked[0]?.say('e-1');
  await settled();
  asked[0]?.end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked[1]).toMatchObject({ after: 'e-1' });
  await vi.advanceTimersByTimeAsync(29_000);
  expect(asked[1]?.isLeft).toBe(false);
  asked[1]?.say('e-2');
  await vi.advanceTimersByTimeAsync(29_000);
  expect(asked[1]?.isLeft).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked[1]?.isLeft).toBe(true);
  expect(asked[2]).toMatchObject({ after: 'e-2' });
});

test('LIVE-01 after a gap of the server the pages do not all read at the same moment', async () => {
  const { asked, tab } = browser();
  const { told } = tab('a');
  await settled();
  asked[0]?.say('e-1', 'anything');
  await settled();
  expect(told).toEqual(['anything']);
  asked[0]?.say('f-0', 'anything');
  await settled();
  expect(told).toEqual(['anything']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told).toEqual(['anything', 'anything']);
});

test('LIVE-01 the end of the session and a token that has expired lead to a call, which knows what to do', async () => {
  const { asked, server, tab } = browser();
  tab('a');
  await settled();
  asked[0]?.say('e-1', 'session');
  await settled();
  expect(server.calls).toBe(1);
  server.status = 401;
  asked[0]?.end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(server.calls).toBe(2);
});

test('LIVE-01 where there are too many, the page comes back after half a minute', async () => {
  const { asked, server, tab } = browser();
  server.status = 503;
  const { stop } = tab('a');
  await vi.advanceTimersByTimeAsync(29_000);
  expect(asked.length).toBe(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked.length).toBe(2);
  stop();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(asked.length).toBe(2);
});

test('LIVE-02 prices are told in every tab, and nobody goes on from them', async () => {
  const { asked, tab } = browser();
  const [first, second] = [tab('a'), tab('b')];
  await settled();
  asked[0]?.say('e-1');
  asked[0]?.sayEvent('prices', '{"BTC":1}');
  asked[0]?.sayEvent('of a later version', '{}');
  await settled();
  expect([first.prices, second.prices]).toEqual([['{"BTC":1}'], ['{"BTC":1}']]);
  expect([first.told, second.told]).toEqual([[], []]);
  first.see(false);
  await settled();
  expect(asked[1]).toMatchObject({ tab: 'b', after: 'e-1' });
});

test('HARD-71 a stream whose opening is never answered is asked for again', async () => {
  const { asked, server, tab } = browser();
  server.silentTo = ['a'];
  const { told } = tab('a');
  await settled();
  server.silentTo = [];
  await vi.advanceTimersByTimeAsync(2 * BEAT_MS + 60_000);
  expect(asked[0]?.signal.aborted).toBe(true);
  asked.at(-1)?.say('e-1', 'balances');
  await settled();
  expect(told).toEqual(['balances']);
});

test('HARD-71 a tab that gets no answer again and again lets another listen', async () => {
  const { asked, server, tab } = browser();
  server.silentTo = ['a'];
  const stuck = tab('a');
  tab('b');
  await vi.advanceTimersByTimeAsync(10 * BEAT_MS + 300_000);
  const last = asked.at(-1);
  expect(last?.tab).toBe('b');
  last?.say('e-1', 'balances');
  await settled();
  expect(stuck.told).toEqual(['balances']);
});

test('HARD-71 a question about the session that is never answered does not hold up the stream', async () => {
  const { asked, server, tab } = browser();
  server.hearsSessions = false;
  const { told } = tab('a');
  await settled();
  asked[0]?.say('e-1', 'session');
  await vi.advanceTimersByTimeAsync(2 * BEAT_MS + 60_000);
  asked.at(-1)?.say('e-2', 'balances');
  await settled();
  expect(told).toContain('balances');
});

test('READ-02 a tab that sleeps while it listens loses its turn to one that is seen', async () => {
  const { asked, server, tab } = browser();
  tab('a');
  const second = tab('b');
  // Awake, it keeps its turn for as long as it is seen, though nothing changes.
  await vi.advanceTimersByTimeAsync(BEAT_MS);
  for (let beat = 0; beat < 10; beat++) {
    asked[0]?.say(`e-${beat}`);
    await vi.advanceTimersByTimeAsync(BEAT_MS);
  }
  expect(asked.map((one) => one.tab)).toEqual(['a']);
  server.asleep = 'a';
  await vi.advanceTimersByTimeAsync(4 * BEAT_MS);
  const theirs = asked.find((one) => one.tab === 'b');
  theirs?.say('e-11', 'balances');
  await settled();
  expect(second.told).toEqual(['balances']);
});
