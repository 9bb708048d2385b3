import { execFileSync } from 'node:child_process';

const idOf = (what: string): number =>
  Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));

/**
 * The user that must run PostgreSQL and its companions if the tests run as root, because they refuse root: `postgres`,
 * which PostgreSQL's package creates. Undefined otherwise.
 */
export const serviceUser = (): { readonly uid: number; readonly gid: number } | undefined =>
  process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;
