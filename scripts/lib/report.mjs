import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './paths.mjs';

const LINES_OF_A_FAILURE = 80;

const write = (text) => process.stdout.write(`${text}\n`);

/**
 * Prints one line for a step, then its details. If it failed and has no details, the end of its log follows instead.
 */
export function report({ name, passed, failed, skipped = 0, ms, log, details = [] }) {
  const mark = failed ? '✗' : '✓';
  const counts = [`${passed} passed`];
  if (failed) counts.push(`${failed} failed`);
  if (skipped) counts.push(`${skipped} skipped`);
  write(`${mark} ${name.padEnd(24)} ${(ms / 1000).toFixed(1).padStart(6)} s  ${counts.join(', ')}`);
  if (!failed && details.length === 0) return;
  const text = details.length ? details.join('\n') : tail(log);
  write(text.replace(/^/gm, '    '));
  if (log) write(`    (all of it: ${relative(root, log)})`);
}

function tail(log) {
  if (!log || !existsSync(log)) return 'It wrote nothing.';
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  return lines.slice(-LINES_OF_A_FAILURE).join('\n');
}
