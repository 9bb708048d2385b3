import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completed } from './lib/lockfile.mjs';
import { root } from './lib/paths.mjs';

// `npm run lockfile`, to be run after adding a package: adds the optional packages of other platforms to the lockfile.
const file = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
writeFileSync(file, `${JSON.stringify(completed(lock), null, 2)}\n`);
