import { expect, test, vi } from 'vitest';
import { silentLog } from '#server/base/log.ts';
import { conditions } from './conditions.ts';

test('OPS-16 what is wrong for a while is told once when it begins and once when it is over', () => {
  const error = vi.fn();
  const info = vi.fn();
  let at = 0;
  const told = conditions({ ...silentLog, error, info }, () => at);
  told.tell('prices too old to quote', undefined);
  for (at = 0; at < 90_000; at += 10_000) told.tell('prices too old to quote', { assets: 'BTC' });
  told.tell('prices too old to quote', undefined);
  told.tell('prices too old to quote', undefined);
  expect(error.mock.calls).toEqual([['prices too old to quote', { assets: 'BTC' }]]);
  expect(info.mock.calls).toEqual([['over: prices too old to quote', { seconds: 90 }]]);
});
