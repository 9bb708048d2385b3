import { matchRoute, normalizePath } from '#core/routes.ts';

/** What a path of the site is answered with: files to try in their order, and the status. */
export interface Resolved {
  readonly files: readonly string[];
  readonly status: 200 | 404;
}

const SHELL = 'index.html';
/** The build's notes to the server, and its compressed twins. */
const hidden = /(^|\/)(csp\.json|[^/]+\.(br|gz|map))$/;

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

/** Which file of the built site a path means (PWA rules: one list of routes for all). */
export function resolvePath(path: string): Resolved {
  const safe = safePath(path);
  if (safe === undefined) return { files: [], status: 404 };
  if (namesFile(safe)) {
    return hidden.test(safe) ? { files: [], status: 404 } : { files: [safe.slice(1)], status: 200 };
  }
  const route = matchRoute(safe);
  if (!route) return { files: [SHELL], status: 404 };
  const own = `${normalizePath(safe).slice(1)}/${SHELL}`;
  return route.access === 'legal' || route.access === 'return'
    ? { files: [own, SHELL], status: 200 }
    : { files: [SHELL], status: 200 };
}
