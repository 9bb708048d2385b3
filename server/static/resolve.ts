import { matchRoute, normalizePath } from '#core/routes.ts';

/** How a path of the site is answered: the files to try, in order, and the status. */
export interface Resolved {
  readonly files: readonly string[];
  readonly status: 200 | 404;
}

const SHELL = 'index.html';
/** The build's notes to the server, and its compressed twins. */
const hidden = /(^|\/)((?:csp|build)\.json|[^/]+\.(br|gz|map))$/;

/** A decoded path below the root, or undefined where it is not one. */
function safePath(path: string): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  const parts = decoded.split('/');
  const odd = parts.some((part) => part === '..' || part.includes('\\') || part.includes('\0'));
  return decoded.startsWith('/') && !odd ? decoded : undefined;
}

/** Whether a path names a file: a missing file is never answered with the shell. */
const namesFile = (path: string): boolean =>
  path.startsWith('/assets/') || /\.[a-z0-9]+$/i.test(path);

/**
 * Which file of the built site a path means. Routes come first: two of them, `/assets/send` and
 * `/assets/receive`, look like built files.
 */
export function resolvePath(path: string): Resolved {
  const safe = safePath(path);
  if (safe === undefined) return { files: [], status: 404 };
  const route = matchRoute(safe);
  if (!route) {
    if (!namesFile(safe)) return { files: [SHELL], status: 404 };
    return {
      files: hidden.test(safe) ? [] : [safe.slice(1)],
      status: hidden.test(safe) ? 404 : 200,
    };
  }
  const own = `${normalizePath(safe).slice(1)}/${SHELL}`;
  return route.access === 'document' || route.access === 'return'
    ? { files: [own, SHELL], status: 200 }
    : { files: [SHELL], status: 200 };
}
