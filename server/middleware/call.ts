import type { Context } from 'hono';
import { safeParse } from 'valibot';
import { type AnyEndpoint, DEVICE_HEADER } from '#core/contract/endpoint.ts';
import type { EndpointName } from '#core/contract/endpoints.ts';
import type { CallClass } from '#core/contract/giving-way.ts';
import { idempotencyKey } from '#core/contract/operation.ts';
import type { Refusal } from '#core/contract/refusal.ts';
import { deviceNumber } from '#core/contract/schemas.ts';
import { isForExport } from '#core/contract/wallet/for-export.ts';
import { nonceOf, seal, type TransportKey } from '#core/envelope/envelope.ts';
import { AS_OF_HEADER } from '#core/snapshot.ts';
import type { Call, Caller, Handler, SignedIn } from '#server/api/handling/handler.ts';
import { statusOf } from '#server/api/handling/status.ts';
import { requestReference } from '#server/base/log.ts';
import type { Deps } from '#server/deps.ts';
import { LongAnswer } from '#server/platform/long-answer.ts';
import type { Places } from '#server/platform/places.ts';
import { limit } from '#server/platform/rate-limit.ts';
import { busy, malformed, UNAVAILABLE_TEXT, unavailable } from '#server/refusal/refusals.ts';
import { isRefused, type Refused } from '#server/refusal/refused.ts';
import { recordAlone } from '#server/services/staff/audit/record.ts';
import { addressOf } from './address.ts';
import { authenticate } from './authenticate.ts';
import { isStaff, recordProbe } from './probes.ts';
import { failureName } from './request-log.ts';
import { refuseCrossSite } from './same-origin.ts';
import { type Opened, openBody } from './sealed-body.ts';
import { sealedFile } from './sealed-file.ts';

/** Runs a change made by staff and records it in the audit log: before it is made, and again if it failed. */
async function onRecord(
  deps: Deps,
  { userId }: SignedIn,
  { path }: AnyEndpoint,
  change: () => Promise<object | Refused>,
): Promise<object | Refused> {
  await recordAlone(deps, { actor: userId, action: path });
  const outcome = await change();
  if (isRefused(outcome)) {
    const detail = { call: path, code: outcome.refusal.code };
    await recordAlone(deps, { actor: userId, action: 'refused', detail });
  }
  return outcome;
}

/** What an account may do so many times an hour. */
async function refuseTooMany(
  deps: Deps,
  caller: Caller,
  { path, hourly }: AnyEndpoint,
): Promise<Refused | undefined> {
  if (hourly === undefined || caller.kind !== 'signed-in') return undefined;
  const key = `${path}:${caller.userId}`;
  return limit(deps, { key, attempts: hourly, windowSeconds: 3600 });
}

/** Runs the checks of a call in their order, then its handler. */
async function answer(
  deps: Deps,
  endpoint: AnyEndpoint,
  handler: Handler<AnyEndpoint>,
  context: Context,
  opened: Opened | undefined,
): Promise<object | Refused> {
  const header = (name: string) => context.req.header(name);
  const crossSite = refuseCrossSite(header);
  if (crossSite) return crossSite;
  if (!opened) return malformed();
  const { nonce } = opened;
  const ip = addressOf(deps.config, context);
  const authorization = header('authorization');
  const caller = await authenticate(deps, endpoint, { authorization, nonce, ip });
  if (isRefused(caller)) return caller;
  const request = safeParse(endpoint.request, opened.payload);
  const key = safeParse(idempotencyKey, header('idempotency-key'));
  if (!request.success || (endpoint.effect === 'money' && !key.success)) {
    return caller.kind === 'signed-in'
      ? recordProbe(deps, caller, endpoint.path, malformed())
      : malformed();
  }
  const device = safeParse(deviceNumber, header(DEVICE_HEADER));
  const call: Call = {
    deps,
    caller,
    idempotencyKey: key.success ? key.output : undefined,
    ip,
    device: device.success ? device.output : undefined,
    nonce,
    now: deps.clock.now(),
    header,
  };
  const run = async (): Promise<object | Refused> =>
    (await refuseTooMany(deps, caller, endpoint)) ?? handler(call, request.output);
  if (caller.kind === 'signed-in' && isStaff(caller.role) && endpoint.effect !== 'read') {
    return onRecord(deps, caller, endpoint, run);
  }
  const outcome = await run();
  return caller.kind === 'signed-in' && isRefused(outcome)
    ? recordProbe(deps, caller, endpoint.path, outcome)
    : outcome;
}

/** The moment `as_of` of an answer, if it has one. */
function instantOf(body: object): string | undefined {
  if ('as_of' in body && typeof body.as_of === 'string') return body.as_of;
  return 'data' in body && 'server_time' in Object(body.data)
    ? String(Object(body.data).server_time)
    : undefined;
}

/**
 * Adds the reference by which the log and the trace know the failure; the customer can quote it to support
 * (OPS-07, OPS-08).
 */
function withReference(refusal: Refusal): Refusal {
  const reference = requestReference.getStore();
  const failed = refusal.code === 'UNAVAILABLE' && refusal.retryAfter === undefined;
  if (!failed || !reference) return refusal;
  // Only the general text gets it: other texts are prescribed word for word.
  const told = refusal.message === UNAVAILABLE_TEXT ? ` (Reference: ${reference})` : '';
  return { ...refusal, message: refusal.message + told, reference };
}

/** Seals an answer or refusal in the envelope that the page expects. */
export function sealed(
  deps: Deps,
  context: Context,
  outcome: object | Refused,
  key: TransportKey = deps.config.transportKeys[0],
): Response {
  const refused = isRefused(outcome);
  const body = refused ? withReference(outcome.refusal) : outcome;
  const status = refused ? statusOf(outcome.refusal.code) : 200;
  if (refused) {
    const { code, retryAfter } = outcome.refusal;
    context.set('code', code);
    if (retryAfter !== undefined) context.header('retry-after', String(retryAfter));
  }
  const instant = instantOf(body);
  if (instant) context.header(AS_OF_HEADER, instant);
  return context.json({ res: seal(key, body, nonceOf(deps.random(16))) }, status);
}

/** After how many seconds a refused call of each class may be repeated. */
const COME_BACK: Readonly<Record<CallClass, number>> = {
  // Longer than the app's interval between prices, so that it slows down.
  prices: 20,
  exports: 30,
  quotes: 5,
  histories: 5,
  essential: 2,
};

/** The same for an answer that is too long to be made in memory. */
async function sealedLong(
  deps: Deps,
  context: Context,
  answer: LongAnswer,
  key: TransportKey = deps.config.transportKeys[0],
): Promise<Response> {
  const { body, size } = await sealedFile(key, answer, nonceOf(deps.random(16)));
  return context.body(body, 200, {
    'content-type': 'application/json',
    'content-length': String(size),
  });
}

interface Served {
  readonly name: EndpointName;
  readonly endpoint: AnyEndpoint;
  readonly handler: Handler<AnyEndpoint>;
  readonly of: CallClass;
  readonly places: Places;
}

/** An endpoint of the contract as a route. The body was read before, so that a slow sender takes no place. */
export const endpointRoute =
  (deps: Deps, { name, endpoint, handler, of, places }: Served) =>
  async (context: Context): Promise<Response> => {
    context.set('call', name);
    const body = await context.req.arrayBuffer();
    const exported = of === 'histories' && isForExport((name) => context.req.query(name));
    const asked = exported ? 'exports' : of;
    const served = places.run(asked, () => serve(deps, { endpoint, handler }, context, body));
    if (served) return served;
    // With the request's key: a page of the previous build has its own.
    const key = openBody(body, deps.config.transportKeys)?.key;
    return sealed(deps, context, busy(COME_BACK[asked]), key);
  };

async function serve(
  deps: Deps,
  { endpoint, handler }: Pick<Served, 'endpoint' | 'handler'>,
  context: Context,
  body: ArrayBuffer,
): Promise<Response> {
  const opened = openBody(body, deps.config.transportKeys);
  try {
    const outcome = await answer(deps, endpoint, handler, context, opened);
    return outcome instanceof LongAnswer
      ? await sealedLong(deps, context, outcome, opened?.key)
      : sealed(deps, context, outcome, opened?.key);
  } catch (error) {
    context.set('failure', failureName(error));
    deps.log.error('handler failed', { path: endpoint.path }, error);
    return sealed(deps, context, unavailable(), opened?.key);
  }
}
