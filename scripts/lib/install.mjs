import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { machineEnvironment, run } from './run.mjs';

const marker = join(root, 'node_modules', '.installed');

const wanted = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');

/** Installs what the lockfile names, unless exactly that is installed already. */
export async function install() {
  const lock = wanted();
  if (existsSync(marker) && readFileSync(marker, 'utf8') === lock) return;
  process.stdout.write('Installing packages (once, a minute or two)…\n');
  const code = await run('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
    env: machineEnvironment(),
  });
  if (code !== 0) throw new Error('npm ci failed: see the lines above.');
  writeFileSync(marker, lock);
}
