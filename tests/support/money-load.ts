import { confirmSwap, swapCrypto } from '#core/contract/money/swap.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { getOperationOutcome } from '#core/contract/operation.ts';
import type { Deps } from '#server/deps.ts';
import { type ApiClient, newKey } from './api-client.ts';
import { type Person, password, person } from './in-process.ts';

/** Customers who swap and withdraw however often servers and databases are killed, and note the answers. */

export interface Tally {
  /** The ids of what was acknowledged, in the answer itself or in a later answer about the outcome. */
  readonly withdrawn: string[];
  readonly swapped: string[];
  lost: number;
}

export const newTally = (): Tally => ({ withdrawn: [], swapped: [], lost: 0 });

/** Gives the client of a process by a number; the next number gives another process. */
type AnyApi = (index: number) => ApiClient;

const MOST_ATTEMPTS = 2_000;

/** Asks one process after the other until one answers. */
export async function insist<T>(anyApi: AnyApi, ask: (api: ApiClient) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask(anyApi(attempt));
    } catch (error) {
      if (attempt > MOST_ATTEMPTS) throw error;
      await new Promise((again) => setTimeout(again, 25));
    }
  }
}

const request = {
  amount: '0.0002',
  cryptoAddress: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  paymentRouteId: 'btc-bitcoin',
  password,
};

/** Withdraws 0.0002 BTC. The fee is 0.00005 BTC. */
export const withdraw = (api: ApiClient, { credential }: Person, key: string) =>
  api.call(createWithdrawal, request, { credential, idempotencyKey: key });

/** Asks for the outcome of a write whose answer was lost: its data, or undefined if it never happened. */
export async function outcome<T>(
  anyApi: AnyApi,
  { credential }: Person,
  operation: string,
  key: string,
): Promise<T | undefined> {
  const { data } = await insist(anyApi, (api) =>
    api.must(getOperationOutcome, { idempotencyKey: key, operation }, { credential }),
  );
  return data.outcome === 'done' ? (data.answer as { data: T }).data : undefined;
}

export async function oneWithdrawal(
  anyApi: AnyApi,
  api: ApiClient,
  who: Person,
  tally: Tally,
): Promise<void> {
  const key = newKey();
  try {
    const reply = await withdraw(api, who, key);
    if (reply.ok) tally.withdrawn.push(reply.value.data.withdrawal_id);
    if (reply.ok || reply.status < 500) return;
  } catch {
    // The connection broke, so the outcome is unknown.
  }
  tally.lost += 1;
  const { path } = createWithdrawal;
  const made = await outcome<{ withdrawal_id: string }>(anyApi, who, path, key);
  if (made) tally.withdrawn.push(made.withdrawal_id);
}

export async function oneSwap(
  anyApi: AnyApi,
  api: ApiClient,
  who: Person,
  tally: Tally,
): Promise<void> {
  const { credential, id: userId } = who;
  const quote = await insist(anyApi, (other) =>
    other.must(
      swapCrypto,
      { sourceCurrencyId: 'BTC', targetCurrencyId: 'USDC', sourceCurrencyAmount: '0.001' },
      { credential },
    ),
  );
  const conversionQuoteId = quote.data.conversion_quote_id;
  const key = newKey();
  try {
    const reply = await api.call(
      confirmSwap,
      { conversionQuoteId, userId },
      { credential, idempotencyKey: key },
    );
    if (reply.ok) tally.swapped.push(reply.value.data.operation_id);
    if (reply.ok || reply.status < 500) return;
  } catch {
    // The connection broke, so the outcome is unknown.
  }
  tally.lost += 1;
  const made = await outcome<{ operation_id: string }>(anyApi, who, confirmSwap.path, key);
  if (made) tally.swapped.push(made.operation_id);
}

/** Approved customers with enough money for a long load. */
export async function rich(deps: Deps, count: number): Promise<readonly Person[]> {
  const people = await Promise.all(
    Array.from({ length: count }, () => person(deps, { balances: { BTC: '50' } })),
  );
  const ids = people.map(({ id }) => id);
  await deps.db
    .updateTable('users')
    .set({ kyc_status: 'approved' })
    .where('id', 'in', ids)
    .execute();
  return people;
}

/** Lets each customer swap and withdraw in turn until `work` is done. Returns a tally for each, in the same order. */
export async function whileMoving(
  anyApi: AnyApi,
  people: readonly Person[],
  work: () => Promise<void>,
): Promise<readonly Tally[]> {
  let moving = true;
  const load = people.map(async (who, i) => {
    const tally = newTally();
    for (let turn = 0; moving; turn++) {
      const one = turn % 2 === 0 ? oneSwap : oneWithdrawal;
      await one(anyApi, anyApi(i + turn), who, tally);
    }
    return tally;
  });
  const worked = work().finally(() => {
    moving = false;
  });
  const [tallies] = await Promise.all([Promise.all(load), worked]);
  return tallies;
}

/** The ids of a customer's swaps and withdrawals in the database, sorted. */
export async function inBooks(
  { db }: Pick<Deps, 'db'>,
  { id }: Person,
): Promise<Pick<Tally, 'withdrawn' | 'swapped'>> {
  const withdrawn = await db
    .selectFrom('withdrawals')
    .where('user_id', '=', id)
    .select('id')
    .orderBy('id')
    .execute();
  const swapped = await db
    .selectFrom('journals')
    .where('user_id', '=', id)
    .where('kind', '=', 'swap')
    .select('id')
    .orderBy('id')
    .execute();
  return { withdrawn: withdrawn.map((row) => row.id), swapped: swapped.map((row) => row.id) };
}

/** The acknowledged ids of a tally, sorted too, to compare them with `inBooks`. */
export const asTold = ({ withdrawn, swapped }: Tally): Pick<Tally, 'withdrawn' | 'swapped'> => ({
  withdrawn: [...withdrawn].sort(),
  swapped: [...swapped].sort(),
});
