interface Lockfile {
  readonly packages: Readonly<Record<string, object>>;
}
export function missingOptional(lock: Lockfile): readonly { readonly at: string }[];
export function withoutDigest(lock: Lockfile): string[];
export function completed(
  lock: Lockfile,
  digestOf: (name: string, version: string) => string,
): Lockfile;
