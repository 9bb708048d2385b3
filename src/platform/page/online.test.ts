import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';

const device = { onLine: true };
let page: EventTarget & { visibilityState: string };
let asked: number;

/** Opens a page that follows the network, on a device that is online. */
async function opened() {
  vi.resetModules();
  const { online, watchNetwork } = await import('./online.ts');
  watchNetwork();
  return online;
}

beforeEach(() => {
  // A page that a test leaves offline asks no more once the test is over.
  vi.useFakeTimers();
  device.onLine = true;
  asked = 0;
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('navigator', device);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', page);
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    return Response.json({});
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

const wakeUps: readonly [string, () => void][] = [
  ['becomes visible', () => page.dispatchEvent(new Event('visibilitychange'))],
  ['comes back from the history', () => window.dispatchEvent(new Event('pageshow'))],
];

test.each(wakeUps)(
  'BEY-23 a page that slept while the network came back asks the server when it %s',
  async (_how, wakeUp) => {
    const online = await opened();
    window.dispatchEvent(new Event('offline'));
    expect(online.value).toBe(false);
    wakeUp();
    await eventually(() => expect(online.value).toBe(true));
    expect(asked).toBe(1);
  },
);

test.each(wakeUps)(
  'BEY-23 a page that slept while the network was lost notices when it %s',
  async (_how, wakeUp) => {
    const online = await opened();
    device.onLine = false;
    wakeUp();
    expect(online.value).toBe(false);
  },
);

test('BEY-23 a page that is hidden or already online does not ask the server', async () => {
  const online = await opened();
  page.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('offline'));
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  await Promise.resolve();
  expect([asked, online.value]).toEqual([0, false]);
});
