import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { calmLog } from './calm-log.ts';
import { jsonLog } from './log.ts';

let lines: { level: string; event: string; [field: string]: unknown }[];
let log: ReturnType<typeof calmLog>;
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  log = calmLog(jsonLog((line) => void lines.push(JSON.parse(line))));
});
afterEach(() => {
  log.stop();
  vi.useRealTimers();
});

const refused = () =>
  Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' });

test('OPS-08 an outage is told once, again while it goes on, and once when it is over', () => {
  for (let second = 0; second < 700; second++) {
    log.error('handler failed', { path: `/call/${second}` }, refused());
    log.error('mails not looked for', {}, refused());
    vi.advanceTimersByTime(1000);
  }
  expect(lines.map(({ event }) => event)).toEqual(['handler failed', 'failure goes on']);
  vi.advanceTimersByTime(120_000);
  expect(lines.slice(2)).toMatchObject([
    {
      level: 'info',
      event: 'failure over',
      of: 'handler failed',
      code: 'ECONNREFUSED',
      times: 1400,
    },
  ]);
  log.error('handler failed', {}, refused());
  expect(lines).toHaveLength(4);
});

test('OPS-08 different failures are each told, and so is what has no cause, every time', () => {
  log.error('deposit not credited', { deposit: 'a' }, new Error('x'));
  log.error('deposit not credited', { deposit: 'b' }, new Error('x'));
  log.error('deposit kept aside', { aside: 'c' });
  log.error('deposit kept aside', { aside: 'c' });
  expect(lines).toHaveLength(4);
});

test('OPS-08 a failure that strangers cause with ever new paths makes one line', () => {
  const fail = () => new TypeError('of a stranger');
  for (let n = 0; n < 1000; n++) log.error('request failed', { path: `/${n}` }, fail());
  expect(lines).toHaveLength(1);
});
