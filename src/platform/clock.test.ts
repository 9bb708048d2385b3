import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anchorClock, serverNow } from './clock.ts';

const EVENING = Date.parse('2026-05-13T22:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The device's two clocks, which a test moves apart. */
const device = { wallMs: 0, monotonicMs: 0 };

const pass = (ms: number): void => {
  device.wallMs += ms;
  device.monotonicMs += ms;
};

const sleep = (ms: number): void => {
  device.wallMs += ms;
};

const setWall = sleep;

const serverSays = (ms: number): void => anchorClock(new Date(ms).toISOString());

beforeEach(() => {
  Object.assign(device, { wallMs: EVENING, monotonicMs: 5_000 });
  vi.spyOn(Date, 'now').mockImplementation(() => device.wallMs);
  vi.spyOn(performance, 'now').mockImplementation(() => device.monotonicMs);
});

afterEach(() => {
  vi.restoreAllMocks();
});

test('BEY-06 the server’s instant is taken as of half-way of the exchange, and no unreadable one', () => {
  anchorClock(new Date(EVENING).toISOString(), 4_000, 5_000);
  expect(serverNow()).toBe(EVENING + 500);
  anchorClock('soon');
  pass(1_000);
  expect(serverNow()).toBe(EVENING + 1_500);
});

test('BEY-23 after a night in which the monotonic clock stood still it is morning', () => {
  serverSays(EVENING);
  pass(HOUR);
  sleep(8 * HOUR);
  expect(serverNow()).toBe(EVENING + 9 * HOUR);
  pass(1_000);
  expect(serverNow()).toBe(EVENING + 9 * HOUR + 1_000);
});

test('BEY-06 a quote that died in a short sleep is seen to be dead', () => {
  serverSays(EVENING);
  sleep(10_000);
  expect(serverNow()).toBe(EVENING + 10_000);
});

test.each([-DAY, DAY])(
  'BEY-06 a wall clock that is wrong by %i ms is not looked at, and a night is as long by it',
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
  'BEY-06 a wall clock set by %i ms while the page is open changes nothing',
  (byMs) => {
    serverSays(EVENING);
    setWall(byMs);
    expect(serverNow()).toBe(EVENING);
    pass(HOUR);
    expect(serverNow()).toBe(EVENING + HOUR);
  },
);

test('BEY-06 a wall clock set forward by a day ages what is shown until the server speaks next', () => {
  serverSays(EVENING);
  setWall(DAY);
  expect(serverNow()).toBe(EVENING + DAY);
  pass(10_000);
  serverSays(EVENING + 10_000);
  expect(serverNow()).toBe(EVENING + 10_000);
  setWall(-DAY);
  expect(serverNow()).toBe(EVENING + 10_000);
});
