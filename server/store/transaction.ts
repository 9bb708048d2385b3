import { setTimeout as pause } from 'node:timers/promises';
import { isKeeping, isRefused } from '#server/refusal/refused.ts';
import { notPreparedAnyMore } from './prepared-statements.ts';
import type { Db, Tx } from './schema/schema.ts';

const ATTEMPTS = 12;

/** Serialization failure, deadlock, lock timeout: another attempt may succeed. */
const retryable = new Set(['40001', '40P01', '55P03']);
/** Unique indexes whose violation only means that another transaction was faster. */
const retryableIndexes = new Set(['journals_conversion_moment']);

function mayRetry(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const code = String(error.code);
  if (retryable.has(code) || notPreparedAnyMore.has(code)) return true;
  return (
    code === '23505' && 'constraint' in error && retryableIndexes.has(String(error.constraint))
  );
}

/** Carries a refusal out of a transaction and makes it roll back. */
class RolledBack extends Error {
  readonly value: unknown;
  constructor(value: unknown) {
    super('rolled back');
    this.value = value;
  }
}

/**
 * Runs `work` in one transaction. A refusal that it returns (unless it is `keeping`) and an error that it
 * throws roll everything back. `work` may run several times, so it has no effects outside the database. It
 * must use `tx` only, never the outer `db`: the embedded database has a single connection and would deadlock.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (transaction) => {
        const value = await work(transaction as unknown as Tx);
        if (isRefused(value) && !isKeeping(value)) throw new RolledBack(value);
        return value;
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.value as T;
      if (attempt >= ATTEMPTS || !mayRetry(error)) throw error;
      await pause(Math.random() * Math.min(5 * 2 ** attempt, 250));
    }
  }
}
