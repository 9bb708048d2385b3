import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/**
 * Spans by OpenTelemetry's API, which does nothing until an SDK is started (`telemetry/send-traces.ts`). No
 * span has a path, a query or a message, because those may name a customer.
 */
const tracer = () => trace.getTracer('kopa');

type Headers = Readonly<Record<string, string>>;

/** The result of a request. */
export interface Outcome {
  /** The call's name in the contract; undefined: no call of the contract. */
  readonly call: string | undefined;
  readonly status: number;
  /** The code of a refusal. */
  readonly code: string | undefined;
  /** The name of the failure. */
  readonly failure: string | undefined;
}

/** The span of a request being answered. */
export interface RequestSpan {
  /** Its trace id; undefined: there is no trace. */
  readonly trace: string | undefined;
  /** Runs work whose spans become children of this one. */
  run<T>(work: () => Promise<T>): Promise<T>;
  end(outcome: Outcome): void;
}

const traceOf = (span: Span): string | undefined => {
  const own = span.spanContext();
  return trace.isSpanContextValid(own) ? own.traceId : undefined;
};

/**
 * Begins the span of a request. `trusted`: its headers, if a proxy of ours wrote the trace context.
 * `reference`: the request's reference in the log and in the text to the customer.
 */
export function beginRequest(
  method: string,
  reference: string,
  trusted: Headers | undefined,
): RequestSpan {
  const parent: Context = trusted ? propagation.extract(ROOT_CONTEXT, trusted) : ROOT_CONTEXT;
  const attributes = { 'http.request.method': method, 'kopa.reference': reference };
  const span = tracer().startSpan('request', { kind: SpanKind.SERVER, attributes }, parent);
  return {
    trace: traceOf(span),
    run: (work) => context.with(trace.setSpan(parent, span), work),
    end: ({ call, status, code, failure }) => {
      if (call !== undefined) span.updateName(call).setAttribute('kopa.call', call);
      if (code !== undefined) span.setAttribute('kopa.code', code);
      span.setAttribute('http.response.status_code', status);
      if (failure !== undefined) span.setAttribute('error.type', failure);
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/**
 * Calls another server within a span of its own and passes the headers that continue the trace. `failed`:
 * reads a failure from the answer.
 */
export async function traceQuestion<T>(
  url: string,
  method: string,
  ask: (headers: Headers) => Promise<T>,
  failed: (answer: T) => string | undefined,
): Promise<T> {
  const host = URL.parse(url)?.host ?? '';
  const attributes = { 'http.request.method': method, 'server.address': host };
  const span = tracer().startSpan(`ask ${host}`, { kind: SpanKind.CLIENT, attributes });
  const headers: Record<string, string> = {};
  propagation.inject(trace.setSpan(context.active(), span), headers);
  try {
    const answer = await ask(headers);
    const failure = failed(answer);
    if (failure !== undefined) {
      span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR });
    }
    return answer;
  } finally {
    span.end();
  }
}
