import { join } from 'node:path';

/** Where in a transaction a server dies: by SIGKILL, as a machine that loses its power. */
export interface KillPoint {
  readonly at: 'before' | 'after' | 'after-commit';
  /** The table whose first insert it is. `after-commit`: the commit of that insert's transaction. */
  readonly table:
    | 'withdrawals'
    | 'journals'
    | 'operations'
    | 'purchases'
    | 'deposits'
    | 'mail_outbox'
    | 'bank_statements'
    // What the simulated bank has done: with `after`, its answer never comes.
    | 'sandbox_bank_returns'
    | 'sandbox_transfers';
}

/**
 * The environment for a server that kills itself at a point. It is loaded in front of the server
 * (kill-point.preload.ts) and watches the statements it sends to either database; the server knows
 * nothing of it. Arm it after everything that should happen before, by starting anew.
 */
export const dyingAt = ({ at, table }: KillPoint): Readonly<Record<string, string>> => ({
  KILL_POINT_AT: at,
  KILL_POINT_TABLE: table,
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'kill-point.preload.ts')}`,
});

/** The named points of every money write (BEY-02). */
export const killPoints = (table: KillPoint['table']): readonly KillPoint[] => [
  { at: 'before', table },
  { at: 'after', table },
  { at: 'after-commit', table },
];
