import { createServer } from 'node:http';
import type { Log } from '#server/base/log.ts';
import type { Config } from '#server/config.ts';
import { closeServer, listen } from '#server/listen.ts';
import type { Answered } from '#server/middleware/request-log.ts';
import type { Measured } from './gauges.ts';
import type { Metrics } from './metrics.ts';

export interface Telemetry {
  /** Called with each answered request; undefined: nothing is counted. */
  readonly onAnswered: ((answered: Answered) => void) | undefined;
  /** The address of the metrics. */
  readonly metricsUrl: string | undefined;
  stop(): Promise<void>;
}

/** Answers `GET /metrics` only. */
async function serve(metrics: Metrics, log: Log, { port, host }: NonNullable<Config['metrics']>) {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = await metrics.text();
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
    } catch (error) {
      log.error('metrics not given', {}, error);
      response.writeHead(500).end();
    }
  });
  const listening = await listen(server, port, host);
  const named = host.includes(':') ? `[${host}]` : host;
  return { url: `http://${named}:${listening}/metrics`, stop: () => closeServer(server) };
}

/**
 * Starts the configured telemetry (OPS-07) and loads only that: without `METRICS_PORT` nothing is counted,
 * and without a collector no spans are recorded.
 */
export async function startTelemetry(
  { metrics, tracesUrl }: Pick<Config, 'metrics' | 'tracesUrl'>,
  measured: Measured,
): Promise<Telemetry> {
  const stops: (() => Promise<void>)[] = [];
  if (tracesUrl !== undefined) {
    const { startTraces, toCollector } = await import('./send-traces.ts');
    stops.push(
      startTraces(toCollector(tracesUrl), { log: measured.deps.log, version: measured.version }),
    );
  }
  let onAnswered: Telemetry['onAnswered'];
  let metricsUrl: string | undefined;
  if (metrics !== undefined) {
    const { createMetrics } = await import('./metrics.ts');
    const own = createMetrics(measured);
    const served = await serve(own, measured.deps.log, metrics);
    stops.push(served.stop);
    onAnswered = own.onAnswered;
    metricsUrl = served.url;
  }
  return {
    onAnswered,
    metricsUrl,
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
