import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '#scripts/lib/build.mjs';
import { root, startServer } from './server-process.ts';

/**
 * Makes one production build and one data folder with the demo accounts for the whole run. Every server of the run
 * serves that build and starts with a copy of that folder.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const log = join(root, '.tmp', 'test', 'build.log');
  if ((await build({ log })) !== 0) throw new Error(`the build failed: see ${log}`);
  const folder = await mkdtemp(join(tmpdir(), 'kopa-template-'));
  const template = join(folder, 'data');
  const server = await startServer({ env: { SEED: 'demo' } });
  await server.keep((data) => cp(data, template, { recursive: true }));
  process.env.KOPA_TEMPLATE = template;
  return () => rm(folder, { recursive: true, force: true });
}
