import { expect, test } from 'vitest';
import { routes } from '#core/routes.ts';
import { resolvePath } from './resolve.ts';

test('SHELL-01 every route of the table is answered, with or without a trailing slash', () => {
  for (const { path, access } of routes) {
    const concrete = path.replace(':section', 'security');
    for (const asked of concrete === '/' ? ['/'] : [concrete, `${concrete}/`]) {
      const { files, status } = resolvePath(asked);
      expect(status, asked).toBe(200);
      expect(files.at(-1)).toBe('index.html');
      const own = access === 'document' || access === 'return';
      expect(files.length, asked).toBe(own ? 2 : 1);
    }
  }
});

test('SHELL-01 an unknown path gets the shell with 404', () => {
  for (const path of ['/nope', '/wallet/more', '/profile/a/b', '//wallet']) {
    expect(resolvePath(path)).toEqual({ files: ['index.html'], status: 404 });
  }
});

test('a missing file is never answered with the shell', () => {
  expect(resolvePath('/assets/gone-1234.js').files).toEqual(['assets/gone-1234.js']);
  expect(resolvePath('/assets/dir').files).toEqual(['assets/dir']);
  expect(resolvePath('/favicon.ico').files).toEqual(['favicon.ico']);
});

test.each([
  '/../package.json',
  '/%2e%2e/secret.txt',
  '/a\\..\\b.js',
  '/%00.js',
  '/%',
  '/..%2fx.js',
])('the path %s does not lead out of the site', (path) => {
  expect(resolvePath(path)).toEqual({ files: [], status: 404 });
});

test('files that the build makes for the server are not served', () => {
  for (const path of [
    '/csp.json',
    '/build.json',
    '/assets/app.js.br',
    '/assets/app.js.gz',
    '/assets/app.js.map',
  ]) {
    expect(resolvePath(path).files).toEqual([]);
  }
});
