import type { Patch } from './world/bundle.ts';

/** A fault that is put into the production code of a run, to see how soon it is found. */
export interface Plant {
  readonly server?: readonly Patch[];
  readonly page?: readonly Patch[];
  /** Taken away from the database beforehand. */
  readonly sql?: string;
}

export const plants: Readonly<Record<string, Plant>> = {
  'lost-idempotency-check': {
    server: [
      {
        file: 'server/platform/operations.ts',
        from: "if (!(await takeKey(tx, deps, operation, 'open', operation.request))) {",
        to: "if (!(await takeKey(tx, deps, operation, 'open', operation.request)) && !operation) {",
      },
      {
        file: 'server/platform/operations.ts',
        from: '  if (!before) return undefined;',
        to: '  if (!before || operation) return undefined;',
      },
    ],
  },
  'deposit-credited-twice': {
    server: [
      {
        file: 'services/deposits/custodian-deposits.ts',
        from: 'or (network = ',
        to: 'or (false and network = ',
      },
    ],
    sql: `do $$ declare name text; begin
      for name in select indexname from pg_indexes
        where tablename = 'deposits' and indexdef like '%transaction_hash%'
      loop execute 'drop index ' || quote_ident(name); end loop; end $$`,
  },
  'snapshot-newer-than-it-is': {
    page: [
      {
        file: 'platform/vault/snapshots.ts',
        from: 'savedAt: new Date(record.savedAt) }',
        to: 'savedAt: new Date(serverNow()) }',
      },
    ],
  },
  'two-tabs-refresh-at-once': {
    page: [
      {
        file: 'transport/refresh.ts',
        from: "withLock('kopa-refresh', (waited) => refreshOnce(staleToken, waited))",
        to: 'Promise.resolve(withLock).then(() => refreshOnce(staleToken, false))',
      },
    ],
  },
  'hold-never-released': {
    server: [
      {
        file: 'services/withdrawals/withdrawal-steps.ts',
        from: 'await giveBack(deps, tx, row);',
        to: 'void giveBack;',
      },
    ],
  },
};
