import type { Parties } from './adapters/parties.ts';
import type { Clock } from './base/clock.ts';
import type { Log } from './base/log.ts';
import type { Config } from './config.ts';
import type { Db } from './store/schema/schema.ts';

/** The dependencies of the server's code; tests replace them. */
export interface Deps {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  /** Returns so many cryptographically random bytes. */
  readonly random: (bytes: number) => Uint8Array;
  readonly log: Log;
  /** The parties read through `db`, so they are never called inside a transaction. */
  readonly parties: Parties;
}
