import type { AnyEndpoint } from '#core/contract/endpoint.ts';

const NAME = 'for';
const VALUE = 'export';

/**
 * The same read, for a file. It has an address of its own, because under load the server decides by the
 * address whether to refuse a call (OPS-10). A server that does not know the difference answers as usual.
 */
export const forExport = <E extends AnyEndpoint>(read: E): E => ({
  ...read,
  path: `${read.path}?${NAME}=${VALUE}`,
});

export const isForExport = (parameter: (name: string) => string | undefined): boolean =>
  parameter(NAME) === VALUE;
