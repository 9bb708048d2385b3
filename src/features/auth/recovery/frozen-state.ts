/** The email address that the page of a freeze puts behind the #, where no server reads it. */
export function emailFromHash(hash: string): string | undefined {
  return new URLSearchParams(hash.slice(1)).get('email') ?? undefined;
}
