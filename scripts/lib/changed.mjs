import { execFileSync } from 'node:child_process';
import { root } from './paths.mjs';

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean);

/** The files that differ from where this branch left `ref`, as vitest's `--changed` finds them. Throws at a wrong one. */
export function changedSince(ref) {
  try {
    return [
      ...git('diff', '--name-only', `${ref}...HEAD`),
      ...git('diff', '--name-only', 'HEAD'),
      ...git('ls-files', '--others', '--exclude-standard'),
    ];
  } catch {
    throw new Error(`git finds no changes since ${ref}: name a commit or a branch, or none.`);
  }
}

/** Whether views and journeys drive something of these files: documents, commands and other tests they do not. */
export const reachesJourneys = (files) =>
  files.some((file) =>
    /^(src|sw|server|build|legal|public|tests\/(e2e|view|offline|engines|support))\/|^[^/]+\.(json|config\.ts|html)$/.test(
      file,
    ),
  );
