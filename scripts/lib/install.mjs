import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root } from './paths.mjs';
import { machineEnvironment, run } from './run.mjs';

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * Whether everything in the lockfile is installed. npm writes its record of the installed packages after the last
 * install script, so an interrupted installation has none.
 */
function installed() {
  const marker = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(marker) || !existsSync(bin('node'))) return false;
  const there = packagesOf(marker);
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    // Optional packages may be for other platforms. Those for this one are installed together with the packages that
    // depend on them, which are checked.
    ([place, { version, optional }]) =>
      place === '' || optional || there[place]?.version === version,
  );
}

/** Installs what the lockfile names, unless exactly that is installed already. */
export async function install() {
  if (installed()) return;
  process.stdout.write('Installing packages, once: a minute or two…\n');
  const code = await run('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
    env: machineEnvironment(),
  });
  if (code !== 0) throw new Error('npm ci failed: see the lines above.');
}
