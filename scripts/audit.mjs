import { spawnSync } from 'node:child_process';
import { auditOf } from './lib/audit.mjs';
import { root } from './lib/paths.mjs';

// `npm run audit:shipped`: known vulnerabilities of the packages that ship, those for development left out. The exit
// code is 1 if one of them is high or critical, and 2 if the registry gave no answer.
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  cwd: root,
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
const { lines, code } = auditOf(stdout);
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = code;
