import { join } from 'node:path';

/** The point of a transaction at which a server kills itself with SIGKILL, as if its machine had lost power. */
export interface KillPoint {
  readonly at: 'before' | 'after' | 'after-commit';
  /** The point is before or after the first insert into this table; `after-commit`: after its transaction's commit. */
  readonly table:
    | 'withdrawals'
    | 'journals'
    | 'operations'
    | 'purchases'
    | 'deposits'
    | 'mail_outbox'
    | 'bank_statements'
    // Acts of the simulated bank: with `after` the bank has acted, and the server dies before it has the answer.
    | 'sandbox_bank_returns'
    | 'sandbox_transfers';
}

/**
 * The environment of a server that kills itself at a point. With it Node loads kill-point.preload.ts before the
 * server, whose code is unchanged: it watches the statements sent to the database, PostgreSQL or the embedded one.
 * The point is armed from the start, so what must happen before it belongs to an earlier start without it.
 */
export const dyingAt = ({ at, table }: KillPoint): Readonly<Record<string, string>> => ({
  KILL_POINT_AT: at,
  KILL_POINT_TABLE: table,
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'kill-point.preload.ts')}`,
});

/** The points at which each write of money is interrupted in tests (BEY-02). */
export const killPoints = (table: KillPoint['table']): readonly KillPoint[] => [
  { at: 'before', table },
  { at: 'after', table },
  { at: 'after-commit', table },
];
