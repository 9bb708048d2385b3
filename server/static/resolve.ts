import { matchRoute, normalizePath } from '#core/routes.ts';

/** The files to try for a path, in order, and the status of the first and of what stands in for it. */
export interface Resolved {
  readonly files: readonly string[];
  readonly status: 200 | 404;
  /** Where a document has no file, such as a version that never was, its address leads to nothing. */
  readonly otherwise?: 404;
}

const SHELL = 'index.html';
/** The build's notes to the server, and the compressed twins. */
const hidden = /(^|\/)((?:csp|build)\.json|[^/]+\.(br|gz|map))$/;

/** A decoded path below the root, or undefined if it is not one. */
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

/** Whether a path names a file: a missing file is never answered with the app's page. */
const namesFile = (path: string): boolean =>
  path.startsWith('/assets/') || /\.[a-z0-9]+$/i.test(path);

/**
 * The file of the built site for a path. Routes are checked first, because `/assets/send` and
 * `/assets/receive` look like built files.
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
  switch (route.access) {
    case 'document':
      return { files: [own, SHELL], status: 200, otherwise: 404 };
    case 'return':
      return { files: [own, SHELL], status: 200 };
    default:
      return { files: [SHELL], status: 200 };
  }
}
