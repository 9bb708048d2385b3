import { expect, test } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { startInProcess } from '#tests/support/in-process.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { readMetrics } from '#tests/support/read-metrics.ts';

const MOST = 10;

test('OPS-07 the pool’s busy and idle connections are told, and who waits for one', async () => {
  const database = await freshDatabase();
  const server = await startInProcess({ databaseUrl: database.url, env: { METRICS_PORT: '0' } });
  const free = Promise.withResolvers<void>();
  const held = Array.from({ length: MOST + 2 }, () =>
    server.deps.db.transaction().execute(() => free.promise),
  );
  const busy = 'kopa_pool_connections{state="busy"}';
  await eventually(async () => {
    const full = await readMetrics(server.metricsUrl);
    expect(full.of(busy)).toBe(MOST);
    expect(full.of('kopa_pool_waiting')).toBeGreaterThanOrEqual(2);
    // Nobody asked the database in vain: what it could not say is left out.
    expect(full.of('kopa_calls_total{call="login",code="OK"}')).toBe(0);
  }, 30_000);
  free.resolve();
  await Promise.all(held);
  server.deps.clock.advance(6_000);
  await eventually(async () => {
    const calm = await readMetrics(server.metricsUrl);
    expect(calm.of(busy)).toBe(0);
    expect(calm.of('kopa_pool_connections{state="idle"}')).toBeGreaterThan(0);
    expect(calm.of('kopa_pool_waiting')).toBe(0);
  }, 30_000);
  await server.close();
  await database.drop();
});
