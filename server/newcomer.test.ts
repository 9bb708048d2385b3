import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeServer, listen } from './listen.ts';
import { directoryProblem } from './store/directory-problem.ts';
import { openEmbedded } from './store/open.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kopa-newcomer-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('HARD-80 a taken port is named, with what to do about it', async () => {
  const first = createServer();
  const port = await listen(first, 0, '127.0.0.1');
  await expect(listen(createServer(), port, '127.0.0.1')).rejects.toThrow(
    `Port ${port} is taken by another program, perhaps another Kopa: stop that one, or choose another PORT.`,
  );
  await closeServer(first);
});

test('HARD-80 an address that this machine does not have is said to be HOST’s', async () => {
  await expect(listen(createServer(), 0, '192.0.2.1')).rejects.toThrow(
    'HOST is not an address of this machine',
  );
});

test('HARD-80 a DATA_DIR that is a file, or in a file, is refused with what to do', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await expect(openEmbedded(file)).rejects.toThrow(
    `The data directory ${file} cannot be used: it is a file and not a directory. Choose another DATA_DIR.`,
  );
  const inside = join(file, 'data');
  await expect(openEmbedded(inside)).rejects.toThrow(
    `The data directory ${inside} cannot be used: a part of its path is a file and not a directory. Choose another DATA_DIR.`,
  );
});

test.runIf(process.platform === 'linux')(
  'HARD-80 a full disk is called that, and any other error stays as it is',
  () => {
    let full: unknown;
    try {
      writeFileSync('/dev/full', 'x');
    } catch (error) {
      full = error;
    }
    expect(directoryProblem(full, '/data')).toMatchObject({
      message:
        'The data directory /data cannot be used: its disk is full. Make space there, or choose another DATA_DIR.',
    });
    const engines = new Error('ENOSPC: no space left on device, write');
    expect(directoryProblem(engines, '/data')).toMatchObject({
      message: expect.stringContaining('its disk is full'),
    });
    const other = new Error('other');
    expect(directoryProblem(other, '/data')).toBe(other);
  },
);
