import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root, which need not be the current folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The folder for logs, reports and other files that commands write. It is never committed. */
export const temporary = join(root, '.tmp');

export const bin = (name) =>
  join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
