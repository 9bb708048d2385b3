import type { Moment } from './core-schema.ts';

interface Builds {
  id: string;
  /** Version and build, for people. */
  name: string;
  /** When a process that serves it last said so. */
  served_at: Moment;
}

/** A file of a build, as its own servers answer it. */
interface BuildFiles {
  build_id: string;
  /** Below the root of the site. */
  path: string;
  /** By which the service worker asks for it; empty for a file that is named after its content. */
  revision: string;
  /** Of the answer, as JSON. */
  headers: string;
  /** Packed as the headers say. */
  body: Uint8Array;
  /** An HMAC of all of it: the database alone cannot put a script into a page. */
  seal: string;
}

export interface BuildsSchema {
  builds: Builds;
  build_files: BuildFiles;
}
