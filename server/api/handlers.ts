import type { EndpointName, endpoints } from '#core/contract/endpoints.ts';
import type { Handler } from './handler.ts';

type Handlers = { readonly [K in EndpointName]: Handler<(typeof endpoints)[K]> };

/** The handler of every endpoint; one that is missing does not compile. */
export const handlers: Partial<Handlers> = {};
