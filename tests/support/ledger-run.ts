import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { movableClock } from '#server/base/clock.ts';
import { violations } from '#server/ledger/invariants.ts';
import type { Journal } from '#server/ledger/journal.ts';
import { postJournal } from '#server/ledger/post.ts';
import { isRefused, refuse } from '#server/refusal/refused.ts';
import type { Db } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { LedgerModel, randomJournal, randomOf } from './ledger-model.ts';

const clock = movableClock();

/** Posts a journal as a service does: if it is refused, the transaction is rolled back. */
export async function tryJournal(db: Db, journal: Journal): Promise<string> {
  let kind = '';
  const outcome = await inTransaction(db, async (tx) => {
    const posted = await postJournal(tx, clock, journal);
    kind = posted.kind;
    return posted.kind === 'posted' ? posted : refuse('INSUFFICIENT_BALANCE', posted.kind);
  });
  return isRefused(outcome) ? kind : 'posted';
}

export async function makeUsers(db: Db, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const id of ids) {
    await sql`insert into users (id, email, password_hash, role, first_name, last_name, dob,
      currency_code, country_code, is_eu, created_at)
      values (${id}, ${`${id}@kopa.test`}, '', 'user', '', '', '', 'AUD', 'AU', false, now())`.execute(
      db,
    );
  }
  return ids;
}

export interface Difference {
  readonly seed: number;
  readonly step: number;
  readonly detail: string;
}

/** Posts the random journals of a seed to the database and the model; returns the first difference. */
export async function runSeed(
  db: Db,
  seed: number,
  steps: number,
): Promise<Difference | undefined> {
  const random = randomOf(seed);
  const users = await makeUsers(db, 3);
  const model = new LedgerModel();
  for (let step = 0; step < steps; step++) {
    const journal = named(randomJournal(random, users), seed);
    const expected = model.apply(journal);
    const happened = await tryJournal(db, journal);
    if (happened !== expected) {
      return { seed, step, detail: `${journal.kind}: ${happened}, not ${expected}` };
    }
  }
  const stored = await db
    .selectFrom('accounts')
    .where('owner', 'in', users)
    .select(['id', 'balance'])
    .execute();
  for (const { id, balance } of stored) {
    const expected = model.balances.get(id) ?? 0n;
    if (BigInt(balance) !== expected) {
      return { seed, step: steps, detail: `${id}: ${balance}, not ${expected}` };
    }
  }
  const missing = [...model.balances].filter(
    ([id, balance]) => balance !== 0n && !stored.some((row) => row.id === id),
  );
  if (missing.length > 0) return { seed, step: steps, detail: `missing ${missing[0]?.[0]}` };
  return undefined;
}

/** Makes the reference of a journal unique to its seed, because all seeds share a database. */
const named = (journal: Journal, seed: number): Journal =>
  journal.reference === undefined
    ? journal
    : { ...journal, reference: `${seed}/${journal.reference}` };

/** The violated invariants of the ledger as text, for messages; empty if all hold. */
export const brokenInvariants = async (db: Db): Promise<readonly string[]> =>
  (await violations(db)).map(({ invariant, detail }) => `${invariant}: ${detail}`);
