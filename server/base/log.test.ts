import { expect, test } from 'vitest';
import { jsonLog, requestReference } from './log.ts';

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

const logged = (cause: unknown): Record<string, unknown> => {
  const lines: string[] = [];
  jsonLog((line) => lines.push(line)).error('failed', {}, cause);
  return JSON.parse(lines.join(''));
};

const databaseError = (code: string, message: string): Error =>
  Object.assign(new Error(message), { code, severity: 'ERROR', detail: 'Key (email)=(jo@x.test)' });

test('OPS-16 the message of a database error is kept where it names no value', () => {
  for (const [code, message] of [
    ['08P01', 'unsupported startup parameter: statement_timeout'],
    ['23505', 'duplicate key value violates unique constraint "users_email"'],
    ['42P10', 'there is no unique or exclusion constraint matching the ON CONFLICT specification'],
  ] as const) {
    expect(logged(databaseError(code, message))).toMatchObject({ code, message });
  }
  const silent = new Error('the database does not answer');
  expect(logged(silent).message).toBe('the database does not answer');
});

test('OPS-16 the values in a database error, and its detail, are left out', () => {
  const wrong = databaseError('22P02', 'invalid input syntax for type uuid: "jo@x.test"');
  expect(logged(wrong).message).toBe('invalid input syntax for type uuid: …');
  const range = databaseError('22003', 'value "4711" is out of range for type integer');
  expect(logged(range).message).toBe('value "…" is out of range for type integer');
  expect(JSON.stringify(logged(wrong))).not.toContain('jo@');
});

test('OPS-08 every line that is written while a request is answered carries its reference', () => {
  const lines: string[] = [];
  const log = jsonLog((line) => lines.push(line));
  requestReference.run('r-1', () => log.error('failed', {}, new Error('x')));
  log.error('failed');
  expect(lines.map((line) => JSON.parse(line).request)).toEqual(['r-1', undefined]);
});
