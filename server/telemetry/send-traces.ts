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
import type { Log } from '#server/base/log.ts';

/** The longest that an unreachable collector may delay the end of a process. */
const EXPORT_MS = 5_000;

/** Sends spans in batches by OTLP over HTTP to the collector at `url`. */
export const toCollector = (url: string): SpanProcessor =>
  new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({
      url: `${url.replace(/\/$/, '')}/v1/traces`,
      timeoutMillis: EXPORT_MS,
    }),
    exportTimeoutMillis: EXPORT_MS,
  });

/**
 * Starts OpenTelemetry's SDK: from now on spans are recorded, given to `processor` and continued between
 * servers by the W3C headers. Returns the function that stops it and sends the remaining spans.
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
    // Attributes from the environment come last, so they override the others.
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
