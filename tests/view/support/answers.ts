import type { InferInput } from 'valibot';
import type { AnyEndpoint, ParsedRequestOf } from '#core/contract/endpoint.ts';
import type { Refusal, RefusalCode } from '#core/contract/refusal.ts';

/** What the server sends in answer to a call, before the page has read it. */
export type SentBy<E extends AnyEndpoint> = Omit<InferInput<E['answer']>, 'status'>;

interface Sent {
  readonly status: number;
  readonly body: object;
}

/** What is said to one call of the contract, or to a plain address; the last one given of it counts. */
export interface Said {
  readonly path: string;
  readonly to: (request: object) => Sent | Response | Promise<Sent | Response>;
}

type Asked = Pick<AnyEndpoint, 'path'>;

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

/** Refuses a call; `more` is what the page is told besides. */
export const refuse = (
  { path }: AnyEndpoint,
  code: RefusalCode,
  message: string,
  more: Partial<Refusal> = {},
): Said => ({
  path,
  to: () => ({
    status: statuses[code] ?? 422,
    body: { status: 'error', code, message, ...more },
  }),
});

/** Answers what is asked without an envelope. */
export const plainly = <T extends object>(path: string, body: T): Said => ({
  path,
  to: () => Response.json(body),
});

/** Answers as something between the page and the server does, which knows no envelope. */
export const unreadable = ({ path }: Asked, status = 200): Said => ({
  path,
  to: () => new Response('<p>Welcome</p>', { status }),
});

/** Breaks the connection before the answer. */
export const lost = ({ path }: Asked): Said => ({
  path,
  to: () => Promise.reject(new TypeError('Failed to fetch')),
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
