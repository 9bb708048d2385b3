import { beforeEach, expect, test, vi } from 'vitest';
import { testStorage } from '#platform/kept/test-storage.ts';

beforeEach(() => vi.resetModules());

test('HARD-74 CSV is separated as in the customer’s country until they choose, and the choice is remembered', async () => {
  vi.stubGlobal('localStorage', testStorage());
  const first = await import('./csv-dialect.ts');
  expect(first.csvStyleFor('DE')).toBe('semicolon');
  expect(first.csvStyleFor('AU')).toBe('comma');
  first.chooseCsvStyle('comma');
  expect(first.csvStyleFor('DE')).toBe('comma');
  vi.resetModules();
  const later = await import('./csv-dialect.ts');
  expect(later.csvStyleFor('DE')).toBe('comma');
  localStorage.setItem('kopa-csv', 'pipes');
  vi.resetModules();
  expect((await import('./csv-dialect.ts')).csvStyleFor('DE')).toBe('semicolon');
  vi.unstubAllGlobals();
});
