import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Log } from '#server/log.ts';

/** A collector that does not answer holds up the end of a process for so long at most. */
const EXPORT_MS = 5_000;

/** Sends spans by OTLP over HTTP to a collector at `url`, in batches. */
export const toCollector = (url: string): SpanProcessor =>
  new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({
      url: `${url.replace(/\/$/, '')}/v1/traces`,
      timeoutMillis: EXPORT_MS,
    }),
    exportTimeoutMillis: EXPORT_MS,
  });

/**
 * Starts OpenTelemetry's SDK behind its API: from here on spans are made, given to `processor` and
 * carried on between servers in W3C's headers. Returns how to stop, which sends what is left.
 */
export function startTraces(
  processor: SpanProcessor,
  { log, version }: { readonly log: Log; readonly version: string },
): () => Promise<void> {
  setGlobalErrorHandler((error) =>
    log.error('traces not sent', {}, error instanceof Error ? error : new Error()),
  );
  const own = resourceFromAttributes({ 'service.name': 'kopa', 'service.version': version });
  const given = detectResources({ detectors: [envDetector, serviceNameEnvDetector] });
  const provider = new TracerProvider({
    // What the environment says of the service comes last: it counts.
    resource: defaultResource().merge(own).merge(given),
    spanProcessors: [processor],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return async () => {
    await provider.shutdown();
    trace.disable();
    context.disable();
    propagation.disable();
  };
}
