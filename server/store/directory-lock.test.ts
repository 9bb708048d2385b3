import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DirectoryInUse, lockDirectory } from './directory-lock.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'kopa-lock-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const locks = (): readonly string[] => readdirSync(directory).sort();

/**
 * Another process that tries to lock the directory and reports the outcome; with the lock it stays
 * until it is told to go.
 */
async function rival(): Promise<{ said: string; end: (signal: NodeJS.Signals) => Promise<void> }> {
  const script = `
    const { lockDirectory } = await import(${JSON.stringify(join(import.meta.dirname, 'directory-lock.ts'))});
    try { lockDirectory(${JSON.stringify(directory)}); console.log('mine'); setInterval(() => {}, 1000); }
    catch (error) { console.log(error.name); }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk] = await once(child.stdout, 'data');
  return {
    said: String(chunk).trim(),
    end: async (signal) => {
      if (child.exitCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}

test('a second process is refused, and the refusal names the first one’s process id', async () => {
  const other = await rival();
  expect(other.said).toBe('mine');
  expect(() => lockDirectory(directory)).toThrow(/is in use by process \d+/);
  expect(() => lockDirectory(directory)).toThrow(DirectoryInUse);
  await other.end('SIGKILL');
});

test('the lock of a process that was killed is taken over', async () => {
  const other = await rival();
  await other.end('SIGKILL');
  const release = lockDirectory(directory);
  expect(() => lockDirectory(directory)).toThrow(DirectoryInUse);
  release();
});

test('a released lock can be taken again, and no lock files pile up', () => {
  for (let i = 0; i < 5; i++) lockDirectory(directory)();
  expect(locks()).toEqual(['lock.5']);
});

test('a process id that has since gone to another process does not own the lock', () => {
  writeFileSync(join(directory, 'lock.7'), `${process.pid} 1 abc`);
  lockDirectory(directory)();
  expect(locks()).toEqual(['lock.8']);
});

test('of six processes that start at once on a dead one’s directory, exactly one gets the lock', async () => {
  writeFileSync(join(directory, 'lock.3'), '999999999 1 abc');
  const rivals = await Promise.all(Array.from({ length: 6 }, rival));
  expect(rivals.map(({ said }) => said).sort()).toEqual([
    ...Array.from({ length: 5 }, () => 'DirectoryInUse'),
    'mine',
  ]);
  await Promise.all(rivals.map(({ end }) => end('SIGKILL')));
}, 60_000);
