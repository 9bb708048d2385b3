/**
 * Each build has its own precache, so that builds on the device at the same time (one serving, one
 * waiting, one being downloaded) never touch each other's files.
 */
const PRECACHE = 'kopa-precache-';

/**
 * An empty cache whose name records which build serves, so the record is evicted only with the
 * files.
 */
const SERVES = 'kopa-serves-';

export const precacheNameOf = (build: string): string => PRECACHE + build;

interface Registration {
  readonly installing: unknown;
  readonly waiting: unknown;
}

/**
 * Makes `build` the serving one. The replaced build's files stay for tabs that still run it. Older
 * files are deleted, unless another build is installing or waiting: only that build knows which
 * files are its own, and it cleans up when it takes over.
 */
export async function takeOverFrom(
  kept: Pick<CacheStorage, 'keys' | 'open' | 'delete'>,
  registration: Registration,
  build: string,
): Promise<void> {
  const names = await kept.keys();
  const replaced = names.filter((name) => name.startsWith(SERVES) && name !== SERVES + build);
  await kept.open(SERVES + build);
  await Promise.all(replaced.map((name) => kept.delete(name)));
  // The same build activates again: keep the files of the build it replaced before.
  if (replaced.length === 0 && names.includes(SERVES + build)) return;
  if (registration.installing || registration.waiting) return;
  const needed = replaced.map((name) => precacheNameOf(name.slice(SERVES.length)));
  needed.push(precacheNameOf(build));
  const old = names.filter((name) => name.startsWith(PRECACHE) && !needed.includes(name));
  await Promise.all(old.map((name) => kept.delete(name)));
}
