import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { auditOf } from '#scripts/lib/audit.mjs';
import { completed, missingOptional, withoutDigest } from '#scripts/lib/lockfile.mjs';

const root = resolve(import.meta.dirname, '..', '..');

test('the lockfile names the optional packages of every platform (npm run lockfile adds them)', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  expect(missingOptional(lock)).toEqual([]);
});

test('HARD-79 every package is pinned by its digest, on every platform (npm run lockfile asks for them)', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  expect(Object.keys(lock.packages).length).toBeGreaterThan(500);
  expect(withoutDigest(lock)).toEqual([]);
});

test('HARD-79 a package that is added for another platform gets its digest', () => {
  const digest = `sha512-${'a'.repeat(86)}==`;
  const lock = {
    packages: {
      '': { optionalDependencies: { '@x/y-darwin-arm64': '1.2.3' } },
      'node_modules/a': { version: '1.0.0', integrity: 'sha1-abc=' },
    },
  };
  expect(withoutDigest(lock)).toEqual(['node_modules/a']);
  const asked: string[] = [];
  const whole = completed(lock, (name: string, version: string) => {
    asked.push(`${name}@${version}`);
    return digest;
  });
  expect(asked.sort()).toEqual(['@x/y-darwin-arm64@1.2.3', 'a@1.0.0']);
  expect(withoutDigest(whole)).toEqual([]);
  expect(whole.packages['node_modules/@x/y-darwin-arm64']).toMatchObject({
    ...{ version: '1.2.3', integrity: digest, optional: true, os: ['darwin'], cpu: ['arm64'] },
  });
});

test('HARD-79 an audit that got no answer fails', () => {
  for (const answer of ['', '{}', 'null', '<html>', '{"message":"not found","error":{}}']) {
    expect(auditOf(answer)).toMatchObject({ code: 2 });
  }
  const one = (severity: string) =>
    JSON.stringify({ vulnerabilities: { a: { name: 'a', severity, range: '<1' } } });
  expect(auditOf('{"vulnerabilities":{}}')).toMatchObject({ code: 0 });
  expect(auditOf(one('moderate'))).toMatchObject({ code: 0 });
  expect(auditOf(one('critical'))).toMatchObject({
    code: 1,
    lines: ['critical: a <1', expect.anything()],
  });
});
