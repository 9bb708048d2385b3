import { setFlagsFromString } from 'node:v8';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';

// The budget after which V8 optimizes a WebAssembly function (its default is 13 million). One function of the
// engine is so large that its optimization takes 2.4 s of CPU. With the default it would begin in the first
// second of every process, and a short command would have to wait for it; with this budget only long-running
// processes pay.
setFlagsFromString('--wasm-tiering-budget=2000000000');

/**
 * PostgreSQL's default of 128 MB is cleared at every start, for a single connection and a few megabytes of
 * data. There is no spinning disk: random reads cost about as much as sequential ones, so indexes are
 * preferred.
 */
const SETTINGS = ['-c', 'shared_buffers=16MB', '-c', 'random_page_cost=1.1'];

/** Starts the embedded database engine; in memory if no directory is given. */
export const startEngine = (options: PGliteOptions = {}): Promise<PGlite> =>
  PGlite.create({ ...options, startParams: [...PGlite.defaultStartParams, ...SETTINGS] });
