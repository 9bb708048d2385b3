/** The sealed answer in a `{res}` body; undefined if the body is not one of our server's. */
export const sealedIn = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'res' in body && typeof body.res === 'string'
    ? body.res
    : undefined;
