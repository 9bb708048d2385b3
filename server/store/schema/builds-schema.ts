import type { Moment } from './core-schema.ts';

interface Builds {
  id: string;
  /** Version and build for people. */
  name: string;
  /** When a process that serves it last renewed it. */
  served_at: Moment;
}

/** A file of a build, as the build's own servers send it. */
interface BuildFiles {
  build_id: string;
  /** Below the root of the site. */
  path: string;
  /** The service worker requests the file by it; empty for a file named after its content. */
  revision: string;
  /** The answer's headers as JSON. */
  headers: string;
  /** Compressed as the headers say. */
  body: Uint8Array;
  /** An HMAC of the whole row: write access to the database alone cannot put a script into a page. */
  seal: string;
}

export interface BuildsSchema {
  builds: Builds;
  build_files: BuildFiles;
}
