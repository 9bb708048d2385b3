import { readFileSync } from 'node:fs';

/** A process by its id and start time, because ids are reused. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Empty if the system does not tell it. */
  readonly start: string;
}

function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

export const thisProcess = (): ProcessIdentity => ({
  pid: process.pid,
  start: startOf(process.pid),
});

export function isAlive({ pid, start }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists but belongs to somebody else.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const now = startOf(pid);
  return start === '' || now === '' || start === now;
}
