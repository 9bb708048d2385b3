import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Whose each name is, to find two files that would share one. */
const owners = new Map<string, string>();

/**
 * The name of a style's class in the whole app: short, for they are most of what scripts know of styles,
 * and the same whoever asks: what the build draws ahead has the app's names.
 */
export function scopedName(name: string, file: string): string {
  const path = relative(ROOT, file.replace(/\?.*$/, ''));
  const end = createHash('sha256').update(path).digest('base64url').slice(0, 2);
  const scoped = `${name}-${end}`;
  const owner = owners.get(scoped) ?? path;
  if (owner !== path) throw new Error(`${owner} and ${path} would share the class ${scoped}`);
  owners.set(scoped, path);
  return scoped;
}
