import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deps } from './deps.ts';
import { type BuiltSite, missingFiles } from './static/built-site.ts';
import { type DatabaseHealth, databaseHealth } from './store/health.ts';

/** Which program this is. */
export const version: string = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'),
).version;

/** What the server needs to serve, each part by itself (OPS-04). */
export interface Readiness {
  readonly ready: boolean;
  readonly database: DatabaseHealth;
  readonly site: 'ok' | 'incomplete' | 'served elsewhere';
  readonly stopping: boolean;
  /** The parties that are down. The server serves all the same: what needs them says so itself. */
  readonly down: readonly string[];
}

/** Anybody may ask; the parts are looked at once a second at most. */
const FRESH_MS = 1_000;

export interface Served {
  readonly directory: string;
  /** Undefined: nothing is known about it, or pages are served elsewhere. */
  readonly site: BuiltSite | undefined;
}

/** Gives a question that looks at the parts, and shares one look among all who ask at a time. */
export function readinessOf(
  { db, parties }: Pick<Deps, 'db' | 'parties'>,
  { directory, site }: Served,
  stopping: AbortSignal | undefined,
): () => Promise<Readiness> {
  let looked = Number.NEGATIVE_INFINITY;
  let last: Promise<Readiness> | undefined;
  const look = async (): Promise<Readiness> => {
    const database = await databaseHealth(db);
    const complete = site && missingFiles(directory, site).length === 0;
    const files = site ? (complete ? 'ok' : 'incomplete') : 'served elsewhere';
    return {
      ready: database === 'ok' && files !== 'incomplete',
      database,
      site: files,
      stopping: false,
      // Of the simulated ones the database knows.
      down: database === 'ok' ? await parties.down() : [],
    };
  };
  return async () => {
    const now = performance.now();
    if (!last || now - looked > FRESH_MS) {
      looked = now;
      last = look();
    }
    const found = await last;
    return stopping?.aborted ? { ...found, ready: false, stopping: true } : found;
  };
}
