import type { GenericSchema, InferInput, InferOutput } from 'valibot';

/**
 * Who may call an endpoint. `anonymous`: no session. `session`: any signed-in account.
 * `user` and `admin`: a signed-in account of that role.
 */
export type Access = 'anonymous' | 'session' | 'user' | 'admin';

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
  readonly effect: Effect;
  readonly request: Request;
  readonly answer: Answer;
}

// biome-ignore lint/suspicious/noExplicitAny: the widest endpoint, for lists of them
export type AnyEndpoint = Endpoint<any, any>;
export type RequestOf<E extends AnyEndpoint> = InferInput<E['request']>;
export type ParsedRequestOf<E extends AnyEndpoint> = InferOutput<E['request']>;
export type AnswerOf<E extends AnyEndpoint> = InferOutput<E['answer']>;

/** Where the API lives on the product's own origin. */
export const API_BASE = '/api';

/* @__NO_SIDE_EFFECTS__ */
export const endpoint = <Request extends GenericSchema, Answer extends GenericSchema>(
  definition: Endpoint<Request, Answer>,
): Endpoint<Request, Answer> => definition;
