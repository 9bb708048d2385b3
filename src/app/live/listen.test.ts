import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LAST_EVENT_HEADER, livePath } from '#core/contract/market/live.ts';
import { eventText } from '#core/event-stream.ts';
import { eventually } from '#tests/support/eventually.ts';
import { stubSignedIn } from '#transport/session/signed-in.fixture.ts';

interface Asked {
  readonly url: string;
  readonly init: RequestInit;
  readonly tell: (id: string, changed: string) => void;
  readonly end: () => void;
}

/** The streams that were asked for. */
let asked: Asked[];
/** The looks for notices. */
let looks: number[];
let page: EventTarget & { visibilityState: string; cookie: string };
let device: { onLine: boolean; locks?: unknown };
let closed: number;

beforeEach(() => {
  vi.resetModules();
  asked = [];
  looks = [];
  closed = 0;
  stubSignedIn(() => Promise.reject(new Error('no call is answered')));
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url !== livePath) throw new Error('no answer');
    let control: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(given) {
        control = given;
        init.signal?.addEventListener('abort', () => given.error(new Error('aborted')));
      },
    });
    const tell = (id: string, data: string): void =>
      control?.enqueue(new TextEncoder().encode(eventText({ id, data })));
    asked.push({ url, init, tell, end: () => control?.close() });
    return new Response(body);
  });
  device = {
    onLine: true,
    locks: {
      request: (...rest: readonly unknown[]) => Promise.resolve((rest.at(-1) as () => unknown)()),
    },
  };
  page = Object.assign(new EventTarget(), {
    ...{ visibilityState: 'visible', cookie: `XSRF-TOKEN=${'0'.repeat(32)}` },
  });
  vi.stubGlobal('navigator', device);
  vi.stubGlobal('document', page);
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = () => undefined;
      close = () => {
        closed += 1;
      };
    },
  );
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.doMock('./notices.ts', () => ({ showNotices: async (from: number) => looks.push(from) }));
});

let stop = (): void => undefined;

afterEach(() => {
  stop();
  stop = () => undefined;
  vi.doUnmock('./notices.ts');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function listening() {
  const { listen } = await import('./listen.ts');
  const { onChanged } = await import('#platform/page/data-changes.ts');
  const { behindLock } = await import('#app/session/pass-lock.ts');
  const read: string[] = [];
  onChanged(['balances'], () => read.push('balances'));
  stop = listen();
  return { read, behindLock };
}

/** The stream of this place, as soon as it has been asked for. */
const stream = (place: number) =>
  eventually(() => {
    const one = asked[place];
    if (!one) throw new Error('not asked yet');
    return one;
  });

const header = ({ init }: Asked, name: string) => new Headers(init.headers).get(name);

test('HARD-99 LIVE-01 the stream is asked for in the customer’s session and from no cache, and goes on after the last event', async () => {
  const { read } = await listening();
  const first = await stream(0);
  expect(first.init.cache).toBe('no-store');
  expect(header(first, 'authorization')).toBe('Bearer t.r');
  expect(header(first, 'x-xsrf-token')).toBe('0'.repeat(32));
  expect(header(first, LAST_EVENT_HEADER)).toBeNull();
  first.tell('e7', 'balances');
  await eventually(() => expect(read).toEqual(['balances']));
  first.end();
  expect(header(await stream(1), LAST_EVENT_HEADER)).toBe('e7');
});

test('HARD-99 LIVE-01 a change looks for notices, but not behind the app lock', async () => {
  const { read, behindLock } = await listening();
  const first = await stream(0);
  behindLock.value = 'hidden';
  first.tell('e1', 'balances');
  await eventually(() => expect(read).toHaveLength(1));
  behindLock.value = 'shown';
  first.tell('e2', 'balances');
  // A look for the first change would have come before that for the second.
  await eventually(() => expect(looks.length).toBeGreaterThan(0));
  expect([read.length, looks.length]).toEqual([2, 1]);
});

test('HARD-99 LIVE-01 a hidden page listens to nothing, and does once it is seen', async () => {
  page.visibilityState = 'hidden';
  await listening();
  await new Promise((done) => setTimeout(done, 0));
  expect(asked).toEqual([]);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  const first = await stream(0);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(first.init.signal?.aborted).toBe(true);
});

test('HARD-99 LIVE-01 offline nothing is asked for, and at once when the connection is back', async () => {
  device.onLine = false;
  const { online } = await import('#platform/page/online.ts');
  expect(online.value).toBe(false);
  vi.mocked(Math.random).mockReturnValue(1);
  await listening();
  await new Promise((done) => setTimeout(done, 0));
  expect(asked).toEqual([]);
  online.value = true;
  await stream(0);
});

test.each([
  ['channels between tabs', () => vi.stubGlobal('BroadcastChannel', undefined)],
  ['locks', () => Reflect.deleteProperty(device, 'locks')],
])('HARD-99 LIVE-01 a browser without %s listens to no stream', async (_, take) => {
  take();
  await listening();
  await new Promise((done) => setTimeout(done, 0));
  expect(asked).toEqual([]);
});

test('HARD-99 LIVE-01 what stops listening closes its stream and its channel, and hears of no change', async () => {
  const { read } = await listening();
  const first = await stream(0);
  stop();
  stop = () => undefined;
  expect([first.init.signal?.aborted, closed]).toEqual([true, 1]);
  expect(read).toEqual([]);
});
