const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];
const alone = { fsevents: { os: ['darwin'] } };

/** The operating system, processor and C library of a package of prebuilt code, as its name states them. */
function platformOf(name) {
  const words = name.split(/[-/]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.some((word) => word === processor));
  const libc = words.some((word) => word.startsWith('musl')) ? ['musl'] : [];
  return {
    ...(os.length && { os }),
    ...(cpu.length && { cpu }),
    ...(libc.length && { libc }),
    ...alone[name],
  };
}

/**
 * The place of a dependency of the package at `from`, as Node resolves it: the package's own node_modules first, then
 * those of the folders above. Undefined if it is missing.
 */
function resolve(packages, from, name) {
  for (
    let place = from;
    ;
    place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules') - 1))
  ) {
    const candidate = `${place ? `${place}/` : ''}node_modules/${name}`;
    if (packages[candidate]) return candidate;
    if (!place) return undefined;
  }
}

/**
 * The optional packages missing from a lockfile: those of other platforms, if the lockfile was
 * written from a registry or an installation that has only this platform's packages.
 */
export function missingOptional(lock) {
  const missing = new Map();
  for (const [place, entry] of Object.entries(lock.packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if (resolve(lock.packages, place, name)) continue;
      const version = range.replace(/^[\^~]/, '');
      const top = `node_modules/${name}`;
      const taken = missing.get(top);
      if (taken?.version === version) continue;
      const at = taken ? `${place}/node_modules/${name}` : top;
      missing.set(at, { at, name, version, dev: entry.dev === true });
    }
  }
  return [...missing.values()];
}

/**
 * The places of packages from a registry without a digest: an installation would take whatever is served under their
 * names.
 */
export function withoutDigest(lock) {
  return Object.entries(lock.packages)
    .filter(([place, entry]) => place.includes('node_modules/') && !entry.link && !entry.inBundle)
    .filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
    .map(([place]) => place);
}

/**
 * The lockfile with the missing packages added, so that `npm ci` accepts it on every platform, and with the digests
 * that are missing. `digestOf`: the digest that the registry publishes for a name and a version.
 */
export function completed(lock, digestOf) {
  const packages = { ...lock.packages };
  for (const { at, version, dev, name } of missingOptional(lock)) {
    packages[at] = { version, ...(dev && { dev }), optional: true, ...platformOf(name) };
  }
  for (const place of withoutDigest({ packages })) {
    const { version, name, integrity: _, ...entry } = packages[place];
    const called = name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const integrity = digestOf(called, version);
    packages[place] = { ...(name && { name }), version, integrity, ...entry };
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries(sorted) };
}
