import { spawn } from 'node:child_process';

export interface Guard {
  /** From now on it is these processes that must not outlive this one, and no others. */
  watch(pids: readonly number[]): void;
  /** It does now what it is there for. */
  release(): Promise<void>;
}

/**
 * Each line is a new list; the input ends with the process at its other end. PostgreSQL is asked to end at once:
 * killed, it would leave its shared memory behind.
 */
const SCRIPT = `
pids=
while read -r line; do pids=$line; done
[ -n "$pids" ] && kill -KILL $pids 2>/dev/null
end() {
  for file in "$0"/data/postmaster.pid "$0"/*/data/postmaster.pid; do
    [ -e "$file" ] && kill -"$1" "$(head -n 1 "$file")" 2>/dev/null && found=yes
  done
}
end QUIT
[ -n "$found" ] && sleep 1 && end KILL
[ "$1" = keep ] || rm -rf "$0"`;

/**
 * Ends processes, and the PostgreSQL servers whose data are in this folder or one in it, when this process is gone,
 * however it went. It removes the folder then, unless that is to be kept.
 */
export function startGuard(folder: string, { keep = false } = {}): Guard {
  const shell = spawn('sh', ['-c', SCRIPT, folder, keep ? 'keep' : ''], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const { stdin } = shell;
  stdin.on('error', () => undefined);
  const gone = new Promise<void>((done) => shell.once('close', () => done()));
  // It waits for this process, and not the other way round.
  shell.unref();
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  return {
    watch: (pids) => void stdin.write(`${pids.join(' ')}\n`),
    release: () => {
      shell.ref();
      stdin.end();
      return gone;
    },
  };
}
