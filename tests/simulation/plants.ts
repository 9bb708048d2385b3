import type { Kind } from './cast/initiatives.ts';
import type { Patch } from './world/bundle.ts';

/** A fault that is put into the production code of a run, to see how soon it is found. */
export interface Plant {
  readonly server?: readonly Patch[];
  readonly page?: readonly Patch[];
  /** Taken away from the database beforehand. */
  readonly sql?: string;
  /** What is begun in its run, each as often as it is named: what the fault is about. */
  readonly about: readonly Kind[];
}

// Pieces of templates are meant as they are written there.
// biome-ignore-start lint/suspicious/noTemplateCurlyInString: they are code, not templates
export const plants: Readonly<Record<string, Plant>> = {
  'lost-idempotency-check': {
    about: ['lose patience', 'lose patience', 'sign in'],
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
    about: ['confuse', 'receive', 'receive', 'receive', 'sign in'],
    server: [
      {
        file: 'services/money-in/deposits/custodian-deposits.ts',
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
    about: ['kept copy', 'sign in'],
    page: [
      {
        file: 'platform/vault/snapshots.ts',
        from: 'savedAt: new Date(record.savedAt) }',
        to: 'savedAt: new Date(serverNow()) }',
      },
    ],
  },
  'two-tabs-refresh-at-once': {
    about: ['look', 'open a tab', 'leap', 'sign in'],
    page: [
      {
        file: 'transport/session/refresh.ts',
        from: "withLock('kopa-refresh', REFRESH_MS, once)",
        to: 'Promise.resolve(withLock).then(() => once(false))',
      },
    ],
  },
  'hold-never-released': {
    about: ['failed transfer', 'sign in'],
    server: [
      {
        file: 'services/money-out/withdrawals/withdrawal-steps.ts',
        from: "    if ((await giveBack(deps, tx, row)) === 'closed') return;",
        to: '    void giveBack;',
      },
    ],
  },
  'lease-of-withdrawals-skipped': {
    about: ['travel rule', 'travel rule', 'wait', 'sign in'],
    server: [
      {
        file: 'services/money-out/withdrawals/withdrawal-worker.ts',
        from: 'set: sql`attempts = attempts + 1, due_at = ${deps.clock.sqlIn(LEASE_SECONDS)}',
        to: 'set: sql`attempts = attempts + 1, due_at = ${deps.clock.sql}',
      },
    ],
  },
  'bank-transfer-credited-again': {
    about: ['pay in', 'wait', 'sign in'],
    server: [
      {
        file: 'services/money-in/bank/bank-list.ts',
        from: "when 'credited' then (known.currency, known.amount) = (told.currency, told.amount)",
        to: "when 'credited' then false",
      },
      {
        file: 'services/money-in/bank/bank-transfers.ts',
        from: "if (row.state === 'credited') {",
        to: "if (row.state === 'credited' && transfer.status === 'reversed') {",
      },
      {
        file: 'services/money-in/bank/bank-transfers.ts',
        from: "    case 'pending':\n      return settled(deps, tx, row, transfer);",
        to: "    case 'pending': case 'credited':\n      return settled(deps, tx, row, transfer);",
      },
      {
        file: 'services/money-in/bank/bank-transfers.ts',
        from: 'reference: `cash-in:${row.id}`',
        to: 'reference: `cash-in:${row.id}:${deps.clock.now()}`',
      },
    ],
  },
  'mail-dropped': {
    about: ['withdraw', 'set a password', 'sign in'],
    server: [
      {
        file: 'services/messages/notices/outbox.ts',
        from: 'await postpone(deps, taken);\n    return;\n  }\n  // Everything',
        to: '}\n  // Everything',
      },
    ],
  },
  'cancelling-keeps-the-hold': {
    about: ['withdraw', 'pay out', 'sign in'],
    server: [
      {
        file: 'services/money-out/withdrawals/withdrawal-steps.ts',
        from: "  if ((await giveBack(deps, tx, row)) === 'closed') return 'cancelled';",
        to: '',
      },
    ],
  },
  'snapshot-of-another-customer': {
    about: ['change hands', 'sign in'],
    page: [
      {
        file: 'platform/vault/snapshots.ts',
        from: 'if (!vault || vault.userId !== userId) return undefined;',
        to: 'if (!vault || !userId) return undefined;',
      },
      {
        file: 'platform/vault/vault.ts',
        from: 'if ((await readVault())?.userId === userId) return void keepForLong({ meant: false });',
        to: 'if (await readVault()) return void keepForLong({ meant: false });',
      },
      {
        file: 'platform/vault/vault.ts',
        from: 'async function destroyWhere(concerns: Concerns): Promise<boolean> {',
        to: 'async function destroyWhere(concerns: Concerns): Promise<boolean> { if (concerns) return true;',
      },
    ],
  },
  'price-of-an-hour-ago': {
    about: ['stand still', 'sign in'],
    server: [
      {
        file: 'adapters/market/http-market.ts',
        from: 'const OLDEST_FOR_QUOTES = MINUTE;',
        to: 'const OLDEST_FOR_QUOTES = 60 * MINUTE;',
      },
    ],
  },
  'wrong-rate-believed': {
    about: ['wrong rate', 'sign in'],
    server: [
      {
        file: 'adapters/forex/guarded-rates.ts',
        from: 'contradicted(past, found, reading, otherPrice) : found;',
        to: "contradicted(past, found, reading, otherPrice) : found.kind === 'suspect' ? { kind: 'accepted', past: acceptReading({ accepted: [], suspect: undefined }, reading) } : found;",
      },
    ],
  },
  'wrong-price-believed': {
    about: ['wrong price', 'sign in'],
    server: [
      {
        file: 'adapters/market/guarded-prices.ts',
        from: '  vouched\n    ? {',
        to: '  vouched || reading\n    ? {',
      },
    ],
  },
  'recurring-buys-made-up-for': {
    about: ['buy weekly', 'pay in', 'sign in'],
    server: [
      {
        file: 'services/exchange/recurring/recurring-worker.ts',
        from: 'momentOf(buy.next_on) + PATIENCE_MS',
        to: 'momentOf(buy.next_on) + 100 * PATIENCE_MS',
      },
    ],
  },
  'freezing-stops-nothing': {
    about: ['withdraw', 'withdraw', 'freeze', 'sign in'],
    server: [
      {
        file: 'services/customers/account/freeze.ts',
        from: "await cancelWaiting(deps, tx, userId, 'reported')",
        to: '{ stopped: [], gone: [], ...(cancelWaiting ? {} : {}) }',
      },
    ],
  },
  'declined-card-credited': {
    about: ['buy by card', 'sign in'],
    server: [
      {
        file: 'services/money-in/purchases/hear-purchase.ts',
        from: 'const { status } = heard;',
        to: "const status = heard.status === 'declined' ? 'success' : heard.status;",
      },
    ],
  },
  'recalled-money-forgotten': {
    about: ['recall', 'recall', 'wait', 'sign in'],
    server: [
      {
        file: 'services/money-in/bank/bank-transfers.ts',
        from: '.set({ owed: String(units), currency: cash })',
        to: '.set({ owed: String(units / 2n), currency: cash })',
      },
    ],
  },
  'charge-back-forgotten': {
    about: ['charge back', 'charge back', 'sign in'],
    server: [
      {
        file: 'services/money-in/purchases/charge-backs.ts',
        from: 'owed: String(BigInt(row.owed) + more)',
        to: 'owed: String(BigInt(row.owed) + more / 2n)',
      },
    ],
  },
};
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: they are code, not templates
