import { afterAll, beforeAll, expect, test } from 'vitest';
import { movableClock } from '#server/base/clock.ts';
import type { OpenDatabase } from '#server/store/open.ts';
import { memoryDatabase } from '#tests/support/memory-database.ts';
import { limit } from './rate-limit.ts';

let store: OpenDatabase;
const clock = movableClock();
beforeAll(async () => {
  store = await memoryDatabase();
});
afterAll(() => store.close());

const attempt = (key: string) =>
  limit({ db: store.db, clock }, { key, attempts: 10, windowSeconds: 60 });

test('of fifty attempts at once exactly the allowed number pass', async () => {
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => attempt('at once')));
  expect(outcomes.filter((refused) => refused === undefined)).toHaveLength(10);
});

test('a refusal says when to come back, and then attempts pass again', async () => {
  for (let i = 0; i < 10; i++) expect(await attempt('slow')).toBeUndefined();
  clock.advance(15_000);
  const refused = await attempt('slow');
  const seconds = refused?.refusal.retryAfter ?? 0;
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(45);
  expect(refused?.refusal.message).toBe(`Too many attempts. Try again in ${seconds} s.`);
  clock.advance(seconds * 1000);
  expect(await attempt('slow')).toBeUndefined();
});

test('keys are counted separately and not stored as they are', async () => {
  for (let i = 0; i < 11; i++) await attempt('address:203.0.113.7');
  expect(await attempt('address:203.0.113.8')).toBeUndefined();
  const rows = await store.db.selectFrom('rate_limits').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('203.0.113');
});
