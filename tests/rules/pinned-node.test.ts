import { expect, test } from 'vitest';
import { requirePinnedNode } from '#scripts/lib/pinned-node.mjs';

test('D56 a test runner that an older Node started says so at once', () => {
  expect(() => requirePinnedNode('20.19.4')).toThrow(/This is Node 20\.19\.4.*npm run test:unit/);
  expect(() => requirePinnedNode()).not.toThrow();
});
