import type { AnswerOf, AnyEndpoint, ParsedRequestOf } from '#core/contract/endpoint.ts';
import type { EndpointName, endpoints } from '#core/contract/endpoints.ts';
import type { Role } from '#core/pages.ts';
import type { Deps } from '#server/deps.ts';
import type { LongAnswer } from '#server/platform/long-answer.ts';
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
  /** The country they registered in, by its code. */
  readonly country: string;
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
 * A call, as its handler sees it besides the request. Before the handler runs, the envelope, the nonce, the
 * session, the role and the schema were checked.
 */
export interface Call {
  readonly deps: Deps;
  readonly caller: Caller;
  /** Present on every call of an endpoint with the effect `money`. */
  readonly idempotencyKey: string | undefined;
  /** The caller's address; empty if it is not known. */
  readonly ip: string;
  /** The random number that identifies the browser; undefined if it sent none. */
  readonly device: string | undefined;
  /** The nonce of the envelope, used up by this call. */
  readonly nonce: string;
  /** This process's clock, in milliseconds; expiry is decided by `deps.clock.sql`. */
  readonly now: number;
  readonly header: (name: string) => string | undefined;
}

/**
 * The handler of one endpoint: it applies limits, calls its service and returns the answer or a refusal,
 * `refuse(code, message)` of #server/refusal (mapped to HTTP in status.ts). It throws for bugs only. All
 * writes are made by the service, which owns the transaction. An answer that is too long for memory is a `LongAnswer`.
 */
export type Handler<E extends AnyEndpoint> = (
  call: Call,
  request: ParsedRequestOf<E>,
) => Promise<AnswerOf<E> | LongAnswer | Refused>;

/** The handlers of all endpoints, by their names in the contract. */
export type Handlers = { readonly [K in EndpointName]: Handler<(typeof endpoints)[K]> };

/** The signed-in caller; for endpoints that require one. */
export function signedIn(call: Call): SignedIn {
  if (call.caller.kind !== 'signed-in')
    throw new Error('an endpoint without a session asked for one');
  return call.caller;
}

type Path = Pick<AnyEndpoint, 'path'>;

/**
 * A write that moves no money, under the browser's key if it sent one. `request`: the part that must be equal
 * under the same key; never a password or a code, because no fast hash of those may be stored.
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
