import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');
const biome = join(root, 'node_modules', '.bin', 'biome');
const fixtures = join(root, 'tests', 'fixtures', 'forbidden', 'imports');

/** Each fixture contains one forbidden import, with the folder in which the file would be. */
const forbidden = [
  ['core-to-platform.ts', 'src/core/domain'],
  ['core-to-node.ts', 'src/core/domain'],
  ['core-to-react.ts', 'src/core/domain'],
  ['platform-to-transport.ts', 'src/platform'],
  ['transport-to-feature.ts', 'src/transport'],
  ['ui-to-transport.ts', 'src/ui'],
  ['conversion-to-feature.ts', 'src/conversion'],
  ['feature-to-feature.ts', 'src/features/receive'],
  ['feature-to-app.ts', 'src/features/receive'],
  ['app-to-server.ts', 'src/app'],
  ['worker-to-feature.ts', 'sw'],
  ['worker-to-transport.ts', 'sw'],
  ['server-to-ui.ts', 'server/services'],
  ['server-to-platform.ts', 'server/services'],
  ['api-to-store.ts', 'server/api/swap'],
  ['api-to-operations.ts', 'server/api/swap'],
  ['service-to-api.ts', 'server/services'],
  ['server-platform-to-service.ts', 'server/platform'],
  ['ledger-to-service.ts', 'server/ledger'],
  ['ledger-to-server-platform.ts', 'server/ledger'],
  ['adapter-to-service.ts', 'server/adapters/mail'],
  ['store-to-ledger.ts', 'server/store'],
  ['migration-to-core.ts', 'server/store/migrations'],
  ['parent-relative.ts', 'src/features/receive'],
] as const;

interface Diagnostic {
  readonly category: string;
  readonly location: { readonly path: string | { readonly file: string } };
}

/** Copies every fixture into its folder below `folder` and lints them all with the project's own rules. */
function lintAll(folder: string): ReadonlyMap<string, readonly string[]> {
  const rules = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...rules, vcs: { enabled: false } }));
  for (const [file, room] of [...forbidden, ['allowed.ts', 'src/features/receive'] as const]) {
    const target = join(folder, room, file);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(fixtures, file), target);
  }
  const args = ['lint', '--reporter=json', '--max-diagnostics=none', '--colors=off'];
  const { stdout } = spawnSync(biome, args, { cwd: folder, encoding: 'utf8' });
  const { diagnostics }: { readonly diagnostics: readonly Diagnostic[] } = JSON.parse(stdout);
  const found = new Map<string, string[]>();
  for (const { category, location } of diagnostics) {
    const path = typeof location.path === 'string' ? location.path : location.path.file;
    found.set(path, [...(found.get(path) ?? []), category]);
  }
  return found;
}

describe('the linter enforces the directions of imports', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kopa-rules-'));
  let found: ReadonlyMap<string, readonly string[]>;
  beforeAll(() => {
    found = lintAll(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(forbidden)('%s is refused in %s', (file, room) => {
    expect(found.get(`${room}/${file}`)).toEqual(['lint/style/noRestrictedImports']);
  });

  test('an import that points down is accepted, so the refusals above mean something', () => {
    expect(found.get('src/features/receive/allowed.ts')).toBeUndefined();
  });
});
