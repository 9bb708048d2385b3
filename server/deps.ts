import type { Parties } from './adapters/parties.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Log } from './log.ts';
import type { Db } from './store/schema.ts';

/** What the server stands on; tests put their own in. */
export interface Deps {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  /** So many unpredictable bytes. */
  readonly random: (bytes: number) => Uint8Array;
  readonly log: Log;
  /** They read through `db`: never asked inside a transaction. */
  readonly parties: Parties;
}
