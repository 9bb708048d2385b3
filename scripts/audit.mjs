import { spawnSync } from 'node:child_process';
import { root } from './lib/paths.mjs';

// `npm run audit:shipped`: known vulnerabilities of the packages that ship, those for development left out. The exit
// code is 1 if one of them is high or critical, and 0 if not, or if the registry does not answer audits.
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  cwd: root,
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
const { vulnerabilities } = JSON.parse(stdout || '{}');
if (!vulnerabilities) {
  process.stdout.write('The registry does not answer audits: nothing is known.\n');
} else {
  const found = Object.values(vulnerabilities);
  const grave = found.filter(({ severity }) => severity === 'high' || severity === 'critical');
  for (const { name, severity, range } of found) {
    process.stdout.write(`${severity}: ${name} ${range}\n`);
  }
  process.stdout.write(`Audited: ${found.length} weaknesses, ${grave.length} of them grave.\n`);
  process.exitCode = grave.length > 0 ? 1 : 0;
}
