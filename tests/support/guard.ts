import { spawn } from 'node:child_process';

export interface Guard {
  /** Replaces the list of processes that must not outlive this one. */
  watch(pids: readonly number[]): void;
  /** Ends everything now and resolves when that is done. */
  release(): Promise<void>;
}

/**
 * Each line of the input is a new list of process ids; the input ends when the process that writes it ends. PostgreSQL
 * gets SIGQUIT first, which is an immediate shutdown: after SIGKILL it would leave its shared memory behind.
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
 * Starts a shell that outlives this process, even if that is killed. It then ends the listed processes and the
 * PostgreSQL servers whose data are in this folder or in a folder below it, and removes the folder unless `keep` is
 * set.
 */
export function startGuard(folder: string, { keep = false } = {}): Guard {
  const shell = spawn('sh', ['-c', SCRIPT, folder, keep ? 'keep' : ''], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const { stdin } = shell;
  stdin.on('error', () => undefined);
  const gone = new Promise<void>((done) => shell.once('close', () => done()));
  // Neither the shell nor the pipe to it may keep this process from ending.
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
