import type { AnyEndpoint } from './endpoint.ts';

const NAME = 'for';
const VALUE = 'export';

/**
 * The same read, made for a file. The address says so, because the server decides by it alone whether a
 * call gives way (OPS-10); a server that does not know of this answers as ever.
 */
export const forExport = <E extends AnyEndpoint>(read: E): E => ({
  ...read,
  path: `${read.path}?${NAME}=${VALUE}`,
});

export const isForExport = (parameter: (name: string) => string | undefined): boolean =>
  parameter(NAME) === VALUE;
