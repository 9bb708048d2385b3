import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshCustomer } from '#tests/support/accounts.ts';
import { ApiClient, type Credential } from '#tests/support/api-client.ts';
import { startServer } from '#tests/support/server-process.ts';
import { differenceOf, Recording, readStatements, type Statement } from './statements.ts';

/** The number of times that an operation is recorded again if two recordings in a row differ. */
const MOST_RECORDED = 10;

export interface Customer {
  readonly id: string;
  readonly credential: Credential;
}

/** An operation of one customer through the API. */
export type Work = (api: ApiClient, customer: Customer) => Promise<void>;

/** A customer with 100 BTC, signed in. */
export async function customerOf(base: string): Promise<Customer> {
  const account = await freshCustomer(base, { balances: { BTC: '100' } });
  const { user, token, refreshToken } = await new ApiClient(base).signIn(
    account.email,
    account.password,
  );
  return { id: user.id, credential: { token, refreshToken } };
}

/**
 * Records the statements that each operation sends to PostgreSQL, by the operation's name, so that they can be sent
 * again without the server. `whose` gives the customer who does the operations, by default a new one; `owner` is that
 * customer's id.
 */
export async function recordEach(
  env: Readonly<Record<string, string>>,
  folder: string,
  works: Readonly<Record<string, Work>>,
  whose: (base: string) => Promise<Customer> = customerOf,
): Promise<{ readonly recordings: ReadonlyMap<string, Recording>; readonly owner: string }> {
  const file = join(folder, 'statements');
  const recorder = join(import.meta.dirname, 'record-statements.ts');
  const server = await startServer({
    env: { ...env, STATEMENTS_FILE: file, NODE_OPTIONS: `--import=${recorder}` },
  });
  try {
    const customer = await whose(server.url);
    const api = new ApiClient(server.url);
    const recordings = new Map<string, Recording>();
    for (const [name, work] of Object.entries(works)) {
      const recordOne = async (): Promise<readonly Statement[]> => {
        writeFileSync(file, '');
        await work(api, customer);
        return readStatements(file);
      };
      // The first operation sends more statements, because it fills the server's caches. So may a later one, when a
      // cached value has expired or a transaction is retried. Two recordings in a row that are equal are the usual
      // case.
      let [one, two] = [await recordOne(), await recordOne()];
      for (let i = 0; i < MOST_RECORDED && differenceOf(one, two); i++) {
        [one, two] = [two, await recordOne()];
      }
      recordings.set(name, new Recording(one, two));
    }
    return { recordings, owner: customer.id };
  } finally {
    await server.stop();
  }
}
