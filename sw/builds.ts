/**
 * Every build has a precache of its own, so that builds that are here at the same time (one serves,
 * one waits, one is being downloaded) never touch each other's files.
 */
const PRECACHE = 'kopa-precache-';

/** An empty cache whose name says which build serves: cached files and what is known of them go together. */
const SERVES = 'kopa-serves-';

/** Builds before had one precache together, and copies of what they replaced. */
const SHARED = 'workbox-precache-';
const COPIES = 'kopa-previous-';

export const precacheNameOf = (build: string): string => PRECACHE + build;

const isPrecache = (name: string): boolean =>
  [PRECACHE, SHARED, COPIES].some((prefix) => name.startsWith(prefix));

interface Registration {
  readonly installing: unknown;
  readonly waiting: unknown;
}

/**
 * The build takes over. The files of the one it replaces stay, for tabs that still run that one; what
 * is older goes, unless another build installs or waits: which of the files are that one's only it
 * knows, and it cleans up when it takes over.
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
  // The same files once more: what was replaced before stays replaced.
  if (replaced.length === 0 && names.includes(SERVES + build)) return;
  if (registration.installing || registration.waiting) return;
  const needed = replaced.map((name) => precacheNameOf(name.slice(SERVES.length)));
  needed.push(precacheNameOf(build));
  const isNeeded = (name: string): boolean =>
    needed.includes(name) || (replaced.length === 0 && name.startsWith(SHARED));
  const old = names.filter((name) => isPrecache(name) && !isNeeded(name));
  await Promise.all(old.map((name) => kept.delete(name)));
}
