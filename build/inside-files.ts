import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { routes } from '#core/routes.ts';

const folder = resolve(import.meta.dirname, '..', 'src', 'app', 'pages');
const source = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** The path from the project's root of a module that a file of that folder imports. */
const fromRoot = (name: string): string =>
  name.startsWith('#') ? `/src/${name.slice(1)}` : `/src/app/pages/${name.replace(/^\.\//, '')}`;

const importedIn = (code: string): readonly string[] => [
  ...new Set([...code.matchAll(/import\('([^']+)'\)/g)].map(([, name = '']) => fromRoot(name))),
];

/** The modules that each path's page imports, by a table of pages such as `signed-in-pages.ts`. */
function tabled(code: string): ReadonlyMap<string, readonly string[]> {
  const pages = new Map(
    [...code.matchAll(/^const (\w+) = page\(([\s\S]*?)\);$/gm)].map(([, name, text = '']) => [
      name,
      importedIn(text),
    ]),
  );
  return new Map(
    [...code.matchAll(/^ {2}'(\/[^']*)': (\w+),$/gm)].map(([, path = '', name]) => [
      path,
      pages.get(name) ?? [],
    ]),
  );
}

/** The same of the profile's sections, which `profile.tsx` imports. */
const sections = (code: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...code.matchAll(/^ {2}(\w+): \{([\s\S]*?)^ {2}\},$/gm)].map(([, name, text = '']) => [
      `/profile/${name}`,
      [fromRoot('./profile.tsx'), ...importedIn(text)],
    ]),
  );

/**
 * The modules that each page behind the sign-in loads, by its path. The build lists their files in the shell, so that they
 * are requested before the app runs. The wallet's are missing, which is prerendered whole, and so are the desk's:
 * everybody gets the shell, and only officers may learn the names of the desk's files (KEEP-10).
 */
export function insideFiles(): ReadonlyMap<string, readonly string[]> {
  const imported = new Map([
    ...tabled(source('pages.ts')),
    ...tabled(source('signed-in-pages.ts')),
  ]);
  const ofSections = sections(source('profile.tsx'));
  const inside = routes
    .filter(({ access }) => access === 'open' || Array.isArray(access))
    .map(({ path }): string => path)
    .filter((path) => path !== '/wallet' && !path.startsWith('/admin/desk'));
  return new Map(
    inside.flatMap((path) =>
      path === '/profile/:section' ? [...ofSections] : [[path, imported.get(path) ?? []] as const],
    ),
  );
}
