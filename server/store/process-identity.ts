import { readFileSync } from 'node:fs';

/** A process by its number and the moment it started, because numbers are used again. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Empty where the system does not say. */
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
    // Somebody else's process may not be signalled, but it is there.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const now = startOf(pid);
  return start === '' || now === '' || start === now;
}
