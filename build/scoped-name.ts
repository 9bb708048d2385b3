import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** The file that each class name belongs to, to detect two files that would share one. */
const owners = new Map<string, string>();

/**
 * The app-wide name of a CSS module's class. It is short, because class names make up most of what
 * scripts contain of styles, and deterministic, so that prerendered pages have the app's class
 * names.
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
