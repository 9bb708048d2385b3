import { randomBytes } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, type ProcessIdentity, thisProcess } from './process-identity.ts';

/** The directory is in use by another process. */
export class DirectoryInUse extends Error {
  constructor(directory: string, pid: number) {
    super(
      `The data directory ${directory} is in use by process ${pid}. The embedded database serves one process at a time: stop that one, choose another DATA_DIR, or set DATABASE_URL.`,
    );
    this.name = 'DirectoryInUse';
  }
}

const RELEASED = 'released';
const NAME = /^lock\.(\d+)$/;

const generations = (directory: string): number[] =>
  readdirSync(directory)
    .map((name) => Number(NAME.exec(name)?.[1] ?? Number.NaN))
    .filter((generation) => !Number.isNaN(generation))
    .sort((a, b) => b - a);

function ownerOf(file: string): ProcessIdentity | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  if (text === RELEASED) return undefined;
  const [pid = '', start = ''] = text.split(' ');
  return { pid: Number(pid), start };
}

/** Links the prepared file into place as the next generation; false if another process was faster. */
function claim(prepared: string, file: string): boolean {
  try {
    linkSync(prepared, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Takes the directory for this process; gives back how to release it.
 *
 * Every owner is a generation, a file `lock.N` that appears complete and under a name only one can
 * take. The newest generation counts. It is never removed, only succeeded: after its owner died or
 * wrote that it is released. So no starter can take away what another has just taken, however many
 * start at once.
 */
export function lockDirectory(directory: string): () => void {
  const token = randomBytes(8).toString('hex');
  const prepared = join(directory, `lock.new.${token}`);
  const { pid, start } = thisProcess();
  writeFileSync(prepared, `${pid} ${start} ${token}`);
  try {
    for (;;) {
      const newest = generations(directory)[0] ?? 0;
      const owner = ownerOf(join(directory, `lock.${newest}`));
      if (owner && isAlive(owner)) throw new DirectoryInUse(directory, owner.pid);
      const mine = newest + 1;
      const file = join(directory, `lock.${mine}`);
      if (!claim(prepared, file)) continue;
      const all = generations(directory);
      // The name was an old one that had become free: a newer generation exists and counts.
      if (all.some((generation) => generation > mine)) {
        rmSync(file, { force: true });
        continue;
      }
      for (const old of all.filter((generation) => generation < mine)) {
        rmSync(join(directory, `lock.${old}`), { force: true });
      }
      return () => release(directory, file, token);
    }
  } finally {
    rmSync(prepared, { force: true });
  }
}

function release(directory: string, file: string, token: string): void {
  const note = join(directory, `lock.new.${token}`);
  writeFileSync(note, RELEASED);
  renameSync(note, file);
}
