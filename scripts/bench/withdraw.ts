import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { freshCustomer } from '#tests/support/accounts.ts';
import { ApiClient, type Credential, newKey } from '#tests/support/api-client.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { describeTo } from '#tests/support/recipients.ts';
import { Sandbox } from '#tests/support/sandbox.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { print, sized } from './statistics.ts';

const CUSTOMERS = sized(12, 2);
const EACH = sized(60, 1);
const PROCESSES = sized([1, 2, 3], [1]);

const TO = {
  cryptoAddress: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  paymentRouteId: 'btc-bitcoin',
};

interface Customer {
  readonly email: string;
  readonly password: string;
  readonly credential: Credential;
}

async function newCustomer(base: string): Promise<Customer> {
  const { email, password } = await freshCustomer(base, { balances: { BTC: '10' } });
  const api = new ApiClient(base);
  const credential = await api.signIn(email, password);
  await describeTo(api, TO, credential);
  return { email, password, credential };
}

const withdraw = (api: ApiClient, { credential }: Customer, more: { password?: string } = {}) =>
  api.must(
    createWithdrawal,
    {
      amount: '0.0002',
      ...TO,
      ...more,
    },
    { credential, idempotencyKey: newKey() },
  );

/**
 * Makes one withdrawal arrive, so that the recipient is known. Only the first withdrawal to a recipient asks for the
 * password (HARD-21): in the others no password is hashed, which would take most of the measured time.
 */
async function becomeKnown(api: ApiClient, base: string, customer: Customer): Promise<void> {
  await withdraw(api, customer, { password: customer.password });
  await new Sandbox(base).withdrawal(customer.email, 'confirm');
}

/**
 * Withdrawals per second by all customers in parallel, spread over the processes; each customer makes one after the
 * other.
 */
async function rate(servers: readonly ServerProcess[]): Promise<number> {
  const apis = servers.map(({ url }) => new ApiClient(url));
  const base = servers[0]?.url ?? '';
  const customers: Customer[] = [];
  for (let i = 0; i < CUSTOMERS; i++) customers.push(await newCustomer(base));
  const apiOf = (i: number): ApiClient => apis[i % apis.length] as ApiClient;
  await Promise.all(customers.map((customer, i) => becomeKnown(apiOf(i), base, customer)));
  const started = performance.now();
  await Promise.all(
    customers.map(async (customer, i) => {
      for (let done = 0; done < EACH; done++) await withdraw(apiOf(i), customer);
    }),
  );
  return (CUSTOMERS * EACH * 1000) / (performance.now() - started);
}

const cluster = await startCluster();
try {
  const env = { DATABASE_URL: cluster.url, SEED: 'none', LIMIT_PER_ADDRESS: '100000' };
  print(`${CUSTOMERS} customers at once, ${EACH} withdrawals each, PostgreSQL`);
  for (const count of PROCESSES) {
    // Start them one after the other, because the first one migrates the database.
    const servers: ServerProcess[] = [];
    for (let i = 0; i < count; i++) servers.push(await startServer({ env }));
    const result = await rate(servers);
    print(
      `${count} API process${count === 1 ? '  ' : 'es'}   ${result.toFixed(0)} withdrawals a second`,
    );
    await Promise.all(servers.map((server) => server.stop()));
  }
} finally {
  await cluster.stop();
}
