import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root, whatever folder the command is started in. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The folder for what commands leave behind: logs, reports, markers. Never committed. */
export const temporary = join(root, '.tmp');

export const bin = (name) =>
  join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
