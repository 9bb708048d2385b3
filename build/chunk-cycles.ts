import type { Plugin } from 'vite';

/** Which chunks each chunk imports before its own code runs, by file name. */
export type ChunkImports = ReadonlyMap<string, readonly string[]>;

/**
 * A cycle of chunks that import each other, in order, its first chunk repeated at the end; undefined if there is none.
 */
export function findCycle(chunks: ChunkImports): readonly string[] | undefined {
  const finished = new Set<string>();
  const follow = (name: string, path: readonly string[]): readonly string[] | undefined => {
    const begins = path.indexOf(name);
    if (begins >= 0) return [...path.slice(begins), name];
    if (finished.has(name)) return undefined;
    for (const next of chunks.get(name) ?? []) {
      const cycle = follow(next, [...path, name]);
      if (cycle) return cycle;
    }
    finished.add(name);
    return undefined;
  };
  for (const name of chunks.keys()) {
    const cycle = follow(name, []);
    if (cycle) return cycle;
  }
  return undefined;
}

/**
 * Fails the build if chunks import each other in a cycle: which of them runs first would then depend on the
 * page that was opened, and one might use what another has not defined yet.
 */
export function chunkCycles(): Plugin {
  return {
    name: 'chunk-cycles',
    generateBundle(_options, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' ? [[file.fileName, file.imports] as const] : [],
        ),
      );
      const cycle = findCycle(chunks);
      if (cycle) this.error(`chunks import each other: ${cycle.join(' → ')}`);
    },
  };
}
