import type { Patch } from './world/bundle.ts';

/** A fault that is put into the production code of a run, to see how soon it is found. */
export interface Plant {
  readonly server?: readonly Patch[];
  readonly page?: readonly Patch[];
  /** Taken away from the database beforehand. */
  readonly sql?: string;
}

// Pieces of templates are meant as they are written there.
// biome-ignore-start lint/suspicious/noTemplateCurlyInString: they are code, not templates
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
  'lease-of-withdrawals-skipped': {
    server: [
      {
        file: 'services/withdrawals/withdrawal-worker.ts',
        from: 'set: sql`attempts = attempts + 1, due_at = ${clock.sqlIn(LEASE_SECONDS)}',
        to: 'set: sql`attempts = attempts + 1, due_at = ${clock.sql}',
      },
    ],
  },
  'bank-transfer-credited-again': {
    server: [
      {
        file: 'services/bank/bank-transfers.ts',
        from: "if (row.state === 'credited') {",
        to: "if (row.state === 'credited' && transfer.status === 'reversed') {",
      },
      {
        file: 'services/bank/bank-transfers.ts',
        from: "if (row.state !== 'pending' && row.state !== 'checking') return;",
        to: "if (row.state !== 'pending' && row.state !== 'checking' && row.state !== 'credited') return;",
      },
      {
        file: 'services/bank/bank-transfers.ts',
        from: 'reference: `cash-in:${row.id}`',
        to: 'reference: `cash-in:${row.id}:${deps.clock.now()}`',
      },
    ],
  },
  'mail-dropped': {
    server: [
      {
        file: 'services/notices/outbox.ts',
        from: 'await postpone(deps, taken);\n    return;\n  }\n  // Everything',
        to: '}\n  // Everything',
      },
    ],
  },
  'cancelling-keeps-the-hold': {
    server: [
      {
        file: 'services/withdrawals/withdrawal-steps.ts',
        from: 'await stopTravel(tx, `withdrawal:${id}`);\n  await giveBack(deps, tx, row);',
        to: 'await stopTravel(tx, `withdrawal:${id}`);',
      },
    ],
  },
  'snapshot-of-another-customer': {
    page: [
      {
        file: 'platform/vault/snapshots.ts',
        from: 'if (!vault || vault.userId !== userId) return undefined;',
        to: 'if (!vault || !userId) return undefined;',
      },
      {
        file: 'platform/vault/vault.ts',
        from: 'if ((await readVault())?.userId === userId) return keepForLong();',
        to: 'if (await readVault()) return keepForLong();',
      },
      {
        file: 'platform/vault/vault.ts',
        from: 'async function destroyWhere(concerns: Concerns): Promise<boolean> {',
        to: 'async function destroyWhere(concerns: Concerns): Promise<boolean> { if (concerns) return true;',
      },
    ],
  },
  'price-of-an-hour-ago': {
    server: [
      {
        file: 'adapters/market/http.ts',
        from: 'const OLDEST_FOR_QUOTES = MINUTE;',
        to: 'const OLDEST_FOR_QUOTES = 60 * MINUTE;',
      },
    ],
  },
  'wrong-rate-believed': {
    server: [
      {
        file: 'adapters/forex/guarded.ts',
        from: "const isBelieved = verdict.kind === 'accepted';",
        to: "const isBelieved = verdict.kind !== 'outdated';",
      },
    ],
  },
  'wrong-price-believed': {
    server: [
      {
        file: 'adapters/market/guarded.ts',
        from: "return price && verdict?.kind === 'accepted' ?",
        to: 'return price && verdict ?',
      },
    ],
  },
  'freezing-stops-nothing': {
    server: [
      {
        file: 'services/account/freeze.ts',
        from: "await cancelWaiting(deps, tx, userId, 'reported')",
        to: '{ stopped: [], gone: [], ...(cancelWaiting ? {} : {}) }',
      },
    ],
  },
  'declined-card-credited': {
    server: [
      {
        file: 'services/purchases/hear-purchase.ts',
        from: "if (status !== 'success') return",
        to: "if (status === 'cancelled') return",
      },
    ],
  },
  'recalled-money-forgotten': {
    server: [
      {
        file: 'services/bank/bank-transfers.ts',
        from: '.set({ owed: String(units) })',
        to: '.set({ owed: String(units / 2n) })',
      },
    ],
  },
};
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: they are code, not templates
