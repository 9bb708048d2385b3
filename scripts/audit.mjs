import { spawnSync } from 'node:child_process';
import { root } from './lib/paths.mjs';

// `npm run audit:shipped`: known weaknesses of the packages that run at customers and on servers. Ends with
// 1 where there is one that is high or critical, and with 0 where the registry does not answer audits.
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
