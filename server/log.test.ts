import { expect, test } from 'vitest';
import { jsonLog } from './log.ts';

test('an error is logged with its place in the code, and with no line of its message', () => {
  const lines: string[] = [];
  const error = new TypeError(
    ['first', 'Casey Morgan', 'at customer@kopa.test', '12 Harbour Street'].join('\n'),
  );
  jsonLog((line) => lines.push(line)).error('failed', { path: '/users/login' }, error);
  const { stack, ...fields } = JSON.parse(lines.join(''));
  expect(fields).toMatchObject({
    level: 'error',
    event: 'failed',
    path: '/users/login',
    error: 'TypeError',
  });
  expect(lines.join('')).not.toMatch(/first|Casey|customer|Harbour/);
  expect(stack.split('\n')[0]).toMatch(/^ {4}at .*log\.test\.ts/);
});
