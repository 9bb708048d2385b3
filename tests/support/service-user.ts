import { execFileSync } from 'node:child_process';

const idOf = (what: string): number =>
  Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));

/**
 * Who runs PostgreSQL and what belongs to it, as they refuse to run as root: the user that its package
 * brings. Undefined: whoever runs the tests.
 */
export const serviceUser = (): { readonly uid: number; readonly gid: number } | undefined =>
  process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;
