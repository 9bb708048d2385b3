import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');

const facilities = ['src/core', 'src/platform', 'src/files'];
const kit = [...facilities, 'src/transport', 'src/ui'];
const shared = ['src/conversion', 'src/withdrawal', 'src/identity', 'src/history', 'src/notes'];
const base = [
  ...['src/core', 'server/base', 'server/refusal'],
  ...['server/config.ts', 'server/policy.ts'],
];
const data = ['server/store', 'server/ledger', 'server/adapters'];
const services = [...base, ...data, 'server/platform', 'server/services', 'server/deps.ts'];

/**
 * What each room imports of the others; within itself it imports what it likes. A file is in the room with the
 * longest name that its path begins with. A feature is a room of its own: it imports no sibling.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  'src/core': [],
  'src/platform': ['src/core'],
  'src/files': ['src/core', 'src/platform', 'src/files/pdf'],
  'src/files/pdf': ['src/files'],
  'src/transport': facilities,
  'src/ui': facilities,
  'src/conversion': kit,
  'src/withdrawal': kit,
  'src/identity': kit,
  'src/history': [...kit, 'src/withdrawal', 'src/files/pdf'],
  'src/notes': [...kit, 'src/history'],
  'src/features': [...kit, ...shared],
  'src/app': [...kit, ...shared, 'src/features'],
  'src/gallery': kit,
  'src/main.tsx': [...kit, 'src/app'],
  sw: ['src/core', 'src/platform'],
  'server/base': [],
  'server/policy.ts': ['src/core'],
  'server/refusal': ['src/core'],
  'server/adapters': ['src/core', 'server/base'],
  'server/store': ['src/core', 'server/refusal', 'server/config.ts', 'server/store/migrations'],
  'server/store/migrations': ['server/store'],
  'server/ledger': ['src/core', 'server/base', 'server/refusal', 'server/store'],
  'server/platform': [...base, 'server/store', 'server/deps.ts'],
  'server/services': services,
  'server/seed': services,
  'server/commands': [...services, 'server/static'],
  'server/telemetry': [...services, 'server/middleware', 'server/listen.ts'],
  'server/static': [
    ...base,
    'server/store',
    'server/platform',
    'server/middleware',
    'server/deps.ts',
  ],
  'server/middleware': [
    ...[...base, 'server/platform', 'server/services', 'server/static', 'server/deps.ts'],
    'server/api/handling',
  ],
  'server/api/handling': [
    ...base,
    'server/adapters',
    'server/platform',
    'server/services',
    'server/deps.ts',
  ],
  'server/api': [
    ...[...base, 'server/adapters', 'server/platform', 'server/services', 'server/deps.ts'],
    ...['server/api/handling', 'server/middleware', 'server/seed'],
  ],
};

const react = ['react', 'react-dom', 'valtio', 'wouter', '@preact/signals-react'];
const node = ['node:', 'hono', '@hono/node-server', 'kysely', 'pg'];

/** The packages that must not come into a room. */
const strangers: Readonly<Record<string, readonly string[]>> = {
  'src/core': [...react, ...node],
  'src/platform': ['react', 'react-dom', 'wouter', ...node],
  'src/files': ['react', 'react-dom', 'wouter', ...node],
  'src/files/pdf': [...react, ...node],
  'src/transport': ['react', 'react-dom', 'wouter', ...node],
  'src/ui': node,
  'src/features': node,
  'src/app': node,
  sw: [...react, ...node],
  // A handler calls a service, which owns the transaction.
  'server/api': [...react, 'kysely'],
  'server/services': [...react, 'hono'],
  'server/platform': [...react, 'hono'],
  'server/ledger': [...react, 'hono'],
  'server/store': [...react, 'hono'],
};

const byLength = [...new Set([...Object.keys(rooms), 'server/config.ts', 'server/deps.ts'])].sort(
  (one, other) => other.length - one.length,
);

const isIn = (room: string, path: string): boolean => path === room || path.startsWith(`${room}/`);

const roomOf = (path: string): string => byLength.find((room) => isIn(room, path)) ?? path;

/** The feature that a file belongs to, if to one. */
const featureOf = (path: string): string | undefined => /^src\/features\/([^/]+)\//.exec(path)?.[1];

/** The paths that a text imports, from the root of the project, and its packages by their names. */
function importsIn(path: string, text: string): readonly string[] {
  const written = text.matchAll(/(?:\bfrom |\bimport |\bimport\()'([^']+)'/g);
  return [...written].map(([, name = '']) => {
    if (name.startsWith('.')) return posix.join(posix.dirname(path), name);
    if (/^#(?:server|sw|tests|scripts)\//.test(name)) return name.slice(1);
    return name.startsWith('#') ? `src/${name.slice(1)}` : name;
  });
}

/** What is wrong with an import; undefined if nothing is. */
function wrong(path: string, imported: string): string | undefined {
  const room = roomOf(path);
  if (!/^(?:src|sw|server|tests|scripts|build)\//.test(imported)) {
    const isStranger = strangers[room]?.some(
      (name) => imported === name || imported.startsWith(name.endsWith(':') ? name : `${name}/`),
    );
    return isStranger ? `${path} imports ${imported}` : undefined;
  }
  const other = roomOf(imported);
  const isOwn = room === other && featureOf(path) === featureOf(imported);
  return isOwn || rooms[room]?.includes(other) ? undefined : `${path} imports ${imported}`;
}

const isProduct = (path: string): boolean => !/\.(?:test|fixture)\.tsx?$/.test(path);

test('every room imports only the rooms below it, and no feature another', () => {
  const files = ['src', 'sw', 'server']
    .flatMap((top) => globSync(`${top}/**/*.{ts,tsx}`, { cwd: root }))
    .filter(isProduct)
    .filter((path) => path in rooms || dirname(path) !== 'server');
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((path) =>
    importsIn(path, readFileSync(join(root, path), 'utf8')).map((imported) =>
      wrong(path, imported),
    ),
  );
  expect(found.filter((one) => one !== undefined)).toEqual([]);
});

test('a handler opens no transaction: runOnce and withAccount belong to services', () => {
  const handlers = globSync('server/api/**/*.ts', { cwd: root }).filter(isProduct);
  const found = handlers.filter((path) =>
    /import [^;]*\b(?:runOnce|earlierAnswer|withAccount)\b[^;]*;/.test(
      readFileSync(join(root, path), 'utf8'),
    ),
  );
  expect(found).toEqual([]);
});

describe('an import in the wrong direction is found', () => {
  test.each([
    ['src/core/money/price.ts', 'src/platform/page/online.ts'],
    ['src/core/money/price.ts', 'node:fs'],
    ['src/core/money/price.ts', 'react'],
    ['src/platform/page/online.ts', 'src/transport/session/session.ts'],
    ['src/transport/session/session.ts', 'src/features/wallet/wallet-state.ts'],
    ['src/ui/marks/icon.tsx', 'src/transport/session/session.ts'],
    ['src/conversion/machine.ts', 'src/features/wallet/wallet-state.ts'],
    ['src/features/receive/receive-state.ts', 'src/features/wallet/wallet-state.ts'],
    ['src/features/receive/receive-state.ts', 'src/app/app.tsx'],
    ['src/app/app.tsx', 'server/config.ts'],
    ['sw/sw.ts', 'src/features/wallet/wallet-state.ts'],
    ['sw/sw.ts', 'src/transport/session/session.ts'],
    ['server/services/desk/desk.ts', 'src/ui/marks/icon.tsx'],
    ['server/services/desk/desk.ts', 'src/platform/page/online.ts'],
    ['server/services/desk/desk.ts', 'server/api/handlers.ts'],
    ['server/api/money/swap.ts', 'server/store/schema/schema.ts'],
    ['server/api/money/swap.ts', 'kysely'],
    ['server/platform/due.ts', 'server/services/desk/desk.ts'],
    ['server/ledger/post.ts', 'server/services/desk/desk.ts'],
    ['server/ledger/post.ts', 'server/platform/due.ts'],
    ['server/adapters/mail/smtp.ts', 'server/services/desk/desk.ts'],
    ['server/store/open.ts', 'server/ledger/post.ts'],
    ['server/store/migrations/0001-start.ts', 'src/core/money/price.ts'],
  ])('%s imports %s', (path, imported) => {
    expect(wrong(path, imported)).toBe(`${path} imports ${imported}`);
  });

  test.each([
    ['src/features/receive/receive-state.ts', 'src/features/receive/receive-page.tsx'],
    ['src/features/receive/receive-state.ts', 'src/ui/marks/icon.tsx'],
    ['server/services/desk/desk.ts', 'server/store/schema/schema.ts'],
  ])('and one in the right direction is not: %s imports %s', (path, imported) => {
    expect(wrong(path, imported)).toBeUndefined();
  });

  test('whichever way it is written', () => {
    const text =
      "import type { A } from '#app/a.ts';\nconst b = () => import('./b.ts');\nimport './c.css';";
    expect(importsIn('src/core/money/price.ts', text)).toEqual([
      'src/app/a.ts',
      'src/core/money/b.ts',
      'src/core/money/c.css',
    ]);
  });
});
