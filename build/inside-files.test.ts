import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { routes } from '#core/routes.ts';
import { insideFiles } from './inside-files.ts';

const app = resolve(import.meta.dirname, '..', 'src', 'app', 'pages');
const source = (name: string): string => readFileSync(join(app, name), 'utf8');

/** The path from the project's root of a module that a file of `src/app` imports. */
const fromRoot = (name: string): string =>
  name.startsWith('#') ? `/src/${name.slice(1)}` : `/src/app/pages/${name.replace(/^\.\//, '')}`;

const importedIn = (code: string): readonly string[] => [
  ...new Set([...code.matchAll(/import\('([^']+)'\)/g)].map(([, name = '']) => fromRoot(name))),
];

/** The modules that each path's page imports, by a table of pages such as `app/pages/signed-in-pages.ts`. */
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

/** The modules of the profile's sections, by their path. */
const sections = new Map(
  [...source('profile.tsx').matchAll(/^ {2}(\w+): \{([\s\S]*?)^ {2}\},$/gm)].map(
    ([, name, text = '']) => [`/profile/${name}`, [fromRoot('./profile.tsx'), ...importedIn(text)]],
  ),
);

test('the shell asks for the modules that each page behind the sign-in imports, and for no others', () => {
  const imported = new Map([
    ...tabled(source('pages.ts')),
    ...tabled(source('signed-in-pages.ts')),
    ...sections,
  ]);
  // The wallet is prerendered whole, and everybody gets the shell, so the desk's files are not named in it.
  const inside = routes
    .filter(({ access }) => access === 'open' || Array.isArray(access))
    .map(({ path }) => path)
    .filter((path) => path !== '/wallet' && !path.startsWith('/admin/desk'))
    .flatMap((path) => (path === '/profile/:section' ? [...sections.keys()] : [path]));
  expect(Object.keys(insideFiles).sort()).toEqual([...inside].sort());
  for (const [path, files] of Object.entries(insideFiles)) {
    expect(files, path).toEqual(imported.get(path));
  }
});
