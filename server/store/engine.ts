import { setFlagsFromString } from 'node:v8';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';

// V8 optimizes a WebAssembly function once it has run for so long (its own number is 13 million). One
// function of the engine is so large that this takes 2.4 s of CPU. It would begin in the first second of
// every process, and a command ends only after it. With this number only a process that goes on pays it.
setFlagsFromString('--wasm-tiering-budget=2000000000');

/**
 * PostgreSQL's own 128 MB are cleared at every start, for one connection and a few megabytes of data. Nothing
 * here turns a disk: a page read by its number costs about as much as the next one, so indexes are used.
 */
const SETTINGS = ['-c', 'shared_buffers=16MB', '-c', 'random_page_cost=1.1'];

/** Starts the embedded database engine; in memory if no directory is given. */
export const startEngine = (options: PGliteOptions = {}): Promise<PGlite> =>
  PGlite.create({ ...options, startParams: [...PGlite.defaultStartParams, ...SETTINGS] });
