import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completed } from './lib/lockfile.mjs';
import { root } from './lib/paths.mjs';

/** The digest of a version, as the registry publishes it. */
function digestOf(name, version) {
  const { stdout, stderr } = spawnSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const digest = stdout.trim();
  if (digest.startsWith('sha512-')) return digest;
  throw new Error(`the registry gives no digest of ${name}@${version}: ${stderr.trim()}`);
}

// `npm run lockfile`, to be run after adding a package: adds the optional packages of other platforms to the lockfile,
// and the digests that are missing there.
const file = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
writeFileSync(file, `${JSON.stringify(completed(lock, digestOf), null, 2)}\n`);
