import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { CallClass } from './giving-way.ts';

/**
 * Who may call an endpoint. `anonymous`: no session. `session`: any signed-in account.
 * `user`, `admin` and `compliance`: a signed-in account of that role.
 */
export type Access = 'anonymous' | 'session' | 'user' | 'admin' | 'compliance';

/**
 * What a call does. `read` may be repeated freely. `write` changes something but not money. `money`
 * moves money: it carries an Idempotency-Key header and is never repeated automatically.
 */
export type Effect = 'read' | 'write' | 'money';

/** One call of the product: a POST below the API base, its body and answer sealed by the envelope. */
export interface Endpoint<Request extends GenericSchema, Answer extends GenericSchema> {
  readonly path: `/${string}`;
  readonly access: Access;
  /** The session's refresh token is enough: the access token beside it may have expired. */
  readonly oldToken?: boolean;
  /** The browser identifies itself in a header: a mailed code works only in the browser that requested it. */
  readonly device?: boolean;
  /** Open to administrators without a second factor, too: the calls needed to set one up (HARD-13). */
  readonly beforeSecondFactor?: boolean;
  readonly effect: Effect;
  /**
   * A write that does no harm if it happens twice. Like a read, it is sent again if the server has
   * already received its envelope, whose answer is then lost.
   */
  readonly repeatable?: boolean;
  /**
   * When an overloaded server refuses it (OPS-10). `histories` includes other lists that can wait. `essential`, if not
   * said, is everything else: signing in, balances, money under way and what protects an account. Pages of a history that
   * are read for a file are `exports`: their address says so (`for-export.ts`).
   */
  readonly givesWay?: CallClass;
  /** How often one account may make this call within an hour; as often as it likes if not said. */
  readonly hourly?: number;
  readonly request: Request;
  readonly answer: Answer;
}

// biome-ignore lint/suspicious/noExplicitAny: the widest endpoint, for lists of them
export type AnyEndpoint = Endpoint<any, any>;
export type RequestOf<E extends AnyEndpoint> = InferInput<E['request']>;
export type ParsedRequestOf<E extends AnyEndpoint> = InferOutput<E['request']>;
export type AnswerOf<E extends AnyEndpoint> = InferOutput<E['answer']>;

/**
 * Request header with the nonce of an earlier envelope that the browser or a proxy sent twice and whose
 * answer was lost: this request repeats that one.
 */
export const REPEATS_HEADER = 'x-kopa-repeats';

/** Where the API lives on the product's own origin. */
export const API_BASE = '/api';

/** Header with the random number of the browser, 32 hexadecimal digits, for endpoints that require it. */
export const DEVICE_HEADER = 'x-device-id';

/* @__NO_SIDE_EFFECTS__ */
export const endpoint = <Request extends GenericSchema, Answer extends GenericSchema>(
  definition: Endpoint<Request, Answer>,
): Endpoint<Request, Answer> => definition;
