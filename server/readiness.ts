import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deps } from './deps.ts';
import { type BuiltSite, missingFiles } from './static/built-site.ts';
import { type DatabaseHealth, databaseHealth } from './store/health.ts';

/** The program's version. */
export const version: string = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'),
).version;

/** The parts that the server needs to serve, each reported separately (OPS-04). */
export interface Readiness {
  readonly ready: boolean;
  readonly database: DatabaseHealth;
  readonly site: 'ok' | 'incomplete' | 'served elsewhere';
  readonly stopping: boolean;
  /** The parties that are down. The server serves all the same, and the functions that need them say so. */
  readonly down: readonly string[];
}

/** So long after a refusal a server counts as unable to write: a row that is updated in place needs no space. */
const LACK_MS = 30_000;
const lacks: ReadonlySet<string> = new Set(['53100', '53200', 'ENOSPC']);

/** What calls met lately for want of space or memory (HARD-85). */
export class Lack {
  #until = Number.NEGATIVE_INFINITY;

  /** Takes the name of a call's failure, as the log has it. */
  note(failure: string | undefined): void {
    if (lacks.has(failure?.split(' ').at(-1) ?? '')) this.#until = performance.now() + LACK_MS;
  }

  get met(): boolean {
    return performance.now() < this.#until;
  }
}

/** Anybody may ask, so the parts are checked at most once a second. */
const FRESH_MS = 1_000;

export interface Served {
  readonly directory: string;
  /** Undefined: unknown, or pages are served elsewhere. */
  readonly site: BuiltSite | undefined;
}

/** Returns a function that checks the parts; concurrent callers share one check. */
export function readinessOf(
  { db, parties }: Pick<Deps, 'db' | 'parties'>,
  { directory, site }: Served,
  stopping: AbortSignal | undefined,
  lack: Lack = new Lack(),
): () => Promise<Readiness> {
  let looked = Number.NEGATIVE_INFINITY;
  let last: Promise<Readiness> | undefined;
  const look = async (): Promise<Readiness> => {
    const health = await databaseHealth(db);
    const database = health === 'ok' && lack.met ? 'cannot write' : health;
    const complete = site && missingFiles(directory, site).length === 0;
    const files = site ? (complete ? 'ok' : 'incomplete') : 'served elsewhere';
    return {
      ready: database === 'ok' && files !== 'incomplete',
      database,
      site: files,
      stopping: false,
      // The state of simulated parties is in the database.
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
