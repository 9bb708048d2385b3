import { context, propagation, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { login } from '#core/contract/account/session.ts';
import { getInstruments } from '#core/contract/money/swap.ts';
import { partyLine } from '#server/adapters/party/party-line.ts';
import { silentLog } from '#server/base/log.ts';
import { beginRequest } from '#server/base/tracing.ts';
import { startTraces } from '#server/telemetry/send-traces.ts';
import { type InProcess, startInProcess } from '#tests/support/in-process.ts';
import { Provider } from '#tests/support/provider.ts';
import { withParties } from '#tests/support/with-parties.ts';

let memory: InMemorySpanExporter;
let processor: SimpleSpanProcessor;
let stopTraces: () => Promise<void>;
const start = (): void => {
  // One that was stopped once takes no more.
  memory = new InMemorySpanExporter();
  processor = new SimpleSpanProcessor({ exporter: memory });
  stopTraces = startTraces(processor, { log: silentLog, version: 'test' });
};
/** The spans that have ended: a processor gives them on a little later. */
async function ended() {
  await processor.forceFlush();
  return memory.getFinishedSpans();
}
const line = partyLine('merchants', { now: Date.now });
let server: InProcess;
beforeAll(async () => {
  start();
  server = await startInProcess({ env: { TRUST_PROXY: 'on' } });
});
afterAll(async () => {
  await server.close();
  await stopTraces();
});
beforeEach(async () => {
  await ended();
  memory.reset();
});

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const traceparent = `00-${TRACE}-${PARENT}-01`;

const linesOf = ({ log }: InProcess): readonly Record<string, unknown>[] =>
  log.map((line) => JSON.parse(line));

test('OPS-07 a call that fails has one reference in the log, the trace and the customer’s text', async () => {
  await sql`set search_path to nowhere`.execute(server.deps.db);
  const reply = await server.api.call(login, { email: 'x@kopa.test', password: 'x' });
  const refusal = reply.ok ? undefined : reply.refusal;
  const reference = refusal?.reference ?? '';
  expect(reference).toMatch(/^[0-9a-f-]{36}$/);
  expect(refusal?.message).toMatch(/^This service is not available right now\./);
  expect(refusal?.message).toContain(`(Reference: ${reference})`);
  const [span] = await ended();
  expect(span).toMatchObject({
    name: 'login',
    kind: SpanKind.SERVER,
    status: { code: SpanStatusCode.ERROR },
    attributes: {
      'kopa.reference': reference,
      'kopa.call': 'login',
      'kopa.code': 'UNAVAILABLE',
      'http.response.status_code': 503,
      'error.type': 'error 42P01',
    },
  });
  const own = linesOf(server).filter(({ id, request }) => (id ?? request) === reference);
  expect(own).toMatchObject([
    { event: 'handler failed', request: reference },
    { event: 'request', id: reference, trace: span?.spanContext().traceId },
  ]);
  await sql`reset search_path`.execute(server.deps.db);
});

test('OPS-07 a trace that a trusted proxy began goes on here; one that a stranger claims does not', async () => {
  await fetch(`${server.url}/nowhere`, { headers: { traceparent } });
  const [span] = await ended();
  expect(span?.spanContext().traceId).toBe(TRACE);
  expect(span?.parentSpanContext?.spanId).toBe(PARENT);
  expect(linesOf(server).at(-1)).toMatchObject({ event: 'request', trace: TRACE });
  // The same server without a proxy in front.
  const open = await withParties(server, {});
  memory.reset();
  await fetch(`${open.url}/livez`, { headers: { traceparent } });
  expect((await ended())[0]?.spanContext().traceId).not.toBe(TRACE);
  await open.close();
});

test.each(['', 'nonsense', `00-${'0'.repeat(32)}-${PARENT}-01`, `ff-${TRACE}-${PARENT}-01`])(
  'OPS-07 a trace context %j is no reason to fail',
  async (malformed) => {
    const answer = await fetch(`${server.url}/livez`, { headers: { traceparent: malformed } });
    expect(answer.status).toBe(200);
    const [span] = await ended();
    expect(span?.spanContext().traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
    expect(span?.parentSpanContext).toBeUndefined();
  },
);

test('OPS-07 no span has a path, a query or what a customer sent', async () => {
  await fetch(`${server.url}/report?token=secret-token`, { headers: { cookie: 'secret-cookie' } });
  await server.api.call(login, { email: 'secret@kopa.test', password: 'secret-password' });
  await server.api.call(getInstruments, {});
  const spans = await ended();
  expect(spans.length).toBeGreaterThanOrEqual(3);
  const told = spans.map(({ name, attributes, events, status }) => ({
    ...{ name, attributes, events, status },
  }));
  expect(JSON.stringify(told)).not.toContain('secret');
  expect(JSON.stringify(told)).not.toContain('/report');
});

test('OPS-07 a question to a party is a span of its own within the request’s, and carries the trace on', async () => {
  const provider = new Provider(({ path }) => (path.startsWith('/up') ? '{}' : { status: 500 }));
  const url = await provider.start();
  const request = beginRequest('POST', 'reference', undefined);
  await request.run(async () => {
    await line.ask(`${url}/up?customer=1`, {}, String);
    await line.ask(`${url}/down`, {}, String);
  });
  request.end({ call: 'login', status: 200, code: undefined, failure: undefined });
  const [up, down, whole] = await ended();
  expect(whole?.name).toBe('login');
  const { host } = new URL(url);
  expect(up).toMatchObject({ name: `ask ${host}`, kind: SpanKind.CLIENT, status: { code: 0 } });
  expect(up?.attributes).toEqual({ 'http.request.method': 'GET', 'server.address': host });
  expect(down?.attributes['error.type']).toBe('500');
  for (const [at, part] of [up, down].entries()) {
    expect(part?.parentSpanContext?.spanId).toBe(whole?.spanContext().spanId);
    const { traceId, spanId } = part?.spanContext() ?? {};
    expect(provider.seen[at]?.headers.traceparent).toBe(`00-${traceId}-${spanId}-01`);
  }
  await provider.stop();
});

test('OPS-07 without an exporter the API does nothing: no header leaves, and a request has no trace', async () => {
  const provider = new Provider(() => '{}');
  const url = await provider.start();
  await stopTraces();
  const carried: Record<string, string> = {};
  propagation.inject(context.active(), carried);
  expect(carried).toEqual({});
  await line.ask(`${url}/up`, {}, String);
  expect(provider.seen[0]?.headers.traceparent).toBeUndefined();
  await fetch(`${server.url}/nowhere`, { headers: { traceparent } });
  expect(linesOf(server).at(-1)).not.toHaveProperty('trace');
  start();
  await provider.stop();
});
