import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');
const tsc = join(root, 'node_modules', '.bin', 'tsc');

/** The compiler's output for a fixture that extends a room's own TypeScript project. */
function compile(fixture: string): string {
  const project = join('tests', 'fixtures', 'forbidden', 'types', fixture);
  return spawnSync(tsc, ['-p', project, '--pretty', 'false'], { cwd: root, encoding: 'utf8' })
    .stdout;
}

const forbidden = [
  ['core-uses-dom', "Cannot find name 'document'"],
  ['core-uses-node', "Cannot find name 'process'"],
  ['page-uses-node', "Cannot find name 'process'"],
  ['worker-uses-dom', "Cannot find name 'document'"],
  ['server-uses-dom', "Cannot find name 'document'"],
  ['page-uses-newer', "Property 'withResolvers' does not exist"],
  ['worker-uses-newer', "Property 'groupBy' does not exist"],
] as const;

describe('code sees only the types of the runtime for which it is written', () => {
  test.each(forbidden)('%s does not compile', (fixture, message) => {
    expect(compile(fixture)).toContain(message);
  });

  test('code that uses only its own runtime compiles, so the errors above mean something', () => {
    expect(compile('allowed')).toBe('');
  });
});
