import type { AnswerOf, AnyEndpoint, ParsedRequestOf } from '#core/contract/endpoint.ts';
import type { EndpointName, endpoints } from '#core/contract/endpoints.ts';
import type { Role } from '#core/routes.ts';
import type { Deps } from '#server/deps.ts';
import {
  type AccountOperation,
  type BrowserOperation,
  hashDevice,
} from '#server/platform/operations.ts';
import type { Refused } from '#server/refusal/refused.ts';

export interface SignedIn {
  readonly kind: 'signed-in';
  readonly userId: string;
  readonly role: Role;
  /** The currency of their market. */
  readonly market: string;
  readonly sessionId: string;
  /**
   * By the database's clock, when the session was looked up: whatever is read for this call is read later.
   * Answers say that they are of this moment, because devices order the answers of all processes by it and a
   * process's own clock may be ahead.
   */
  readonly asOf: Date;
}

export type Caller = { readonly kind: 'anonymous' } | SignedIn;

/**
 * What a handler knows of a call besides its request. When it runs, the envelope, the nonce, the
 * session, the role and the schema have been checked; what is left is the business.
 */
export interface Call {
  readonly deps: Deps;
  readonly caller: Caller;
  /** Present on every call whose endpoint has the effect `money`. */
  readonly idempotencyKey: string | undefined;
  /** The caller's address; empty where it is not known. */
  readonly ip: string;
  /** The random number by which the browser names itself; undefined where it did not. */
  readonly device: string | undefined;
  /** The envelope's own, used up by this call. */
  readonly nonce: string;
  /** This process's clock, in milliseconds; what expires is decided by `deps.clock.sql`. */
  readonly now: number;
  readonly header: (name: string) => string | undefined;
}

/**
 * What answers one endpoint: it limits, calls its service and answers, or refuses with `refuse(code, message)` of
 * #server/refusal (mapped to HTTP in status.ts). It throws for bugs only. Whatever is written is
 * written by the service, which owns the transaction.
 */
export type Handler<E extends AnyEndpoint> = (
  call: Call,
  request: ParsedRequestOf<E>,
) => Promise<AnswerOf<E> | Refused>;

/** The handlers of all endpoints, by their names in the contract. */
export type Handlers = { readonly [K in EndpointName]: Handler<(typeof endpoints)[K]> };

/** The signed-in caller of an endpoint that is not open to anonymous ones. */
export function signedIn(call: Call): SignedIn {
  if (call.caller.kind !== 'signed-in')
    throw new Error('an endpoint without a session asked for one');
  return call.caller;
}

type Path = Pick<AnyEndpoint, 'path'>;

/**
 * A write that moves no money, under a key that the browser chose, if it sent one. `request`: what must
 * be the same under the same key; never a password or a code, because no quick hash of those is kept.
 */
export const browserOperation = (
  { device, idempotencyKey: key }: Call,
  { path }: Path,
  request: object,
): BrowserOperation | undefined =>
  key === undefined ? undefined : { browser: hashDevice(device), key, path, request };

/** A call that moves money. `request`: as above. */
export function accountOperation<R extends object>(
  call: Call,
  { path }: Path,
  request: R,
): AccountOperation & { readonly request: R } {
  const { userId, sessionId } = signedIn(call);
  const { idempotencyKey: key } = call;
  if (key === undefined) throw new Error('a call without a key asked for one');
  return { userId, sessionId, key, path, request };
}
