import { expect, test } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { Provider } from '#tests/support/provider.ts';
import { readMetrics } from '#tests/support/read-metrics.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';

/** What a process says of where its metrics are. */
function metricsOf(server: ServerProcess): string | undefined {
  const line = server
    .output()
    .split('\n')
    .find((text) => text.includes('"event":"listening"'));
  return JSON.parse(line ?? '{}').metrics;
}

test('OPS-07 a process serves metrics at METRICS_PORT, sends spans to a collector, and sends the last ones as it ends', {
  timeout: 240_000,
}, async () => {
  const collector = new Provider(() => '{}');
  const OTEL_EXPORTER_OTLP_ENDPOINT = await collector.start();
  const server = await startServer({
    env: { SEED: 'none', METRICS_PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT },
  });
  const url = metricsOf(server);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  // The watches look by themselves as the process starts.
  await eventually(async () => {
    const samples = await readMetrics(url);
    expect(samples.of('kopa_books_sound')).toBe(1);
    expect(samples.of('kopa_database_up')).toBe(1);
  }, 60_000);
  const { headers } = await fetch(`${server.url}/livez`);
  const reference = headers.get('x-request-id') ?? '';
  await server.stop();
  const sent = collector.seen.filter(({ path }) => path === '/v1/traces').map(({ body }) => body);
  expect(sent.join('')).toContain(reference);
  expect(sent.join('')).toContain('kopa');
  await collector.stop();
});
