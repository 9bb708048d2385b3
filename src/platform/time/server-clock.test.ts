import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anchorClock, readClocks, serverNow } from './server-clock.ts';

const EVENING = Date.parse('2026-05-13T22:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The device's two clocks, which tests move independently. */
const device = { wallMs: 0, monotonicMs: 0 };

const pass = (ms: number): void => {
  device.wallMs += ms;
  device.monotonicMs += ms;
};

const sleep = (ms: number): void => {
  device.wallMs += ms;
};

const setWall = sleep;

const serverSays = (ms: number): void => anchorClock(ms);

beforeEach(() => {
  Object.assign(device, { wallMs: EVENING, monotonicMs: 5_000 });
  vi.spyOn(Date, 'now').mockImplementation(() => device.wallMs);
  vi.spyOn(performance, 'now').mockImplementation(() => device.monotonicMs);
});

afterEach(() => {
  vi.restoreAllMocks();
});

// Other files share the modules: they must not find a clock that was set here.
afterAll(() => {
  vi.resetModules();
});

/** A page that has just been loaded: it has heard nothing from the server yet. */
async function loaded() {
  vi.resetModules();
  return import('./server-clock.ts');
}

test.each([3, 72])(
  'HARD-04 with a clock %i h slow it is never earlier than the copies on the device',
  async (hours) => {
    const { notBefore, serverNow } = await loaded();
    device.wallMs -= hours * HOUR;
    expect(serverNow()).toBe(EVENING - hours * HOUR);
    notBefore(EVENING);
    notBefore(EVENING - DAY);
    pass(1_000);
    expect(serverNow()).toBe(EVENING + 1_000);
    setWall(hours * HOUR + 5_000);
    expect(serverNow()).toBe(EVENING + 6_000);
  },
);

test('HARD-04 nothing is certainly past by the device’s own clock, but by the server’s it is', async () => {
  const { anchorClock, certainlyPast } = await loaded();
  setWall(8 * DAY);
  expect(certainlyPast(EVENING, 7 * DAY)).toBe(false);
  anchorClock(EVENING + 7 * DAY);
  expect(certainlyPast(EVENING, 7 * DAY)).toBe(false);
  setWall(DAY);
  expect(certainlyPast(EVENING, 7 * DAY)).toBe(false);
  pass(1);
  expect(certainlyPast(EVENING, 7 * DAY)).toBe(true);
});

test('HARD-04 how long an answer was under way makes nothing certainly past', async () => {
  const { anchorClock, certainlyPast, readClocks } = await loaded();
  const sent = readClocks();
  pass(8 * HOUR);
  // The server answered only now.
  anchorClock(EVENING + 8 * HOUR, sent);
  expect(certainlyPast(EVENING, 8 * HOUR)).toBe(false);
  pass(1);
  expect(certainlyPast(EVENING, 8 * HOUR)).toBe(true);
});

test('BEY-06 the server’s time is taken as of the midpoint of the exchange', () => {
  const sent = readClocks();
  pass(1_000);
  anchorClock(EVENING, sent);
  expect(serverNow()).toBe(EVENING + 500);
});

test('BEY-06 an answer from before the device slept does not hold the time back', () => {
  const sent = readClocks();
  pass(100);
  sleep(8 * HOUR);
  anchorClock(EVENING, sent);
  expect(serverNow()).toBe(EVENING + 8 * HOUR + 100);
  // The monotonic clock goes on during sleep on some platforms.
  const next = readClocks();
  pass(6 * HOUR);
  anchorClock(EVENING, next);
  expect(serverNow()).toBe(EVENING + 6 * HOUR);
});

test('BEY-23 the time is right after a night in which the monotonic clock stood still', () => {
  serverSays(EVENING);
  pass(HOUR);
  sleep(8 * HOUR);
  expect(serverNow()).toBe(EVENING + 9 * HOUR);
  pass(1_000);
  expect(serverNow()).toBe(EVENING + 9 * HOUR + 1_000);
});

test('BEY-06 a short sleep of the device counts, so a quote that expired during it shows as expired', () => {
  serverSays(EVENING);
  sleep(10_000);
  expect(serverNow()).toBe(EVENING + 10_000);
});

test.each([-DAY, DAY])(
  'BEY-06 a wall clock that is wrong by %i ms does not matter and still measures a night’s sleep',
  (wrongMs) => {
    device.wallMs += wrongMs;
    serverSays(EVENING);
    pass(HOUR);
    expect(serverNow()).toBe(EVENING + HOUR);
    sleep(8 * HOUR);
    expect(serverNow()).toBe(EVENING + 9 * HOUR);
  },
);

test.each([-DAY, -1_000, 1_000, 2_999])(
  'BEY-06 changing the wall clock by %i ms while the page is open does not change the time',
  (byMs) => {
    serverSays(EVENING);
    setWall(byMs);
    expect(serverNow()).toBe(EVENING);
    pass(HOUR);
    expect(serverNow()).toBe(EVENING + HOUR);
  },
);

test('BEY-06 a wall clock set forward by a day makes data look older until the server’s next answer', () => {
  serverSays(EVENING);
  setWall(DAY);
  expect(serverNow()).toBe(EVENING + DAY);
  pass(10_000);
  serverSays(EVENING + 10_000);
  expect(serverNow()).toBe(EVENING + 10_000);
  setWall(-DAY);
  expect(serverNow()).toBe(EVENING + 10_000);
});
