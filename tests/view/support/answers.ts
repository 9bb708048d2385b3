import type { InferInput } from 'valibot';
import type { AnyEndpoint, ParsedRequestOf } from '#core/contract/endpoint.ts';
import type { RefusalCode } from '#core/contract/refusal.ts';

/** What the server sends in answer to a call, before the page has read it. */
export type SentBy<E extends AnyEndpoint> = Omit<InferInput<E['answer']>, 'status'>;

interface Sent {
  readonly status: number;
  readonly body: object;
}

/** What is said to one call of the contract; the last one given of a call counts. */
export interface Said {
  readonly path: string;
  readonly to: (request: object) => Sent | Promise<Sent>;
}

const success = (body: object): Sent => ({ status: 200, body: { status: 'success', ...body } });

/** Answers a call. */
export const answer = <E extends AnyEndpoint>({ path }: E, body: SentBy<E>): Said => ({
  path,
  to: () => success(body),
});

/** Answers a call by what is asked, or by when it is. */
export const answerBy = <E extends AnyEndpoint>(
  { path }: E,
  bodyOf: (request: ParsedRequestOf<E>) => SentBy<E>,
): Said => ({ path, to: (request) => success(bodyOf(request as ParsedRequestOf<E>)) });

const statuses: Partial<Record<RefusalCode, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  KEY_CONFLICT: 409,
  TOO_MANY: 429,
  UNAVAILABLE: 503,
};

/** Refuses a call. */
export const refuse = ({ path }: AnyEndpoint, code: RefusalCode, message: string): Said => ({
  path,
  to: () => ({
    status: statuses[code] ?? 422,
    body: { status: 'error', code, message },
  }),
});

/** Leaves a call without an answer until `release`. */
export function hold(said: Said): Said & { readonly release: () => void } {
  const held = Promise.withResolvers<void>();
  return {
    path: said.path,
    to: async (request) => {
      await held.promise;
      return said.to(request);
    },
    release: held.resolve,
  };
}
