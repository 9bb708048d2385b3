import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { profileSections } from '#core/pages.ts';
import { insideFiles } from './inside-files.ts';

const root = resolve(import.meta.dirname, '..');

test('the shell asks for the modules of each page behind the sign-in, and for no others', () => {
  const files = insideFiles();
  expect(files.get('/swap')).toEqual(['/src/conversion/swap-page.tsx']);
  expect(files.get('/assets/send')).toHaveLength(2);
  expect(files.get('/profile/security')).toEqual([
    '/src/app/pages/profile.tsx',
    '/src/features/security/security-section.tsx',
  ]);
  for (const section of profileSections) expect(files.get(`/profile/${section}`)).toHaveLength(2);
  for (const [path, modules] of files) {
    expect(modules.length, path).toBeGreaterThan(0);
    for (const module of modules) expect(existsSync(join(root, module)), module).toBe(true);
  }
  expect([...files.keys()].filter((path) => /^\/(?:wallet|admin\/desk)/.test(path))).toEqual([]);
});
